--- The rows of an area in Visual mode: a key acts on them as on selected rows.

local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local rows = require('featurehost.rows')
local turn = require('featurehost.turn')

local M = {}

local ESCAPE = vim.api.nvim_replace_termcodes('<Esc>', true, true, true)
local NOT_LOADED = 'an end of the area is not loaded'

--- Returns true if rows of a feature can be the rows of an area.
function M.has_rows(node) return node.kind == 'list' or node.kind == 'search' end

--- Returns the row on a line, and its feature.
local function row_at(layer, line)
  if layer.is_tall then
    return line > layer.head and M.has_rows(layer.main) and rows.item(layer, line) or nil, layer.main
  end
  local place = layer.canvas.places[line] or {}
  local target = place.target
  return target and target.kind == 'row' and target.item or nil, place.node
end

local function lines()
  local first, last = vim.fn.line('v'), vim.fn.line('.')
  return math.min(first, last), math.max(first, last)
end

--- Returns true if the area has lines of rows.
function M.is_in(layer)
  local first, last = lines()
  if layer.is_tall then return M.has_rows(layer.main) and last > layer.head end
  for line = first, last do
    local item, node = row_at(layer, line)
    if item and M.has_rows(node) then return true end
  end
  return false
end

--- Records the row at which an area begins: it may be released before the area ends.
function M.begin(layer)
  local line = vim.fn.line('v')
  local item = row_at(layer, line)
  layer.area = item and { line = line, id = item.id } or nil
end

--- Returns the ids of the first and the last row of the area, and the feature of the rows; nil if one is not loaded.
local function ends(layer)
  local first, last = lines()
  local function id_of(line)
    local item, node = row_at(layer, line)
    if item then return item.id, node end
    if layer.area and layer.area.line == line then return layer.area.id, node end
  end
  if layer.is_tall then
    return id_of(math.max(first, layer.head + 1)), (id_of(last)), layer.main
  end
  local from, to, of
  for line = first, last do
    local item, node = row_at(layer, line)
    if item and M.has_rows(node) and (not of or vim.deep_equal(of.path, node.path)) then
      from, to, of = from or item.id, item.id, node
    end
  end
  return from, to, of
end

--- Selects the results between two results of a search, which has no action for that.
local function select_results(node, from, to, selected)
  local is_between = false
  for _, item in ipairs(require('featurehost.search').items(node)) do
    local is_end = item.id == from or item.id == to
    if (is_between or is_end) and not vim.tbl_contains(selected, item.id) and item.enabled ~= false then
      node:send('toggleSelection', { id = item.id })
    end
    if is_end and from ~= to then is_between = not is_between end
  end
end

--- Ends Visual mode, and selects the rows of the area: only these, unless `is_added`. Returns false, after showing the
--- reason, if they can't be selected. A single row needs no selection, because it is the active row.
function M.select(layer, title, is_added)
  if not turn.take(layer, title) then
    vim.api.nvim_feedkeys(ESCAPE, 'nx', false)
    return false
  end
  local from, to, node = ends(layer)
  vim.api.nvim_feedkeys(ESCAPE, 'nx', false)
  if not (from and to) then
    turn.tell(title, NOT_LOADED)
    return false
  end
  local action = node.kind == 'list' and 'selectRange' or 'toggleSelection'
  local selection = lenient.table(node.state.selection)
  local selected = node.kind == 'list' and lenient.table(selection.ids) or lenient.table(node.state.selectedIds)
  if not node:can(action) then
    if from == to and not is_added then return true end
    turn.tell(title, refusals.words(lenient.table(node.snapshot.unavailable)[action] or 'selectionNone'))
    return false
  end
  if not is_added and (#selected > 0 or selection.all == true) then
    node:send('clearSelection')
    selected = {}
  end
  if node.kind == 'list' then
    node:send('selectRange', { from = from, to = to })
  else
    select_results(node, from, to, selected)
  end
  return true
end

return M
