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

return {
  { id = 'last', lhs = { 'G', '<End>' }, can = is_tall, act = go('G', counted) },
  { id = 'first', lhs = { 'gg', '<Home>' }, can = is_tall, act = go('gg', function() return counted() or 1 end) },
}
