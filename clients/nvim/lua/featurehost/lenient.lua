--- Members of what came, whatever came: what has another type than the protocol says counts as absent.

local M = {}

function M.table(value) return type(value) == 'table' and value or {} end

function M.number(value) return type(value) == 'number' and value or 0 end

--- The elements of an array that are objects.
function M.objects(value)
  return vim.tbl_filter(function(element) return type(element) == 'table' end, M.table(value))
end

return M
