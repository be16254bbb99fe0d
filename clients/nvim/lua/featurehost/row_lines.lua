--- The lines of a buffer that stand for rows: as many as there are rows, and empty where their text is not there.

local window = require('featurehost.window')

local M = {}

-- So many lines are added or taken away before keys are heard again.
local STEP = 50000
-- Milliseconds after which lines that nobody sees come and go, if nothing else has come. Each key of a query changes
-- their number by thousands, which takes longer than drawing what is seen.
local QUIET = 40

local EMPTY = {}
for index = 1, STEP do
  EMPTY[index] = ''
end

--- So many empty lines, of which there are at most `STEP`.
function M.empty(count) return count == STEP and EMPTY or vim.list_slice(EMPTY, 1, count) end

local function set(buffer, from, to, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, from, to, false, lines)
  vim.bo[buffer].modifiable = false
end

--- Takes a step towards a number of lines.
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

--- Brings the number of lines in step: at once as far as they are seen or `needed`, the others a little later.
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

--- Whether there will be more or fewer lines in a moment.
function M.is_resizing(layer) return layer.resizing ~= nil end

return M
