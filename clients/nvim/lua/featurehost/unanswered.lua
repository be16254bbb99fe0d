--- Values that a person has entered and the host has not answered yet: until then they are the person's, and stand for
--- the older ones of a snapshot (A-2).

local M = {}

--- What names a member of a feature in the `state` of a layer, which may show several.
function M.key(node, name) return table.concat(node.path, '\n') .. '\n' .. tostring(name) end

--- Counts the values of an instance's forms, which closing it would lose.
local function count(node, change)
  if node.kind == 'form' then node.instance.unanswered = (node.instance.unanswered or 0) + change end
end

--- Keeps a value that was entered; what is returned is called when the host has answered.
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

--- Whether a value waits for its answer.
function M.waits(state, node, name) return (state.unanswered or {})[M.key(node, name)] ~= nil end

--- The value as it will be when all that was entered is answered: `held` where nothing waits.
function M.value(state, node, name, held)
  local entry = (state.unanswered or {})[M.key(node, name)]
  if not entry then return held end
  return entry.value ~= vim.NIL and entry.value or nil
end

return M
