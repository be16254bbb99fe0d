--- The drawing of values according to the format of their column: in a cell, and complete in the preview.

local icons = require('featurehost.icons')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

local LONGEST_CELL, LONGEST = 5000, 20000

--- Returns true if values are drawn as checkboxes.
function M.is_toggle(kind) return kind == 'toggle' end

--- Returns true if values are right-aligned.
function M.is_right_aligned(kind) return kind == 'number' end

--- Returns true if a value is drawn as text; the ranges of matches apply only to such values.
function M.is_text(value, kind) return not M.is_toggle(kind) and type(value) ~= 'boolean' end

--- Returns the cell that the host has written for a column of an item; nil if its value is drawn.
function M.written(item, column)
  if column.role == 'toggle' then return nil end
  local cell = lenient.table(lenient.table(item.cells)[column.key])
  return type(cell.text) == 'string' and cell or nil
end

--- Returns the text of such a cell, after the glyph of its icon.
function M.line(cell)
  local glyph = icons.glyph(cell.icon)
  return text.clean((glyph and glyph .. ' ' or '') .. cell.text:sub(1, LONGEST_CELL))
end

local OF_TONE = {
  success = 'DiagnosticOk', warning = 'DiagnosticWarn', error = 'DiagnosticError', info = 'DiagnosticInfo',
  accent = 'FeatureHostLabel', dim = 'FeatureHostDim',
}

--- Returns the highlight group of a tone; nil for no tone and for an unknown one.
function M.tone(tone) return OF_TONE[tone] end

--- Returns a value in one line; an unknown format is drawn as text.
function M.cell(value, kind)
  if M.is_toggle(kind) then return text.check_mark(value) end
  return text.clean(text.plain(value):sub(1, LONGEST_CELL))
end

--- Returns a value with all its lines.
function M.whole(value, kind)
  if M.is_toggle(kind) then return text.check_mark(value) end
  local shown = type(value) == 'table' and vim.inspect(value) or text.plain(value):sub(1, LONGEST)
  return shown == '' and '—' or shown
end

return M
