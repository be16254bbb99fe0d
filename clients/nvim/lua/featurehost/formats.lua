--- How values are drawn by the format of their column: in a cell, and whole in the preview.

local text = require('featurehost.text')

local M = {}

local LONGEST_CELL, LONGEST = 5000, 20000

--- Whether values are boxes to tick.
function M.is_toggle(kind) return kind == 'toggle' end

--- Whether values end where the column ends.
function M.is_right_aligned(kind) return kind == 'number' end

--- True if a value is drawn as its text. The ranges of a match apply only to such a text.
function M.is_text(value, kind) return not M.is_toggle(kind) and type(value) ~= 'boolean' end

--- A value in one line; one of an unknown format is a text.
function M.cell(value, kind)
  if M.is_toggle(kind) then return text.check_mark(value) end
  return text.clean(text.plain(value):sub(1, LONGEST_CELL))
end

--- A value in as many lines as it has.
function M.whole(value, kind)
  if M.is_toggle(kind) then return text.check_mark(value) end
  local shown = type(value) == 'table' and vim.inspect(value) or text.plain(value):sub(1, LONGEST)
  return shown == '' and '—' or shown
end

return M
