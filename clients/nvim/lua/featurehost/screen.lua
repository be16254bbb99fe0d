--- An open feature on the screen: one layer for the window, and one for each presentation.

local attention = require('featurehost.attention')
local Dialog = require('featurehost.dialog')
local Layer = require('featurehost.layer')
local Node = require('featurehost.node')
local lenient = require('featurehost.lenient')
local questions = require('featurehost.questions')
local window = require('featurehost.window')

local Screen = {}
Screen.__index = Screen

local open = {}

--- Returns all open screens.
function Screen.all() return open end

--- Shows an instance of a host in the current window; a dialog in a float.
function Screen.new(host, instance, is_dialog)
  local self = setmetatable({ host = host, instance = instance, layers = {}, is_dialog = is_dialog }, Screen)
  table.insert(open, self)
  instance.changed = function() self:render() end
  instance.closed = function() self:close() end
  if instance.snapshot then self:render() end
  return self
end

--- Returns the layers of features, and those of their panes.
function Screen:all_layers()
  local all = {}
  for _, layer in ipairs(self.layers) do
    if layer.panes then
      table.insert(all, layer)
      vim.list_extend(all, layer.panes:shown())
    end
  end
  return all
end

--- Returns the layer of a buffer; nil if it is none of this screen.
function Screen:layer_of(buffer)
  for _, layer in ipairs(self:all_layers()) do
    if layer.buffer == buffer then return layer end
  end
end

--- Returns the surfaces of the screen, from bottom to top: features, each with its presenter, and then questions.
function Screen:_surfaces()
  local surfaces, asked = {}, {}
  local function add(node, presentation, presenter)
    local style = presentation and presentation.style or self.is_dialog and 'picker'
    table.insert(surfaces, {
      key = presentation and presentation.key or 'base', node = node, presentation = presentation, presenter = presenter,
      style = style,
    })
    for _, part in ipairs(node:parts()) do
      for _, entry in ipairs(part:errors('alert')) do
        table.insert(asked, { question = questions.alert(part, entry) })
      end
      local shown = lenient.table(part.snapshot.presentation)
      local child = part:presented()
      if child then
        add(child, shown, part)
      elseif shown.key then
        table.insert(asked, 1, { question = questions.presented(part, shown) })
      end
    end
  end
  local root = Node.root(self.host, self.instance)
  add(root)
  local blocked = root.snapshot.blocked
  if type(blocked) == 'table' then
    local path = lenient.table(blocked.path)
    table.insert(asked, { question = questions.blocked(function(action)
      self.host:request('feature/send', {
        instance = self.instance.name, path = #path > 0 and path or nil, action = action,
      }, function() end)
    end) })
  end
  if self.asks_to_close then
    table.insert(asked, { question = questions.closing(function()
      self.asks_to_close = false
      self:render()
    end, function() self:close() end) })
  end
  if self.host.death and not self.host.death.is_seen then
    asked = { { question = questions.death(self.host, function() self.host:start() end, function()
      self.host.death.is_seen = true
      self:render()
    end) } }
  end
  for _, surface in ipairs(asked) do
    surface.key = surface.question.key
    table.insert(surfaces, surface)
  end
  return surfaces
end

