--- The palette: everything that the user can do in a feature, and the features to open, in the order of the host.

local icons = require('featurehost.icons')
local lenient = require('featurehost.lenient')
local menu = require('featurehost.menu')
local text = require('featurehost.text')

local M = {}

--- Returns a line about a feature or a command: its icon, its group, its title, `info` in brackets, its purpose.
function M.line(entry, info)
  local glyph, group = icons.glyph(entry.icon), text.plain(entry.group)
  local line = (glyph and glyph .. ' ' or '') .. (group ~= '' and group .. ' › ' or '') .. text.plain(entry.title)
  if info and info ~= '' then line = ('%s (%s)'):format(line, info) end
  local purpose = text.plain(entry.description)
  return purpose ~= '' and ('%s: %s'):format(line, purpose) or line
end

--- Returns the feature whose commands are offered: the innermost one that a layer shows.
local function place_of(layer) return layer and (layer.main:newest() or layer.main) end

local function perform(host, command, open)
  if command.available == false then
    return vim.notify(('%s: %s'):format(text.plain(command.title), text.plain(command.message)), vim.log.levels.WARN)
  end
  local params = lenient.table(command.params)
  if command.method == 'feature/open' then return open(text.plain(params.feature)) end
  local instance = host.instances[params.instance]
  local node = instance and require('featurehost.node').at(host, instance, lenient.table(params.path))
  if not node then
    return vim.notify(text.plain(command.title) .. ': its feature is no longer open.', vim.log.levels.WARN)
  end
  node:send(params.action, params.params)
end

--- Offers the commands of a host for a choice.
--- @param layer the layer whose feature has the commands; nil for none
--- @param query the text that commands have to match; empty for all
--- @param open opens a feature by its id
function M.show(host, layer, query, open)
  local node = place_of(layer)
  local params = { query = query ~= '' and query or nil }
  if node then
    params.instance, params.path = node.instance.name, #node.path > 0 and node.path or nil
  end
  host:request('host/commands', next(params) and params or nil, function(problem, result)
    if problem then
      return vim.notify('featurehost: ' .. text.clean(text.plain(problem.message)), vim.log.levels.ERROR)
    end
    local entries = vim.tbl_map(function(command)
      local info = command.available == false and text.plain(command.message) or text.plain(command.key)
      return { title = M.line(command, info), command = command }
    end, lenient.objects(lenient.table(result).commands))
    if #entries == 0 then return vim.notify('featurehost: nothing matches.', vim.log.levels.INFO) end
    menu.choose('Palette', entries, function(entry) perform(host, entry.command, open) end)
  end)
end

return M
