--- Values as text for users.

local icons = require('featurehost.icons')

local M = {}

local TURNING = { '\216\156', '\226\128[\142\143\168-\174]', '\226\129[\166-\169]' }

--- Returns a text without characters that would move a terminal's cursor, or turn the direction of the following text
--- (X-15, X-17). Each scalar stays one scalar, so that ranges of scalars stay valid.
function M.clean(text)
  if not text:find('[%c\194\216\226]') then return text end
  text = text:gsub('[\t\r]', ' '):gsub('\n', '⏎'):gsub('%c', '·'):gsub('\194[\128-\159]', '·')
  for _, pattern in ipairs(TURNING) do
    text = text:gsub(pattern, '·')
  end
  return text
end

--- Returns a value in one line, unfiltered: the canvas filters drawn text.
function M.plain(value)
  if value == nil or value == vim.NIL then return '' end
  if type(value) == 'string' then return value end
  if type(value) == 'boolean' then return value and 'yes' or 'no' end
  if type(value) == 'number' then
    return value == math.floor(value) and math.abs(value) < 1e15 and ('%d'):format(value) or ('%.14g'):format(value)
  end
  return vim.json.encode(value)
end

--- Returns a title after the glyph of its icon; without an icon, or with an unknown one, the title alone.
function M.titled(icon, title)
  local glyph = icons.glyph(icon)
  return (glyph and glyph .. ' ' or '') .. M.plain(title)
end

function M.is_on(value) return value == true or value == 'true' end

function M.check_mark(value) return M.is_on(value) and '[x]' or '[ ]' end

--- Returns a number with separated thousands.
function M.grouped(number)
  local digits = ('%d'):format(number)
  return (digits:reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', ''))
end

--- Returns a camelCase word as separate words.
function M.words(camel)
  return (camel:gsub('%u', function(letter) return ' ' .. letter:lower() end))
end

function M.capitalized(text) return (text:gsub('^%l', string.upper)) end

-- Most texts have one byte and one cell for each character, so they are measured without a call to the editor.
local BEYOND_ASCII = '[^\32-\126]'

--- Returns true if a text has one byte and one cell for each scalar.
function M.is_simple(text) return not text:find(BEYOND_ASCII) end

function M.width(text) return text:find(BEYOND_ASCII) and vim.api.nvim_strwidth(text) or #text end

--- Returns the number of scalars of a text.
function M.length(text) return text:find(BEYOND_ASCII) and vim.fn.strchars(text) or #text end

--- Returns `count` scalars of a text, beginning with the scalar at index `from`, counted from 0.
function M.part(text, from, count)
  return text:find(BEYOND_ASCII) and vim.fn.strcharpart(text, from, count) or text:sub(from + 1, from + count)
end

--- Returns the longest beginning of a text that fits into a number of cells.
local function beginning(text, room)
  if not text:find(BEYOND_ASCII) then return text:sub(1, math.max(0, room)) end
  local low, high = 0, M.length(text)
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if M.width(M.part(text, 0, middle)) <= room then
      low = middle
    else
      high = middle - 1
    end
  end
  return M.part(text, 0, low)
end

--- Returns a text with exactly `room` cells: cut with an ellipsis, or padded with spaces.
function M.fit(text, room, is_right_aligned)
  if M.width(text) > room then text = room > 0 and beginning(text, room - 1) .. '…' or '' end
  local padding = (' '):rep(room - M.width(text))
  return is_right_aligned and padding .. text or text .. padding
end

--- Returns a text as lines of at most `room` cells, broken between words if possible.
function M.wrap(text, room)
  local lines = {}
  for _, paragraph in ipairs(vim.split(text, '\n', { plain = true })) do
    local line = ''
    for word in paragraph:gmatch('%S+') do
      while M.width(word) > room do
        if line ~= '' then table.insert(lines, line) end
        local part = beginning(word, room)
        line, word = '', word:sub(#part + 1)
        table.insert(lines, part)
      end
      local longer = line == '' and word or line .. ' ' .. word
      if M.width(longer) > room then
        table.insert(lines, line)
        longer = word
      end
      line = longer
    end
    table.insert(lines, line)
  end
  return lines
end

--- Returns the byte offset of a scalar in a text; the text's length if it has fewer scalars.
function M.byte_of(text, scalar)
  if not text:find(BEYOND_ASCII) then return math.min(scalar, #text) end
  local index = vim.fn.byteidxcomp(text, scalar)
  return index < 0 and #text or index
end

return M
