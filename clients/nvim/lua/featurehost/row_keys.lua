--- The common keys of lists and searches, which move by rows instead of lines.

local rows = require('featurehost.rows')
local turn = require('featurehost.turn')

local function is_tall(layer) return layer.is_tall end

local function counted() return vim.v.count > 0 and vim.v.count or nil end

--- Returns the action of a key that goes to a row, and waits until the cursor has arrived: the next key acts on this
--- row.
local function go(title, row_of)
  return function(layer, place)
    rows.go_to(layer, place.node, row_of())
    if layer.state.goal then turn.arrive(layer, title) end
  end
end

--- Returns the button of the author's text about an empty source, unless the cursor is on another button.
local function empty_button(place)
  return not (place.target and place.target.press) and rows.button_when_empty(place.node) or nil
end

return {
  { id = 'empty', lhs = '<CR>', in_turn = {}, can = function(_, place) return empty_button(place) ~= nil end,
    act = function(_, place) empty_button(place).press() end },
  { id = 'last', lhs = { 'G', '<End>' }, can = is_tall, act = go('G', counted) },
  { id = 'first', lhs = { 'gg', '<Home>' }, can = is_tall, act = go('gg', function() return counted() or 1 end) },
}
