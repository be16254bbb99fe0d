--- When what comes by itself may take the cursor.
--
-- Letters that a person types for something else must press nothing: a float takes the cursor in Normal mode alone, and
-- from a window of its own feature. Else it is seen, and waits until the person comes.

local line_input = require('featurehost.line_input')

local M = {}

--- Whether the next key is a part of a text, or of a command that has begun.
local function is_typing()
  local mode = vim.api.nvim_get_mode().mode
  return mode ~= 'n' and mode ~= 'nt' and not line_input.is_commanded()
end

function M.is_free(is_here) return is_here() and not is_typing() end

--- Takes the cursor to a window, now or as soon as that is right; `is_here()` tells whether the person is at what the
--- window belongs to, and `arrived(from, has_waited)` is called with the window that the cursor came from.
function M.take(window, is_here, arrived)
  local group, has_waited = nil, false
  local function stop()
    if group then vim.api.nvim_del_augroup_by_id(group) end
    group = nil
  end
  local function come()
    stop()
    local from = vim.api.nvim_get_current_win()
    if from == window then from = vim.fn.win_getid(vim.fn.winnr('#')) end
    if vim.api.nvim_get_mode().mode:sub(1, 1) == 'i' then vim.cmd('stopinsert') end
    vim.api.nvim_set_current_win(window)
    arrived(from, has_waited)
  end
  if M.is_free(is_here) then return come() end
  has_waited = true
  group = vim.api.nvim_create_augroup('FeatureHostAttention' .. window, {})
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'WinEnter', 'WinClosed' }, {
    group = group,
    -- Behind what changes windows: the one that is current then counts.
    callback = vim.schedule_wrap(function()
      if not group then return end
      if not vim.api.nvim_win_is_valid(window) then return stop() end
      if vim.api.nvim_get_current_win() == window or M.is_free(is_here) then come() end
    end),
  })
end

return M
