--- The windows of a feature's panes. The first visible pane is shown in the window of the layer itself; each other pane
--- has a layer and a window of its own: a split beside the layer's window, or a float beside the layer's float.

local arrangement = require('featurehost.arrangement')
local attention = require('featurehost.attention')
local tiles = require('featurehost.tiles')
local window = require('featurehost.window')

local Panes = {}
Panes.__index = Panes

--- Creates the panes of a layer.
function Panes.new(layer)
  return setmetatable({ layer = layer, layers = {}, memory = { closed = {}, tabs = {} } }, Panes)
end

local function is_valid(shown) return shown ~= nil and vim.api.nvim_win_is_valid(shown) end

--- Returns the layers of the panes that have windows of their own.
function Panes:shown()
  local shown = {}
  for _, leaf in ipairs(self.visible and arrangement.leaves(self.visible) or {}) do
    if leaf.key ~= self.leaf.key then table.insert(shown, self.layers[leaf.key]) end
  end
  return shown
end

--- Returns the windows of all panes.
function Panes:_windows()
  local windows = { self.anchor }
  for _, one in pairs(self.layers) do
    if one:shown() then table.insert(windows, one.window) end
  end
  return windows
end

--- Returns true if there are panes.
function Panes:has_any() return self.visible ~= nil end

--- Records the pane with the cursor.
function Panes:_follow_cursor()
  if self.wanted then
    self.memory.focused = self.wanted
  elseif self.leaf then
    local buffer = vim.w.featurehost_owner or vim.api.nvim_get_current_buf()
    for _, one in ipairs(self:shown()) do
      if one.buffer == buffer then self.memory.focused = one.key end
    end
    if buffer == self.layer.buffer then self.memory.focused = self.leaf.key end
  end
end

--- Returns the place of all panes: row, column, width and height.
function Panes:_area()
  if self.layer.depth > 0 then
    local place = window.place('picker', self.layer.depth, 1)
    return place.row, place.col, place.width + 2, place.height + 2
  end
  local top, left, bottom, right = math.huge, math.huge, 0, 0
  for _, shown in ipairs(self:_windows()) do
    local place = vim.api.nvim_win_get_position(shown)
    top, left = math.min(top, place[1]), math.min(left, place[2])
    bottom = math.max(bottom, place[1] + vim.api.nvim_win_get_height(shown))
    right = math.max(right, place[2] + vim.api.nvim_win_get_width(shown))
  end
  return top, left, right - left, bottom - top
end

--- Returns true if the anchor still shows the layer in the current tab page.
function Panes:_is_anchored()
  return is_valid(self.anchor) and vim.api.nvim_win_get_buf(self.anchor) == self.layer.buffer
    and vim.api.nvim_win_get_tabpage(self.anchor) == vim.api.nvim_get_current_tabpage()
end

--- Chooses the visible panes of a feature; returns the one that the layer itself shows, or nil if there are no panes.
function Panes:choose(node)
  local whole = arrangement.of(node)
  if not whole then
    self:close()
    self.visible, self.leaf = nil, nil
    return nil
  end
  self:_follow_cursor()
  if self.layer.depth == 0 and not self:_is_anchored() then
    self:_close_windows()
    self.anchor = self.layer:shown()
    if not self.anchor then return nil end
  end
  self.whole = whole
  local top, left, width, height = self:_area()
  self.area = { top, left, width, height }
  self.next_visible = arrangement.visible(whole, width, height, self.memory)
  if not self.next_visible then
    self.memory.closed = {}
    self.next_visible = arrangement.visible(whole, width, height, self.memory)
  end
  arrangement.assign(self.next_visible)
  return arrangement.leaves(self.next_visible)[1]
end

--- Returns the layer of a pane.
function Panes:_layer(leaf)
  local one = self.layers[leaf.key]
  if one and not vim.api.nvim_buf_is_loaded(one.buffer) then
    one:close()
    one = nil
  end
  if not one then
    one = require('featurehost.layer').new(self.layer.screen, self.layer.depth, { key = leaf.key }, self.layer)
    self.layers[leaf.key] = one
  end
  return one
end

--- Shows the chosen panes, each in its window.
function Panes:show()
  if not self.next_visible then return end
  local before, leaves = self.visible, arrangement.leaves(self.next_visible)
  local is_same = before ~= nil and tiles.signature(before) == tiles.signature(self.next_visible)
  for index, leaf in ipairs(leaves) do
    is_same = is_same and (index == 1 or self.layers[leaf.key] ~= nil and self.layers[leaf.key]:shown() ~= nil)
  end
  if not is_same then self:_close_windows() end
  self.visible, self.leaf, self.next_visible = self.next_visible, leaves[1], nil
  local function window_of(leaf) return leaf.key == self.leaf.key and self.anchor or self.layers[leaf.key].window end
  if self.layer.depth > 0 then
    tiles.float(self.visible, self.layer.depth, self.area, function(leaf, config) self:_float(leaf, config) end)
  elseif not is_same then
    tiles.with_fixed_sizes(self:_windows(), function()
      tiles.split(self.visible, self.anchor, function(leaf, shown) self:_fill(leaf, shown) end)
      tiles.size(self.visible, self.area[3], self.area[4], window_of)
    end)
  elseif not vim.deep_equal(self.area, self.sized) then
    tiles.size(self.visible, self.area[3], self.area[4], window_of)
  end
  self.sized = self.area
  self:_take_cursor()
  for index, leaf in ipairs(leaves) do
    if index > 1 then self.layers[leaf.key]:show({ node = leaf.top, leaf = leaf }) end
  end
  for key, one in pairs(self.layers) do
    if not vim.tbl_contains(vim.tbl_map(function(leaf) return leaf.key end, arrangement.leaves(self.whole)), key) then
      one:close()
      self.layers[key] = nil
    end
  end
