--- The kind `form`.

local field_edit = require('featurehost.field_edit')
local field_view = require('featurehost.field_view')
local flow = require('featurehost.flow')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

M.keys = require('featurehost.form_keys')

local STATUS = { submitting = 'submitting…', validating = 'checking…', succeeded = 'submitted', failed = 'not submitted' }
local WIDEST_LABEL = 20

local function step_of(node) return lenient.table(node.state.step) end

function M.crumbs(node)
  local step = step_of(node)
  if not step.id then return { node:title() } end
  return { node:title(), flow.place(step) }
end

function M.info(node)
  local parts, state = {}, node.state
  if state.isDirty == true then table.insert(parts, 'changed') end
  local status = state.isValidating == true and state.status == 'editing' and 'validating' or state.status
  if STATUS[status] then table.insert(parts, STATUS[status]) end
  return table.concat(parts, ' · ')
end

local function is_busy(node) return node.state.status == 'submitting' or node.state.status == 'validating' end

local function label_width(fields)
  local widest = 0
  for path, field in pairs(fields) do
    local _, depth = path:gsub('/', '')
    widest = math.max(widest, text.width(text.titled(field.icon, field.label)) + 2 * (depth - 1))
  end
  return math.min(widest, WIDEST_LABEL) + 2
end

--- Returns the buttons of a form; the buttons of a flow's step replace the form's submit button.
local function buttons_of(node)
  local step, buttons, state = step_of(node), {}, node.state
  local function add(title, action, role)
    if node:has(action) then
      table.insert(buttons, {
        title = title, role = role, is_enabled = node:can(action), press = function() node:send(action) end,
      })
    end
  end
  local up = node.parent
  if up and up.kind == 'flow' and lenient.table(up.state.steps).id then return flow.buttons(up) end
  local is_last = lenient.number(step.index) + 1 >= lenient.number(step.count)
  if step.id and node:can('previousStep') then add('Back', 'previousStep') end
  if step.id and not is_last then add('Next', 'nextStep', 'primary') end
  if is_busy(node) then
    add('Stop', 'cancelSubmit')
  elseif not step.id or is_last then
    add('Submit', 'submit', 'primary')
  end
  -- A form that is an instance itself can't be left, so the button resets its values instead.
  if state.status ~= nil then add(#node.path > 0 and 'Cancel' or 'Reset', #node.path > 0 and 'cancel' or 'reset') end
  return buttons
end

--- Draws the sections with their fields, the messages about the whole form, and the buttons.
function M.draw(layer, node, canvas)
  local state = node.state
  local fields = {}
  for path in pairs(lenient.table(state.fields)) do
    fields[path] = field_edit.field(layer.state, node, path)
  end
  local context = {
    layer = layer, node = node, canvas = canvas, fields = fields, column = label_width(fields),
  }
  flow.draft(canvas, node, state.hasDraft)
  for index, section in ipairs(lenient.objects(state.sections)) do
    if index > 1 then canvas:line({}, { node = node }) end
    if section.header then
      canvas:line({ { ' ' }, { text.plain(section.header), 'FeatureHostSection' } }, { node = node })
    end
    for _, path in ipairs(lenient.table(section.fields)) do
      field_view.draw(context, path, 1)
    end
    if section.footer then canvas:prose(text.plain(section.footer), 'FeatureHostHelp', { node = node }) end
  end
  -- Messages about the whole form are shown only after the first submit.
  if lenient.number(state.submitCount) > 0 then
    for _, message in ipairs(lenient.objects(state.formMessages)) do
      canvas:prose('! ' .. text.plain(message.text), 'FeatureHostError', { node = node })
    end
  end
  canvas:line({}, { node = node })
  require('featurehost.surroundings').buttons(canvas, node, buttons_of(node))
end

--- Returns the line of a field; nil if the field is not drawn.
function M.line_of(layer, path)
  for line = 1, #layer.canvas.lines do
    local target = layer.canvas.places[line] and layer.canvas.places[line].target
    if target and target.kind == 'field' and target.path == path then return line end
  end
end

--- Moves the cursor to the field that the host has focused.
function M.drawn(layer, node)
  local focus = lenient.table(node.state.focus)
  if layer.state.focus_seq ~= focus.seq then
    local was_known = layer.state.focus_seq ~= nil
    layer.state.focus_seq = focus.seq
    local line = focus.path and M.line_of(layer, focus.path)
    if line and was_known then layer:go_to(line) end
  end
  local step = step_of(node).id
  if step ~= layer.state.step and layer.state.step then layer:go_to(layer:next_line(1, 0) or 1) end
  layer.state.step = step
  M.go_to_new(layer, node)
  if layer.editing and layer.editing.follow then layer.editing.follow() end
end

--- Adds an item to a repeated field, and goes to the item when it has arrived.
function M.add_item(layer, node, path)
  local before = #lenient.objects(lenient.table(lenient.table(node.state.fields)[path]).items)
  if layer.state then layer.state.awaited = { path = path, count = before + 1 } end
  node:send('insertItem', { path = path })
end

function M.go_to_new(layer, node)
  local awaited = layer.state.awaited
  if not awaited then return end
  local items = lenient.objects(lenient.table(lenient.table(node.state.fields)[awaited.path]).items)
  if #items < awaited.count then return end
  layer.state.awaited = nil
  local line = M.line_of(layer, lenient.table(items[#items].fields)[1])
  if line then layer:go_to(line) end
end

function M.leave(layer) if layer.editing then layer.editing.input.close() end end

return M
