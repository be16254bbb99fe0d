--- Work of the host that takes time, as the effects of a snapshot describe it.

local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

--- Returns the oldest work of the instance that has a title, and that `is_wanted` accepts; nil if there is none.
local function oldest(node, is_wanted)
  for _, effect in ipairs(lenient.objects(lenient.table(node.instance.snapshot).effects)) do
    if text.plain(effect.title) ~= '' and effect.background ~= true and is_wanted(effect) then return effect end
  end
end

--- Returns the title, the progress and the current step of the running work; empty if none runs.
function M.words(node)
  local effect = oldest(node, function() return true end)
  if not effect then return '' end
  local parts = { (text.plain(effect.title):gsub('…$', '')) .. '…' }
  if type(effect.progress) == 'number' then
    table.insert(parts, ('%d%%'):format(math.floor(100 * math.max(0, math.min(1, effect.progress)))))
  end
  table.insert(parts, text.plain(effect.message))
  return vim.trim(table.concat(parts, ' '))
end

--- Returns the text of the newest notice, such as “Deleted 3 files”; empty if there is none.
function M.notice(node)
  local notices = lenient.objects(lenient.table(node.instance.snapshot).notices)
  return #notices > 0 and text.plain(notices[#notices].text) or ''
end

return M
