--- `:FeatureHost [-w FILE] [feature] [params]`.

local M = {}

local function is_blank(text) return text:find('^%s*$') ~= nil end

--- Returns the first word of a text as `<f-args>` does (a backslash escapes a blank), and the rest of the text.
local function next_word(text)
  local at = text:find('%S') or #text + 1
  local from = at
  while at <= #text and not text:find('^%s', at) do
    at = at + (text:find('^\\[\\%s]', at) and 2 or 1)
  end
  return (text:sub(from, at - 1):gsub('\\([\\%s])', '%1')), text:sub(at)
end

--- Returns the JSON value at the start of a text, and the rest of the text. The value may contain blanks.
local function next_json(text)
  local at, depth, is_in_string = 1, 0, false
  while at <= #text do
    local letter = text:sub(at, at)
    if is_in_string then
      if letter == '\\' then at = at + 1 elseif letter == '"' then is_in_string = false end
    elseif letter == '"' then
      is_in_string = true
    elseif letter:find('[%[{]') then
      depth = depth + 1
    elseif letter:find('[%]}]') then
      depth = depth - 1
    elseif depth == 0 and letter:find('%s') then
      break
    end
    at = at + 1
  end
  return vim.json.decode(text:sub(1, at - 1)), text:sub(at)
end

local function put(params, key, value)
  for part in key:gmatch('([^.]+)%.') do
    params[part] = params[part] or {}
    params = params[part]
  end
  params[key:match('[^.]+$')] = value
end

--- Parses params: `key=value` is text and `key:=value` is JSON, as in `featurehost call`; or one JSON object with all.
local function params_of(text)
  if is_blank(text) then return nil end
  if text:find('^%s*{') then return vim.json.decode(text) end
  local params = {}
  repeat
    local key, sign, rest = text:match('^%s*([%w_.]+)(:?=)(.*)$')
    if not key then error(('%q is no param: key=value, or key:=JSON'):format((next_word(text))), 0) end
    local value
    -- A text may be empty, and is then followed by a blank.
    if sign == ':=' then
      value, text = next_json(rest)
    elseif rest:find('^%S') then
      value, text = next_word(rest)
    else
      value, text = '', rest
    end
    put(params, key, value)
  until is_blank(text)
  return params
end

--- Performs a command; `arguments` is the text as typed.
function M.run(arguments)
  local word, rest = next_word(arguments)
  local options = {}
  if word == '-w' then
    options.workspace, rest = next_word(rest)
    word, rest = next_word(rest)
  end
  local featurehost = require('featurehost')
  if word == '' then return featurehost.pick(options) end
  local is_fine, params = pcall(params_of, rest)
  if not is_fine then
    local shown = require('featurehost.text').clean(tostring(params))
    return vim.notify('featurehost: ' .. shown, vim.log.levels.ERROR)
  end
  featurehost.open(word, params, options)
end

function M.complete(lead, line)
  local words = vim.split(line:gsub('^%s*%S+%s*', ''), '%s+')
  if words[#words - 1] == '-w' then return vim.fn.getcompletion(lead, 'file') end
  local options = { workspace = words[1] == '-w' and words[2] or nil }
  if #words > (options.workspace and 3 or 1) then return {} end
  return vim.tbl_filter(function(id) return vim.startswith(id, lead) end, require('featurehost').features(options))
end

return M
