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

return M
