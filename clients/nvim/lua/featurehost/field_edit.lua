--- The editing of form fields, by type.

local field_types = require('featurehost.field_types')
local lenient = require('featurehost.lenient')
local line_input = require('featurehost.line_input')
local menu = require('featurehost.menu')
local text = require('featurehost.text')
local unanswered = require('featurehost.unanswered')

local M = {}

local TYPED = { text = true, email = true, file = true, number = true, date = true, time = true, dateTime = true,
  multiline = true, stepper = true, slider = true }
local MAY_BE_NULL = { number = true, date = true, time = true, dateTime = true }

function M.is_typed(field) return TYPED[field.type] == true end

--- Returns the value to send for typed text.
local function entered(field, typed)
  if typed == '' and MAY_BE_NULL[field.type] then return vim.NIL end
  return typed
end

--- Returns the text that is being typed into a field, until the host has received all of it; nil if there is none.
function M.typed(state, node, path) return (state.typed or {})[unanswered.key(node, path)] end

--- Shows the host's value again, if the user no longer types in the field and the host has received all typed text.
local function forget_typed(layer, state, node, path)
  local is_typing = layer.editing ~= nil and layer.editing.path == path
  if is_typing or unanswered.waits(state, node, path) or not M.typed(state, node, path) then return end
  state.typed[unanswered.key(node, path)] = nil
  layer.screen:render()
end

--- Enters the text typed so far.
local function enter_typed(layer, node, path, value, typed)
  local state = layer.state
  state.typed = state.typed or {}
  state.typed[unanswered.key(node, path)] = typed
  local forget = unanswered.enter(state, node, path, value)
  node:send('setValue', { path = path, value = value }, {
    answered = function()
      forget()
      forget_typed(layer, state, node, path)
    end,
  })
end

--- Enters a complete value.
function M.enter(layer, node, path, value)
  local forget = unanswered.enter(layer.state, node, path, value)
  if layer.state.typed then layer.state.typed[unanswered.key(node, path)] = nil end
  node:send('setValue', { path = path, value = value }, {
    answered = function()
      forget()
      layer.screen:render()
    end,
  })
  layer.screen:render()
end

--- Enters a complete value, and leaves the field.
local function settle(layer, node, path, value)
  M.enter(layer, node, path, value)
  node:send('blur', { path = path }, { quiet = true })
end

--- Returns the width in cells of the input for a field.
local function room(layer, target) return math.max(8, layer.width - target.column) end

--- Opens the line or lines in which a field is typed.
function M.type(layer, place)
  local node, target = place.node, place.target
  local field, path = target.field, target.path
  local shown = layer:shown()
  local value = M.typed(layer.state, node, path) or text.plain(field.value)
  node:send('focus', { path = path }, { quiet = true })
  local is_long = field.type == 'multiline'
  local keys = require('featurehost.bindings').typing('field', function(key)
    if key.is_of_line and is_long then return nil end
    return function(input) key.act(layer, input) end
  end)
  local input
  local state = layer.state
  layer.editing = { path = path }
  input = line_input.open({
    window = shown,
    position = { target.line, target.byte },
    width = room(layer, target),
    height = is_long and 5 or 1,
    value = value,
    changed = function(typed)
      if field_types.has(field, 'step') and not tonumber(typed) then return end
      local value_of_it = field_types.has(field, 'range') and tonumber(typed) or entered(field, typed)
      enter_typed(layer, node:newest() or node, path, value_of_it, typed)
    end,
    left = function()
      if layer.editing and layer.editing.input == input then layer.editing = nil end
      node:send('blur', { path = path }, { quiet = true })
      forget_typed(layer, state, node, path)
      layer.screen:render()
    end,
    keys = keys,
  })
  layer.editing.input = input
  function layer.editing.follow()
    local line = layer.kind.line_of and layer.kind.line_of(layer, path)
    if not line or not input.is_open() then return end
    -- If the width of the window has changed, the column of the field may have changed too.
    local now = layer.canvas.places[line].target
    input.move_to({ line - 1, now.byte }, room(layer, now))
  end
end

--- Returns a field with its last entered value, even if the host has not answered yet: a second press of a key changes
--- the value that the first press entered.
function M.field(state, node, path)
  local field = lenient.table(lenient.table(node.state.fields)[path])
  if not unanswered.waits(state, node, path) then return field end
  field = vim.tbl_extend('force', {}, field)
  field.value = unanswered.value(state, node, path)
  return field
end

local function value_now(layer, place) return M.field(layer.state, place.node, place.target.path).value end

local function toggle(layer, place)
  settle(layer, place.node, place.target.path, not text.is_on(value_now(layer, place)))
end

