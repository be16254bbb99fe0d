--- Turns of keys: a key that acts on rows waits until all earlier input is answered and drawn, and until the row to
--- which the user has moved is loaded and active. Otherwise the key would act on the previous row.
--
-- Neovim blocks during the wait: later input, including movements and macros, is handled after the key.

local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local text = require('featurehost.text')

local M = {}

-- The maximum time that a key waits, and the time after which the wait is reported, in milliseconds.
local LONGEST, UNTOLD = 10000, 500
local STEP = 2

local GONE = 'the row is not there any more'
local REFUSED = 'what was typed before was refused'

-- The action for whose answer no key waits: the wait for a row that is not loaded is separate.
local UNCOUNTED = { setWindow = true }
local QUERIES = { setFilter = true, setSort = true, setQuery = true }
local SEARCHING = { debouncing = true, loading = true, stalled = true }

--- Counts a sent action; returns a function that is to be called with the error in the answer, or nil.
function M.begin(instance, action, is_quiet)
  if UNCOUNTED[action] then return function() end end
  local counts = M.counts(instance)
  -- `setActive` changes no rows, so a key that follows it means the row that the user sees.
  local changes = action == 'setActive' and 0 or 1
  counts.sent, counts.changes = counts.sent + 1, counts.changes + changes
  counts.is_query = counts.is_query or QUERIES[action] == true
  return function(problem)
    counts.sent, counts.changes = counts.sent - 1, counts.changes - changes
    if not problem or problem.kind == 'died' or (is_quiet and action ~= 'setActive') then return end
    local reason = is_quiet and lenient.table(problem.data).reason
    counts.refused = counts.refused + 1
    -- The reason for refusing any other action was already shown to the user.
    counts.why = reason == 'gone' and GONE or reason and refusals.words(reason) or REFUSED
  end
end

--- Returns the numbers of an instance's actions: `sent` are unanswered, `changes` are unanswered and not `setActive`,
--- and `refused` were refused by the host.
function M.counts(instance)
  instance.counts = instance.counts or { sent = 0, changes = 0, refused = 0 }
  return instance.counts
end

local function is_rows(node) return node.kind == 'list' or node.kind == 'search' end

local function has_rows(layer)
  for _, part in ipairs(layer:parts()) do
    if is_rows(part) then return true end
  end
  return false
end

--- Returns true if the rows for a new filter, sort order or query are being loaded.
local function is_querying(layer)
  for _, part in ipairs(layer:parts()) do
    local state = part.state
    local refresh = lenient.table(lenient.table(state.loads).refresh)
    if is_rows(part) and state.isStale == true and (refresh.status == 'loading' or SEARCHING[state.status]) then
      return true
    end
  end
  return false
end

--- Called when a layer was drawn: the rows for a new filter or query may have arrived.
function M.drawn(layer)
  local counts = M.counts(layer.screen.instance)
  if counts.changes == 0 and not is_querying(layer) then counts.is_query = false end
end

--- Returns true if the rows belong to an older filter, sort order or query.
local function is_stale(layer)
  for _, part in ipairs(layer:parts()) do
    if is_rows(part) and part.state.isStale == true then return true end
  end
  return false
end

--- Returns the row at the cursor and its feature; nil if there is none or it is not loaded.
local function row_at_cursor(layer)
  if layer.is_tall then
    local item = require('featurehost.rows').current(layer)
    return item, layer.main
  end
  local place = layer:place()
  local target = place.target
  return target and target.kind == 'row' and target.item or nil, place.node
end

--- Returns the id of the row that a key pressed now means; nil if that is not known yet.
function M.about(layer)
  if not has_rows(layer) or M.counts(layer.screen.instance).changes > 0 then return nil end
  if layer.is_tall and require('featurehost.rows').is_under_way(layer) then return nil end
  local item, node = row_at_cursor(layer)
  return item and item.id or layer.is_tall and node.state.activeId or nil
end

--- Returns the reason why the row to which the user has moved is not active, and true if it may still become active;
--- nil if it is active.
local function obstacle(layer, turn)
  if layer.is_tall then return require('featurehost.rows').obstacle(layer, layer.main) end
  local item, node = row_at_cursor(layer)
  if not item or item.id == node.state.activeId or not node:has('setActive') then return nil end
  if turn.activated ~= item.id then
    turn.activated = item.id
    node:send('setActive', { id = item.id }, { quiet = true })
    return GONE, true
  end
  return GONE, false
end

