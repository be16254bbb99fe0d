--- The Lua interface: features of a featurehost daemon in Neovim, as with `:FeatureHost`.

local Host = require('featurehost.host')
local Screen = require('featurehost.screen')
local config = require('featurehost.config')
local desk = require('featurehost.desk')
local editor_sources = require('featurehost.editor_sources')
local menu = require('featurehost.menu')
local palette = require('featurehost.palette')
local text = require('featurehost.text')
local trust = require('featurehost.trust')
local window = require('featurehost.window')

local M = {}

local hosts, is_prepared = {}, false

--- Sets options: see `:help featurehost-setup`. This function starts no host.
function M.setup(options)
  local problems = config.set(options)
  -- Keys need all modules, so that these are loaded only if keys are configured.
  if config.get().keys ~= nil or package.loaded['featurehost.bindings'] then
    vim.list_extend(problems, require('featurehost.bindings').set(config.get().keys or {}))
  end
  for _, problem in ipairs(problems) do
    vim.notify('featurehost: setup: ' .. problem .. '.', vim.log.levels.ERROR)
  end
end

local function prepare()
  if is_prepared then return end
  is_prepared = true
  require('featurehost.attention').listen()
  require('featurehost.highlight').define()
  editor_sources.offer(config.get().sources, function() return hosts end)
  local group = vim.api.nvim_create_augroup('FeatureHost', {})
  local function on(event, callback) vim.api.nvim_create_autocmd(event, { group = group, callback = callback }) end
  on('ColorScheme', function() require('featurehost.highlight').define() end)
  local function render()
    for _, screen in ipairs(Screen.all()) do
      screen:render()
    end
  end
  on('VimResized', render)
  -- A new tab page first shows the buffer of the window from which it was opened.
  on('TabEnter', function() vim.schedule(render) end)
  local function follow()
    for _, screen in ipairs(Screen.all()) do
      screen:follow()
    end
  end
  on('WinScrolled', follow)
  -- Opening or closing a window changes the width of other windows. Only Neovim 0.9 and later reports this change.
  on(vim.fn.exists('##WinResized') == 1 and 'WinResized' or 'WinEnter', function() vim.schedule(follow) end)
  on('VimLeavePre', function() M.stop(true) end)
end

--- Returns the host for a workspace; starts the host if it does not run.
local function host_over(workspace)
  prepare()
  local command, folder = config.command(config.workspace(workspace))
  local key = table.concat(command, '\n')
  local host = hosts[key]
  if not host then
    host = Host.new(command, folder, desk.names())
    hosts[key] = host
    host:start()
  elseif host.death then
    host:start()
  end
  return host
end

local function tell(problem) vim.notify('featurehost: ' .. text.clean(text.plain(problem.message)), vim.log.levels.ERROR) end

local function hand_on(feature, output)
  local on_output = config.get().on_output
  if on_output then window.in_normal_mode(function() on_output(output, feature) end) end
end

--- Opens a feature as a dialog in a float. Calls `finished` once with the outcome: see `feature/run` of the protocol.
--- Without `finished`, the output is passed to `on_output`.
function M.run(feature, params, finished, options)
  local host = host_over(options and options.workspace)
  local origin, screen = vim.api.nvim_get_current_win(), nil
  trust.ready(host, function()
    host:run(feature, params, function(problem, outcome)
      if screen then screen:close() end
      if problem then return tell(problem) end
      if vim.api.nvim_win_is_valid(origin) and window.is_float(0) then
        vim.api.nvim_set_current_win(origin)
      end
      if finished then return finished(outcome) end
      if outcome.outcome == 'completed' then hand_on(feature, outcome.output) end
    end, function(_, instance) screen = Screen.new(host, instance, true) end)
  end)
end

--- Opens a feature in the current window, or goes to its window if it is open. Features of the kinds in the option
--- `dialogs` open in a float.
function M.open(feature, params, options)
  local host = host_over(options and options.workspace)
  trust.ready(host, function()
    for _, screen in ipairs(Screen.all()) do
      if screen.host == host and screen.instance.feature == feature and vim.deep_equal(screen.instance.params, params) then
        return screen:focus()
      end
    end
    local entry = host:entry(feature)
    if entry and vim.tbl_contains(config.get().dialogs, entry.kind) then return M.run(feature, params, nil, options) end
    host:open(feature, params, function(problem, instance)
      if problem then return tell(problem) end
      Screen.new(host, instance)
    end)
  end)
end

--- Offers the features of the catalog for a choice.
function M.pick(options)
  local host = host_over(options and options.workspace)
  trust.ready(host, function()
    menu.choose_by_key('Features', vim.tbl_map(function(entry)
      local key = type(entry.key) == 'string' and vim.fn.strchars(entry.key) == 1 and entry.key or nil
      return { title = palette.line(entry, entry.kind), id = entry.id, key = key }
    end, host:offers()), function(entry) M.open(entry.id, nil, options) end)
  end)
end

--- Offers everything that can be done in the feature at the cursor, and the features to open. With a query, only what
--- matches it.
function M.palette(query, options)
  local layer, buffer = nil, vim.api.nvim_get_current_buf()
  for _, screen in ipairs(Screen.all()) do
    layer = layer or screen:layer_of(buffer)
  end
  local host = layer and layer.screen.host or host_over(options and options.workspace)
  trust.ready(host, function()
    palette.show(host, layer, query or '', function(feature) M.open(feature, nil, options) end)
  end)
end

--- Returns the ids of the catalog, for completion; the list is empty until the host has started.
function M.features(options)
  local host = host_over(options and options.workspace)
  vim.wait(2000, function() return host.catalog ~= nil or host.death ~= nil end, 5)
  return vim.tbl_map(function(entry) return entry.id end, host:offers())
end

--- Registers a source that a workspace declares as `client`: see `:help featurehost-sources`. Call it before the first
--- feature is opened. Returns a function that notifies the hosts that rows have changed.
function M.source(name, source)
  desk.put(name, source)
  return function()
    for _, host in pairs(hosts) do
      desk.changed(host, name)
    end
  end
end

--- Restarts all hosts, and starts those that have ended; open features are opened again.
function M.restart()
  for _, host in pairs(hosts) do
    if not host.death then host:stop() end
    host:start()
  end
end

--- Closes all features, and ends the hosts; with `waits`, waits for their writes.
function M.stop(waits)
  for _, screen in ipairs(vim.list_slice(Screen.all())) do
    screen:close()
  end
  local ending = vim.tbl_values(hosts)
  hosts = {}
  for _, host in ipairs(ending) do
    host:stop()
  end
  if not waits then return end
  vim.wait(3000, function()
    for _, host in ipairs(ending) do
      if not host.death then return false end
    end
    return true
  end, 5)
end

--- Asks the user whether the withheld programs of workspaces may be run.
function M.trust()
  local held = vim.tbl_filter(function(host) return host.untrusted ~= nil end, vim.tbl_values(hosts))
  if #held == 0 then return vim.notify('featurehost: no workspace is held back.', vim.log.levels.INFO) end
  for _, host in ipairs(held) do
    trust.ask(host)
  end
end

--- Returns the started hosts, for `:checkhealth`.
function M.hosts() return vim.tbl_values(hosts) end

return M
