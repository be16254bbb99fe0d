--- The keys of the drawn features: checks if their actions are available at the cursor, and performs the actions.
--
-- A key is `{id, lhs, title, act, can, action}`: `id` is the name by which the user can configure other keys, `lhs` is
-- one key or several, `act(layer, place)` performs its action, and `can(layer, place)` returns true if the action is
-- available. Instead of `can`, `action` names an action of the host. A key without a title is not shown in menus.
-- `in_turn`, or its result for a place, has options for `turn.take` if the key acts on rows or on typed text. In Visual
-- mode, a key with `is_of_area` acts on the rows of the area. `name(layer, place)` returns the toolbar item or button
-- that the key presses.

local area = require('featurehost.area')
local attention = require('featurehost.attention')
local bindings = require('featurehost.bindings')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local text = require('featurehost.text')
local turn = require('featurehost.turn')

local M = {}

local function lhs_of(entry) return entry.group and bindings.lhs(entry.group, entry.key) or { entry.key.lhs } end

-- The prefix of an id, where an action is pressed by its id and not by its key.
local BY_ID = '#'

local function is_pressed(entry, lhs)
  return BY_ID .. (entry.key.id or '') == lhs or vim.tbl_contains(lhs_of(entry), lhs)
end

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

--- Returns the key of a toolbar button.
local function key_of(tool)
  local shown = tool.title
  return {
    lhs = tool.lhs, title = shown, is_of_area = true, in_turn = {}, name = function() return shown end, act = tool.press,
    can = function() return tool.is_enabled end, action = tool.action,
  }
end

--- Returns all keys at a place, each with its feature. The keys of the place's own toolbar come first.
local function keys_at(layer, place)
  local found = {}
  for _, node in ipairs(chain(layer, place)) do
    for _, tool in ipairs(layer.tools) do
      if tool.lhs and vim.deep_equal(tool.node.path, node.path) then
        table.insert(found, { key = key_of(tool), node = node })
      end
    end
  end
  for _, node in ipairs(chain(layer, place)) do
    for _, key in ipairs(kinds.of(node).keys) do
      table.insert(found, { key = key, node = node, group = node.kind })
    end
  end
  for _, key in ipairs(require('featurehost.common_keys')) do
    table.insert(found, { key = key, node = place.node, group = 'all' })
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
    if is_pressed(entry, lhs) then
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

--- Performs a key's action; returns false if the key has no meaning here. `lhs` is a key, or `#` and the id of an
--- action. `about` may have the `id` of the intended row, and `has_waited` if the key has waited for a write.
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

--- Returns the available actions, as `{id, lhs, title, press}`; an action without a key has no `lhs`.
function M.available(layer)
  local place, found, seen = layer:place(), {}, {}
  for _, entry in ipairs(keys_at(layer, place)) do
    local key, own = entry.key, lhs_of(entry)[1]
    if own and own:sub(1, 1) == ':' then own = nil end
    local lhs = own or key.id and BY_ID .. key.id
    if key.title and lhs and not seen[lhs] and can(key, layer, place, entry.node) then
      seen[lhs] = true
      table.insert(found, {
        lhs = own, id = key.id, title = key.title, press = function(about) M.press(layer, lhs, { id = about }) end,
      })
    end
  end
  return found
end

--- Returns the key in Visual mode for a key in Normal mode: `d` instead of `dd`, as in any buffer.
local function visual(lhs) return lhs:match('^(%a)%1$') or lhs end

--- Returns the modes of all keys that a layer needs, and the keys in Normal mode for those in Visual mode.
local function wanted_keys(layer)
  local wanted = { n = {}, x = {} }
  local function add(lhs, is_of_area)
    if lhs:sub(1, 1) == ':' then return end
    wanted.n[lhs] = lhs
    if is_of_area then wanted.x[visual(lhs)] = wanted.x[visual(lhs)] or lhs end
  end
  local has_rows = false
  for _, part in ipairs(layer:parts()) do
    has_rows = has_rows or area.has_rows(part)
    for _, key in ipairs(kinds.of(part).keys) do
      for _, lhs in ipairs(bindings.lhs(part.kind, key)) do
        add(lhs, key.is_of_area)
      end
    end
  end
  for _, tool in ipairs(layer.tools) do
    if tool.lhs then add(tool.lhs, has_rows) end
  end
  for _, key in ipairs(require('featurehost.common_keys')) do
    for _, lhs in ipairs(bindings.lhs('all', key)) do
      add(lhs, has_rows and key.is_of_area)
    end
  end
  return wanted
end

--- Passes a key on to the editor, with its count.
local function pass_on(lhs)
  local count = vim.v.count > 0 and vim.v.count or ''
  vim.api.nvim_feedkeys(count .. vim.api.nvim_replace_termcodes(lhs, true, true, true), 'n', false)
end

--- Presses a key in Visual mode: its action is about the rows of the area.
local function press_in_area(layer, lhs)
  local entries = meaning(layer, layer:place(), lhs)
  local entry = entries[1]
  if not entry or not area.is_in(layer) then return pass_on(visual(lhs)) end
  local title = entry.key.name and entry.key.name(layer, layer:place()) or entry.key.title or lhs
  if area.select(layer, title, entry.key.id == 'select') and entry.key.id ~= 'select' then M.press(layer, lhs) end
end

--- Maps the keys of all features that a layer shows.
function M.bind(layer)
  local wanted, bound = wanted_keys(layer), layer.bound or { n = {}, x = {} }
  for mode, keys in pairs(bound) do
    for lhs in pairs(keys) do
      if wanted[mode][lhs] ~= keys[lhs] then
        pcall(vim.keymap.del, mode, lhs, { buffer = layer.buffer })
        keys[lhs] = nil
      end
    end
  end
  local function map(mode, lhs, act)
    if bound[mode][lhs] then return end
    bound[mode][lhs] = wanted[mode][lhs]
    vim.keymap.set(mode, lhs, function()
      if not attention.refuses() then act() end
    end, { buffer = layer.buffer, nowait = true })
  end
  for lhs in pairs(wanted.n) do
    map('n', lhs, function() if not M.press(layer, lhs) then pass_on(lhs) end end)
  end
  for lhs, normal in pairs(wanted.x) do
    map('x', lhs, function() press_in_area(layer, normal) end)
  end
  layer.bound = bound
end

return M
