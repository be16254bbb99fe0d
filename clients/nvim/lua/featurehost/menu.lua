--- Menus with the available actions and their keys.

local keys = require('featurehost.keys')
local surroundings = require('featurehost.surroundings')
local text = require('featurehost.text')
local turn = require('featurehost.turn')

local M = {}

-- A menu is above all other floats.
local MENU_DEPTH = 9

--- Lets the user choose one of some entries, each with a `title`, by `vim.ui.select`.
function M.choose(prompt, entries, chosen)
  vim.ui.select(entries, {
    prompt = text.clean(prompt),
    format_item = function(entry) return text.clean(entry.titled or entry.title) end,
  }, function(entry) if entry then chosen(entry) end end)
end

--- Returns true if `vim.ui.select` is the one of Neovim, where only numbers can be typed.
local function is_plain_select() return debug.getinfo(vim.ui.select, 'S').source:find('vim[/\\]ui%.lua$') ~= nil end

--- Lets the user choose one of some entries, each with a `title` and perhaps a `key`, which chooses the entry at once.
function M.choose_by_key(prompt, entries, chosen)
  local has_keys = #vim.tbl_filter(function(entry) return entry.key ~= nil end, entries) > 0
  if not has_keys or not is_plain_select() then
    return M.choose(prompt, vim.tbl_map(function(entry)
      return vim.tbl_extend('force', entry, entry.key and { title = ('%s  %s'):format(entry.title, entry.key) } or {})
    end, entries), chosen)
  end
  local dialog
  local choices = vim.tbl_map(function(entry)
    return {
      title = entry.title, lhs = entry.key or false,
      press = function()
        dialog:close()
        chosen(entry)
      end,
    }
  end, entries)
  dialog = require('featurehost.dialog').open({
    key = 'menu', title = prompt, style = 'menu', choices = choices, leave = function() dialog:close() end,
  }, MENU_DEPTH)
end

--- Offers the actions of toolbars and keys.
function M.actions(layer)
  local entries = vim.tbl_filter(function(tool) return tool.is_enabled end, layer.tools)
  local about = { about = turn.about(layer) }
  for _, key in ipairs(keys.available(layer)) do
    if key.id ~= 'actions' then
      table.insert(entries, {
        title = key.lhs and ('%s (%s)'):format(key.title, key.lhs) or key.title, is_key = true,
        press = function() key.press(about.about) end,
      })
    end
  end
  M.choose(layer.node:title(), entries, function(entry)
    -- The action applies to the row for which it was chosen.
    if entry.is_key then return entry.press() end
    if turn.take(layer, text.plain(entry.title), about) then entry.press() end
  end)
end

--- Shows the keys that are available now.
function M.help(layer)
  local lines = {}
  for number, tool in ipairs(layer.tools) do
    local lhs = surroundings.number_key(number)
    if lhs then table.insert(lines, ('  %-7s %s'):format(lhs, text.clean(tool.title))) end
  end
  for _, key in ipairs(keys.available(layer)) do
    if key.lhs then table.insert(lines, ('  %-7s %s'):format(key.lhs, text.clean(key.title))) end
  end
  table.insert(lines, '')
  table.insert(lines, '  :help featurehost-keys has them all.')
  require('featurehost.dialog').open({
    key = 'help', title = 'Keys', lines = lines, choices = { { title = 'Close', role = 'cancel' } },
  }, layer.depth + 1)
end

return M
