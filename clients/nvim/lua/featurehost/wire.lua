--- JSON texts, one per line, as bytes and as tables.

local M = {}

-- The maximum length of a line in bytes (X-14), which is far above the length of any valid message.
local LONGEST_LINE = 256 * 1024 * 1024

--- Returns a text without bytes that are not UTF-8, which file names may contain (T-3).
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

--- Returns a message as the line to write.
function M.encode(message)
  message.jsonrpc = '2.0'
  return valid(vim.json.encode(message)) .. '\n'
end

--- Returns a function that takes received bytes. It returns the completed lines, and whether the incomplete line is
--- too long.
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

--- Removes null members at any depth, except within members named `params`, which are sent back to the host unchanged.
local function drop_nulls(value)
  for key, member in pairs(value) do
    if member == vim.NIL and type(key) == 'string' then
      value[key] = nil
    elseif type(member) == 'table' and key ~= 'params' then
      drop_nulls(member)
    end
  end
end

--- Returns a line as a message, without null members; nil if the line is no message.
function M.decode(line)
  local is_json, message = pcall(vim.json.decode, line)
  if not is_json or type(message) ~= 'table' then return nil end
  drop_nulls(message)
  if type(message.params) == 'table' then drop_nulls(message.params) end
  return message
end

return M
