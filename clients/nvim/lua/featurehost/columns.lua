--- The drawn columns of a row, and their widths.

local formats = require('featurehost.formats')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

local GAP, NARROWEST, WIDEST_DETAIL = 2, 16, 24
local ORDER = { icon = 1, title = 2, subtitle = 3, detail = 4, badge = 5, toggle = 6 }
local LEAVE_FIRST = { 'detail', 'badge', 'subtitle', 'icon', 'toggle' }

--- Returns the columns of a state, in drawing order.
function M.of(state)
  local sorted_by = {}
  for _, entry in ipairs(lenient.objects(state.sort)) do
    sorted_by[entry.key] = entry.descending and ' ▼' or ' ▲'
  end
  local columns = {}
  for index, column in ipairs(lenient.objects(state.columns)) do
    if column.role ~= 'none' then
      local role = ORDER[column.role] and column.role or 'detail'
      local label = role == 'icon' and '' or text.plain(column.label or column.key)
      local is_flexible = role == 'title' or role == 'subtitle'
      local is_number = formats.is_right_aligned(column.type) and not is_flexible
      table.insert(columns, {
        key = column.key,
        label = label,
        heading = label .. (sorted_by[column.key] or ''),
        role = role,
        index = index,
        type = role == 'toggle' and role or column.type,
        is_toggle = formats.is_toggle(column.type) or role == 'toggle',
        is_flexible = is_flexible,
        is_right_aligned = column.align == 'right' or not column.align and is_number,
        is_centred = column.align == 'center',
        room = type(column.width) == 'number' and column.width or nil,
        grow = lenient.number(column.grow),
      })
    end
  end
  table.sort(columns, function(a, b)
    if a.role ~= b.role then return ORDER[a.role] < ORDER[b.role] end
    return a.index < b.index
  end)
  return columns
end

--- Returns the text of a column in an item.
function M.text(column, item)
  local cell = formats.written(item, column)
  return cell and formats.line(cell) or formats.cell(lenient.at(item.value, column.key), column.type)
end

--- Returns the text of a column in an item, with blanks up to the width of the column.
function M.fitted(column, item) return M.placed(column, M.text(column, item)) end

--- Returns a text with blanks up to the width of a column.
function M.placed(column, shown)
  local spare = column.is_centred and math.floor((column.width - text.width(shown)) / 2) or 0
  if spare > 0 then return (' '):rep(spare) .. text.fit(shown, column.width - spare) end
  return text.fit(shown, column.width, column.is_right_aligned)
end

--- Returns the highlight group of the tone of a column in an item; nil if it has none.
function M.tone(column, item)
  local cell = formats.written(item, column)
  return cell and formats.tone(cell.tone) or formats.tone(item.tone)
end

--- Returns true if the column's value in an item is drawn as text, in which matches can be marked.
function M.is_text(column, item)
  local value, cell = lenient.at(item.value, column.key), formats.written(item, column)
  if cell then return cell.text == text.plain(value) and not cell.icon end
  return formats.is_text(value, column.type)
end

--- Increases `widths`, by column key, until the headings and the values of `items` fit completely; returns `widths`.
function M.measure(columns, items, widths)
  for _, column in ipairs(columns) do
    local widest = math.max(widths[column.key] or 1, text.width(column.heading))
    for _, item in ipairs(items) do
      widest = math.max(widest, text.width(M.text(column, item)))
    end
    widths[column.key] = column.room or widest
  end
  return widths
end

--- Returns the columns that fit, each with its `width`; the least important columns are omitted first.
function M.fit(columns, natural, room)
  local kept = vim.list_slice(columns)
  local function least(column)
    return math.min(natural[column.key], column.is_flexible and NARROWEST or WIDEST_DETAIL)
  end
  local function needed()
    local sum = GAP * (#kept - 1)
    for _, column in ipairs(kept) do
      sum = sum + least(column)
    end
    return sum
  end
  for _, role in ipairs(LEAVE_FIRST) do
    for index = #kept, 1, -1 do
      if kept[index].role == role and #kept > 1 and needed() > room then table.remove(kept, index) end
    end
  end
  local spare, last_flexible = room - needed(), nil
  local shares = 0
  for _, column in ipairs(kept) do
    shares = shares + column.grow
  end
  for _, column in ipairs(kept) do
    column.width = least(column)
    if column.is_flexible then
      local more = math.max(0, math.min(natural[column.key] - column.width, spare))
      column.width, spare, last_flexible = column.width + more, spare - more, column
    end
  end
  local rest = math.max(0, spare)
  for _, column in ipairs(kept) do
    local more = column.grow > 0 and math.floor(rest * column.grow / shares) or 0
    column.width, spare = column.width + more, spare - more
  end
  local filler = shares == 0 and last_flexible or (spare < 0 and (last_flexible or kept[1]))
  if filler then filler.width = math.max(1, filler.width + spare) end
  return kept
end

M.gap = (' '):rep(GAP)

return M
