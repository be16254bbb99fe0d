--- A buffer and a window that show a feature: the screen's own window, or a float for a presentation.

local Canvas = require('featurehost.canvas')
local Panes = require('featurehost.panes')
local area = require('featurehost.area')
local arrangement = require('featurehost.arrangement')
local attention = require('featurehost.attention')
local highlight = require('featurehost.highlight')
local keys = require('featurehost.keys')
local kinds = require('featurehost.kinds')
local rows = require('featurehost.rows')
local surroundings = require('featurehost.surroundings')
local text = require('featurehost.text')
local window = require('featurehost.window')

local Layer = {}
Layer.__index = Layer

local namespace = vim.api.nvim_create_namespace('featurehost')

local WINDOW_OPTIONS = {
  wrap = false, list = false, number = false, relativenumber = false, signcolumn = 'no', foldcolumn = '0',
  foldenable = false, cursorline = true, spell = false, colorcolumn = '', sidescrolloff = 0, conceallevel = 0,
}

--- Creates a layer of a screen; `depth` is 0 for the screen's own window. `owner` is the layer to whose panes the layer
--- belongs: a pane keeps its buffer while it is hidden.
function Layer.new(screen, depth, surface, owner)
  local self = setmetatable({
    screen = screen, depth = depth, key = surface.key, states = owner and owner.states or {}, height = 0, owner = owner,
  }, Layer)
  local is_listed = depth == 0 and not owner
  self.panes = owner and owner.panes or Panes.new(self)
  self.buffer = vim.api.nvim_create_buf(is_listed, not is_listed)
  vim.bo[self.buffer].swapfile = false
  vim.bo[self.buffer].undolevels = -1
  vim.bo[self.buffer].bufhidden = (depth == 0 or owner) and 'hide' or 'wipe'
  vim.bo[self.buffer].filetype = 'featurehost'
  self:_listen()
  return self
end

function Layer:_listen()
  self.group = vim.api.nvim_create_augroup('FeatureHostBuffer' .. self.buffer, {})
  local function on(event, callback)
    vim.api.nvim_create_autocmd(event, { group = self.group, buffer = self.buffer, callback = callback })
  end
  on('CursorMoved', function() self:moved() end)
  on('ModeChanged', function()
    if self.canvas and vim.v.event.new_mode:match('^[vV\22]') then area.begin(self) end
  end)
  on('BufWriteCmd', function() keys.press(self, ':w') end)
  on('BufReadCmd', function()
    self.is_new, self.state.head = true, nil
    self.screen:render()
    keys.press(self, ':e')
  end)
  on('BufWinEnter', function() vim.schedule(function() self.screen:render() end) end)
  on('BufLeave', function() vim.schedule(function() self:free_windows() end) end)
  on('BufWinLeave', function()
    if self.owner then self.panes:mark_closed(self) end
    if not self.is_closing then vim.schedule(function() self.screen:left(self) end) end
  end)
  -- With the last window but those of its panes, the layer's window would not be the last one.
  on('QuitPre', function()
    if self.owner or not self.panes:has_any() then return end
    self.panes:close()
    vim.schedule(function() self.screen:render() end)
  end)
  on('BufUnload', function()
    -- The check is scheduled, because `:edit` unloads the buffer and loads it again immediately.
    if not self.is_closing then vim.schedule(function() self.screen:unloaded(self) end) end
  end)
end

--- Returns the window; nil if it is not visible.
function Layer:shown()
  if self.owner then
    local is_open = self.window and vim.api.nvim_win_is_valid(self.window)
    return is_open and vim.api.nvim_win_get_buf(self.window) == self.buffer and self.window or nil
  end
  if self.depth > 0 then return self.window and vim.api.nvim_win_is_valid(self.window) and self.window or nil end
  local found = self:is_current() and vim.api.nvim_get_current_win() or vim.fn.bufwinid(self.buffer)
  return found >= 0 and found or nil
end

function Layer:is_current() return vim.api.nvim_get_current_buf() == self.buffer end

