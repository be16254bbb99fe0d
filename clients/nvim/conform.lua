-- The client program that `featurehost conform --client` controls to test this plugin. It performs orders in Neovim
-- like a user. An order is a request of the conformance kit, as protocol/conformance/README.md specifies.
--
--     featurehost conform --client -- nvim --headless -u NONE -c 'luafile clients/nvim/conform.lua'

local uv = vim.loop
local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
vim.opt.runtimepath:prepend(folder)
vim.opt.swapfile = false
vim.o.columns, vim.o.lines = 100, 60

local Host = require('featurehost.host')
local Screen = require('featurehost.screen')
local keys = require('featurehost.keys')
local wire = require('featurehost.wire')

local METHOD_NOT_FOUND, INTERNAL_ERROR = -32601, -32603
local host, screens, waits = nil, {}, {}

-- The plugin's decoder removes null members, but the orders must return the messages as they were received.
local function whole(message) return vim.json.decode(message) end

local newest = {}
local decode = wire.decode
function wire.decode(line)
  local message = decode(line)
  local is_json, raw = pcall(whole, line)
  if message and is_json and type(raw) == 'table' then
    if raw.method == 'state/snapshot' and not raw.params.path then newest[raw.params.instance] = raw.params end
    local result = type(raw.result) == 'table' and raw.result
    if result and result.snapshot then newest[result.instance] = result.snapshot end
  end
  return message
end

local function screen_of(params) return screens[params.instance] or error('there is no such instance', 0) end

local function serve_waits()
  for index = #waits, 1, -1 do
    if waits[index]() then table.remove(waits, index) end
  end
end

-- Calls `act` with the newest snapshot when the instance has reached a revision.
local function when_at(instance, revision, act)
  local function look()
    local snapshot = newest[instance]
    if not snapshot or snapshot.revision < revision then return false end
    act(snapshot)
    return true
  end
  if not look() then table.insert(waits, look) end
end

local namespace = vim.api.nvim_create_namespace('featurehost')

-- Returns what a layer shows: the lines of its buffer, and the headers of sections between them.
local function lines_of(layer)
  local shown = {}
  for index, line in ipairs(vim.api.nvim_buf_get_lines(layer.buffer, 0, -1, false)) do
    table.insert(shown, line)
    local from, to = { index - 1, 0 }, { index - 1, -1 }
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(layer.buffer, namespace, from, to, { details = true })) do
      for _, virtual in ipairs(mark[4].virt_lines or {}) do
        table.insert(shown, virtual[1][1])
      end
    end
  end
  return shown
end

local orders = {}

function orders.about()
  return {
    name = 'featurehost.nvim', version = '1', parts = { 'core', 'views', 'lists', 'forms', 'searches', 'flows' },
    framings = { 'lines' }, orders = vim.tbl_keys(orders),
  }
end

function orders.start(params)
  require('featurehost.highlight').define()
  host, screens, newest, waits = Host.new(params.command, vim.fn.getcwd(), {}), {}, {}, {}
  host:start()
  return function(answer) host:when_ready(function() answer(nil, vim.NIL) end) end
end

function orders.catalog()
  return { features = vim.tbl_map(function(entry) return entry.id end, host:offers()) }
end

function orders.open(params)
  return function(answer)
    local instance = { feature = params.feature, params = params.params, name = params.instance }
    host:_open(instance, function(problem)
      if problem then return answer(problem) end
      screens[params.instance] = Screen.new(host, instance)
      answer(nil, newest[params.instance])
    end)
  end
end

function orders.send(params)
  return function(answer)
    host:request('feature/send', {
      instance = params.instance, action = params.action, params = params.params, path = params.path,
    }, answer)
  end
end

function orders.state(params)
  return function(answer)
    when_at(params.instance, params.revision or 0, function(snapshot) answer(nil, snapshot) end)
  end
end

-- Goes to a field, and types or enters a value like a user. Answers the order with the answer to the last entered
-- value.
function orders.enter(params)
  return function(answer)
    local layer = screen_of(params).layers[1]
    vim.api.nvim_set_current_win(layer:shown())
    layer:go_to(layer.kind.line_of(layer, params.path))
    local ask, request = vim.fn.inputsecret, host.request
    vim.fn.inputsecret = function() return params.value end
    function host.request(self, method, sent, answered)
      local is_value = sent.action == 'setValue' or sent.action == 'setSecret'
      request(self, method, sent, is_value and function(problem, result)
        answered(problem, result)
        answer(problem)
      end or answered)
    end
    keys.press(layer, 'i')
    if layer.editing then
      layer.editing.input.put(tostring(params.value))
      layer.editing.input.close()
    end
    vim.fn.inputsecret, host.request = ask, nil
  end
end

function orders.show(params)
  local lines = {}
  screen_of(params):render()
  for _, layer in ipairs(screen_of(params):all_layers()) do
    vim.list_extend(lines, lines_of(layer))
  end
  return { lines = lines }
end

function orders.close(params)
  screen_of(params):close()
  return vim.NIL
end

function orders.stop()
  host:stop()
  return vim.NIL
end

local output = uv.new_pipe(false)
output:open(1)

local function follow(order)
  local function answer(problem, result)
    local said = { jsonrpc = '2.0', id = order.id }
    if problem then said.error = problem else said.result = result == nil and vim.NIL or result end
    output:write(vim.json.encode(said) .. '\n')
  end
  local work = orders[order.method]
  if not work then return answer({ code = METHOD_NOT_FOUND, message = order.method .. ' is no order' }) end
  local is_fine, done = pcall(work, order.params or {})
  if not is_fine then return answer({ code = INTERNAL_ERROR, message = tostring(done) }) end
  if type(done) == 'function' then
    local went, problem = pcall(done, answer)
    if not went then answer({ code = INTERNAL_ERROR, message = tostring(problem) }) end
  else
    answer(nil, done)
  end
end

local input, split = uv.new_pipe(false), wire.lines()
input:open(0)
input:read_start(function(_, bytes)
  if not bytes then return vim.schedule(function() vim.cmd('qa!') end) end
  for _, line in ipairs((split(bytes))) do
    vim.schedule(function() follow(vim.json.decode(line, { luanil = { object = true } })) end)
  end
end)
local ticking = uv.new_timer()
ticking:start(5, 5, vim.schedule_wrap(serve_waits))
