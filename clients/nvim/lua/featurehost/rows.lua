--- The rows of a list or a search in a buffer: a line for each row. Only the rows in the host's window have text.
--
-- A line without text costs a few bytes. So the user can scroll in a million rows, and jump by line numbers, as in any
-- buffer. The host's window follows the visible lines.

local Canvas = require('featurehost.canvas')
local highlight = require('featurehost.highlight')
local lenient = require('featurehost.lenient')
local row_lines = require('featurehost.row_lines')
local text = require('featurehost.text')
local window = require('featurehost.window')

local M = {}

local NOT_LOADED = 'the row is not loaded'
local FAILED = 'the row could not be loaded'
local GONE = 'the row is not there any more'

local missing = vim.api.nvim_create_namespace('featurehost-missing')

--- Returns the id of the active row; nil if none is active.
function M.active_id(layer, node)
  local of_kind = layer.kind.active_id
  if of_kind then return of_kind(node) end
  return node.state.activeId
end

--- Returns the number of lines for rows, or for the message that there are none.
local function line_count(layer, node) return math.max(1, layer.kind.row_count(node)) end

--- Replaces the lines of the head, and keeps the lines of the rows below it.
local function put_head(layer)
  local state, head = layer.state, layer.head
  if layer.is_new or not state.head then
    Canvas.put(layer.buffer, 0, -1, layer.canvas.lines)
    state.drawn = nil
  else
    Canvas.put(layer.buffer, 0, state.head, layer.canvas.lines)
  end
  state.head = head
end

--- Marks the active row, and adds the headers of sections.
local function decorate(layer, node, namespace)
  local state, head, buffer = layer.state, layer.head, layer.buffer
  local section
  for index, item in ipairs(state.items) do
    local line = head + state.offset + index - 1
    if item.id == M.active_id(layer, node) then
      vim.api.nvim_buf_set_extmark(buffer, namespace, line, 0, {
        virt_text = { { '›', 'FeatureHostActive' } }, virt_text_pos = 'overlay', strict = false,
      })
    end
    local header = layer.kind.section(layer, node, item)
    if header and header ~= section then
      vim.api.nvim_buf_set_extmark(buffer, namespace, line - 1, 0, {
        virt_lines = { { { ' ' .. require('featurehost.text').clean(header), 'FeatureHostSection' } } }, strict = false,
      })
    end
    section = header or section
  end
end

--- Marks the visible rows that are not loaded.
function M.mark_missing(layer, node)
  local state, head, shown = layer.state, layer.head, layer:shown()
  vim.api.nvim_buf_clear_namespace(layer.buffer, missing, 0, -1)
  if not state.drawn then return end
  local first, last = window.shown_lines(shown)
  local count = layer.kind.row_count(node)
  for line = first, math.min(last, vim.api.nvim_buf_line_count(layer.buffer)) do
    local row = line - head - 1
    if row >= 0 and row < count and (row < state.drawn[1] or row >= state.drawn[2]) then
      vim.api.nvim_buf_set_extmark(layer.buffer, missing, line - 1, 0, {
        virt_text = { { '    …', 'FeatureHostDim' } }, virt_text_pos = 'overlay', strict = false,
      })
    end
  end
end