--- Draws the feature of a surface.
function Layer:show(surface)
  self.surface = surface
  if not self.owner and self.depth > 0 then self:_open() end
  self.leaf = surface.leaf or not self.owner and self.panes:choose(surface.node) or nil
  self.node = self.leaf and self.leaf.top or surface.node
  local main = self.leaf and self.leaf.node or self.node:main()
  local identity = main:identity()
  if identity ~= self.identity then
    if self.identity and self:shown() and not self.screen:is_own() then attention.guard(self:shown()) end
    self:keep_view()
    if self.kind and self.kind.leave then self.kind.leave(self) end
    -- A pane gets features with ever new identities.
    if self.main and not self.main:newest() then self.states[self.identity] = nil end
    self.identity, self.kind = identity, kinds.of(main)
    self.states[identity] = self.states[identity] or {}
    self.state = self.states[identity]
    self.is_new = true
    vim.bo[self.buffer].buftype = main.kind == 'form' and 'acwrite' or 'nofile'
  end
  self.main = main
  self:_entitle()
  if not self.owner then self.panes:show() end
  if self:shown() then self:draw() end
end

--- Keeps the position in the window for the time when the feature is shown again.
function Layer:keep_view()
  if self.state and self:shown() then self.state.view = vim.api.nvim_win_call(self:shown(), vim.fn.winsaveview) end
end

--- Returns the features that the layer draws in its own window: the innermost first.
function Layer:parts()
  local parts, up = self.main:parts(), self.main.parent
  while up and #up.path >= #self.node.path do
    table.insert(parts, up)
    up = up.parent
  end
  return parts
end

function Layer:_open()
  if self:shown() then return end
  local place = window.place(self.surface.style, self.depth, 1)
  local presentation = self.surface.presentation
  if not presentation and vim.api.nvim_get_mode().mode:sub(1, 1) == 'i' then vim.cmd('stopinsert') end
  self.window = vim.api.nvim_open_win(self.buffer, not presentation, place)
  if not presentation then return end
  local function is_here() return self.screen:has_cursor() end
  attention.take(self.window, is_here, self.screen:is_own(), function(_, has_waited)
    if has_waited then self:entered() end
  end)
end

--- Called when the user has entered the window.
function Layer:entered()
  -- While the window ignores keys, no input is opened, because the input would not ignore them.
  if not self.kind.entered or self.state.was_left or attention.is_guarded(self:shown()) then return end
  self.kind.entered(self)
end

--- Sets the options of the window.
function Layer:_dress(shown)
  window.set(shown, WINDOW_OPTIONS)
  if self.depth > 0 then return window.set(shown, { winhighlight = highlight.over(true) }) end
  window.hide_filler(shown)
  window.set_title(shown)
end

--- Gives the buffer the title of the feature as its name, which lists of buffers, tabs and status lines show.
function Layer:_entitle()
  local presentation = self.surface.presentation
  local own = self.owner and arrangement.title(self.leaf) or self.node:title()
  local title = text.clean(text.plain(presentation and presentation.title or own))
  if title == self.title then return end
  self.title = title
  window.name(self.buffer, title)
  vim.b[self.buffer].featurehost_title = title
end

--- Updates buffer and window to the newest snapshot.
function Layer:draw()
  local shown, main = self:shown(), self.main
  local field = not self.is_new and not self.is_tall and self.canvas and self:place().target
  if self.is_new then self:_dress(shown) end
  vim.w[shown].featurehost = self.buffer
  self.width = window.width(shown) - (self.kind.margin and self.kind.margin(self, shown) or 0)
  local canvas = Canvas.new(self.width)
  self.tools = {}
  surroundings.head(self, canvas)
  local is_covered = surroundings.full_screen_errors(self, canvas)
  local is_tall = self.kind.is_tall and not is_covered
  if is_tall then
    surroundings.steps(self, canvas)
    surroundings.toolbar(self, canvas)
    self.kind.head(self, main, canvas)
  elseif not is_covered then
    self.kind.draw(self, main, canvas)
  end
  if not is_tall then
    surroundings.steps(self, canvas)
    surroundings.toolbar(self, canvas)
  end
  self.canvas, self.head, self.is_tall = canvas, #canvas.lines, is_tall

  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  if is_tall then
    rows.draw(self, main, namespace)
  else
    Canvas.put(self.buffer, 0, -1, canvas.lines)
    self.state.head = nil
  end
  canvas:colour(self.buffer, namespace, 0)
  vim.bo[self.buffer].modified = main.kind == 'form' and main:has_unsaved_changes()
  self.height = is_tall and rows.height(self) or #canvas.lines
  if self.depth > 0 and not self.leaf then window.move(shown, window.place(self.surface.style, self.depth, self.height)) end
  window.set(shown, { scrolloff = is_tall and self.head or 0 })
  self:_settle_cursor(shown, field)
  keys.bind(self)
  if self.kind.drawn then self.kind.drawn(self, main) end
  require('featurehost.sticky').follow(self)
  require('featurehost.turn').drawn(self)
  self.is_new = false
