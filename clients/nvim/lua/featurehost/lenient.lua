--- Tolerant readers of messages: a value of an unexpected type counts as absent.

local M = {}

function M.table(value) return type(value) == 'table' and value or {} end

function M.number(value) return type(value) == 'number' and value or 0 end

--- Returns the elements of an array that are objects.
function M.objects(value)
  local objects = {}
  for _, element in ipairs(M.table(value)) do
    if type(element) == 'table' then objects[#objects + 1] = element end
  end
  return objects
end

--- Returns the value of a row at a key, which is a member name or a JSON Pointer.
function M.at(value, key)
  if type(key) ~= 'string' or key:sub(1, 1) ~= '/' then return M.table(value)[key] end
  for part in key:gmatch('/([^/]*)') do
    local name, held = part:gsub('~1', '/'):gsub('~0', '~'), M.table(value)
    -- A name of digits is a member of an object, or else an index in an array, from 0.
    local index = held[name] == nil and name:match('^%d+$')
    value = held[index and tonumber(index) + 1 or name]
  end
  return value
end

return M