end

--- Shows a pane in a split.
function Panes:_fill(leaf, shown)
  if shown == self.anchor then return end
  local one = self:_layer(leaf)
  vim.api.nvim_win_set_buf(shown, one.buffer)
  one.window, one.is_new = shown, true
end

--- Shows a pane in a float.
function Panes:_float(leaf, config)
  if leaf.key == self.leaf.key then return window.put(self.layer.window, config) end
  local one = self:_layer(leaf)
  if one:shown() then return window.put(one.window, config) end
  one.window, one.is_new = vim.api.nvim_open_win(one.buffer, false, config), true
end

--- Returns the window of a visible pane.
function Panes:_window(key)
  if self.leaf and key == self.leaf.key then return self.layer:shown() end
  return self.layers[key] and self.layers[key]:shown()
end

--- Moves the cursor to the pane that the user wants, or back to the pane from which a new arrangement has taken it.
function Panes:_take_cursor()
  local shown = (self.wanted or self.lost_cursor) and self:_window(self.memory.focused)
  self.wanted, self.lost_cursor = nil, nil
  if not shown or shown == vim.api.nvim_get_current_win() then return end
  if vim.api.nvim_get_mode().mode:sub(1, 1) == 'i' then vim.cmd('stopinsert') end
  vim.api.nvim_set_current_win(shown)
end

--- Goes to a pane as a command of the user, also to a pane that is hidden now.
function Panes:go_to(key)
  attention.command()
  self.memory.closed[key] = nil
  self.wanted = key
  self.layer.screen:render()
end

--- Goes to the next pane, or to the previous one.
function Panes:go(by)
  self:_follow_cursor()
  local keys = vim.tbl_map(function(leaf) return leaf.key end, arrangement.leaves(self.whole))
  for index, key in ipairs(keys) do
    if key == self.memory.focused then return self:go_to(keys[(index - 1 + by) % #keys + 1]) end
  end
  self:go_to(keys[1])
end

--- Closes the window of a pane as a command of the user, and goes to the window of the layer.
function Panes:shut(one)
  self.memory.closed[one.key] = true
  self.wanted = self.leaf.key
  self.layer.screen:render()
end

--- Called while the window of a pane is closed, or another buffer is shown there: the pane stays closed.
function Panes:mark_closed(one)
  -- A window that this module closes is forgotten before.
  if one.window then self.memory.closed[one.key], one.closed_beside = true, self.anchor end
end

--- Called when the user has closed the window of a pane, or shows another buffer there.
function Panes:left(one)
  local beside = one.closed_beside
  one.closed_beside = nil
  -- The user has closed the tab page with all panes.
  if beside and not is_valid(beside) then self.memory.closed[one.key] = nil end
  if one.window and not one:shown() then
    one.window = nil
    one:hide()
  end
  self.layer.screen:render()
end

--- Called when the buffer of a pane was unloaded.
function Panes:lost(one)
  if self.layers[one.key] ~= one then return end
  self.layers[one.key] = nil
  one:close()
  self.layer.screen:render()
end

local function close_window(shown)
  if not is_valid(shown) or pcall(vim.api.nvim_win_close, shown, true) then return end
  -- The last window of Neovim stays.
  vim.api.nvim_win_set_buf(shown, vim.api.nvim_create_buf(true, false))
end

function Panes:_close_windows()
  local own = self:_windows()
  for _, one in pairs(self.layers) do
    local shown = one:shown()
    if shown then
      if vim.api.nvim_get_current_win() == shown then
        self.lost_cursor = true
        if is_valid(self.layer:shown()) then vim.api.nvim_set_current_win(self.layer:shown()) end
      end
      one:keep_view()
      one:hide()
      one.window = nil
      tiles.with_fixed_sizes(own, function() close_window(shown) end)
    end
    one.window = nil
  end
end

--- Closes the windows of the panes; they are opened again when the layer is shown again.
function Panes:close()
  self:_close_windows()
  self.lost_cursor, self.anchor, self.visible = nil, nil, nil
end

--- Closes the panes for good.
function Panes:destroy()
  self:close()
  for _, one in pairs(self.layers) do
    one:close()
  end
  self.layers = {}
end

return Panes
