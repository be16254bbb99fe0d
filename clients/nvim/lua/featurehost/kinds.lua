--- The drawing and the keys of each kind of features. An unknown kind is drawn without its content.
--
-- A kind has `crumbs(node)` and `info(node)` for the title, `keys`, and `draw(layer, node, canvas)`. A kind with
-- `is_tall` has a line for each row, and also the functions that the module `rows` calls, such as `items` and
-- `row_count`.

local M = {}

-- The modules of the known kinds.
local KNOWN = { list = 'list', form = 'form', search = 'search', flow = 'flow', text = 'document', view = 'view' }

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

-- A pane that shows no feature.
local blank = {
  keys = {},
  crumbs = function() return { '' } end,
  info = function() return '' end,
  draw = function(_, _, canvas) canvas:line({ { '    ' }, { 'There is nothing to show.', 'FeatureHostDim' } }) end,
}

--- Returns true if features of a kind can be drawn.
function M.is_known(kind) return KNOWN[kind] ~= nil end

function M.of(node)
  if node.is_blank then return blank end
  return KNOWN[node.kind] and require('featurehost.' .. KNOWN[node.kind]) or unknown
end

return M
