--- The keys that every feature has.

local menu = require('featurehost.menu')
local surroundings = require('featurehost.surroundings')
local text = require('featurehost.text')
local work = require('featurehost.work')

local function newest_error(layer, must_retry)
  for _, part in ipairs(layer:parts()) do
    local errors = part:errors('banner', 'inline', 'fullScreen')
    for index = #errors, 1, -1 do
      if errors[index].retry or not must_retry then return part, errors[index] end
    end
  end
end

local function tool_with(layer, role)
  for _, tool in ipairs(layer.tools) do
    if tool.role == role and tool.is_enabled then return tool end
  end
end

local function name_of_tool(tool) return tool and tool.title end

local function name_of_button(_, place)
  local target = place.target
  return target and target.kind == 'button' and text.plain(target.title) or nil
end

local function of_button(place)
  local target = place.target or {}
  return not (target.is_about_error or target.is_tab) and {} or nil
end

local function has_panes(layer) return layer.panes:has_any() end

local keys = {
  { id = 'press', lhs = '<CR>', in_turn = of_button, name = name_of_button,
    act = function(_, place) place.target.press() end,
    can = function(_, place) return place.target ~= nil and place.target.press ~= nil end },
  { lhs = '<LeftRelease>', in_turn = of_button, name = name_of_button, act = function(_, place) place.target.press() end,
    can = function(_, place)
      return place.target ~= nil and place.target.kind == 'button' and place.is_on_span
    end },
  { id = 'actions', lhs = 'a', title = 'All that can be done now', is_of_area = true,
    act = function(layer) menu.actions(layer) end },
  -- Without a title, because the other menus have all entries already.
  { id = 'palette', lhs = 'gp', act = function() require('featurehost').palette() end },
  { id = 'primary', lhs = 'o', title = 'The main thing to do', in_turn = {},
    name = function(layer) return name_of_tool(tool_with(layer, 'primary')) end,
    act = function(layer) tool_with(layer, 'primary').press() end,
    can = function(layer) return tool_with(layer, 'primary') ~= nil end },
  { id = 'submit', lhs = '<C-s>', title = 'Finish', in_turn = {},
    name = function(layer) return name_of_tool(tool_with(layer, 'confirmation')) end,
    act = function(layer) tool_with(layer, 'confirmation').press() end,
    can = function(layer) return tool_with(layer, 'confirmation') ~= nil end },
  { id = 'retry', lhs = 'R', title = 'Try again what failed',
    act = function(layer) surroundings.retry(newest_error(layer, true)) end,
    can = function(layer) return newest_error(layer, true) ~= nil end },
  { id = 'dismiss', lhs = 'X', title = 'Take the message away',
    act = function(layer) surroundings.dismiss(newest_error(layer, false)) end,
    can = function(layer) return newest_error(layer, false) ~= nil end },
  work.cancel_key,
  work.undo_key,
  { id = 'restart', lhs = 'gR', title = 'Start the host again',
    act = function(layer) layer.screen.host:start() end,
    can = function(layer) return layer.screen.host.death ~= nil end },
  { id = 'nextPane', lhs = { '<F7>', ']w' }, title = 'Next pane', can = has_panes,
    act = function(layer) layer.panes:go(1) end },
  { id = 'previousPane', lhs = '[w', title = 'Previous pane', can = has_panes,
    act = function(layer) layer.panes:go(-1) end },
  { id = 'keys', lhs = 'g?', title = 'Keys', act = function(layer) menu.help(layer) end },
  { id = 'close', lhs = { 'q', '<Esc>' }, act = function(layer) layer:leave() end,
    can = function(layer) return layer.depth > 0 or layer.screen.is_dialog end },
  { id = 'leave', lhs = 'q', title = 'Leave', act = function(layer) layer:leave() end },
}

for number = 1, 9 do
  table.insert(keys, {
    id = 'button' .. number, lhs = 'g' .. number, is_of_area = true, in_turn = {},
    name = function(layer) return name_of_tool(layer.tools[number]) end,
    act = function(layer) layer.tools[number].press() end,
    can = function(layer) return layer.tools[number] ~= nil and layer.tools[number].is_enabled end,
  })
end

return keys
