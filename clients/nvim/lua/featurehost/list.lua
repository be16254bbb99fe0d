--- The kind `list`.

local Canvas = require('featurehost.canvas')
local columns = require('featurehost.columns')
local lenient = require('featurehost.lenient')
local list_filter = require('featurehost.list_filter')
local rows = require('featurehost.rows')
local text = require('featurehost.text')

local M = { is_tall = true }

M.keys = require('featurehost.list_keys')

local PENDING = { insert = '+', update = '~', move = '↕', delete = '−' }
local EMPTY = { noData = 'There is nothing here yet.', noMatch = 'Nothing matches.' }

function M.crumbs(node) return { node:title() } end

function M.items(node) return lenient.objects(node.state.items) end

--- Returns the number of rows, including known rows that are not loaded.
function M.row_count(node)
  return math.max(lenient.number(node.state.count), lenient.number(node.state.totalCount))
end

local function load_of(node, name) return lenient.table(lenient.table(node.state.loads)[name]) end

--- Returns true if all rows are loaded, or no more rows can be loaded.
function M.has_all(node)
  local append = load_of(node, 'append')
  return (append.endReached ~= false or append.status == 'failed') and load_of(node, 'refresh').status ~= 'loading'
end

--- Returns true if more rows are being loaded.
function M.is_loading(node)
  return load_of(node, 'append').status == 'loading' or load_of(node, 'refresh').status == 'loading'
end

--- Returns true if missing rows could not be loaded.
function M.has_failed(node)
  for _, name in ipairs({ 'append', 'restore', 'refresh' }) do
    if load_of(node, name).status == 'failed' then return true end
  end
  return false
end

local function selection_of(node) return lenient.table(node.state.selection) end

function M.is_selected(node, id)
  local selection = selection_of(node)
  if selection.all then return not vim.tbl_contains(lenient.table(selection.except), id) end
  return vim.tbl_contains(lenient.table(selection.ids), id)
end

local function selected(node)
  local selection = selection_of(node)
  local left_out = #lenient.table(selection.except)
  if selection.all then return left_out > 0 and ('all but %s selected'):format(text.grouped(left_out)) or 'all selected' end
  local count = #lenient.table(selection.ids)
  return count > 0 and ('%s selected'):format(text.grouped(count)) or nil
end

local function count_of(node)
  local total, count = node.state.totalCount, lenient.number(node.state.count)
  if type(total) == 'number' then return text.grouped(total) .. (total == 1 and ' row' or ' rows') end
  return count > 0 and text.grouped(count) .. '+ rows' or nil
end

function M.info(node)
  local parts = {}
  local function add(part) if part then table.insert(parts, part) end end
  local is_busy = #M.items(node) > 0
    and (load_of(node, 'refresh').status == 'loading' or load_of(node, 'append').status == 'loading')
  add(is_busy and 'loading…' or node.state.isStale == true and 'out of date' or nil)
  for _, name in ipairs(list_filter.names(node.state)) do
    add(name)
  end
  add(selected(node))
  add(count_of(node))
  return table.concat(parts, ' · ')
end

--- Returns the message in place of missing rows.
function M.message(node)
  local state = node.state
  if state.empty then return EMPTY[state.empty] or 'There is nothing to show.' end
  if state.phase == 'failed' then return 'This could not be loaded.' end
  return state.phase ~= 'idle' and lenient.number(state.count) == 0 and 'Loading…' or ''
end

local MARGIN = '    '

--- Measures the columns, and draws the headings.
function M.head(layer, node, canvas, items)
  local state, all = layer.state, columns.of(node.state)
  local keys = table.concat(vim.tbl_map(function(column) return tostring(column.key) end, all), '\n')
  if state.column_keys ~= keys then
    state.column_keys, state.widths = keys, {}
  end
  columns.measure(all, items or M.items(node), state.widths)
  state.columns = columns.fit(all, state.widths, layer.width - #MARGIN - 1)
  local chunks = { { MARGIN } }
  for index, column in ipairs(state.columns) do
    if index > 1 then table.insert(chunks, { columns.gap }) end
    local heading = columns.placed(column, text.clean(column.heading))
    table.insert(chunks, { heading, 'FeatureHostHeader' })
  end
  canvas:line(chunks, { node = node })
end

--- Adds a row's cells to its chunks; `matched(column)` may add the chunks of a cell itself, and then returns true.
function M.cells(chunks, state, item, highlight, matched)
  for index, column in ipairs(state.columns) do
    if index > 1 then chunks[#chunks + 1] = { columns.gap } end
    if not (matched and matched(column)) then
      local look = highlight or columns.tone(column, item) or column.is_toggle and 'FeatureHostToggle' or nil
      chunks[#chunks + 1] = { columns.fitted(column, item), look }
    end
  end
  return chunks
end

local function row(layer, node, item)
  local pending, failed = item.pending, item.errorId ~= nil
  local mark = pending and (PENDING[pending] or '…') or failed and '!' or item.dropped == true and '…' or ' '
  local is_selected = M.is_selected(node, item.id)
  local highlight = failed and 'FeatureHostError' or is_selected and 'FeatureHostSelected'
    or (pending or node.state.isStale == true) and 'FeatureHostDim' or nil
  local chunks = { { ' ' }, { is_selected and '●' or ' ', 'FeatureHostSelected' }, { mark }, { ' ' } }
  return M.cells(chunks, layer.state, item, highlight)
end

--- Returns the rows of the window as a canvas; without rows, it has one line with the reason.
function M.rows(layer, node, items)
  local canvas = Canvas.new(layer.width)
  for _, item in ipairs(items) do
    canvas:line(row(layer, node, item), { node = node })
  end
  if #items == 0 and M.row_count(node) == 0 then
    canvas:line(rows.message_chunks(node, MARGIN, M.message(node)), { node = node })
  end
  return canvas
end

function M.section(_, _, item) return item.section ~= nil and text.plain(item.section) or nil end

--- Draws a list within another feature: its window, and the number of rows.
function M.draw(_, node, canvas)
  local inner = { width = canvas.width, state = {} }
  M.head(inner, node, canvas)
  for _, item in ipairs(M.items(node)) do
    canvas:line(row(inner, node, item), { node = node, target = { kind = 'row', item = item } })
  end
  if #M.items(node) == 0 then return canvas:line(rows.message_chunks(node, MARGIN, M.message(node)), { node = node }) end
  canvas:line({ { MARGIN }, { count_of(node) or '', 'FeatureHostDim' } }, { node = node })
end

function M.moved(layer, node)
  rows.moved(layer, node)
end

function M.drawn(layer, node)
  rows.seek(layer, node)
  rows.reach(layer, node)
  if not node.state.activeId and layer:is_current() and not layer.state.is_moving then rows.arrive(layer, node) end
end

return M
