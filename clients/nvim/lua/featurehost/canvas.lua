--- Lines to be drawn.
--
-- A line is an array of chunks, `{text, highlight, target}`. Keys at the position of a chunk act on its target, such as
-- a field, a row or a button.

local text = require('featurehost.text')

local NONE = {}
local Canvas = {}
Canvas.__index = Canvas

function Canvas.new(width) return setmetatable({ width = width, lines = {}, marks = {}, places = {} }, Canvas) end

--- Adds a line; `place` is `{node, target}`, where `target` is for the chunks that have no target.
function Canvas:line(chunks, place)
  local parts, at, spans, marks, index = {}, 0, nil, self.marks, #self.lines
  for number = 1, #chunks do
    local chunk = chunks[number]
    local clean = text.clean(chunk[1])
    local till = at + #clean
    parts[number] = clean
    if chunk[2] and till > at then marks[#marks + 1] = { index, at, till, chunk[2] } end
    if chunk[3] then
      spans = spans or {}
      spans[#spans + 1] = { at, till, chunk[3] }
    end
    at = till
  end
  index = index + 1
  self.lines[index] = table.concat(parts):match('^.*%S') or ''
  self.places[index] = { node = place and place.node, target = place and place.target, spans = spans or NONE }
  return index
end

--- Adds text, broken into lines.
function Canvas:prose(words, highlight, place, indent)
  indent = indent or ' '
  for _, line in ipairs(text.wrap(words, math.max(8, self.width - text.width(indent) - 1))) do
    self:line({ { indent }, { line, highlight } }, place)
  end
end

--- Returns the node and the target at a position of the buffer: a line, counted from 1, and a column in bytes from 0.
function Canvas:at(line, column)
  local place = self.places[line]
  if not place then return nil end
  local target, nearest = place.target, math.huge
  for _, span in ipairs(place.spans) do
    local distance = column < span[1] and span[1] - column or column >= span[2] and column - span[2] + 1 or 0
    if distance < nearest then
      target, nearest = span[3], distance
    end
  end
  return { node = place.node, target = target, is_on_span = nearest == 0 }
end

local function same(buffer, from, lines)
  local held = vim.api.nvim_buf_get_lines(buffer, from, from + #lines, false)
  if #held ~= #lines then return false end
  for index = 1, #lines do
    if held[index] ~= lines[index] then return false end
  end
  return true
end

--- Replaces the lines of a buffer between two line numbers, from 0; `to` is -1 for the buffer's end.
function Canvas.put(buffer, from, to, lines)
  if to >= 0 and to - from == #lines and same(buffer, from, lines) then return end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, from, to, false, lines)
  vim.bo[buffer].modifiable = false
end

--- Highlights a buffer in which line `from` is the first line of the canvas.
function Canvas:colour(buffer, namespace, from)
  for _, mark in ipairs(self.marks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, from + mark[1], mark[2], {
      end_col = math.min(mark[3], #self.lines[mark[1] + 1]),
      hl_group = mark[4],
      strict = false,
    })
  end
end

return Canvas
