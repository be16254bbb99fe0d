--- The arrangement of a feature's panes: the member `panes` of a view, or the rows of a list or a search beside their
--- `detail`.
--
-- A part is `{form, parts, size, hide, title, key, node, owner}`. `form` is `columns`, `rows`, `tabs`, `detail` (columns
-- if there is enough width, otherwise rows) or `leaf`. A leaf has a `key`, which stays the same when another feature is
-- shown in its place, the shown feature `node`, and `is_stale`. `owner` is the feature whose
-- arrangement the part is.

local lenient = require('featurehost.lenient')

local M = {}

-- The least width and height of a part; without it, a part that can be hidden is hidden.
local LEAST = { columns = 30, rows = 6 }

local expand

local function leaf(key, node, options)
  return vim.tbl_extend('keep', { form = 'leaf', key = key, node = node }, options)
end

--- Returns the leaf of a pane; if the feature in the pane has panes itself, its arrangement takes the place of the leaf.
local function pane(owner, name, key, options)
  local entry = lenient.objects(owner.state[name])[1]
  local node = owner:children(name)[1]
  local of_pane = vim.tbl_extend('force', options, {
    is_stale = entry ~= nil and entry.isStale == true, of = owner, name = name, root = node,
  })
  local inner = node and expand(node, key)
  if not inner then return leaf(key, node and node:main() or owner:blank(name), of_pane) end
  return vim.tbl_extend('force', inner, { size = options.size, hide = options.hide, title = options.title })
end

local function part_of(owner, part, key)
  local options = {
    size = math.max(1, lenient.number(part.size)), title = part.title,
    hide = type(part.hide) == 'number' and part.hide or nil,
  }
  if part.type == 'layout' then return leaf(key .. '/layout', owner:apart(), options) end
  if part.child then return pane(owner, part.child, key .. '/' .. part.child, options) end
  local parts = vim.tbl_map(function(inner) return part_of(owner, inner, key) end, lenient.objects(part.children))
  if #parts == 0 then return leaf(key .. '/layout', owner:apart(), options) end
  if part.type == 'grid' then
    local lines, columns = {}, math.max(1, lenient.number(part.columns))
    for first = 1, #parts, columns do
      table.insert(lines, { form = 'columns', size = 1, parts = vim.list_slice(parts, first, first + columns - 1) })
    end
    return vim.tbl_extend('error', options, { form = 'rows', parts = lines })
  end
  local form = part.type == 'tabs' and 'tabs' or part.direction == 'rows' and 'rows' or 'columns'
  return vim.tbl_extend('error', options, { form = form, parts = parts })
end

--- Returns the arrangement of a feature; nil if it has no panes. `key` distinguishes it from the other arrangements.
function expand(node, key)
  local main = node:main()
  local found
  if type(main.state.panes) == 'table' and main.kind == 'view' then
    found = part_of(main, main.state.panes, key)
  elseif (main.kind == 'list' or main.kind == 'search') and type(main.state.detail) == 'table' then
    found = {
      form = 'detail', size = 1,
      parts = {
        leaf(key .. '/rows', main:apart(), { size = 1 }), pane(main, 'detail', key .. '/detail', { size = 1, hide = 1 }),
      },
    }
  end
  if found then found.owner = found.owner or node end
  return found
end

function M.of(node) return expand(node, '') end

--- Returns the leaves of a part, in their order.
function M.leaves(part)
  if part.form == 'leaf' then return { part } end
  local leaves = {}
  for _, inner in ipairs(part.parts) do
    vim.list_extend(leaves, M.leaves(inner))
  end
  return leaves
end

--- Returns true if a part is a leaf with a key, or contains it.
local function contains(part, key)
  for _, one in ipairs(M.leaves(part)) do
    if one.key == key then return true end
  end
  return false
end

--- Returns the parts of a split for which there is enough room; the part with the cursor is always among them.
local function fitting(parts, room, least, focused)
  local shown = vim.list_slice(parts)
  while #shown > 1 and room / #shown < least do
    local at
    for index, part in ipairs(shown) do
      if part.hide and not contains(part, focused) and (not at or part.hide < shown[at].hide) then at = index end
    end
    if not at then break end
    table.remove(shown, at)
  end
  -- Without room for the others, the part with the cursor is shown alone.
  if #shown > 1 and room / #shown < least then
    for _, part in ipairs(shown) do
      if part.hide and contains(part, focused) then return { part } end
    end
  end
  return shown
