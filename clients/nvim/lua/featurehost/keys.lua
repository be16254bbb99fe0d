--- Keys: what each does where the cursor is, and what of it can be done now.
--
-- A key is `{lhs, title, act, can, action}`: `lhs` one or several, `act(layer, place)` what it does, `can(layer, place)`
-- whether it can be done now, or `action` that the host would take. Without a title it is a matter of course.
-- `in_turn`, or what that returns for a place, has options for `turn.take` where it acts on rows, or on what was typed
-- before it; `name(layer, place)` is what of a toolbar or of buttons it means.

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

--- The features whose keys count at a place: the innermost first.
local function chain(layer, place)
  local nodes, node = {}, place.node
  while node and #node.path >= #layer.node.path do
    table.insert(nodes, node)
    node = node.parent
  end
  return nodes
end

--- All keys at a place, each with the feature that it is about.
local function keys_at(layer, place)
  local found = {}
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

--- Tells why a key does nothing now; where that passes with what is being written, does it then.
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

--- Returns the meaning of a key at a place: the entries with this key, the first of them that can be done, and the one
--- that says what has to be waited for.
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

--- Waits for a key's turn; what it means then, or nil where that is told to be nothing.
local function in_turn(layer, place, lhs, entry, about)
  local name_of = entry.key.name or function() return nil end
  local name = name_of(layer, place)
  local options = vim.tbl_extend('force', { about = about and about.id }, turn_of(entry.key, place))
  local title = name or entry.key.title or lhs
  if not turn.take(layer, title, options) then return nil end
  -- A button is the one that was pressed, wherever the cursor has gone with its row.
  if not (place.target and place.target.kind == 'button') then place = layer:place() end
  if name_of(layer, place) ~= name then
    turn.tell(title, 'the buttons are others now')
    return nil
  end
  return place
end

--- Does what a key is for; false where it means nothing here. `about` may have the `id` of the row that was meant, and
--- `has_waited` where the key has waited for what was being written.
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

--- What can be done now, as `{lhs, title, press}`.
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

--- Maps the keys of all that a layer shows.
function M.bind(layer)
  local wanted = {}
  for _, part in ipairs(layer.node:parts()) do
    for _, key in ipairs(kinds.of(part).keys) do
      for _, lhs in ipairs(lhs_of(key)) do
        wanted[lhs] = key.modes or 'n'
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
