--- The lines of a buffer that represent rows: one for each row, empty if the text of the row is not loaded.

local window = require('featurehost.window')

local M = {}

-- The maximum number of lines that are added or removed before keys are handled again.
local STEP = 50000
-- The delay in milliseconds before invisible lines are added or removed. Each key of a query changes their number by
-- thousands, which takes longer than drawing the visible lines. A newer change restarts the delay.
local QUIET = 40

local EMPTY = {}
for index = 1, STEP do
  EMPTY[index] = ''
end

--- Returns this number of empty lines, at most `STEP`.
function M.empty(count) return count == STEP and EMPTY or vim.list_slice(EMPTY, 1, count) end

local function set(buffer, from, to, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, from, to, false, lines)
  vim.bo[buffer].modifiable = false
end

--- Adds or removes at most one step of lines towards a number of lines.
local function step(buffer, wanted)
  local now = vim.api.nvim_buf_line_count(buffer)
  if now < wanted then
    set(buffer, now, now, M.empty(math.min(STEP, wanted - now)))
  elseif now > wanted then
    set(buffer, math.max(wanted, now - STEP), now, {})
  end
end

local function settle(layer)
  local resizing = layer.resizing
  if not resizing then return end
  if not layer:shown() or not layer.is_tall then
    layer.resizing = nil
    return
  end
  local quiet = resizing.changed + QUIET - vim.loop.now()
  if quiet > 0 then return vim.defer_fn(function() settle(layer) end, quiet) end
  step(layer.buffer, resizing.wanted)
  if vim.api.nvim_buf_line_count(layer.buffer) ~= resizing.wanted then
    return vim.defer_fn(function() settle(layer) end, 1)
  end
  layer.resizing = nil
  layer:draw()
end

--- Sets the number of lines to `wanted`: the visible lines and the first `needed` lines at once, other lines later.
function M.resize(layer, wanted, needed)
  local buffer, now = layer.buffer, vim.api.nvim_buf_line_count(layer.buffer)
  if now ~= wanted then
    local first, last = window.shown_lines(layer:shown())
    local seen = 2 * last - first
    if now < wanted then
      step(buffer, math.min(wanted, math.max(now, needed, seen)))
    elseif wanted <= seen then
      step(buffer, wanted)
    end
  end
  if vim.api.nvim_buf_line_count(buffer) == wanted then
    layer.resizing = nil
  elseif layer.resizing then
    layer.resizing.wanted, layer.resizing.changed = wanted, vim.loop.now()
  else
    layer.resizing = { wanted = wanted, changed = vim.loop.now() }
    vim.defer_fn(function() settle(layer) end, QUIET)
  end
end

--- Returns true if lines are still to be added or removed.
function M.is_resizing(layer) return layer.resizing ~= nil end

return M
