--- Decides when a window that appears or changes by itself may take the cursor and the keys.
--
-- Keys that the user types for one screen must not act on the next one. A float that follows from the user's command
-- gets the cursor immediately. A float that appears by itself takes the cursor only in Normal mode, only from a window
-- of its own feature, and only if no key was typed for a while; otherwise it is shown without the cursor. A window
-- whose content changes by itself ignores keys until the user has paused.

local config = require('featurehost.config')
local line_input = require('featurehost.line_input')

local M = {}

-- The number of typed keys, the time of the last key, and the number of the key that was the last command.
local count, last, commanded = 0, nil, nil
-- The windows that ignore keys, each with the time when it changed by itself or last ignored a key.
local guarded = {}

--- Returns the time in milliseconds. Tests replace this function.
M.clock = function() return vim.loop.hrtime() / 1e6 end

local is_listening = false

--- Starts to count typed keys.
function M.listen()
  if is_listening then return end
  is_listening = true
  vim.on_key(function() count, last = count + 1, M.clock() end, vim.api.nvim_create_namespace('featurehost-keys'))
end

--- Records the last key as a command of a feature, whose effects the user expects.
function M.command() commanded = count end

local function is_recent(time) return time ~= nil and M.clock() - time < config.pause() end

local function has_typed_ahead() return vim.fn.getchar(1) ~= 0 end

--- Returns true if an instance's newest snapshot follows from the user's last key, and not from another client.
function M.is_own(instance)
  local cause = instance.snapshot and instance.snapshot.cause
  if type(cause) == 'table' and cause.origin == 'peer' then return false end
  return commanded == count and is_recent(last) and not has_typed_ahead()
end

--- Makes a window ignore keys until the user has paused.
function M.guard(window)
  for known in pairs(guarded) do
    if not vim.api.nvim_win_is_valid(known) then guarded[known] = nil end
  end
  guarded[window] = M.clock()
end

function M.is_guarded(window) return is_recent(guarded[window]) end

--- Returns true, and shows a message, if the current window ignores keys now.
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

--- Returns true if the next key continues a text or a command.
local function is_typing()
  local mode = vim.api.nvim_get_mode().mode
  return mode ~= 'n' and mode ~= 'nt' and not line_input.is_commanded()
end

local function is_free(is_here) return is_here() and not is_typing() end

--- Returns why a float must wait for the cursor: `elsewhere`, `typing` or `busy`; nil if it may take the cursor now.
function M.obstacle(is_here, is_own)
  if not is_here() then return 'elsewhere' end
  if is_typing() then return 'typing' end
  if not is_own and (is_recent(last) or has_typed_ahead()) then return 'busy' end
  return nil
end

--- Moves the cursor to a window, now or when there is no obstacle any more. `is_here()` returns true if the user is in
--- a window of the same feature, and `is_own` is true if the user expects the window. `arrived(from, has_waited)` is
--- called with the window that the cursor came from, and with true if the cursor had to wait.
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
      -- After `busy`, the cursor waits until the user enters the window: typing in Normal mode ends without an event.
      if vim.api.nvim_get_current_win() == window or (obstacle ~= 'busy' and is_free(is_here)) then come() end
    end),
  })
end

return M
