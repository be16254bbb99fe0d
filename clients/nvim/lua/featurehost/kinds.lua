--- How features of each kind are drawn and what keys do in them; one that is not known is drawn by its surroundings.
--
-- A kind has `crumbs(node)` and `info(node)` for the title, `keys`, and either `draw(layer, node, canvas)` or,
-- where `is_tall`, what `rows` asks of it.

local M = {}

local KNOWN = { list = true, form = true, search = true, flow = true, view = true }

local unknown = {
  keys = {},
  crumbs = function(node) return { node:title() } end,
  info = function() return '' end,
  draw = function(_, node, canvas)
    canvas:line({})
    canvas:prose(('Features of the kind “%s” can not be drawn here.'):format(tostring(node.kind)), 'FeatureHostDim')
    canvas:line({})
  end,
}

--- Whether features of a kind can be drawn.
function M.is_known(kind) return KNOWN[kind] == true end

function M.of(node) return KNOWN[node.kind] and require('featurehost.' .. node.kind) or unknown end

return M
