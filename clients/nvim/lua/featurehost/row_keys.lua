--- The keys that lists and searches have in common: to places that are counted in rows, and not in lines.

local rows = require('featurehost.rows')

local function is_tall(layer) return layer.is_tall end

local function counted() return vim.v.count > 0 and vim.v.count or nil end

return {
  { lhs = { 'G', '<End>' }, can = is_tall, act = function(layer, place) rows.go_to(layer, place.node, counted()) end },
  { lhs = { 'gg', '<Home>' }, can = is_tall,
    act = function(layer, place) rows.go_to(layer, place.node, counted() or 1) end },
}
