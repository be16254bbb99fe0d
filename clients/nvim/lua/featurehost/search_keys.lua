--- The keys of a search: those while a query is typed (`typing`), and those in the results.

local lenient = require('featurehost.lenient')
local list_filter = require('featurehost.list_filter')
local menu = require('featurehost.menu')
local preview = require('featurehost.preview')
local rows = require('featurehost.rows')
local text = require('featurehost.text')

local function prompt() return require('featurehost.prompt') end

--- Returns true if the shown results belong to an older query than the typed one.
local function is_behind(node) return node.state.isStale == true or node.state.status == 'debouncing' end

--- Accepts the selection or the active result; while the results are stale, searches immediately instead.
local function accept(layer)
  prompt().in_turn(layer, function(node)
    if is_behind(node) then return node:send('submitQuery') end
    node:try('accept')
  end)
end

--- Offers the actions with which the selection or the active result can be accepted.
local function choose_action(layer)
  prompt().in_turn(layer, function(node)
    local about = #lenient.table(node.state.selectedIds) == 0 and node.state.activeId or nil
    local entries = {}
    for _, action in ipairs(lenient.objects(node.state.actions)) do
      table.insert(entries, { title = text.titled(action.icon, action.title), id = action.id })
    end
    menu.choose('Accept for', entries, function(entry) node:send('accept', { id = about, action = entry.id }) end)
  end)
end

local function move(layer, by)
  prompt().in_turn(layer, function() prompt().send(layer, 'moveActive', { by = by }) end)
end

--- Selects or deselects the active result, and moves `by` results down; while the results are stale, searches
--- immediately instead.
local function toggle(layer, by)
  prompt().in_turn(layer, function(node)
    if is_behind(node) then return node:send('submitQuery') end
    if node.state.activeId then prompt().send(layer, 'toggleSelection', { id = node.state.activeId }, true) end
    prompt().send(layer, 'moveActive', { by = by })
  end)
end

local function page(layer) return math.max(1, vim.api.nvim_win_get_height(layer:shown()) - layer.head - 1) end

--- Goes from the line to the results, or stops running work of a source.
local function to_results(layer, node)
  if type(node.state.performing) == 'table' or node.state.status == 'stalled' then return node:send('cancel') end
  layer.state.was_left = true
  prompt().close(layer)
  rows.follow(layer, layer.main)
end

local function to_prompt(layer)
  layer.state.was_left = false
  prompt().open(layer)
end

local function toggle_preview(layer)
  preview.toggle(layer)
  layer.screen:render()
end

local M = {
  -- While the results belong to an older query, this key searches.
  { id = 'accept', lhs = '<CR>', title = 'Accept', action = 'accept', is_of_area = true,
    in_turn = { may_be_stale = true },
    can = function(_, place) return place.target ~= nil and place.target.kind == 'row' end,
    act = accept },
  { id = 'query', lhs = { 'i', '/', 'A', 'I', '<C-k>' }, title = 'Type the query', act = to_prompt },
  { id = 'acceptFor', lhs = '<C-o>', title = 'Accept for something else', action = 'accept',
    is_of_area = true, in_turn = {},
    can = function(_, place) return #lenient.objects(place.node.state.actions) > 1 end, act = choose_action },
  { id = 'select', lhs = '<Tab>', title = 'Select', action = 'toggleSelection', is_of_area = true,
    in_turn = {}, act = function(layer) toggle(layer, 1) end },
  { id = 'selectNone', lhs = 'c', title = 'Select none', action = 'clearSelection',
    in_turn = { may_only_follow = true },
    act = function(_, place) place.node:send('clearSelection') end },
  { id = 'filter', lhs = 'f', title = 'Filters', action = 'setFilter',
    can = function(_, place) return list_filter.is_declared(place.node) end,
    act = function(_, place) list_filter.choose(place.node) end },
  { id = 'preview', lhs = 'p', title = 'Preview', act = toggle_preview },
  { id = 'loadMore', lhs = 'L', title = 'Load more', action = 'loadMore',
    act = function(_, place) place.node:send('loadMore') end },
  { id = 'stop', lhs = '<C-c>', title = 'Stop', action = 'cancel',
    act = function(_, place) place.node:send('cancel') end },
}

-- While the cursor is in the line for the query, keys act on the active result.
local of_active = { may_only_follow = true }

M.typing = {
  { id = 'accept', lhs = '<CR>', act = accept },
  { id = 'down', lhs = { '<Down>', '<C-n>' }, act = function(layer) move(layer, 1) end },
  { id = 'up', lhs = { '<Up>', '<C-p>' }, act = function(layer) move(layer, -1) end },
  { id = 'pageDown', lhs = '<PageDown>', act = function(layer) move(layer, page(layer)) end },
  { id = 'pageUp', lhs = '<PageUp>', act = function(layer) move(layer, -page(layer)) end },
  { id = 'select', lhs = '<Tab>', title = 'Select', in_turn = of_active, act = function(layer) toggle(layer, 1) end },
  { id = 'selectUp', lhs = '<S-Tab>', title = 'Select', in_turn = of_active,
    act = function(layer) toggle(layer, -1) end },
  { id = 'acceptFor', lhs = '<C-o>', title = 'Accept for something else', in_turn = of_active, act = choose_action },
  { id = 'filter', lhs = '<C-f>', act = function(_, node) list_filter.choose(node) end },
  { id = 'preview', lhs = '<F3>', act = toggle_preview },
  { id = 'earlier', lhs = '<C-Up>', act = function(layer, node) prompt().recall(layer, node, 1) end },
  { id = 'later', lhs = '<C-Down>', act = function(layer, node) prompt().recall(layer, node, -1) end },
  { id = 'previewUp', lhs = '<S-Up>', act = function(layer) preview.scroll(layer, -1) end },
  { id = 'previewDown', lhs = '<S-Down>', act = function(layer) preview.scroll(layer, 1) end },
  { id = 'nextPane', lhs = '<F7>', act = function(layer)
    if layer.panes:has_any() then layer.panes:go(1) end
  end },
  { id = 'results', lhs = '<Esc>', act = to_results },
  { id = 'leave', lhs = '<C-c>', act = function(layer) layer:leave() end },
}

vim.list_extend(M, require('featurehost.row_keys'))

return M
