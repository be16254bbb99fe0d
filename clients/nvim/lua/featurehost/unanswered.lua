--- Entered values that the host has not answered yet. Until the answer, they replace the older values of a snapshot
--- (A-2).

local M = {}

--- Returns the key of a feature's member in the `state` of a layer, which may show several features.
function M.key(node, name) return table.concat(node.path, '\n') .. '\n' .. tostring(name) end

--- Counts the unanswered values of an instance's forms, which closing the instance would lose.
local function count(node, change)
  if node.kind == 'form' then node.instance.unanswered = (node.instance.unanswered or 0) + change end
end

--- Stores an entered value; returns a function to be called when the host has answered.
function M.enter(state, node, name, value)
  count(node, 1)
  local id = M.key(node, name)
  state.unanswered = state.unanswered or {}
  local entry = state.unanswered[id] or { count = 0 }
  state.unanswered[id] = entry
  entry.count, entry.value = entry.count + 1, value
  return function()
    count(node, -1)
    entry.count = entry.count - 1
    if entry.count == 0 then state.unanswered[id] = nil end
  end
end

--- Returns true if a value is unanswered.
function M.waits(state, node, name) return (state.unanswered or {})[M.key(node, name)] ~= nil end

--- Returns the last entered value that is unanswered; `held` if there is none.
function M.value(state, node, name, held)
  local entry = (state.unanswered or {})[M.key(node, name)]
  if not entry then return held end
  return entry.value ~= vim.NIL and entry.value or nil
end

return M
