--- The line in which a query is typed. Typing never waits for the host.

local attention = require('featurehost.attention')
local lenient = require('featurehost.lenient')
local line_input = require('featurehost.line_input')
local text = require('featurehost.text')
local turn = require('featurehost.turn')

local M = {}

--- Calls `act` with the newest node after the host has answered all typed text.
function M.in_turn(layer, act)
  if (layer.state.queries or 0) == 0 then return act(layer.main:newest() or layer.main) end
  layer.state.waiting = layer.state.waiting or {}
  table.insert(layer.state.waiting, act)
end

--- Sends typed text, or the action of a key.
function M.send(layer, action, params, is_told)
  local state = layer.state
  state.queries = (state.queries or 0) + 1
  layer.main:send(action, params, {
    quiet = not is_told,
    answered = function()
      state.queries = state.queries - 1
      if state.queries > 0 then return end
      local waiting = state.waiting or {}
      state.waiting = nil
      for _, act in ipairs(waiting) do
        M.in_turn(layer, act)
      end
    end,
  })
end

function M.is_open(layer) return layer.prompt ~= nil and layer.prompt.is_open() end

function M.close(layer)
  if M.is_open(layer) then layer.prompt.close() end
  layer.prompt = nil
end

--- Opens the line and focuses it.
function M.open(layer)
  local shown = layer:shown()
  if not shown or layer.main.kind ~= 'search' then return end
  if M.is_open(layer) then
    vim.api.nvim_set_current_win(layer.prompt.window)
    return vim.cmd('startinsert!')
  end
  local keys = require('featurehost.bindings').typing('query', function(key)
    return function()
      if key.in_turn and not turn.take(layer, key.title, key.in_turn) then return end
      key.act(layer, layer.main:newest() or layer.main)
    end
  end)
  -- Text that was typed earlier is kept until it is answered (A-2).
  local query = (layer.state.queries or 0) > 0 and layer.state.typed_query
    or text.plain((layer.main:newest() or layer.main).state.query)
  layer.prompt = line_input.open({
    window = shown, row = layer.prompt_row, column = 3, width = math.max(4, layer.width - 4),
    value = query,
    changed = function(typed)
      layer.state.typed_query = typed
      M.hint(layer, typed)
      M.send(layer, 'setQuery', { query = typed })
    end,
    keys = keys,
  })
  M.hint(layer, query)
end

local namespace = vim.api.nvim_create_namespace('featurehost-prompt')

--- Shows the placeholder if the line is empty.
function M.hint(layer, typed)
  if not M.is_open(layer) then return end
  vim.api.nvim_buf_clear_namespace(layer.prompt.buffer, namespace, 0, -1)
  if typed ~= '' then return end
  vim.api.nvim_buf_set_extmark(layer.prompt.buffer, namespace, 0, 0, {
    virt_text = { { text.clean(text.plain(layer.main.state.prompt)), 'FeatureHostPlaceholder' } }, virt_text_pos = 'overlay',
  })
end

--- Shows the query of a snapshot: if it differs from the last typed query, another client has set it.
function M.follow(layer, node)
  if layer.is_new and not layer.state.was_left and layer:is_current() then
    -- The call is scheduled, because the window of the layer becomes the current one only after the drawing.
    vim.schedule(function()
      if layer:shown() and layer:is_current() and not attention.is_guarded(layer:shown()) then M.open(layer) end
    end)
  end
  if not M.is_open(layer) then return end
  local config = vim.api.nvim_win_get_config(layer.prompt.window)
  local width = math.max(4, layer.width - 4)
  if config.width ~= width or config.row ~= layer.prompt_row then
    vim.api.nvim_win_set_config(layer.prompt.window, {
      relative = 'win', win = layer:shown(), row = layer.prompt_row, col = 3, width = width, height = 1,
    })
  end
  local query = text.plain(node.state.query)
  if (layer.state.queries or 0) == 0 and layer.prompt.text() ~= query then
    layer.prompt.last = query
    layer.prompt.put(query)
    M.hint(layer, query)
  end
end

--- Recalls an earlier or a later query.
function M.recall(layer, node, by)
  local history = lenient.table(node.state.history)
  local at = math.max(0, math.min(#history, (layer.state.recalled or 0) + by))
  layer.state.recalled = at
  if history[at] and M.is_open(layer) then layer.prompt.put(text.plain(history[at])) end
end

return M
