--- The keys of a list.

local columns = require('featurehost.columns')
local lenient = require('featurehost.lenient')
local line_input = require('featurehost.line_input')
local list_filter = require('featurehost.list_filter')
local menu = require('featurehost.menu')

--- Returns the row that a key acts on: the row at the cursor, which is the active row at the key's turn.
local function row_of(place) return place.target and place.target.item end

local function has_row(_, place) return place.target ~= nil and place.target.kind == 'row' end

local function has_selection(node)
  local selection = lenient.table(node.state.selection)
  return selection.all == true or #lenient.table(selection.ids) > 0
end

local function toggle_column(node)
  for _, column in ipairs(columns.of(node.state)) do
    if column.is_toggle then return column end
  end
end

--- Returns the toolbar button that deletes rows, if the workspace declares one. Such a button opens a confirmation.
local function delete_tool(layer, node)
  for _, tool in ipairs(layer.tools) do
    -- In a view, the toolbar may also have the delete button of another list.
    local of_it = vim.list_slice(node.path, 1, #tool.node.path)
    if tool.role == 'destructive' and vim.deep_equal(of_it, tool.node.path) then return tool end
  end
end

local function move_row(by)
  return function(_, place)
    local node, item = place.node, row_of(place)
    local items, at = lenient.objects(node.state.items), nil
    for index, other in ipairs(items) do
      if other.id == item.id then at = index end
    end
    local offset = lenient.number(lenient.table(node.state.window).offset)
    local to = at + by + (by > 0 and 1 or 0)
    local is_last = offset + to > lenient.number(node.state.count)
    if to < 1 or (not items[to] and not (is_last and to == #items + 1)) then return end
    node:send('moveItems', { ids = { item.id }, beforeId = items[to] and items[to].id or nil })
  end
end

local function sort_by(_, place)
  local node, entries = place.node, { { title = 'The order of the source' } }
  for _, column in ipairs(columns.of(node.state)) do
    table.insert(entries, { title = column.label ~= '' and column.heading or tostring(column.key), key = column.key })
  end
  menu.choose('Sort', entries, function(entry)
    if not entry.key then return node:send('setSort', { sort = {} }) end
    local now = lenient.objects(node.state.sort)[1]
    local is_upwards = now and now.key == entry.key and not now.descending
    node:send('setSort', { sort = { { key = entry.key, descending = is_upwards or false } } })
  end)
end

local function type_filter(layer, place)
  local node = place.node
  local before = list_filter.of(node.state).text
  local function set(words) list_filter.set_text(node:newest() or node, words) end
  line_input.open({
    window = layer:shown(), row = 0, column = 1, width = math.min(40, layer.width - 2), value = before,
    changed = set,
    keys = {
      ['<CR>'] = function(input) input.close() end,
      ['<Esc>'] = function(input) input.close() end,
      ['<C-c>'] = function(input)
        input.put(before)
        input.close()
      end,
    },
  })
end

-- A filter depends on the previous filter, but not on loaded rows.
local of_filter = { may_only_follow = true, may_be_stale = true }

return vim.list_extend({
  { id = 'open', lhs = '<CR>', title = 'Open', action = 'openItem', in_turn = {}, can = has_row,
    act = function(_, place) place.node:send('openItem', { id = row_of(place).id }) end },
  { lhs = '<2-LeftMouse>', action = 'openItem', in_turn = {}, can = has_row,
    act = function(_, place) place.node:send('openItem', { id = row_of(place).id }) end },
  { id = 'tick', lhs = 'x', title = 'Tick', action = 'toggleItem', is_of_area = true, in_turn = {},
    can = function(_, place) return has_row(nil, place) and toggle_column(place.node) ~= nil end,
    act = function(_, place)
      local params = has_selection(place.node) and { selection = true } or { id = row_of(place).id }
      place.node:send('toggleItem', vim.tbl_extend('error', params, { key = toggle_column(place.node).key }))
    end },
  { id = 'select', lhs = '<Tab>', title = 'Select', action = 'toggleSelection', is_of_area = true,
    in_turn = {}, can = has_row,
    act = function(_, place)
      place.node:send('toggleSelection', { id = row_of(place).id })
      vim.cmd('normal! j')
    end },
  { id = 'selectAll', lhs = '*', title = 'Select all', action = 'selectAll', in_turn = { may_only_follow = true },
    act = function(_, place) place.node:send('selectAll') end },
  { id = 'selectNone', lhs = 'c', title = 'Select none', action = 'clearSelection',
    in_turn = { may_only_follow = true },
    act = function(_, place) place.node:send('clearSelection') end },
  { id = 'delete', lhs = 'dd', title = 'Delete', is_of_area = true, in_turn = {},
    can = function(layer, place)
      local tool = delete_tool(layer, place.node)
      return has_row(nil, place) and (tool and tool.is_enabled or not tool and place.node:can('deleteItems'))
    end,
    act = function(layer, place)
      -- The row at the cursor is active now. If no row is selected, the host deletes the active row.
      local tool = delete_tool(layer, place.node)
      if tool then return tool.press() end
      place.node:send('deleteItems', { selection = true })
    end },
  { id = 'moveDown', lhs = { ']e', '<M-Down>' }, title = 'Move the row down', action = 'moveItems',
    in_turn = {}, can = has_row,
    act = move_row(1) },
  { id = 'moveUp', lhs = { '[e', '<M-Up>' }, title = 'Move the row up', action = 'moveItems', in_turn = {},
    can = has_row,
    act = move_row(-1) },
  { id = 'undo', lhs = 'u', title = 'Undo', action = 'undo', act = function(_, place) place.node:send('undo') end },
  { id = 'redo', lhs = '<C-r>', title = 'Redo', action = 'redo',
    act = function(_, place) place.node:send('redo') end },
  { id = 'refresh', lhs = { 'r', ':e' }, title = 'Refresh', action = 'refresh',
    act = function(_, place) place.node:send('refresh') end },
  { id = 'words', lhs = '/', title = 'Filter by words', action = 'setFilter', in_turn = of_filter,
    act = type_filter },
  { id = 'filter', lhs = 'f', title = 'Filters', action = 'setFilter', in_turn = of_filter,
    can = function(_, place) return list_filter.is_declared(place.node) end,
    act = function(_, place) list_filter.choose(place.node) end },
  { id = 'sort', lhs = 's', title = 'Sort', action = 'setSort', act = sort_by },
  { id = 'loadMore', lhs = 'L', title = 'Load more', action = 'loadMore',
    act = function(_, place) place.node:send('loadMore') end },
}, require('featurehost.row_keys'))
