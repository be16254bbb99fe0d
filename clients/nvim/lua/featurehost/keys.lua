--- Keys: what each does where the cursor is, and what of it can be done now.
--
-- A key is `{lhs, title, act, can, action}`: `lhs` one or several, `act(layer, place)` what it does, `can(layer, place)`
-- whether it can be done now, or `action` that the host would take. Without a title it is a matter of course.

local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local text = require('featurehost.text')

local M = {}

local function lhs_of(key) return type(key.lhs) == 'table' and key.lhs or { key.lhs } end

local function can(key, layer, place, node)
  if key.action and not node:can(key.action) then return false end
  return not key.can or key.can(layer, { node = node, target = place.target })
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
local function wait_or_tell(layer, lhs, key, node, has_waited)
  local reason = lenient.table(node.snapshot.unavailable)[key.action]
  if not reason or not node:has(key.action) then return end
  if reason == 'saving' and not has_waited then
    return node.host:request('feature/settle', { instance = node.instance.name }, function()
      if layer:is_current() then M.press(layer, lhs, true) end
    end)
  end
  vim.notify(('%s: %s'):format(key.title or lhs, text.clean(refusals.words(reason))), vim.log.levels.WARN)
end

--- Does what a key is for; false where it means nothing here.
function M.press(layer, lhs, has_waited)
  local place, refused = layer:place(), nil
  for _, entry in ipairs(keys_at(layer, place)) do
    if vim.tbl_contains(lhs_of(entry.key), lhs) then
      if can(entry.key, layer, place, entry.node) then
        entry.key.act(layer, { node = entry.node, target = place.target, is_on_span = place.is_on_span })
        return true
      end
      refused = refused or entry
    end
  end
  if refused then wait_or_tell(layer, lhs, refused.key, refused.node, has_waited) end
  return refused ~= nil
end

--- What can be done now, as `{lhs, title, press}`.
function M.available(layer)
  local place, found, seen = layer:place(), {}, {}
  for _, entry in ipairs(keys_at(layer, place)) do
    local key, lhs = entry.key, lhs_of(entry.key)[1]
    if key.title and not seen[lhs] and can(key, layer, place, entry.node) then
      seen[lhs] = true
      table.insert(found, {
        lhs = lhs, title = key.title, press = function() M.press(layer, lhs) end,
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
