--- What matched in a text, marked in it.

local text = require('featurehost.text')

local M = {}

--- The chunks of a cell that is `width` wide; its beginning is left out where the first match would not be seen.
function M.chunks(value, ranges, width, highlight)
  local shown = text.clean(text.plain(value))
  local length = text.length(shown)
  local from = 0
  local first = type(ranges[1]) == 'table' and ranges[1][1] or 0
  if text.width(shown) > width then
    -- What is further before the match is not seen with it, and not worth measuring.
    from = math.max(0, first + 1 - width)
    local till_match = text.part(shown, from, first + 1 - from)
    while text.width(till_match) > width - 2 and from < first do
      from = from + 1
      till_match = text.part(shown, from, first + 1 - from)
    end
  end
  local chunks, at, used = {}, from, 0
  if from > 0 then
    table.insert(chunks, { '…', highlight })
    used = 1
  end
  local function add(to, colour)
    local part = shown:sub(text.byte_of(shown, at) + 1, text.byte_of(shown, to))
    if at >= to or used >= width then return end
    if used + text.width(part) > width then part = text.fit(part, width - used) end
    table.insert(chunks, { part, colour })
    used, at = used + text.width(part), to
  end
  for _, range in ipairs(ranges) do
    if type(range) == 'table' and range[2] > at then
      add(math.max(at, range[1]), highlight)
      add(range[2], 'FeatureHostMatch')
    end
  end
  add(length, highlight)
  table.insert(chunks, { (' '):rep(width - used) })
  return chunks
end

return M
