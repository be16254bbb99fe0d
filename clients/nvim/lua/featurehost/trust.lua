--- The question before a host runs the programs of an untrusted workspace (X-23).

local Dialog = require('featurehost.dialog')
local Node = require('featurehost.node')
local Screen = require('featurehost.screen')
local config = require('featurehost.config')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

-- The maximum number of shown programs, and of shown scalars of each program. The user can read the rest in the file.
local PROGRAMS, LENGTH = 50, 2000
-- The status of `featurehost trust` if the file has changed since it was shown.
local CHANGED = 2
-- The question is above all windows of features.
local DEPTH = 9

local function say(words, level) vim.notify('featurehost: ' .. text.clean(words), level or vim.log.levels.INFO) end

--- Records the workspace whose programs a host does not run. If features are already open, the user is asked
--- immediately, otherwise before the first feature is opened.
function M.met(host, untrusted)
  local held = lenient.table(untrusted)
  if type(held.workspace) ~= 'string' or type(held.sha256) ~= 'string' then return end
  host.untrusted = held
  if next(host.instances) then M.ready(host, function() end) end
end

--- Drops the question about a process that has ended.
function M.forget(host)
  local asked = host.question
  host.untrusted, host.question = nil, nil
  if asked then asked.dialog:close() end
end

local function quoted(word)
  word = text.plain(word)
  return word:find('^[%w_@%%+=:,./-]+$') and word or ("'%s'"):format(word:gsub("'", [['\'']]))
end

local function line_of(program)
  local words = table.concat(vim.tbl_map(quoted, lenient.table(program.argv)), ' ')
  local line = text.clean(('- %s %s: %s'):format(text.plain(program.kind), text.plain(program.name), words))
  local more = text.length(line) - LENGTH
  if more <= 0 then return line end
  return ('%s… and %d characters more; read the file'):format(text.part(line, 0, LENGTH), more)
end

local function has_unsaved_changes(host)
  for _, instance in pairs(host.instances) do
    if instance.snapshot and Node.root(host, instance):has_unsaved_changes() then return true end
  end
  return false
end

local function message(host, programs)
  local lines = {
    text.clean(host.untrusted.workspace),
    #programs == 1 and 'would run the program below.' or ('would run the %d programs below.'):format(#programs),
    'Trust it only if you know where it is from.',
  }
  if has_unsaved_changes(host) then
    table.insert(lines, 'The host is started again for it: what you have not submitted is entered again.')
  end
  return table.concat(lines, '\n')
end

--- Returns the withheld programs, a paragraph each.
local function listing(programs)
  local lines = vim.tbl_map(line_of, vim.list_slice(programs, 1, PROGRAMS))
  if #programs > PROGRAMS then table.insert(lines, ('… and %d more; read the file'):format(#programs - PROGRAMS)) end
  return table.concat(lines, '\n')
end

--- Closes the question; returns the functions that wait for the answer.
local function answered(host)
  local asked = host.question
  host.question = nil
  if not asked then return {} end
  asked.dialog:close()
  return asked.waiting
end

local function go_on(host, waiting)
  host.held = host.untrusted and host.untrusted.sha256
  for _, act in ipairs(waiting) do
    act()
  end
end

local function hold(host)
  local waiting = answered(host)
  if not host.untrusted then return end
  say('nothing of it is run; :FeatureHostTrust asks again.')
  go_on(host, waiting)
end

local function stop(host)
  answered(host)
  for _, screen in ipairs(vim.list_slice(Screen.all())) do
    if screen.host == host then screen:close() end
  end
  host:stop()
end

--- Restarts the host with the open features, and then calls the waiting functions.
local function start_anew(host, waiting)
  local function start()
    host:start()
    for _, act in ipairs(waiting) do
      M.ready(host, act)
    end
  end
  if host:is_running() then host:stop(start) else start() end
end

--- Runs a program; calls `done` with its status and its error output.
local function run(words, folder, done)
  local said = ''
  local is_fine, job = pcall(vim.fn.jobstart, words, {
    cwd = folder,
    stderr_buffered = true,
    on_stderr = function(_, lines) said = vim.trim(table.concat(lines, '\n')) end,
    on_exit = function(_, status) done(status, said) end,
  })
  if not is_fine or job <= 0 then done(1, ('%s can not be started.'):format(words[1])) end
end

--- Trusts the workspace, and restarts the host, which then runs the programs.
local function trust(host, words)
  local waiting, shown = answered(host), host.untrusted.sha256
  local command = vim.list_extend(vim.list_extend({}, config.executable()), { 'trust' })
  run(vim.list_extend(command, words), host.folder, function(status, why)
    if status == 0 then
      host.agreed = shown
    elseif status == CHANGED then
      say('the workspace has changed since it was shown.', vim.log.levels.WARN)
    else
      say(why, vim.log.levels.ERROR)
      return go_on(host, waiting)
    end
    start_anew(host, waiting)
  end)
end

local function question(host)
  local held = host.untrusted
  local programs = lenient.objects(held.programs)
  return {
    key = 'untrusted', style = 'sheet', title = 'Run what this workspace names?',
    message = message(host, programs), below = listing(programs),
    choices = {
      { title = next(host.instances) and 'Run nothing' or 'Open without running', role = 'cancel',
        press = function() hold(host) end },
      { title = 'Stop the host', press = function() stop(host) end },
      -- A letter that was typed for something else must not grant trust.
      { title = 'Trust and run', role = 'destructive', lhs = false,
        press = function() trust(host, { '--sha256', held.sha256, '--', held.workspace }) end },
      { title = 'Trust all in its folder, for good', role = 'destructive', lhs = false,
        press = function() trust(host, { '--', vim.fn.fnamemodify(held.workspace, ':h') }) end },
    },
  }
end

--- Asks whether a host may run the withheld programs; `act`, if given, is called after the answer. Without a user to
--- ask, the programs stay withheld.
function M.ask(host, act)
  if #vim.api.nvim_list_uis() == 0 then
    say(('%s is not trusted: nothing that it names is run.'):format(host.untrusted.workspace), vim.log.levels.WARN)
    return go_on(host, { act })
  end
  local asked = host.question
  if not asked then
    asked = { waiting = {}, dialog = Dialog.open(question(host), DEPTH) }
    host.question = asked
  elseif vim.api.nvim_win_is_valid(asked.dialog.window) then
    vim.api.nvim_set_current_win(asked.dialog.window)
  end
  table.insert(asked.waiting, act)
end

--- Calls `act` when the catalog has arrived and the user has answered the question.
function M.ready(host, act)
  host:when_ready(function()
    local held = host.untrusted
    if not held or held.sha256 == host.held then return act() end
    if held.sha256 ~= host.agreed then return M.ask(host, act) end
    say('the host still runs nothing: another session has begun it.', vim.log.levels.WARN)
    go_on(host, { act })
  end)
end

return M