end

function Layer:_settle_cursor(shown, field)
  if self.is_new and self.state.view then
    vim.api.nvim_win_call(shown, function() vim.fn.winrestview(self.state.view) end)
  elseif self.is_new and not self.is_tall then
    -- The search for something to press wraps around to the titles of tabs.
    self:go_to(math.max(self:next_line(1, self.tab_lines) or 1, self.tab_lines + 1))
  elseif field and field.path and self.kind.line_of then
    -- Messages that appear or disappear above the field change its line.
    local line = self.kind.line_of(self, field.path)
    local now = self:place().target
    if line and not (now and now.path == field.path) then self:go_to(line) end
  end
end

local function is_stop(place)
  local target = place.target
  if #place.spans > 0 or not target then return #place.spans > 0 end
  return target.press ~= nil or target.kind == 'field' and target.field.enabled ~= false
end

--- Returns the next or previous line with something to press or edit; the search wraps around.
function Layer:next_line(by, line)
  local last = #self.canvas.lines
  for _ = 1, last do
    line = (line - 1 + by) % last + 1
    if is_stop(self.canvas.places[line]) then return line end
  end
end

--- Moves the cursor to a line, at the first target in the line.
function Layer:go_to(line)
  local shown, place = self:shown(), self.canvas.places[line]
  if not shown then return end
  local column = place and place.spans[1] and place.spans[1][1] or 0
  vim.api.nvim_win_set_cursor(shown, { math.min(line, vim.api.nvim_buf_line_count(self.buffer)), column })
end

--- Returns the place on which keys act: the feature, and the row, the field or the button at the cursor.
function Layer:place()
  local shown = self:shown()
  local cursor = shown and vim.api.nvim_win_get_cursor(shown) or { 1, 0 }
  local found = self.canvas:at(cursor[1], cursor[2]) or {}
  if self.is_tall and cursor[1] > self.head then found = { target = rows.target(self, cursor[1]) } end
  if found.target and found.target.kind == 'note' then found.target = found.target.of end
  found.node = (found.node or self.main):newest() or self.main
  return found
end

function Layer:moved()
  if self.is_tall and self:shown() then self.kind.moved(self, self.main) end
end

--- Called when the window was scrolled, so that other rows are visible.
function Layer:scrolled()
  rows.mark_missing(self, self.main)
  rows.seek(self, self.main)
end

--- Leaves the layer like a user, with a question if changes would be lost.
function Layer:leave() self.screen:leave(self) end

--- Returns true if the width of the window has changed since the last drawing.
function Layer:is_resized()
  local shown = self:shown()
  if not shown or not self.width then return false end
  return window.width(shown) - (self.kind.margin and self.kind.margin(self, shown) or 0) ~= self.width
end

--- Removes overlays and window options, because the layer is no longer visible.
function Layer:hide()
  if self.kind and self.kind.leave then self.kind.leave(self) end
  require('featurehost.sticky').hide(self)
  if not self.owner then self.panes:close() end
  self:free_windows()
end

--- Removes window options in windows that show another buffer now.
function Layer:free_windows()
  for _, shown in ipairs(self.depth == 0 and vim.api.nvim_list_wins() or {}) do
    if vim.w[shown].featurehost == self.buffer and vim.api.nvim_win_get_buf(shown) ~= self.buffer then
      window.set(shown, { scrolloff = -1, sidescrolloff = -1 })
      vim.w[shown].featurehost = nil
    end
  end
end

--- Closes the window and the buffer.
function Layer:close()
  if self.is_closing then return end
  self.is_closing = true
  self:hide()
  if not self.owner then self.panes:destroy() end
  pcall(vim.api.nvim_del_augroup_by_id, self.group)
  if self.depth > 0 and self:shown() then vim.api.nvim_win_close(self.window, true) end
  if vim.api.nvim_buf_is_valid(self.buffer) then vim.api.nvim_buf_delete(self.buffer, { force = true }) end
end

return Layer
