--- A daemon: requests to it, its catalog, and the instances that are open in it.

local desk = require('featurehost.desk')
local entered = require('featurehost.entered')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local process = require('featurehost.process')
local text = require('featurehost.text')
local trust = require('featurehost.trust')

local Host = {}
Host.__index = Host

local METHOD_NOT_FOUND = -32601
-- How long what is still changing waits to be drawn, in milliseconds.
local PATIENCE = 8

--- A host that was not started yet. `command` is an array of words, `folder` where it runs, `sources` the names of the
--- sources that it is offered.
function Host.new(command, folder, sources)
  return setmetatable({ command = command, folder = folder, sources = sources, instances = {}, waiting = {},
    last_id = 0 }, Host)
end

--- Starts the process; everything that is open is opened anew, under the same names.
function Host:start()
  self.process, self.death, self.stopped = nil, nil, nil
  self:_forget()
  for _, instance in pairs(self.instances) do
    entered.collect(self, instance)
  end
  self.catalog = nil
  local session, problem
  session, problem = process.start(self.command, self.folder, {
    message = function(message) if self.process == session then self:hear(message) end end,
    drained = function() if self.process == session then self:redraw() end end,
    exit = function(ended) if self.process == session then self:die(ended) end end,
  })
  self.process = session
  if not session then return self:die({ problem = problem, log = {} }) end
  self:request('initialize', {
    protocolVersions = { '1' },
    clientInfo = { name = 'featurehost.nvim' },
    processId = vim.loop.os_getpid(),
    capabilities = { sources = self.sources },
  }, function(problem_of_it, result)
    self.catalog = problem_of_it and {} or lenient.objects(lenient.table(result).features)
    self.offered = lenient.table(lenient.table(result and result.capabilities).sources)
    trust.met(self, lenient.table(result).untrusted)
  end)
  for _, instance in pairs(self.instances) do
    self:_open(instance, function(why)
      if not why or why.kind == 'died' then return end
      local words = ('featurehost: %s: %s'):format(instance.name, text.plain(why.message))
      vim.notify(text.clean(words), vim.log.levels.ERROR)
      entered.lose_all(instance)
      self.instances[instance.name] = nil
      if instance.closed then instance.closed() end
    end)
  end
end

--- Gives up what was asked of a process that is not there any more, and what that has asked.
function Host:_forget()
  local waiting = self.waiting
  self.waiting = {}
  local ids = vim.tbl_keys(waiting)
  -- In the order in which that was asked for: the value that was entered last counts.
  table.sort(ids)
  for _, id in ipairs(ids) do
    waiting[id]({ message = 'The host has ended.', kind = 'died' })
  end
  desk.forget(self)
  trust.forget(self)
end

function Host:is_running() return self.process ~= nil and self.death == nil end

--- Asks; `answered` is called with an error or a result, also when the host dies before it answers.
function Host:request(method, params, answered)
  if not self:is_running() then return answered({ message = 'The host has ended.', kind = 'died' }) end
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = answered or function() end
  self.process.write({ id = self.last_id, method = method, params = params })
end

function Host:notify(method, params)
  if self:is_running() then self.process.write({ method = method, params = params }) end
end

function Host:hear(message)
  if message.method then
    if message.id ~= nil then return self:asked(message) end
    local instance = self.instances[lenient.table(message.params).instance]
    if message.method == 'state/snapshot' and instance and not message.params.path then
      self:hold(instance, message.params)
    elseif message.method == 'state/closed' and instance and not message.params.path then
      self.instances[instance.name] = nil
      if instance.closed then instance.closed() end
    elseif message.method == '$/cancelRequest' then
      desk.cancel(self, lenient.table(message.params).id)
    end
  elseif message.id ~= nil then
    local answered = self.waiting[message.id]
    self.waiting[message.id] = nil
    if answered then answered(message.error, message.result) end
  end
end

function Host:asked(message)
  local function answer(problem, result)
    self.process.write({ id = message.id, error = problem, result = not problem and result or nil })
  end
  if desk.methods[message.method] then
    desk.ask(self, message.id, message.method, lenient.table(message.params), answer)
  else
    answer({ code = METHOD_NOT_FOUND, message = 'There is no method ' .. text.plain(message.method) .. '.' })
  end
end

--- Keeps a newer snapshot; what shows it is drawn when all that has come was heard.
function Host:hold(instance, snapshot)
  if instance.snapshot and not instance.is_reopening
    and lenient.number(snapshot.revision) < lenient.number(instance.snapshot.revision) then
    return
  end
  local is_new = instance.is_reopening
  instance.snapshot, instance.is_reopening, instance.is_changed = snapshot, false, true
  if is_new then entered.again(self, instance) end
