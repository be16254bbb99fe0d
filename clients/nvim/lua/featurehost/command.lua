--- `:FeatureHost [-w FILE] [feature] [params]`.

local M = {}

--- `key=value` is text and `key:=value` JSON, as in `featurehost call`; a single word that is JSON is all of them.
local function params_of(words)
  if #words == 0 then return nil end
  local whole = table.concat(words, ' ')
  if whole:sub(1, 1) == '{' then return vim.json.decode(whole) end
  local params = {}
  for _, word in ipairs(words) do
    local key, sign, value = word:match('^([%w_.]+)(:?=)(.*)$')
    if not key then error(('%q is no param: key=value, or key:=JSON'):format(word), 0) end
    local into = params
    for part in key:gmatch('([^.]+)%.') do
      into[part] = into[part] or {}
      into = into[part]
    end
    into[key:match('[^.]+$')] = sign == '=' and value or vim.json.decode(value)
  end
  return params
end

function M.run(arguments)
  local words, options = vim.list_extend({}, arguments), {}
  if words[1] == '-w' then
    options.workspace = words[2]
    words = vim.list_slice(words, 3)
  end
  local featurehost = require('featurehost')
  if not words[1] then return featurehost.pick(options) end
  local is_fine, params = pcall(params_of, vim.list_slice(words, 2))
  if not is_fine then return vim.notify('featurehost: ' .. tostring(params), vim.log.levels.ERROR) end
  featurehost.open(words[1], params, options)
end

function M.complete(lead, line)
  local words = vim.split(line:gsub('^%s*%S+%s*', ''), '%s+')
  if words[#words - 1] == '-w' then return vim.fn.getcompletion(lead, 'file') end
  local options = { workspace = words[1] == '-w' and words[2] or nil }
  if #words > (options.workspace and 3 or 1) then return {} end
  return vim.tbl_filter(function(id) return vim.startswith(id, lead) end, require('featurehost').features(options))
end

return M
