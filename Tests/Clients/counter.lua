-- A front end by Neovim's own vim.lsp.rpc.
-- Prints what it saw as one object; `test_clients.py` says what that must be.

local seen, asked, status = {}, {}, nil
local dispatchers = {
  notification = function(method, params)
    if method == 'state/snapshot' and params.instance == 'c' then
      table.insert(seen, { params.revision, params.state.count })
    end
  end,
  server_request = function(method, params)
    table.insert(asked, method)
    return { items = { { id = '1', title = params.source } }, endReached = true }
  end,
  on_exit = function(code) status = code end,
  on_error = function(code, problem) error(vim.inspect({ code, problem })) end,
}

local words = { 'serve', '-w', 'w.json', '--gallery' }
local client
if vim.fn.has('nvim-0.10') == 1 then
  client = vim.lsp.rpc.start({ vim.env.FEATUREHOST, unpack(words) }, dispatchers)
else
  client = vim.lsp.rpc.start(vim.env.FEATUREHOST, words, dispatchers)
end

local function ask(method, params)
  local problem, result, is_done
  client.request(method, params, function(found, value)
    problem, result, is_done = found, value, true
  end)
  assert(vim.wait(30000, function() return is_done end, 1), method .. ' is not answered')
  return result, problem
end

local function increment(action)
  return ask('feature/send', { instance = 'c', action = action })
end

local began = ask('initialize', { protocolVersions = { '1' }, capabilities = { sources = { 'rows' } } })
-- An empty table is an array to Neovim.
client.notify('initialized', {})
local opened = ask('feature/open', { feature = 'gallery:counter', instance = 'c', params = {} })
for _ = 1, 3 do increment('incrementButtonTapped') end
local _, wrong = increment('nonsense')
ask('feature/open', { feature = 'rows', instance = 'l' })
ask('feature/settle', { instance = 'l' })
local rows = ask('feature/snapshot', { instance = 'l' }).state.items
local report = {
  version = began.protocolVersion,
  opened = opened.snapshot.state.count,
  seen = seen,
  error = wrong.code,
  asked = asked,
  title = rows[1].value.title,
  ping = ask('ping', {}) or vim.NIL,
  shutdown = ask('shutdown', {}) or vim.NIL,
}
client.notify('exit', {})
assert(vim.wait(30000, function() return status ~= nil end, 1), 'the host does not end')
assert(status == 0, 'status ' .. status)
io.stdout:write(vim.json and vim.json.encode(report) or vim.fn.json_encode(report))
