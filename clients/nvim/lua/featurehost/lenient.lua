--- Members of what came, whatever came: what has another type than the protocol says counts as absent.

local M = {}

function M.table(value) return type(value) == 'table' and value or {} end

function M.number(value) return type(value) == 'number' and value or 0 end

--- The elements of an array that are objects.
function M.objects(value)
  local objects = {}
  for _, element in ipairs(M.table(value)) do
    if type(element) == 'table' then objects[#objects + 1] = element end
  end
  return objects
end

--- What a row has under a key: a member of it, or what a JSON Pointer leads to.
function M.at(value, key)
  if type(key) ~= 'string' or key:sub(1, 1) ~= '/' then return M.table(value)[key] end
  for part in key:gmatch('/([^/]*)') do
    local name, held = part:gsub('~1', '/'):gsub('~0', '~'), M.table(value)
    -- A name of digits alone is the place in an array, from 0, unless an object has it.
    local index = held[name] == nil and name:match('^%d+$')
    value = held[index and tonumber(index) + 1 or name]
  end
  return value
end

return M