--- Returns true at a key's turn, nil if it has to wait, and false with the reason if its turn never comes.
local function look(layer, turn)
  local instance, host = layer.screen.instance, layer.screen.host
  local counts = M.counts(instance)
  if host.death then return false, 'the host has ended' end
  if layer.is_closing or not layer:shown() or vim.api.nvim_get_current_win() ~= turn.window then
    return false, 'something else is open now'
  end
  if counts.refused > turn.refused then
    return false, counts.why
  end
  if counts.sent > 0 then return nil end
  if instance.is_changed then
    host.draw(instance)
    turn.is_seen = false
    return nil
  end
  if not turn.is_about_rows then return true end
  if counts.is_query and not turn.may_be_stale then
    if is_querying(layer) then
      turn.has_queried = true
      return nil
    end
    if turn.has_queried and is_stale(layer) then return false, 'the rows could not be loaded' end
  end
  if turn.may_only_follow then return true end
  local why, may_pass = obstacle(layer, turn)
  if why and not turn.is_seen then
    -- The visible rows determine which rows are loaded, and Neovim lays out a window when it draws the window.
    turn.is_seen = true
    vim.cmd('redraw')
    if layer.is_tall then layer:scrolled() end
    return nil
  end
  if why and (may_pass or counts.sent > 0) then return nil end
  if why then return false, why end
  if turn.about and M.about(layer) ~= turn.about then return false, GONE end
  return true
end

--- Drops input that was typed ahead, because it was meant for something that did not happen.
local function drop_typed()
  while vim.fn.getchar(1) ~= 0 do
    vim.fn.getchar(0)
  end
end

-- A message of several lines would require the user to press a key.
local WIDEST = 24

local function short(title) return text.width(title) > WIDEST and text.fit(title, WIDEST) or title end

--- Shows that a key had no effect, with the reason.
function M.tell(title, why)
  -- Two messages in a row would require the user to press a key.
  vim.cmd('redraw')
  vim.notify(text.clean(('%s did nothing: %s.'):format(short(title), why)), vim.log.levels.WARN)
end

--- Waits until `done()` returns true. Returns two Booleans: true if it did so in time, and true if the user stopped the
--- wait.
local function wait(title, done)
  local is_done, why = vim.wait(UNTOLD, done, STEP)
  if is_done or why == -2 then return is_done, why == -2 end
  vim.api.nvim_echo({ { text.clean(short(title)) .. ' waits for what was typed before; CTRL-C stops it.' } }, false, {})
  local last = vim.loop.now() + LONGEST
  repeat
    vim.cmd('redraw')
    is_done, why = vim.wait(UNTOLD, done, STEP)
  until is_done or why == -2 or vim.loop.now() > last
  vim.api.nvim_echo({ { '' } }, false, {})
  return is_done, why == -2
end

--- Waits for the turn of an action with a title; returns false, after showing the reason, if the turn never comes.
--
-- `options` may have `about`, the id of the intended row; `is_of_items`, if it concerns items of a form;
-- `may_be_stale`, if rows of an older query suffice; and `may_only_follow`, if the active row counts instead of the
-- cursor.
function M.take(layer, title, options)
  options = options or {}
  local is_about_rows = has_rows(layer)
  if not is_about_rows and not options.is_of_items then return true end
  local turn = {
    is_about_rows = is_about_rows, window = vim.api.nvim_get_current_win(),
    refused = M.counts(layer.screen.instance).refused, about = options.about or M.about(layer),
    may_be_stale = options.may_be_stale, may_only_follow = options.may_only_follow,
  }
  if layer.is_tall then layer.state.fell_short = nil end
  local verdict, why = look(layer, turn)
  if verdict == nil then
    wait(title, function()
      verdict, why = look(layer, turn)
      return verdict ~= nil
    end)
  end
  if verdict then return true end
  drop_typed()
  M.tell(title, why or 'what was typed before is not done yet')
  return false
end

--- Waits until the cursor is at the row to which a key goes, which may have to be loaded first. The movement continues
--- after a timeout; it ends if the user stops the wait.
function M.arrive(layer, title)
  local state, host = layer.state, layer.screen.host
  state.fell_short = nil
  local is_there, is_stopped = wait(title, function() return not state.goal or host.death ~= nil or layer.is_closing end)
  if is_there and not state.fell_short then return end
  if is_stopped then state.goal = nil end
  drop_typed()
  if not state.fell_short then return end
  state.fell_short = nil
  vim.cmd('redraw')
  vim.notify(('%s: the rows behind this one could not be loaded.'):format(title), vim.log.levels.WARN)
end

--- Waits until the instance has settled; returns true if it did so in time.
function M.settle(layer, title)
  local is_settled = false
  layer.screen.host:request('feature/settle', { instance = layer.screen.instance.name }, function()
    is_settled = true
  end)
  return wait(title, function() return is_settled end)
end

return M
