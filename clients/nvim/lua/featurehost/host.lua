--- A host: requests to it, its catalog, and its open instances.

local desk = require('featurehost.desk')
local entered = require('featurehost.entered')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local process = require('featurehost.process')
local reader = require('featurehost.reader')
local text = require('featurehost.text')
local trust = require('featurehost.trust')

local Host = {}
Host.__index = Host

local METHOD_NOT_FOUND = -32601
-- The time in milliseconds for which the drawing of an unsettled state is delayed.
local PATIENCE = 8

--- Creates a host without starting it. `command` is an array of words, `folder` the working folder, and `sources` the
--- names of the offered sources.
function Host.new(command, folder, sources)
  return setmetatable({ command = command, folder = folder, sources = sources, instances = {}, waiting = {},
    last_id = 0 }, Host)
end

--- Starts the process, and opens the instances of the previous process again under their names.
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
    locale = reader.locale(),
    timeZone = reader.time_zone(),
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

--- Answers each pending request to the ended process with an error, and drops the requests from that process.
function Host:_forget()
  local waiting = self.waiting
  self.waiting = {}
  local ids = vim.tbl_keys(waiting)
  -- The errors come in the order of the requests, so that the value that was entered last is kept.
  table.sort(ids)
  for _, id in ipairs(ids) do
    waiting[id]({ message = 'The host has ended.', kind = 'died' })
  end
  desk.forget(self)
  trust.forget(self)
end

function Host:is_running() return self.process ~= nil and self.death == nil end

--- Sends a request; calls `answered` with an error or a result. If the host dies first, the error has the kind `died`.
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

--- Stores a newer snapshot; its windows are drawn after all received messages are handled.
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

--- Draws the changed instances. For an unsettled instance, the drawing is delayed, because another snapshot usually
--- follows immediately.
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

--- Opens a feature. `done` is called with an error, or with nil and the instance: `{name, feature, params, snapshot,
--- changed, closed}`, where the caller sets the last two.
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
  -- The snapshots of a dialog come as notifications, because the answer is its outcome.
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

--- Opens a feature as a dialog; calls `completed` with an error, or with nil and the outcome.
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
  -- A message at the level ERROR would interrupt the typing of the user for a second.
  vim.notify('featurehost: ' .. self:last_words(), ended.problem and vim.log.levels.ERROR or vim.log.levels.WARN)
  for _, instance in pairs(self.instances) do
    if instance.changed then instance.changed() end
  end
end

--- Returns a message that the host has ended, with the reason.
function Host:last_words()
  local death = self.death
  if death.problem then
    return ('%s could not be started: %s. `:help featurehost-install` says where it comes from.'):format(
      self.command[1], death.problem)
  end
  return 'The host has ended. ' .. self:end_of_it()
end

--- Returns the reason for the host's end.
function Host:end_of_it()
  local death = self.death
  if death.problem then return death.problem end
  if death.signal ~= 0 then return ('A signal ended it (%d).'):format(death.signal) end
  return ('It ended with status %d.'):format(death.status)
end

--- Ends the process in an orderly way, after it has completed its writes; then calls `stopped`.
function Host:stop(stopped)
  self.stopped = stopped
  if not self:is_running() then return end
  self:request('shutdown', nil, function() end)
  self:notify('exit')
  self.process.finish()
end

--- Returns the entries of menus: the features that can be drawn, and opened without params, and that are no parts of
--- others. The features of a group follow each other.
function Host:offers()
  local groups, all = {}, {}
  for _, entry in ipairs(self.catalog or {}) do
    local required = lenient.table(lenient.table(entry.params).required)
    if kinds.is_known(entry.kind) and #required == 0 and entry.hidden ~= true then
      local name = text.plain(entry.group)
      if not groups[name] then
        groups[name] = {}
        table.insert(all, groups[name])
      end
      table.insert(groups[name], entry)
    end
  end
  local offers = {}
  for _, group in ipairs(all) do
    vim.list_extend(offers, group)
  end
  return offers
end

function Host:entry(feature)
  for _, entry in ipairs(self.catalog or {}) do
    if entry.id == feature then return entry end
  end
end

--- Returns the catalog's entry of an action: true for an unknown feature, nil if the feature lacks the action.
function Host:action(feature, kind, name)
  local entry = self:entry(feature)
  -- A feature that is declared inside another one may have the name of an entry of another kind.
  if not entry or entry.kind ~= kind then return true end
  for _, action in ipairs(lenient.objects(entry.actions)) do
    if action.name == name then return action end
  end
end

--- Calls `act` when the catalog has arrived.
function Host:when_ready(act)
  if self.catalog then return act() end
  self:request('ping', nil, function(problem) if not problem then act() end end)
end

return Host
