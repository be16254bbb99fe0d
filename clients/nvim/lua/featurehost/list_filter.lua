--- The filter of a list or a search: a declared filter, a text, or both.

local lenient = require('featurehost.lenient')
local menu = require('featurehost.menu')
local text = require('featurehost.text')

local M = {}

--- Returns the filter of a state as `{id, text}`.
function M.of(state)
  local chosen = state.filter
  if type(chosen) == 'string' then return { id = chosen, text = '' } end
  return { id = lenient.table(chosen).id, text = text.plain(lenient.table(chosen).text) }
end

--- Returns the filter for users.
function M.names(state)
  local filter, names = M.of(state), {}
  for _, entry in ipairs(lenient.objects(state.filters)) do
    if entry.id == filter.id then table.insert(names, text.plain(entry.title)) end
  end
  if filter.text ~= '' then table.insert(names, ('“%s”'):format(filter.text)) end
  return names
end

local function send(node, filter)
  local wanted = filter.id or vim.NIL
  if filter.text ~= '' then wanted = { id = filter.id, text = filter.text } end
  node:send('setFilter', { filter = wanted })
end

--- Shows only the rows that contain `words`; an empty text removes this condition.
function M.set_text(node, words) send(node, { id = M.of(node.state).id, text = words }) end

function M.is_declared(node) return #lenient.objects(node.state.filters) > 0 end

--- Offers the declared filters for a choice.
function M.choose(node)
  local now = M.of(node.state)
  local entries = { { title = 'All rows' } }
  for _, entry in ipairs(lenient.objects(node.state.filters)) do
    local mark = entry.id == now.id and ' ●' or ''
    table.insert(entries, { id = entry.id, title = text.plain(entry.title) .. mark })
  end
  menu.choose('Filters', entries, function(entry) send(node, { id = entry.id, text = now.text }) end)
end

return M
