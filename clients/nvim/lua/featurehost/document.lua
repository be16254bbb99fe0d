--- The kind `text`: a line of the buffer for each line of the text, coloured by its spans.

local Canvas = require('featurehost.canvas')
local highlight = require('featurehost.highlight')
local lenient = require('featurehost.lenient')
local rows = require('featurehost.rows')
local text = require('featurehost.text')
local window = require('featurehost.window')

local M = { is_tall = true }

local ACCEPTED = { link = true, location = true, hunk = true }

function M.crumbs(node) return { node:title() } end

--- Returns the lines in the host's window; the id of a line is its number.
function M.items(node)
  if node.items then return node.items end
  local items = lenient.objects(node.state.lines)
  for _, item in ipairs(items) do
    item.id = tostring(item.number)
  end
  node.items = items
  return items
end

function M.row_count(node) return lenient.number(node.state.count) end

function M.has_all(node) return node.state.endReached == true end

local function load_status(node) return lenient.table(lenient.table(node.state.loads).window).status end

function M.is_loading(node) return load_status(node) == 'loading' end

function M.has_failed(node) return load_status(node) == 'failed' or node.state.phase == 'failed' end

function M.section() return nil end

function M.active_id(node) return type(node.state.line) == 'number' and tostring(node.state.line) or nil end

--- Makes a line active.
function M.activate(node, item, options) node:send('goTo', { line = item.number }, options) end

function M.info(node)
  local state, parts = node.state, {}
  if state.isStale == true then table.insert(parts, 'out of date') end
  if state.follow == true then table.insert(parts, 'following') end
  local find = lenient.table(state.find)
  if find.text then
    local current = type(find.current) == 'number' and text.grouped(find.current) .. '/' or ''
    local more = find.status == 'searching' and '+' or ''
    local count = text.grouped(lenient.number(find.count))
    table.insert(parts, ('“%s” %s%s%s'):format(text.clean(text.plain(find.text)), current, count, more))
  end
  if M.row_count(node) > 0 then
    local count = text.grouped(M.row_count(node)) .. (M.has_all(node) and '' or '+')
    table.insert(parts, ('%s/%s'):format(text.grouped(lenient.number(state.line)), count))
  end
  return table.concat(parts, ' · ')
end

local function message(node)
  if node.state.phase == 'failed' then return 'This could not be loaded.' end
  return node.state.phase == 'loading' and 'Loading…' or node.state.empty and 'There is no text.' or ''
end

--- Returns the chunks of a line: its text, divided at the ends of its spans.
function M.chunks(line)
  local shown = text.plain(line.text)
  local chunks, at = { { '  ' } }, 0
  for _, span in ipairs(lenient.objects(line.spans)) do
    local from, to = lenient.number(span.start), lenient.number(span['end'])
    if from > at then chunks[#chunks + 1] = { text.part(shown, at, from - at) } end
    if to > math.max(from, at) then chunks[#chunks + 1] = { text.part(shown, from, to - from), highlight.span(span) } end
    at = math.max(at, to)
  end
  local length = text.length(shown)
  if length > at then chunks[#chunks + 1] = { text.part(shown, at, length - at) } end
  return chunks
end

function M.head() end

function M.rows(layer, node, items)
  local canvas = Canvas.new(layer.width)
  for _, item in ipairs(items) do
    canvas:line(M.chunks(item), { node = node })
  end
  if #items == 0 then canvas:line({ { '    ' }, { message(node), 'FeatureHostDim' } }, { node = node }) end
  return canvas
end

--- Draws a text within another feature.
function M.draw(_, node, canvas)
  for _, item in ipairs(M.items(node)) do
    canvas:line(M.chunks(item), { node = node, target = { kind = 'row', item = item } })
  end
end

function M.moved(layer, node) rows.moved(layer, node) end

function M.drawn(layer, node)
  window.set(layer:shown(), { wrap = node.state.wrap == true })
  rows.seek(layer, node)
  rows.reach(layer, node)
end

local function has_find(_, place) return type(place.node.state.find) == 'table' end

local function has_marks(_, place)
  return place.node.state.format == 'diff' or place.node.state.format == 'markdown'
end

local function find(direction)
  return function(_, place) place.node:send('find', { direction = direction }) end
end

local function go_to(direction)
  return function(_, place)
    local mark = place.node.state.format == 'diff' and 'Hunk' or 'Heading'
    place.node:send('goTo', { to = direction .. mark })
  end
end

local function ask(_, place)
  local node = place.node
  vim.ui.input({ prompt = 'Find: ' }, function(typed)
    if typed == nil then return end
    local expression = typed:match('^/(.+)/$')
    node:send('find', { text = expression or typed, regex = expression ~= nil or nil })
  end)
end

--- Returns the line at the cursor, if a part of it can be accepted.
local function accepted(place)
  local item = place.target and place.target.kind == 'row' and place.target.item
  for _, span in ipairs(item and lenient.objects(item.spans) or {}) do
    if ACCEPTED[span.style] then return item end
  end
end

M.keys = vim.list_extend({
  -- The line is the one to which earlier keys go.
  { id = 'open', lhs = '<CR>', title = 'Open', action = 'acceptSpan', in_turn = { is_of_items = true },
    can = function(_, place) return accepted(place) ~= nil end,
    act = function(_, place) place.node:send('acceptSpan', { line = accepted(place).number }) end },
  { id = 'find', lhs = '/', title = 'Find', action = 'find', act = ask },
  { id = 'findNext', lhs = 'n', title = 'Next match', action = 'find', can = has_find, act = find('next') },
  { id = 'findPrevious', lhs = 'N', title = 'Previous match', action = 'find', can = has_find,
    act = find('previous') },
  { id = 'nextPart', lhs = ']]', title = 'Next heading or hunk', action = 'goTo', can = has_marks,
    act = go_to('next') },
  { id = 'previousPart', lhs = '[[', title = 'Previous heading or hunk', action = 'goTo', can = has_marks,
    act = go_to('previous') },
  { id = 'wrap', lhs = 'gw', title = 'Wrap', action = 'setWrap',
    act = function(_, place) place.node:send('setWrap', { wrap = place.node.state.wrap ~= true }) end },
  { id = 'refresh', lhs = { 'r', ':e' }, title = 'Refresh', action = 'refresh',
    act = function(_, place) place.node:send('refresh') end },
}, require('featurehost.row_keys'))

return M
