--- The keys that work in every feature.

local menu = require('featurehost.menu')
local surroundings = require('featurehost.surroundings')

local function newest_error(layer, must_retry)
  for _, part in ipairs(layer.node:parts()) do
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

local keys = {
  { lhs = '<CR>', act = function(_, place) place.target.press() end,
    can = function(_, place) return place.target ~= nil and place.target.press ~= nil end },
  { lhs = '<LeftRelease>', act = function(_, place) place.target.press() end,
    can = function(layer, place)
      return place.target ~= nil and place.target.kind == 'button' and layer:place().is_on_span
    end },
  { lhs = 'a', title = 'All that can be done now', act = function(layer) menu.actions(layer) end },
  { lhs = 'o', title = 'The main thing to do',
    act = function(layer) tool_with(layer, 'primary').press() end,
    can = function(layer) return tool_with(layer, 'primary') ~= nil end },
  { lhs = '<C-s>', title = 'Finish',
    act = function(layer) tool_with(layer, 'confirmation').press() end,
    can = function(layer) return tool_with(layer, 'confirmation') ~= nil end },
  { lhs = 'R', title = 'Try again what failed',
    act = function(layer) surroundings.retry(newest_error(layer, true)) end,
    can = function(layer) return newest_error(layer, true) ~= nil end },
  { lhs = 'X', title = 'Take the message away',
    act = function(layer) surroundings.dismiss(newest_error(layer, false)) end,
    can = function(layer) return newest_error(layer, false) ~= nil end },
  { lhs = 'gR', title = 'Start the host again',
    act = function(layer) layer.screen.host:start() end,
    can = function(layer) return layer.screen.host.death ~= nil end },
  { lhs = 'g?', title = 'Keys', act = function(layer) menu.help(layer) end },
  { lhs = { 'q', '<Esc>' }, act = function(layer) layer:leave() end,
    can = function(layer) return layer.depth > 0 or layer.screen.is_dialog end },
  { lhs = 'q', title = 'Leave', act = function(layer) layer:leave() end },
}

for number = 1, 9 do
  table.insert(keys, {
    lhs = 'g' .. number,
    act = function(layer) layer.tools[number].press() end,
    can = function(layer) return layer.tools[number] ~= nil and layer.tools[number].is_enabled end,
  })
end

return keys
