--- Work of the host that takes time, as the effects of a snapshot describe it.

local Node = require('featurehost.node')
local bindings = require('featurehost.bindings')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

--- The keys that act on work and on notices.
M.cancel_key = { id = 'cancelWork', lhs = 'gC', title = 'End what runs' }
M.undo_key = { id = 'undoNotice', lhs = 'gz', title = 'Undo what the notice says' }

--- Returns the words, and after them the key that does something about them.
local function with_key(words, key, does)
  local lhs = bindings.lhs('all', key)[1]
  return lhs and ('%s · %s %s'):format(words, lhs, does) or words
end

--- Returns the oldest work of the instance that has a title, and that `is_wanted` accepts; nil if there is none.
local function oldest(node, is_wanted)
  for _, effect in ipairs(lenient.objects(lenient.table(node.instance.snapshot).effects)) do
    if text.plain(effect.title) ~= '' and effect.background ~= true and is_wanted(effect) then return effect end
  end
end

--- Returns the title, the progress and the current step of the running work; empty if none runs.
function M.words(node)
  local effect = oldest(node, function() return true end)
  if not effect then return '' end
  local parts = { (text.plain(effect.title):gsub('…$', '')) .. '…' }
  if type(effect.progress) == 'number' then
    table.insert(parts, ('%d%%'):format(math.floor(100 * math.max(0, math.min(1, effect.progress)))))
  end
  table.insert(parts, text.plain(effect.message))
  local words = vim.trim(table.concat(parts, ' '))
  return effect.cancellable == true and with_key(words, M.cancel_key, 'ends it') or words
end

local function notices(node) return lenient.objects(lenient.table(node.instance.snapshot).notices) end

--- Returns the text of the newest notice, such as “Deleted 3 files”; empty if there is none.
function M.notice(node)
  local shown = notices(node)
  if #shown == 0 then return '' end
  local newest = shown[#shown]
  local words = text.plain(newest.text)
  return newest.undo == true and with_key(words, M.undo_key, 'undoes it') or words
end

--- Returns the oldest work that the user can end; nil if there is none.
function M.cancellable(node)
  return oldest(node, function(effect) return effect.cancellable == true end)
end

--- Returns the newest notice about something that can be undone; nil if there is none.
function M.undoable(node)
  local shown = notices(node)
  for index = #shown, 1, -1 do
    if shown[index].undo == true then return shown[index] end
  end
end

local function send(node, action, about)
  -- Work and notices belong to the whole instance.
  if about then Node.root(node.host, node.instance):send(action, { id = about.id }) end
end

function M.cancel_key.can(layer) return M.cancellable(layer.node) ~= nil end

function M.cancel_key.act(layer) send(layer.node, 'cancelEffect', M.cancellable(layer.node)) end

function M.undo_key.can(layer) return M.undoable(layer.node) ~= nil end

function M.undo_key.act(layer) send(layer.node, 'undoNotice', M.undoable(layer.node)) end

return M