--- Updates windows and floats to the newest snapshot.
function Screen:render()
  if self.is_closed or not self.instance.snapshot then return end
  local base = self.layers[1]
  if base and not base:shown() then return self:_trim(2) end
  local surfaces = self:_surfaces()
  for depth, surface in ipairs(surfaces) do
    local layer = self.layers[depth]
    if layer and (layer.key ~= surface.key or layer.is_gone) then
      self:_trim(depth)
      layer = nil
    end
    if not layer then self:_open(depth, surface) else layer:show(surface) end
  end
  self:_trim(#surfaces + 1)
end

function Screen:_open(depth, surface)
  if surface.question then
    self.layers[depth] = Dialog.open(surface.question, depth - 1, function() self:render() end,
      function() return self:has_cursor() end, self:is_own())
    return
  end
  local layer = Layer.new(self, depth - 1 + (self.is_dialog and 1 or 0), surface)
  self.layers[depth] = layer
  if layer.depth == 0 then
    window.leave_float()
    -- A feature that is opened from a pane takes the place of the whole feature.
    for _, other in ipairs(open) do
      local here = other:layer_of(vim.api.nvim_get_current_buf())
      local whole = here and here.owner and here.owner:shown()
      if whole then vim.api.nvim_set_current_win(whole) end
    end
    window.show(layer.buffer)
  end
  layer:show(surface)
end

--- Called when windows were scrolled, or their widths may have changed.
function Screen:follow()
  local layers = self:all_layers()
  for _, layer in ipairs(layers) do
    if layer:is_resized() then return self:render() end
  end
  for _, layer in ipairs(layers) do
    if layer.is_tall and layer:shown() then
      require('featurehost.sticky').follow(layer)
      layer:scrolled()
    end
  end
end

--- Returns true if the newest snapshot follows from the user's last key, so that the user expects what it shows.
function Screen:is_own() return attention.is_own(self.instance) end

--- Returns true if the cursor is in one of the screen's windows, or in an input over one of them.
function Screen:has_cursor()
  local here, buffer, owner = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf(), vim.w.featurehost_owner
  for _, layer in ipairs(self.layers) do
    if layer.window == here or layer.buffer == buffer or layer.buffer == owner then return true end
  end
  return self:layer_of(buffer) ~= nil or self:layer_of(owner) ~= nil
end

--- Removes the layers from an index on, the topmost first.
function Screen:_trim(from)
  local before, is_own = vim.api.nvim_get_current_win(), self:is_own()
  for depth = #self.layers, from, -1 do
    local layer, below = table.remove(self.layers, depth), self.layers[depth - 1]
    local had_cursor = vim.api.nvim_get_current_win() == layer.window
    layer:close()
    local shown = had_cursor and below and below.shown and below:shown()
    if shown then
      vim.api.nvim_set_current_win(shown)
      if not is_own then attention.guard(shown) end
      below:entered()
    end
  end
  -- The cursor may have moved, because an input over a removed window was closed too.
  local now = vim.api.nvim_get_current_win()
  if now ~= before and not is_own then attention.guard(now) end
end

--- Leaves a layer as a command of the user; the host may ask about unsaved changes first.
function Screen:leave(layer)
  attention.command()
  local surface = layer.surface
  if surface.presentation then
    if surface.presentation.dismissible then
      return surface.presenter:send('dismiss', { key = surface.presentation.key })
    end
    local ways = vim.list_extend(questions.buttons(surface.presenter, surface.presentation), layer.tools)
    for _, way in ipairs(ways) do
      if way.is_enabled and (way.role == 'cancel' or way.role == 'cancellation') then return way.press() end
    end
    return vim.notify('This can be left by one of its buttons alone.', vim.log.levels.INFO)
  end
  local flow = layer.main.parent
  if flow and flow.kind == 'flow' and #lenient.objects(flow.state.stack) > 1 and flow:can('pop') then
    return flow:send('pop')
  end
  if layer.owner then return layer.panes:shut(layer) end
  if layer.node:has_unsaved_changes() then
    self.asks_to_close = true
    return self:render()
  end
  self:close()
end

--- Called when the user has closed a layer's window, or the window shows another buffer.
function Screen:left(layer)
  if self.is_closed or layer:shown() then return end
  if layer.owner then return layer.panes:left(layer) end
  if layer.depth == 0 then
    layer:hide()
    return self:_trim(2)
  end
  if layer.depth == 1 and self.is_dialog then return self:close() end
  for depth, other in ipairs(self.layers) do
    if other == layer then self:_trim(depth) end
  end
  self:leave(layer)
  self:render()
end

--- Called when a layer's buffer was unloaded, for instance by `:bdelete`.
function Screen:unloaded(layer)
  local is_loaded = vim.api.nvim_buf_is_loaded(layer.buffer)
  if layer.owner and not is_loaded then return layer.panes:lost(layer) end
  if layer == self.layers[1] and not is_loaded then self:close() end
end

--- Closes the instance and all its windows.
function Screen:close()
  if self.is_closed then return end
  self.is_closed = true
  for index, screen in ipairs(open) do
    if screen == self then table.remove(open, index) break end
  end
  if self.host.instances[self.instance.name] == self.instance then self.host:close(self.instance) end
  self:_trim(2)
  local base = self.layers[1]
  if not base then return end
  base.panes:close()
  local shown = base:shown()
  if base.depth == 0 and shown then
    vim.api.nvim_win_call(shown, function()
      local before = vim.fn.bufnr('#')
      if before > 0 and before ~= base.buffer and vim.fn.buflisted(before) == 1 then
        vim.api.nvim_win_set_buf(shown, before)
      else
        vim.api.nvim_win_set_buf(shown, vim.api.nvim_create_buf(true, false))
      end
    end)
  end
  self:_trim(1)
end

--- Goes to the window of the screen, or shows the screen in the current window.
function Screen:focus()
  local base = self.layers[1]
  local shown = base and base:shown()
  if shown then
    vim.api.nvim_set_current_win(self.layers[#self.layers].window or shown)
  elseif base then
    window.leave_float()
    window.show(base.buffer)
  end
end

return Screen
