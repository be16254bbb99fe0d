--- Highlights the matches in a text.

local text = require('featurehost.text')

local M = {}

--- Returns the number of scalars to omit at the beginning so that the first match is visible.
local function hidden(shown, ranges, width)
  if text.width(shown) <= width then return 0 end
  local first = type(ranges[1]) == 'table' and ranges[1][1] or 0
  -- Scalars that are more than `width` before the match can't be visible together with it, so they are not measured.
  local from = math.max(0, first + 1 - width)
  local till_match = text.part(shown, from, first + 1 - from)
  while text.width(till_match) > width - 2 and from < first do
    from = from + 1
    till_match = text.part(shown, from, first + 1 - from)
  end
  return from
end

--- Adds the chunks of a column's cell; omits its beginning if the first match would otherwise be hidden.
function M.add(chunks, value, ranges, column, highlight)
  local shown, width = text.clean(text.plain(value)), column.width
  local is_simple = text.is_simple(shown)
  local from = hidden(shown, ranges, width)
  local first = #chunks + 1
  local at, used = from, 0
  if from > 0 then
    chunks[#chunks + 1] = { '…', highlight }
    used = 1
  end
  local function add(to, colour)
    if at >= to or used >= width then return end
    local part = is_simple and shown:sub(at + 1, to)
      or shown:sub(text.byte_of(shown, at) + 1, text.byte_of(shown, to))
    local wide = is_simple and #part or text.width(part)
    if used + wide > width then
      part = text.fit(part, width - used)
      wide = text.width(part)
    end
    chunks[#chunks + 1] = { part, colour }
    used, at = used + wide, to
  end
  for _, range in ipairs(ranges) do
    if type(range) == 'table' and range[2] > at then
      add(math.max(at, range[1]), highlight)
      add(range[2], 'FeatureHostMatch')
    end
  end
  add(text.length(shown), highlight)
  table.insert(chunks, column.is_right_aligned and first or #chunks + 1, { (' '):rep(width - used) })
end

return M
