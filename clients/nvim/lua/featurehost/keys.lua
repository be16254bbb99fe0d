--- The keys of the drawn features: checks if their actions are available at the cursor, and performs the actions.
--
-- A key is `{lhs, title, act, can, action}`: `lhs` is one key or several, `act(layer, place)` performs its action, and
-- `can(layer, place)` returns true if the action is available. Instead of `can`, `action` names an action of the host.
-- A key without a title is not shown in menus. `in_turn`, or its result for a place, has options for `turn.take` if the
-- key acts on rows or on typed text. `name(layer, place)` returns the toolbar item or button that the key presses.

local attention = require('featurehost.attention')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local text = require('featurehost.text')
local turn = require('featurehost.turn')

local M = {}

local function lhs_of(key) return type(key.lhs) == 'table' and key.lhs or { key.lhs } end

local function can(key, layer, place, node)
  if key.action and not node:can(key.action) then return false end
  return not key.can or key.can(layer, { node = node, target = place.target, is_on_span = place.is_on_span })
end

--- Returns the features whose keys apply at a place, the innermost first.
local function chain(layer, place)
  local nodes, node = {}, place.node
  while node and #node.path >= #layer.node.path do
    table.insert(nodes, node)
    node = node.parent
  end
  return nodes
end

local function lhs_of_tool(tool) return tool.key == '<' and '<lt>' or tool.key end

--- Returns the key that a workspace declares for a toolbar button.
local function key_of(tool)
  local shown = tool.title
  return {
    lhs = lhs_of_tool(tool), title = shown, in_turn = {}, name = function() return shown end, act = tool.press,
    can = function() return tool.is_enabled end, action = tool.action,
  }
end

--- Returns all keys at a place, each with its feature. The keys of the place's own toolbar come first.
local function keys_at(layer, place)
  local found = {}
  for _, node in ipairs(chain(layer, place)) do
    for _, tool in ipairs(layer.tools) do
      if tool.key and vim.deep_equal(tool.node.path, node.path) then
        table.insert(found, { key = key_of(tool), node = node })
      end
    end
  end
  for _, node in ipairs(chain(layer, place)) do
    for _, key in ipairs(kinds.of(node).keys) do
      table.insert(found, { key = key, node = node })
    end
  end
  for _, key in ipairs(require('featurehost.common_keys')) do
    table.insert(found, { key = key, node = place.node })
  end
  return found
end

--- Shows the reason why a key is unavailable. If the reason is a running write, waits for its end and presses the key.
local function wait_or_tell(layer, lhs, key, node, about)
  local reason = lenient.table(node.snapshot.unavailable)[key.action]
  if not reason or not node:has(key.action) then return end
  local meant = { id = about and about.id or turn.about(layer), has_waited = true }
  if reason == 'saving' and not (about and about.has_waited) and turn.settle(layer, key.title or lhs) then
    return layer:shown() and M.press(layer, lhs, meant)
  end
  vim.notify(('%s: %s'):format(key.title or lhs, text.clean(refusals.words(reason))), vim.log.levels.WARN)
end

local function turn_of(key, place)
  if type(key.in_turn) == 'function' then return key.in_turn(place) end
  return key.in_turn
end

--- Returns the meaning of a key at a place: all entries with this key, the first available entry, and the entry for
--- which the key has to wait.
local function meaning(layer, place, lhs)
  local entries, first, waiting = {}, nil, nil
  for _, entry in ipairs(keys_at(layer, place)) do
    if vim.tbl_contains(lhs_of(entry.key), lhs) then
      table.insert(entries, entry)
      if not first and can(entry.key, layer, place, entry.node) then first = entry end
      waiting = waiting or turn_of(entry.key, place) and entry
    end
  end
  if first then waiting = turn_of(first.key, place) and first end
  return entries, first, waiting
end

--- Waits for a key's turn; returns the place on which the key then acts, or nil after showing why the key has no
--- effect.
local function in_turn(layer, place, lhs, entry, about)
  local name_of = entry.key.name or function() return nil end
  local name = name_of(layer, place)
  local options = vim.tbl_extend('force', { about = about and about.id }, turn_of(entry.key, place))
  local title = name or entry.key.title or lhs
  if not turn.take(layer, title, options) then return nil end
  -- A pressed button stays the target, even if the wait has moved the cursor.
  if not (place.target and place.target.kind == 'button') then place = layer:place() end
  if name_of(layer, place) ~= name then
    turn.tell(title, 'the buttons are others now')
    return nil
  end
  return place
end

--- Performs a key's action; returns false if the key has no meaning here. `about` may have the `id` of the intended
--- row, and `has_waited` if the key has waited for a write.
function M.press(layer, lhs, about)
  local place = layer:place()
  local entries, first, waiting = meaning(layer, place, lhs)
  if waiting then
    place = in_turn(layer, place, lhs, waiting, about)
    if not place then return true end
    entries, first = meaning(layer, place, lhs)
  end
  if first then
    first.key.act(layer, { node = first.node, target = place.target, is_on_span = place.is_on_span })
    return true
  end
  if entries[1] then wait_or_tell(layer, lhs, entries[1].key, entries[1].node, about) end
  return entries[1] ~= nil
end

--- Returns the available actions, as `{lhs, title, press}`.
function M.available(layer)
  local place, found, seen = layer:place(), {}, {}
  for _, entry in ipairs(keys_at(layer, place)) do
    local key, lhs = entry.key, lhs_of(entry.key)[1]
    if key.title and not seen[lhs] and can(key, layer, place, entry.node) then
      seen[lhs] = true
      table.insert(found, {
        lhs = lhs, title = key.title, press = function(about) M.press(layer, lhs, { id = about }) end,
      })
    end
  end
  return found
end

--- Maps the keys of all features that a layer shows.
function M.bind(layer)
  local wanted = {}
  for _, tool in ipairs(layer.tools) do
    if tool.key then wanted[lhs_of_tool(tool)] = 'n' end
  end
  for _, part in ipairs(layer.node:parts()) do
    for _, key in ipairs(kinds.of(part).keys) do
      for _, lhs in ipairs(lhs_of(key)) do
        wanted[lhs] = key.modes or wanted[lhs] or 'n'
      end
    end
  end
  for _, key in ipairs(require('featurehost.common_keys')) do
    for _, lhs in ipairs(lhs_of(key)) do
      wanted[lhs] = wanted[lhs] or 'n'
    end
  end
  local bound = layer.bound or {}
  for lhs, modes in pairs(bound) do
    if not wanted[lhs] then
      for mode in modes:gmatch('.') do
        pcall(vim.keymap.del, mode, lhs, { buffer = layer.buffer })
      end
      bound[lhs] = nil
    end
  end
  for lhs, modes in pairs(wanted) do
    if not bound[lhs] and lhs:sub(1, 1) ~= ':' then
      for mode in modes:gmatch('.') do
        vim.keymap.set(mode, lhs, function()
          if attention.refuses() then return end
          local count = vim.v.count > 0 and vim.v.count or ''
          if not M.press(layer, lhs) then
            vim.api.nvim_feedkeys(count .. vim.api.nvim_replace_termcodes(lhs, true, true, true), 'n', false)
          end
        end, { buffer = layer.buffer, nowait = true })
      end
      bound[lhs] = modes
    end
  end
  layer.bound = bound
end

return M
