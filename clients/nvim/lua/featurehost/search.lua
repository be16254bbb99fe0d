--- The kind `search`: a line for typing, the results, and a preview of the active result next to them.

local Canvas = require('featurehost.canvas')
local columns = require('featurehost.columns')
local lenient = require('featurehost.lenient')
local list = require('featurehost.list')
local list_filter = require('featurehost.list_filter')
local matches = require('featurehost.matches')
local preview = require('featurehost.preview')
local prompt = require('featurehost.prompt')
local rows = require('featurehost.rows')
local text = require('featurehost.text')

local M = { is_tall = true }

M.keys = require('featurehost.search_keys')

function M.crumbs(node) return { node:title() } end

--- Returns the results in the window, each with the header of its group.
function M.items(node)
  if node.items then return node.items end
  local items, groups = {}, lenient.objects(node.state.groups)
  for _, group in ipairs(groups) do
    local has_header = #groups > 1 or group.id ~= 'results'
    for _, item in ipairs(lenient.objects(group.items)) do
      item.section = has_header and text.plain(group.title) or nil
      table.insert(items, item)
    end
  end
  node.items = items
  return items
end

-- The maximum number of results that can be shown.
local MOST = 10000

function M.row_count(node)
  local count = lenient.number(node.state.count)
  return #M.items(node) == 0 and 0 or lenient.table(node.state.append).endReached and math.min(count, MOST) or count
end

function M.has_all(node)
  local append = lenient.table(node.state.append)
  return append.endReached ~= false or append.status == 'failed'
end

--- Returns true if more results are being loaded.
function M.is_loading(node) return lenient.table(node.state.append).status == 'loading' end

--- Returns true if missing results could not be loaded.
function M.has_failed(node)
  return lenient.table(node.state.append).status == 'failed' or node.state.status == 'failed'
end

M.section = list.section

function M.info(node)
  local state, parts = node.state, {}
  if type(state.performing) == 'table' then
    table.insert(parts, text.words(text.plain(state.performing.action)) .. '…')
  elseif state.status == 'stalled' then
    table.insert(parts, 'searching…')
  elseif state.isStale == true and state.status == 'failed' then
    table.insert(parts, 'out of date')
  end
  vim.list_extend(parts, list_filter.names(state))
  local selected = #lenient.table(state.selectedIds)
  if selected > 0 then table.insert(parts, text.grouped(selected) .. ' selected') end
  if state.resultsQuery ~= nil or M.row_count(node) > 0 then
    local total = state.totalCount
    local may_be_more = lenient.table(state.append).endReached == false
    local count = text.grouped(lenient.number(state.count)) .. (may_be_more and '+' or '')
    table.insert(parts, type(total) == 'number' and ('%s of %s'):format(count, text.grouped(total)) or count)
  end
  return table.concat(parts, ' · ')
end

function M.message(node)
  local state = node.state
  if state.empty == 'noResults' then return 'Nothing matches.' end
  if state.empty == 'prompt' then return '' end
  if state.empty then return 'There is nothing to show.' end
  return (state.status == 'loading' or state.status == 'stalled') and 'Searching…' or ''
end

M.margin = preview.margin

--- Adds the line for typing, which a separate window covers, and the column headings.
function M.head(layer, node, canvas)
  local query = text.plain(node.state.query)
  local is_prompt = query == ''
  local shown = is_prompt and text.plain(node.state.prompt) or query
  layer.prompt_row = #canvas.lines
  canvas:line({
    { ' ❯ ', 'FeatureHostActive' },
    -- The rest of the line belongs to the preview.
    { text.fit(text.clean(shown), layer.width - 4), is_prompt and 'FeatureHostPlaceholder' or nil },
  }, { node = node, target = { kind = 'prompt' } })
  list.head(layer, node, canvas, M.items(node))
end

local function row(layer, node, item)
  local is_selected = vim.tbl_contains(lenient.table(node.state.selectedIds), item.id)
  local is_enabled = item.enabled ~= false
  local is_dim = not is_enabled or node.state.isStale == true
  local highlight = is_selected and 'FeatureHostSelected' or is_dim and 'FeatureHostDim' or nil
  local found = {}
  for _, match in ipairs(lenient.objects(item.matches)) do
    found[match.key] = match.ranges
  end
  local mark = not is_enabled and '×' or node.state.isStale == true and '~' or ' '
  local chunks = { { ' ' }, { is_selected and '●' or ' ', 'FeatureHostSelected' }, { mark }, { ' ' } }
  return list.cells(chunks, layer.state, item, highlight, function(column)
    local ranges = found[column.key]
    if not ranges or not columns.is_text(column, item) then return false end
    matches.add(chunks, lenient.at(item.value, column.key), ranges, column, highlight)
    return true
  end)
end

function M.rows(layer, node, items)
  local canvas = Canvas.new(layer.width)
  for _, item in ipairs(items) do
    canvas:line(row(layer, node, item), { node = node })
  end
  if #items == 0 then canvas:line(rows.message_chunks(node, '    ', M.message(node)), { node = node }) end
  return canvas
end

--- Draws a search within another feature.
function M.draw(_, node, canvas)
  canvas:line({ { ' ❯ ', 'FeatureHostActive' }, { text.plain(node.state.query) } }, { node = node })
  local inner = { width = canvas.width, state = {} }
  list.head(inner, node, canvas, M.items(node))
  for _, item in ipairs(M.items(node)) do
    canvas:line(row(inner, node, item), { node = node, target = { kind = 'row', item = item } })
  end
end

function M.moved(layer, node)
  rows.moved(layer, node)
end

function M.drawn(layer, node)
  rows.seek(layer, node)
  rows.reach(layer, node)
  prompt.follow(layer, node)
  preview.follow(layer, node)
end

--- Called when the user has entered the window: typed text goes to the query.
function M.entered(layer) prompt.open(layer) end

function M.leave(layer)
  prompt.close(layer)
  preview.hide(layer)
end

return M