--- Returns true if the empty choice is allowed; hosts of earlier versions only report if the field is required.
function M.allows_none(field)
  if field.allowsNone == nil then return not field.required end
  return field.allowsNone
end

local function pick(layer, place)
  local field, path, node = place.target.field, place.target.path, place.node
  if field.optionsFrom then return require('featurehost.options').open(layer, node, path) end
  local entries = {}
  if M.allows_none(field) then table.insert(entries, { title = 'none', value = vim.NIL }) end
  for _, option in ipairs(lenient.objects(field.options)) do
    table.insert(entries, { title = text.titled(option.icon, option.title), value = option.value })
  end
  menu.choose(text.plain(field.label), entries, function(entry) settle(layer, node, path, entry.value) end)
end

--- Returns the chosen values after one was toggled, in the order of the options.
function M.ticked(field, value)
  local chosen, was_there = {}, false
  for _, held in ipairs(lenient.table(field.value)) do
    if vim.deep_equal(held, value) then was_there = true else table.insert(chosen, held) end
  end
  if not was_there then table.insert(chosen, value) end
  local order = {}
  for index, option in ipairs(lenient.objects(field.options)) do
    order[text.plain(option.value)] = index
  end
  table.sort(chosen, function(a, b)
    return (order[text.plain(a)] or math.huge) < (order[text.plain(b)] or math.huge)
  end)
  return chosen
end

local function pick_several(layer, place)
  local option = place.target.option
  local field = M.field(layer.state, place.node, place.target.path)
  if field.optionsFrom then return pick(layer, place) end
  local chosen = option and lenient.objects(field.options)[option]
  if chosen then settle(layer, place.node, place.target.path, M.ticked(field, chosen.value)) end
end

local function enter_secret(_, place)
  local node, path = place.node, place.target.path
  -- `vim.ui.input` is not used, because other plugins may replace it, and it keeps a history.
  vim.fn.inputsave()
  local is_entered, secret = pcall(vim.fn.inputsecret, text.clean(text.plain(place.target.field.label)) .. ': ')
  vim.fn.inputrestore()
  vim.cmd('redraw')
  if not is_entered or secret == '' then return end
  node:send('setSecret', { path = path, value = secret })
  node:send('blur', { path = path }, { quiet = true })
end

local EDITORS = { toggle = toggle, picker = pick, multiPicker = pick_several, secure = enter_secret }

function M.can(place)
  local target = place.target
  return target ~= nil and target.kind == 'field' and target.field.enabled ~= false
    and (EDITORS[target.field.type] ~= nil or M.is_typed(target.field))
end

--- Edits a field according to its type.
function M.edit(layer, place)
  local editor = EDITORS[place.target.field.type] or M.type
  editor(layer, place)
end

--- Changes a number by a number of steps.
function M.step(layer, place, by)
  local field = place.target.field
  local value = (tonumber(value_now(layer, place)) or 0) + by * (field.step or 1)
  if field.minimum then value = math.max(value, field.minimum) end
  if field.maximum then value = math.min(value, field.maximum) end
  settle(layer, place.node, place.target.path, value)
end

function M.is_number(place)
  local target = place.target
  return target ~= nil and target.kind == 'field' and field_types.has(target.field, 'range')
    and target.field.enabled ~= false
end

--- Goes `by` fields or buttons further, and continues typing there if the user was typing.
function M.go(layer, by)
  local shown, editing = layer:shown(), layer.editing
  if not shown then return end
  local line = layer:next_line(by, vim.api.nvim_win_get_cursor(shown)[1])
  if not line then return end
  layer:go_to(line)
  if not editing then return end
  local target = layer.canvas.places[line].target
  local types_on = target ~= nil and target.kind == 'field' and M.is_typed(target.field)
  editing.input.close(types_on)
  if types_on then M.type(layer, layer:place()) end
end

local function close(_, input) input.close() end

--- Returns the action of a key that closes the input, and presses the key of an action of the form or the flow.
local function close_and_press(id)
  return function(layer, input)
    input.close()
    require('featurehost.keys').press(layer, '#' .. id)
  end
end

-- The keys while a field is typed; `is_of_line` is true for a key that breaks the line in a field of several lines.
M.typing = {
  { id = 'leave', lhs = '<Esc>', act = close },
  { id = 'done', lhs = '<CR>', is_of_line = true, act = close },
  { id = 'submit', lhs = '<C-s>', act = close_and_press('submit') },
  { id = 'next', lhs = '<Tab>', act = function(layer) M.go(layer, 1) end },
  { id = 'previous', lhs = '<S-Tab>', act = function(layer) M.go(layer, -1) end },
  { id = 'nextStep', lhs = '<C-n>', act = close_and_press('nextStep') },
}

return M
