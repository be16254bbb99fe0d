--- When what comes by itself may take the cursor, and the keys.
--
-- Keys that a person types for something else must press nothing. What a command has brought about is expected, and has
-- the cursor at once. A float that comes by itself takes it from a window of its own feature alone, in Normal mode, when
-- no key was typed for a while; else it is seen, and waits until the person comes. Where a window shows something else
-- by itself, it does nothing with keys until the person has paused.

local config = require('featurehost.config')
local line_input = require('featurehost.line_input')

local M = {}

-- How many keys were typed, when the last of them, and which of them was the last command.
local count, last, commanded = 0, nil, nil
-- When the windows have changed by themselves that take no keys yet, or have refused one.
local guarded = {}

--- What tells the time in milliseconds; tests have one of their own.
M.clock = function() return vim.loop.hrtime() / 1e6 end

local is_listening = false

--- Takes note of keys from now on.
function M.listen()
  if is_listening then return end
  is_listening = true
  vim.on_key(function() count, last = count + 1, M.clock() end, vim.api.nvim_create_namespace('featurehost-keys'))
end

--- The last key is a command of a feature: what comes now is what it asks for.
function M.command() commanded = count end

local function is_recent(time) return time ~= nil and M.clock() - time < config.pause() end

local function has_typed_ahead() return vim.fn.getchar(1) ~= 0 end

--- Whether what an instance shows now comes of the person's last key, and of no one else.
function M.is_own(instance)
  local cause = instance.snapshot and instance.snapshot.cause
  if type(cause) == 'table' and cause.origin == 'peer' then return false end
  return commanded == count and is_recent(last) and not has_typed_ahead()
end

--- Has a window do nothing with keys until the person has paused.
function M.guard(window) guarded[window] = M.clock() end

function M.is_guarded(window) return is_recent(guarded[window]) end

--- Whether a key in the current window comes too early for what is there, which is told.
function M.refuses()
  local window = vim.api.nvim_get_current_win()
  if not M.is_guarded(window) then
    guarded[window] = nil
    return false
  end
  M.guard(window)
  vim.notify('This has just changed by itself: look, and type it again.', vim.log.levels.WARN)
  return true
end

--- Whether the next key is a part of a text, or of a command that has begun.
local function is_typing()
  local mode = vim.api.nvim_get_mode().mode
  return mode ~= 'n' and mode ~= 'nt' and not line_input.is_commanded()
end

local function is_free(is_here) return is_here() and not is_typing() end

--- Why a float that comes now has to wait: `elsewhere`, `typing` or `busy`; nil where it may take the cursor.
function M.obstacle(is_here, is_own)
  if not is_here() then return 'elsewhere' end
  if is_typing() then return 'typing' end
  if not is_own and (is_recent(last) or has_typed_ahead()) then return 'busy' end
  return nil
end

--- Takes the cursor to a window, now or as soon as that is right; `is_here()` tells whether the person is at what the
--- window belongs to, `is_own` whether the person expects it, and `arrived(from, has_waited)` is called with the window
--- that the cursor came from.
function M.take(window, is_here, is_own, arrived)
  local group, has_waited = nil, false
  local function stop()
    if group then vim.api.nvim_del_augroup_by_id(group) end
    group = nil
  end
  local function come()
    stop()
    local from = vim.api.nvim_get_current_win()
    local is_fetched = from == window
    if is_fetched then from = vim.fn.win_getid(vim.fn.winnr('#')) end
    if vim.api.nvim_get_mode().mode:sub(1, 1) == 'i' then vim.cmd('stopinsert') end
    vim.api.nvim_set_current_win(window)
    if not is_fetched and (has_waited or not is_own) then M.guard(window) end
    arrived(from, has_waited)
  end
  if not is_own then M.guard(window) end
  local obstacle = M.obstacle(is_here, is_own)
  if not obstacle then return come() end
  has_waited = true
  group = vim.api.nvim_create_augroup('FeatureHostAttention' .. window, {})
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'WinEnter', 'WinClosed' }, {
    group = group,
    -- This runs after the windows have changed, so that the new current window counts.
    callback = vim.schedule_wrap(function()
      if not group then return end
      if not vim.api.nvim_win_is_valid(window) then return stop() end
      -- Whoever goes on with keys of Normal mode ends no mode, but comes to the window.
      if vim.api.nvim_get_current_win() == window or (obstacle ~= 'busy' and is_free(is_here)) then come() end
    end),
  })
end

return M