--- Draws the rows in the window, and moves the cursor to the active row.
function M.draw(layer, node, namespace)
  local state, head, buffer = layer.state, layer.head, layer.buffer
  put_head(layer)
  local items, offset = layer.kind.items(node), lenient.number(lenient.table(node.state.window).offset)
  row_lines.resize(layer, head + line_count(layer, node), head + offset + #items)
  local last = vim.api.nvim_buf_line_count(buffer)
  local function blank(from, to)
    to = math.min(to, last - head)
    if to > from then Canvas.put(buffer, head + from, head + to, row_lines.empty(to - from)) end
  end
  if state.drawn then
    blank(state.drawn[1], math.min(state.drawn[2], offset))
    blank(math.max(state.drawn[1], offset + #items), state.drawn[2])
  end
  local canvas = layer.kind.rows(layer, node, items)
  if #items == 0 then offset = 0 end
  local fitting = math.max(0, math.min(#canvas.lines, last - head - offset))
  Canvas.put(buffer, head + offset, head + offset + fitting, vim.list_slice(canvas.lines, 1, fitting))
  state.drawn = { offset, offset + fitting }
  state.items, state.offset = items, offset
  if fitting == #canvas.lines then canvas:colour(buffer, namespace, head + offset) end
  M.follow(layer, node)
  decorate(layer, node, namespace)
  M.mark_missing(layer, node)
end

--- Returns the number of lines that a float needs.
function M.height(layer) return layer.head + line_count(layer, layer.main) end

--- Returns the row on a line of the buffer; nil if it is not loaded.
function M.item(layer, line)
  local state = layer.state
  return state.items and state.items[line - layer.head - state.offset]
end

function M.target(layer, line)
  local item = M.item(layer, line)
  if item then return { kind = 'row', item = item } end
  -- The line with the author's text about an empty source is its button too.
  return line == layer.head + 1 and M.button_when_empty(layer.main) or nil
end

--- Returns the target of the button beside the author's text about an empty source; nil if there is none.
function M.button_when_empty(node)
  local button = lenient.table(node.state.whenEmpty).button
  if type(button) ~= 'table' then return nil end
  return { kind = 'button', title = button.title, press = function() node:send(button.action, button.params) end }
end

--- Returns the chunks of a line in place of rows: a message, or the author's text with its button.
function M.message_chunks(node, margin, message)
  local own = text.plain(lenient.table(node.state.whenEmpty).text)
  local chunks = { { margin }, { own ~= '' and own or message, 'FeatureHostDim' } }
  local button = M.button_when_empty(node)
  if button then
    table.insert(chunks, { ' ' })
    table.insert(chunks, { ('[ %s ]'):format(text.plain(button.title)), highlight.button(nil, true), button })
  end
  return chunks
end

--- Returns the row at the cursor.
function M.current(layer)
  local shown = layer:shown()
  return shown and M.item(layer, vim.api.nvim_win_get_cursor(shown)[1])
end

--- Moves the cursor to the active row, unless the user has just moved elsewhere.
function M.follow(layer, node)
  local state, shown, active = layer.state, layer:shown(), M.active_id(layer, node)
  if state.is_moving or state.waits_for_row then return M.arrive(layer, node) end
  -- If no row is active, the cursor stays on its row when other rows are added or removed.
  local wanted = active or state.followed
  state.followed = wanted
  for index, item in ipairs(state.items) do
    if item.id == wanted then
      local cursor, line = vim.api.nvim_win_get_cursor(shown), layer.head + state.offset + index
      if cursor[1] ~= line then vim.api.nvim_win_set_cursor(shown, { line, cursor[2] }) end
      return
    end
  end
  local line = vim.api.nvim_win_get_cursor(shown)[1]
  if line <= layer.head and not active and #state.items > 0 and (layer.is_new or not state.was_shown) then
    vim.api.nvim_win_set_cursor(shown, { layer.head + 1, 0 })
  end
  state.was_shown = #state.items > 0
end

--- Makes the row at the cursor active as soon as it is loaded. If the user moves from a row that is not loaded to the
--- head, for instance to press a button, that row still becomes active.
function M.arrive(layer, node)
  local state, item = layer.state, M.current(layer)
  local row = vim.api.nvim_win_get_cursor(layer:shown())[1] - layer.head
  if row > 0 then
    state.wanted = not item and row or nil
  elseif state.wanted and state.wanted > layer.kind.row_count(node) then
    state.wanted = nil
  elseif state.wanted then
    item = state.items and state.items[state.wanted - state.offset]
    if item then state.wanted = nil end
  end
  state.waits_for_row = state.wanted ~= nil
  if not item or item.id == (state.sent or M.active_id(layer, node)) then return end
  state.sent, state.is_moving, state.followed = item.id, true, item.id
  local options = {
    quiet = true,
    answered = function()
      if state.sent ~= item.id then return end
      state.sent, state.is_moving = nil, false
    end,
  }
  if layer.kind.activate then return layer.kind.activate(node, item, options) end
  node:send('setActive', { id = item.id }, options)
end

--- Returns true if the cursor is at a row that is not loaded, or is to move to one. A loaded row becomes such a row if
--- the host moves its window away.
function M.is_under_way(layer)
  local state, row = layer.state, vim.api.nvim_win_get_cursor(layer:shown())[1] - layer.head
  return state.goal ~= nil or state.wanted ~= nil or (row > 0 and not M.current(layer))
end

--- Returns the reason why the row at the cursor is not active, and true if the row may still become active. Returns nil
--- if the row is active, or if the cursor is at no row.
function M.obstacle(layer, node)
  local state, item = layer.state, M.current(layer)
  if state.goal then return NOT_LOADED, true end
  if state.fell_short then return FAILED, false end
  local is_missing = not item and M.is_under_way(layer) and layer.kind.row_count(node) > 0
  if is_missing or item and item.dropped == true then
    local has_failed = not state.is_seeking and layer.kind.has_failed(node)
    return has_failed and FAILED or NOT_LOADED, not has_failed
  end
  if not item or item.id == M.active_id(layer, node) then return nil end
  M.arrive(layer, node)
  return GONE, state.sent ~= nil
end

--- Returns true if a row is loaded, or if it is known that there is no such row.
local function is_at_hand(layer, node, row)
  return layer.kind.has_all(node) or type(node.state.totalCount) == 'number' or row <= layer.kind.row_count(node)
end

--- Records the row to which the user wants to go when it is loaded.
local function aim(layer, row)
  local state = layer.state
  state.goal, state.sought = row or math.huge, nil
  state.goal_from = vim.api.nvim_win_get_cursor(layer:shown())[1]
end

--- Goes to the row with a number, counted from 1; without a number, to the last row. The rows before are loaded first.
function M.go_to(layer, node, row)
  local state, buffer = layer.state, layer.buffer
  local last = vim.api.nvim_buf_line_count(buffer) - layer.head
  if (row or math.huge) > last and not is_at_hand(layer, node, row or math.huge) then
    -- The host loads the rows of the requested window. If the window begins after the end, it shows the end.
    aim(layer, row)
    state.goal_count = layer.kind.row_count(node)
    local limit = math.ceil(1.5 * vim.api.nvim_win_get_height(layer:shown()))
    return node:send('setWindow', { offset = math.min(state.goal, 2 ^ 31), limit = limit }, { quiet = true })
  end
  if (row or math.huge) > last and row_lines.is_resizing(layer) then return aim(layer, row) end
  state.goal = nil
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(layer:shown(), { layer.head + math.max(1, math.min(row or last, last)), 0 })
  layer:moved()
end

--- Called when the user has moved to another line.
function M.moved(layer, node)
  local state = layer.state
  local line = vim.api.nvim_win_get_cursor(layer:shown())[1]
  -- The cursor may move to the head, where the user presses a button that acts on the row that is being loaded.
  if state.goal and line ~= state.goal_from and line > layer.head then state.goal = nil end
  M.arrive(layer, node)
  M.seek(layer, node)
end

--- Goes to the wanted row when it is loaded, or can't be loaded.
function M.reach(layer, node)
  local goal = layer.state.goal
  if not goal or row_lines.is_resizing(layer) then return end
  -- The snapshot may have only a page that was requested before the goal; then the host loads no more by itself.
  local has_paused = not layer.kind.is_loading(node) and layer.kind.row_count(node) > lenient.number(layer.state.goal_count)
  if is_at_hand(layer, node, goal) or has_paused then
    layer.state.fell_short = goal > layer.kind.row_count(node) and layer.kind.has_failed(node)
    M.go_to(layer, node, goal ~= math.huge and goal or nil)
  end
end

--- Returns the window that begins with the row at the cursor, if the host has omitted this row because its window would
--- be too long; otherwise nil. When the row is loaded it becomes active, and the host never omits an active row.
local function window_of_omitted(layer, held, count)
  local state, row = layer.state, vim.api.nvim_win_get_cursor(layer:shown())[1] - layer.head - 1
  if lenient.number(held.omitted) == 0 or not state.drawn or row < 0 or row >= count then return nil end
  if row >= state.drawn[1] and row < state.drawn[2] then return nil end
  return { offset = row, limit = math.max(1, #state.items) }
end

--- Requests a window with the visible rows, and a quarter of a screen on both sides.
function M.seek(layer, node)
  local state, shown = layer.state, layer:shown()
  if not shown or state.is_seeking or state.goal or not node:has('setWindow') then return end
  local height = vim.api.nvim_win_get_height(shown)
  local held = lenient.table(node.state.window)
  local count = layer.kind.row_count(node)
  local first = math.max(0, window.shown_lines(shown) - layer.head - 1)
  local last = math.min(math.max(count, 1), first + height)
  local margin = math.floor(height / 8)
  local has_before = lenient.number(held.offset) <= math.max(0, first - margin)
  local has_behind = lenient.number(held.offset) + lenient.number(held.limit) >= math.min(count, last + margin)
  local wanted = window_of_omitted(layer, held, count)
  if not wanted then
    wanted = { offset = math.max(0, first - math.floor(height / 4)), limit = math.ceil(1.5 * height) }
    if has_before and has_behind and held.limit == wanted.limit then return end
  end
  -- The same window is requested only once: near the end, the host answers with a window that begins earlier.
  if vim.deep_equal(wanted, state.sought) and held.limit == wanted.limit then return end
  state.sought, state.is_seeking = wanted, true
  node:send('setWindow', wanted, {
    quiet = true,
    answered = function(problem)
      state.is_seeking = false
      -- A host that has ended would fail every request immediately.
      if problem then return end
      local newest = layer.main and layer.main:newest()
      if layer.state == state and newest and layer:shown() then M.seek(layer, newest) end
    end,
  })
end

return M
