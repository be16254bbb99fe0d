--- The kind `view`: a feature that is drawn by its layout.

local formats = require('featurehost.formats')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')
local unanswered = require('featurehost.unanswered')

local M = {}

local BAR = 24

function M.crumbs(node) return { node:title() } end

function M.info() return '' end

local function lines_of(node)
  return vim.tbl_filter(function(line)
    return line.when == nil or node.state[line.when] == true
  end, node:layout())
end

--- Returns the text of a line's value, and its highlight group; nil for none.
local function shown(line, value)
  local cell = lenient.table(line.cell)
  if type(cell.text) == 'string' then return formats.line(cell), formats.tone(cell.tone) end
  if line.type == 'toggle' then return text.check_mark(value) end
  if line.type == 'progress' and type(value) == 'number' then
    local share = math.max(0, math.min(1, value <= 1 and value or value / 100))
    local full = math.floor(share * BAR + 0.5)
    return ('━'):rep(full) .. ('╌'):rep(BAR - full) .. (' %d%%'):format(math.floor(share * 100 + 0.5))
  end
  if line.type == 'image' then return ('[image: %s]'):format(text.plain(value or line.label)) end
  return text.plain(value)
end

local function value_of(layer, node, line)
  -- A view of a workspace has its values in the lines.
  if line.value ~= nil then return line.value end
  return unanswered.value(layer.state, node, line.key, node.state[line.key])
end

local function set(layer, node, line, value)
  if not node:can(line.action) then return end
  local forget = unanswered.enter(layer.state, node, line.key, value)
  node:send(line.action, vim.tbl_extend('force', lenient.table(line.params), { value = value }), {
    answered = function()
      forget()
      layer.screen:render()
    end,
  })
  layer.screen:render()
end

--- Returns the function that a press of a line calls; nil if the line can't be pressed.
local function press_of(layer, node, line)
  local action, value = line.action, value_of(layer, node, line)
  if not action then return nil end
  if not node:takes_value(action) or line.type == 'button' then
    return function() node:try(action, line.params) end
  end
  if type(value) == 'boolean' then return function() set(layer, node, line, not value) end end
  return function()
    vim.ui.input({ prompt = text.clean(text.plain(line.label)) .. ': ', default = text.plain(value) }, function(typed)
      local is_number = type(value) == 'number'
      local entered = is_number and tonumber(typed) or not is_number and typed or nil
      if entered ~= nil then set(layer, node, line, entered) end
    end)
  end
end

local function flush(canvas, node, buttons)
  if #buttons > 0 then require('featurehost.surroundings').buttons(canvas, node, buttons) end
end

--- Draws the lines of a view, and its children.
function M.draw(layer, node, canvas)
  local lines, width, buttons = lines_of(node), 0, {}
  for _, line in ipairs(lines) do
    if line.type ~= 'button' and line.type ~= 'section' then width = math.max(width, text.width(text.plain(line.label))) end
  end
  width = math.min(width, math.floor(canvas.width / 2))
  for _, line in ipairs(lines) do
    if line.type == 'button' then
      table.insert(buttons, {
        title = line.label, role = line.role, is_enabled = line.action ~= nil and node:can(line.action),
        press = press_of(layer, node, line),
      })
    else
      flush(canvas, node, buttons)
      buttons = {}
      M.line(layer, node, line, width, canvas)
    end
  end
  flush(canvas, node, buttons)
end

function M.line(layer, node, line, width, canvas)
  local label = text.clean(text.plain(line.label))
  if line.type == 'section' then return canvas:line({ { ' ' }, { label, 'FeatureHostSection' } }, { node = node }) end
  if line.type ~= 'child' then
    local press = press_of(layer, node, line)
    local value, tone = shown(line, value_of(layer, node, line))
    canvas:line({ { '  ' }, { text.fit(label, width), 'FeatureHostLabel' }, { '  ' }, { value, tone } }, {
      node = node, target = { kind = 'line', line = line, press = press },
    })
    return
  end
  for _, child in ipairs(node:children(line.key)) do
    local title = label == '' and text.clean(child:title()) or label
    canvas:line({ { ' ' }, { title, 'FeatureHostSection' } }, { node = child })
    local kind = kinds.of(child)
    kind.draw(layer, child, canvas)
    if child.kind == 'list' or child.kind == 'search' then
      M.line(layer, child, { type = 'child', key = 'detail' }, width, canvas)
    end
  end
end

local function step(by)
  return function(layer, place)
    local line = place.target.line
    set(layer, place.node, line, value_of(layer, place.node, line) + by * math.max(1, vim.v.count))
  end
end

local function is_number(_, place)
  local line = place.target and place.target.line
  return line ~= nil and line.action ~= nil and type(place.node.state[line.key]) == 'number'
    and place.node:takes_value(line.action)
end

local function go(by)
  return function(layer)
    local line = layer:next_line(by, vim.api.nvim_win_get_cursor(layer:shown())[1])
    if line then layer:go_to(line) end
  end
end

M.keys = {
  { id = 'next', lhs = '<Tab>', title = 'Next', act = go(1) },
  { id = 'previous', lhs = '<S-Tab>', act = go(-1) },
  { id = 'more', lhs = '<C-a>', title = 'More', can = is_number, act = step(1) },
  { id = 'less', lhs = '<C-x>', title = 'Less', can = is_number, act = step(-1) },
}

return M
