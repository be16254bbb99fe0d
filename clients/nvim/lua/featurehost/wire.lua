--- JSON texts, a line each, as bytes and as tables.

local M = {}

-- A line that is longer is given up (X-14): no window of rows comes near it.
local LONGEST_LINE = 256 * 1024 * 1024

--- A text without the bytes that are no UTF-8, which names of files can have (T-3).
local function valid(text)
  if not text:find('[\128-\255]') then return text end
  return (text:gsub('[\128-\255]+', function(bytes)
    local kept, at = {}, 1
    while at <= #bytes do
      local lead = bytes:byte(at)
      local length = lead >= 0xF0 and 4 or lead >= 0xE0 and 3 or lead >= 0xC2 and 2 or 1
      local scalar = bytes:sub(at, at + length - 1)
      local code = length > 1 and #scalar == length and vim.fn.char2nr(scalar) or 0
      local is_whole = code > 0x7F and code <= 0x10FFFF and not (code >= 0xD800 and code <= 0xDFFF)
        and vim.fn.nr2char(code) == scalar
      table.insert(kept, is_whole and scalar or '\239\191\189')
      at = at + (is_whole and length or 1)
    end
    return table.concat(kept)
  end))
end

--- A message as the line that is written.
function M.encode(message)
  message.jsonrpc = '2.0'
  return valid(vim.json.encode(message)) .. '\n'
end

--- A function that takes bytes as they come and returns the lines that they end.
function M.lines()
  local parts, size = {}, 0
  return function(bytes)
    local lines, from = {}, 1
    while true do
      local newline = bytes:find('\n', from, true)
      if not newline then break end
      table.insert(parts, bytes:sub(from, newline - 1))
      table.insert(lines, table.concat(parts))
      parts, size, from = {}, 0, newline + 1
    end
    table.insert(parts, bytes:sub(from))
    size = size + #bytes - from + 1
    return lines, size > LONGEST_LINE
  end
end

--- Makes members that are null absent, but for those of `params`: these go back to the host as they came.
local function drop_nulls(value)
  for key, member in pairs(value) do
    if member == vim.NIL and type(key) == 'string' then
      value[key] = nil
    elseif type(member) == 'table' and key ~= 'params' then
      drop_nulls(member)
    end
  end
end

--- A line as a message; nil where it is none. Members that are null are absent.
function M.decode(line)
  local is_json, message = pcall(vim.json.decode, line)
  if not is_json or type(message) ~= 'table' then return nil end
  drop_nulls(message)
  if type(message.params) == 'table' then drop_nulls(message.params) end
  return message
end

return M