end

--- Draws an instance that has changed.
function Host.draw(instance)
  if not instance.is_changed then return end
  instance.is_changed = false
  if instance.changed then instance.changed() end
end

--- Draws what has changed. While something is on its way another snapshot mostly follows at once: what is drawn then
--- need not be drawn twice.
function Host:redraw()
  for _, instance in pairs(self.instances) do
    if instance.is_changed and instance.snapshot then
      if instance.snapshot.settled ~= false then
        Host.draw(instance)
      elseif not instance.is_waiting then
        instance.is_waiting = true
        vim.defer_fn(function()
          instance.is_waiting = false
          Host.draw(instance)
        end, PATIENCE)
      end
    end
  end
end

--- Opens a feature. `done` is called with an error, or with nil and the instance:
--- `{name, feature, params, snapshot, changed, closed}`, of which the last two are the caller's to set.
function Host:open(feature, params, done)
  self:_open({ feature = feature, params = params }, done)
end

function Host:_open(instance, done)
  instance.is_reopening = true
  local function opened(problem, result)
    if not problem and type(lenient.table(result).snapshot) ~= 'table' then
      problem = { message = 'The host has answered with something else than a feature.' }
    end
    if problem then return done(problem) end
    instance.name = text.plain(result.instance)
    self.instances[instance.name] = instance
    self:hold(instance, result.snapshot)
    done(nil, instance)
  end
  local params = { feature = instance.feature, params = instance.params, instance = instance.name }
  if not instance.completed then return self:request('feature/open', params, opened) end
  -- A dialog: its snapshots come as notifications, since its answer is its outcome.
  params.instance = instance.name or ('nvim-%d-%d'):format(vim.loop.os_getpid(), self.last_id + 1)
  instance.name = params.instance
  self.instances[instance.name] = instance
  self:request('feature/run', params, function(problem, outcome)
    if problem and problem.kind == 'died' then return end
    self.instances[instance.name] = nil
    entered.lose_all(instance)
    instance.completed(problem, outcome)
  end)
  done(nil, instance)
end

--- Opens a feature as a dialog; `completed` is called with an error, or with nil and the outcome.
function Host:run(feature, params, completed, done)
  self:_open({ feature = feature, params = params, completed = completed }, done)
end

function Host:close(instance)
  self.instances[instance.name] = nil
  self:request('feature/close', { instance = instance.name }, function() end)
end

function Host:die(ended)
  self.death, ended.is_wanted = ended, self.process ~= nil and self.process.is_ending
  self:_forget()
  if ended.is_wanted then return self.stopped and self.stopped() end
  -- Neovim stops a person who is typing for a second to show an error.
  vim.notify('featurehost: ' .. self:last_words(), ended.problem and vim.log.levels.ERROR or vim.log.levels.WARN)
  for _, instance in pairs(self.instances) do
    if instance.changed then instance.changed() end
  end
end

--- That the host has ended, and how.
function Host:last_words()
  local death = self.death
  if death.problem then
    return ('%s could not be started: %s. `:help featurehost-install` says where it comes from.'):format(
      self.command[1], death.problem)
  end
  return 'The host has ended. ' .. self:end_of_it()
end

--- How the host has ended.
function Host:end_of_it()
  local death = self.death
  if death.problem then return death.problem end
  if death.signal ~= 0 then return ('A signal ended it (%d).'):format(death.signal) end
  return ('It ended with status %d.'):format(death.status)
end

--- Ends the process, in order: what is being written is finished; `stopped` is called then.
function Host:stop(stopped)
  self.stopped = stopped
  if not self:is_running() then return end
  self:request('shutdown', nil, function() end)
  self:notify('exit')
  self.process.finish()
end

--- The entries of the catalog that can be drawn.
function Host:offers()
  return vim.tbl_filter(function(entry) return kinds.is_known(entry.kind) end, self.catalog or {})
end

function Host:entry(feature)
  for _, entry in ipairs(self.catalog or {}) do
    if entry.id == feature then return entry end
  end
end

--- What the catalog says of an action: true where it says nothing of the feature, nil where that has no such action.
function Host:action(feature, name)
  local entry = self:entry(feature)
  if not entry then return true end
  for _, action in ipairs(lenient.objects(entry.actions)) do
    if action.name == name then return action end
  end
end

--- Calls back when the catalog is there.
function Host:when_ready(act)
  if self.catalog then return act() end
  self:request('ping', nil, function(problem) if not problem then act() end end)
end

return Host
