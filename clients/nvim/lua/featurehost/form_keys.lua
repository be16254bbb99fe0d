--- The keys of a form.

local field_edit = require('featurehost.field_edit')
local lenient = require('featurehost.lenient')

local function can_edit(_, place) return field_edit.can(place) end

local function is_toggle(_, place)
  return field_edit.can(place) and (place.target.field.type == 'toggle' or place.target.option ~= nil)
end

local function is_number(_, place) return field_edit.is_number(place) end

local function items_of(place)
  local field = lenient.table(lenient.table(place.node.state.fields)[place.target.repeated])
  return vim.tbl_map(function(item) return item.id end, lenient.objects(field.items))
end

local function has_item(_, place) return place.target ~= nil and place.target.item ~= nil end

local function move_item(by)
  return function(_, place)
    local ids, at = items_of(place), nil
    for index, id in ipairs(ids) do
      if id == place.target.item then at = index end
    end
    local to = at + by
    if to < 1 or to > #ids then return end
    place.node:send('moveItem', {
      path = place.target.repeated, id = place.target.item, beforeId = ids[to + (by > 0 and 1 or 0)] or vim.NIL,
    })
  end
end

--- Goes to the form's next step; submits the form if there is none.
local function submit(_, place)
  local node = place.node
  if node.state.step and lenient.number(node.state.step.index) + 1 < lenient.number(node.state.step.count) then
    return node:send('nextStep')
  end
  node:send('submit')
end

--- Returns the action of a key that resolves the conflict of the field at the cursor, or else the first conflict.
local function settle(action)
  return function(_, place)
    local paths, path = lenient.table(place.node.state.conflicts), (place.target or {}).path
    place.node:send(action, { path = vim.tbl_contains(paths, path) and path or paths[1] })
  end
end

local function has_step(_, place) return lenient.table(place.node.state.step).id ~= nil end

local of_items = { is_of_items = true }

return {
  { id = 'edit', lhs = { '<CR>', 'i', 'A', 'I', 'cc' }, title = 'Edit', can = can_edit,
    act = function(layer, place) field_edit.edit(layer, place) end },
  { lhs = '<LeftRelease>', can = is_toggle, act = function(layer, place) field_edit.edit(layer, place) end },
  { id = 'tick', lhs = '<Space>', title = 'Tick', can = is_toggle,
    act = function(layer, place) field_edit.edit(layer, place) end },
  { id = 'more', lhs = '<C-a>', title = 'More', can = is_number,
    act = function(layer, place) field_edit.step(layer, place, math.max(1, vim.v.count)) end },
  { id = 'less', lhs = '<C-x>', title = 'Less', can = is_number,
    act = function(layer, place) field_edit.step(layer, place, -math.max(1, vim.v.count)) end },
  { id = 'next', lhs = '<Tab>', title = 'Next field', act = function(layer) field_edit.go(layer, 1) end },
  { id = 'previous', lhs = '<S-Tab>', act = function(layer) field_edit.go(layer, -1) end },
  { id = 'submit', lhs = { '<C-s>', ':w' }, title = 'Submit', action = 'submit', act = submit },
  { id = 'stop', lhs = '<C-c>', title = 'Stop', action = 'cancelSubmit',
    act = function(_, place) place.node:send('cancelSubmit') end },
  { id = 'nextStep', lhs = { ']]', '<C-n>' }, title = 'Next step', action = 'nextStep', can = has_step,
    act = function(_, place) place.node:send('nextStep') end },
  { id = 'previousStep', lhs = { '[[', '<C-p>' }, title = 'Step back', action = 'previousStep', can = has_step,
    act = function(_, place) place.node:send('previousStep') end },
  { id = 'addItem', lhs = 'o', title = 'Add an item', action = 'insertItem', in_turn = of_items,
    can = function(_, place) return place.target ~= nil and place.target.repeated ~= nil end,
    act = function(layer, place) require('featurehost.form').add_item(layer, place.node, place.target.repeated) end },
  { id = 'removeItem', lhs = 'dd', title = 'Remove the item', action = 'removeItem', in_turn = of_items,
    can = has_item,
    act = function(_, place)
      place.node:send('removeItem', { path = place.target.repeated, id = place.target.item })
    end },
  { id = 'moveDown', lhs = { ']e', '<M-Down>' }, title = 'Move the item down', action = 'moveItem',
    in_turn = of_items, can = has_item,
    act = move_item(1) },
  { id = 'moveUp', lhs = { '[e', '<M-Up>' }, title = 'Move the item up', action = 'moveItem',
    in_turn = of_items, can = has_item,
    act = move_item(-1) },
  { id = 'restoreDraft', lhs = 'gD', title = 'Restore the draft', action = 'restoreDraft',
    can = function(_, place) return place.node.state.hasDraft == true end,
    act = function(_, place) place.node:send('restoreDraft') end },
  { id = 'keepMine', lhs = 'gm', title = 'Keep mine, where others have changed it too', action = 'keepMine',
    act = settle('keepMine') },
  { id = 'takeTheirs', lhs = 'gM', title = 'Take theirs, where others have changed it too', action = 'takeTheirs',
    act = settle('takeTheirs') },
  { id = 'reset', lhs = 'gX', title = 'Put back what was there', action = 'reset',
    can = function(_, place) return place.node.state.isDirty == true end,
    act = function(_, place) place.node:send('reset') end },
}