end

--- Returns the share of a length that each part gets, by the sizes of the parts; `gap` is the space between two parts.
function M.shares(parts, length, gap)
  local total, sum, before, shares = 0, 0, 0, {}
  for _, part in ipairs(parts) do
    total = total + part.size
  end
  local room = length - gap * (#parts - 1)
  for index, part in ipairs(parts) do
    sum = sum + part.size
    local till = math.floor(room * sum / total)
    shares[index] = math.max(1, till - before)
    before = till
  end
  return shares
end

--- Returns the key of a tabs part: the keys of its leaves.
local function tabs_key(part)
  return table.concat(vim.tbl_map(function(one) return one.key end, M.leaves(part)), '\n')
end

--- Returns what a part shows in an area of `width` and `height`: parts in which nothing is hidden, and tabs are replaced
--- by the chosen one. Returns nil if everything in the part is closed.
--
-- `memory` is `{focused, closed, tabs}`: the key of the leaf with the cursor, the keys of the leaves that the user has
-- closed, and the last shown leaf of each tabs part.
function M.visible(part, width, height, memory)
  if part.form == 'leaf' then return not memory.closed[part.key] and vim.tbl_extend('force', part, { tabs = {} }) or nil end
  if part.form == 'tabs' then return M.visible_tab(part, width, height, memory) end
  local form, open = part.form, vim.tbl_filter(function(inner)
    return #vim.tbl_filter(function(one) return not memory.closed[one.key] end, M.leaves(inner)) > 0
  end, part.parts)
  if #open == 0 then return nil end
  if form == 'detail' then
    local is_narrow = width / #open < LEAST.columns and height / #open >= LEAST.rows
    form = is_narrow and 'rows' or 'columns'
  end
  local shown = fitting(open, form == 'columns' and width or height, LEAST[form], memory.focused)
  local shares = M.shares(shown, form == 'columns' and width or height, 1)
  local parts = {}
  for index, inner in ipairs(shown) do
    local w, h = form == 'columns' and shares[index] or width, form == 'rows' and shares[index] or height
    table.insert(parts, M.visible(inner, w, h, memory))
  end
  local whole = #parts == 1 and parts[1] or { form = form, parts = parts }
  whole.size, whole.owner = part.size, part.owner or whole.owner
  return whole
end

function M.visible_tab(part, width, height, memory)
  local key, chosen = tabs_key(part), nil
  for _, wanted in ipairs({ memory.focused or false, memory.tabs[key] or false }) do
    for _, inner in ipairs(part.parts) do
      if not chosen and contains(inner, wanted) then chosen = inner end
    end
  end
  chosen = chosen or part.parts[1]
  local shown = M.visible(chosen, width, height, memory)
  if not shown then return nil end
  memory.tabs[key] = contains(chosen, memory.focused) and memory.focused or M.leaves(chosen)[1].key
  -- The first leaf of the chosen part shows the titles of all.
  local first = M.leaves(shown)[1]
  local titles = vim.tbl_map(function(inner)
    local of_inner = M.leaves(inner)[1]
    return { part = inner, leaf = of_inner, is_chosen = inner == chosen }
  end, part.parts)
  table.insert(first.tabs, 1, titles)
  shown.size, shown.owner = part.size, part.owner or shown.owner
  return shown
end

--- Returns the title of a leaf, or of the part that a tab shows.
function M.title(part)
  if part.title then return part.title end
  local first = M.leaves(part)[1]
  local title = first.title or first.node:title()
  return title ~= '' and title or first.name
end

--- Gives each leaf its `top`: the outermost feature whose errors and toolbar are shown with the leaf.
function M.assign(part, top)
  top = top or part.owner
  if part.form == 'leaf' then
    part.top = top or part.root or part.node
    return
  end
  for index, inner in ipairs(part.parts) do
    M.assign(inner, index == 1 and top or nil)
  end
end

return M
