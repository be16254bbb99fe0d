--- The drawing of form fields, by type.

local field_edit = require('featurehost.field_edit')
local field_types = require('featurehost.field_types')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

local BAR = 20
-- The width of an empty field in cells.
local BLANK = 20
local FORMS = { date = 'YYYY-MM-DD', time = 'HH:MM', dateTime = 'YYYY-MM-DDTHH:MM:SSZ', file = 'path of a file' }

--- Returns the title of an option's value.
local function option_title(field, value)
  for _, option in ipairs(lenient.objects(field.options)) do
    if vim.deep_equal(option.value, value) then return text.titled(option.icon, option.title) end
  end
  return text.plain(value)
end

local function slider(field)
  local low, high = lenient.number(field.minimum), lenient.number(field.maximum)
  local share = high > low and (lenient.number(field.value) - low) / (high - low) or 0
  local at = math.floor(math.max(0, math.min(1, share)) * (BAR - 1) + 0.5)
  return ('━'):rep(at) .. '●' .. ('─'):rep(BAR - 1 - at) .. '  ' .. text.plain(field.value)
end

local function picked(field)
  local titles = vim.tbl_map(function(value) return option_title(field, value) end, lenient.table(field.value))
  return (#titles > 0 and table.concat(titles, ', ') or 'none') .. ' ▼'
end

local SHOWN = {
  toggle = function(field) return text.check_mark(field.value) end,
  secure = function(field) return lenient.table(field.value).isSet and '••••••••' or '' end,
  stepper = function(field) return ('‹ %s ›'):format(text.plain(field.value)) end,
  slider = slider,
  picker = function(field) return (field.value == nil and 'none' or option_title(field, field.value)) .. ' ▼' end,
  multiPicker = picked,
}

--- Returns a field's value as text; typed text replaces it until the host has received the text (A-2).
function M.value(field, typed)
  if typed ~= nil then return typed end
  local show = SHOWN[field.type]
  if show then return show(field) end
  return text.plain(field.value)
end

local function messages(context, target, field, indent)
  local place = { node = context.node, target = { kind = 'note', of = target } }
  if field.showMessages == true then
    for _, message in ipairs(lenient.objects(field.messages)) do
      local is_warning = message.severity == 'warning'
      context.canvas:prose((is_warning and '△ ' or '! ') .. text.plain(message.text),
        is_warning and 'FeatureHostWarning' or 'FeatureHostError', place, indent)
    end
  end
  for _, words in ipairs({ text.plain(field.description), text.plain(lenient.table(field.hints).help) }) do
    if words ~= '' then context.canvas:prose(words, 'FeatureHostHelp', place, indent) end
  end
end

--- Adds the value that others have given a field during the edit, and the two buttons of the conflict.
local function conflict(context, path, field, indent)
  local found = lenient.table(field.conflict)
  if next(found) == nil then return end
  local theirs = M.value(vim.tbl_extend('force', field, { value = found.theirs }))
  context.canvas:prose('theirs: ' .. (theirs ~= '' and theirs or 'empty'), 'FeatureHostWarning',
    { node = context.node, target = { kind = 'note', of = { kind = 'field', path = path, field = field } } }, indent)
  local function button(title, action)
    return {
      title = title, is_enabled = context.node:can(action),
      press = function() context.node:send(action, { path = path }) end,
    }
  end
  require('featurehost.surroundings').buttons(context.canvas, context.node,
    { button('Keep mine', 'keepMine'), button('Take theirs', 'takeTheirs') }, indent)
end

local function label_of(field)
  return text.titled(field.icon, field.label) .. (field.required and ' *' or '') .. (field.validating and ' …' or '')
end

--- Adds the options of a picker with several values, one per line.
local function options(context, path, field, indent)
  local chosen = lenient.table(field.value)
  for index, option in ipairs(lenient.objects(field.options)) do
    local is_chosen = false
    for _, value in ipairs(chosen) do
      is_chosen = is_chosen or vim.deep_equal(value, option.value)
    end
    context.canvas:line({
      { indent }, { text.check_mark(is_chosen), 'FeatureHostToggle' }, { ' ' .. text.titled(option.icon, option.title) },
    }, { node = context.node, target = { kind = 'field', path = path, field = field, option = index } })
  end
end

local function repeated(context, path, field, depth)
  for number, item in ipairs(lenient.objects(field.items)) do
    local first = true
    for _, inner in ipairs(lenient.table(item.fields)) do
      if M.draw(context, inner, depth + 2, { repeated = path, item = item.id, number = first and number or nil }) then
        first = false
      end
    end
  end
  if field.enabled ~= false then
    require('featurehost.surroundings').buttons(context.canvas, context.node, {
      {
        title = 'Add', repeated = path,
        press = function() require('featurehost.form').add_item(context.layer, context.node, path) end,
      },
    }, (' '):rep(2 * depth + 2))
  end
end

--- Draws a field and the fields within it; returns false if the field is hidden. `within` describes the repeated field
--- and the item that contain the field; nil if there are none.
function M.draw(context, path, depth, within)
  local field = context.fields[path]
  if not field or field.visible == false then return false end
  local canvas, indent = context.canvas, (' '):rep(2 * depth)
  if within and within.number then indent = ('%' .. (#indent - 2) .. 'd. '):format(within.number) end
  local target = { kind = 'field', path = path, field = field }
  if within then target.repeated, target.item = within.repeated, within.item end
  local place = { node = context.node, target = target }
  local label_room = math.max(4, context.column + 2 - 2 * (depth - 1))
  local inner = (' '):rep(2 * depth + label_room)
  local is_holder = field.type == 'group' or field.type == 'repeated'
  local is_list = field_types.has(field, 'options') and field_types.has(field, 'items') and not field.optionsFrom
  if is_holder or is_list then
    canvas:line({ { indent }, { label_of(field), 'FeatureHostLabel' } }, place)
    messages(context, target, field, inner)
    conflict(context, path, field, inner)
    if is_list then options(context, path, field, inner) end
    for _, child in ipairs(field.type == 'group' and lenient.table(field.fields) or {}) do
      M.draw(context, child, depth + 1, within and { repeated = within.repeated, item = within.item })
    end
    if field.type == 'repeated' then
      target.repeated = path
      repeated(context, path, field, depth)
    end
    return true
  end
  local label = text.fit(text.clean(label_of(field)), label_room - 1)
  -- The column where the value begins, in cells and in bytes: a label may have more bytes than cells.
  target.column, target.byte = #indent + label_room, #indent + #label + 1
  local shown = M.value(field, field_edit.typed(context.layer.state, context.node, path))
  local highlight = field.enabled == false and 'FeatureHostDim' or nil
  if shown == '' then
    shown = text.plain(lenient.table(field.hints).placeholder or FORMS[field.type])
    -- An empty field without a placeholder has a visible place too.
    if shown == '' and field.enabled ~= false then
      shown = ('_'):rep(math.max(1, math.min(BLANK, context.layer.width - target.column - 1)))
    end
    highlight = 'FeatureHostPlaceholder'
  end
  local lines = vim.split(shown, '\n', { plain = true })
  target.line = #canvas.lines
  canvas:line({
    { indent }, { label, 'FeatureHostLabel' }, { ' ' }, { lines[1], highlight },
  }, place)
  for index = 2, #lines do
    canvas:line({ { inner }, { lines[index], highlight } }, { node = context.node, target = { kind = 'note', of = target } })
  end
  messages(context, target, field, inner)
  conflict(context, path, field, inner)
  return true
end

return M
