--- The process of the host.
--
-- This module reads lines with libuv, because `vim.lsp.rpc` is unsuitable: it writes messages to the log of language
-- servers, hides the end of the host's log, requires that a request of the host is answered before its handler returns,
-- and differs between versions of Neovim.

local wire = require('featurehost.wire')

local uv = vim.loop
local M = {}

-- The number of lines of the host's log that are shown when the host dies.
local LOG_LINES = 6

--- Calls a function; an error in it is reported later, and does not interrupt the caller.
local function guarded(act, ...)
  local is_fine, why = xpcall(act, debug.traceback, ...)
  if not is_fine then vim.schedule(function() error(why, 0) end) end
end

--- Starts a command, an array of words, in a folder. `on` has the callbacks, which run on the main loop: `message` gets
--- each message, `drained` is called after all received messages, and `exit` is called once with `{status, signal,
--- log}`. Returns the process, or nil and the reason of the failure.
function M.start(command, folder, on)
  local pipes = { uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false) }
  local process = { is_ending = false }
  local waiting, log, is_scheduled, ended, is_at_end = {}, {}, false, nil, false

  local function drain()
    is_scheduled = false
    local lines = waiting
    waiting = {}
    for _, line in ipairs(lines) do
      local message = wire.decode(line)
      if message then guarded(on.message, message) end
    end
    guarded(on.drained)
    if ended and is_at_end then
      is_at_end = false
      ended.log = log
      on.exit(ended)
    end
  end

  local function wake()
    if is_scheduled then return end
    is_scheduled = true
    vim.schedule(drain)
  end

  local function close_input() if not pipes[1]:is_closing() then pipes[1]:close() end end

  local handle, pid = uv.spawn(command[1], {
    args = vim.list_slice(command, 2),
    stdio = pipes,
    cwd = folder,
    hide = true,
  }, function(status, signal)
    process.handle:close()
    close_input()
    ended = { status = status, signal = signal }
    wake()
  end)
  if not handle then
    for _, pipe in ipairs(pipes) do
      pipe:close()
    end
    return nil, tostring(pid)
  end
  process.handle, process.pid = handle, pid

  local split, split_log = wire.lines(), wire.lines()
  pipes[2]:read_start(function(_, bytes)
    if bytes then
      local lines, is_too_long = split(bytes)
      vim.list_extend(waiting, lines)
      if is_too_long then handle:kill('sigterm') end
    else
      is_at_end = true
      pipes[2]:close()
    end
    wake()
  end)
  pipes[3]:read_start(function(_, bytes)
    if not bytes then return pipes[3]:close() end
    for _, line in ipairs((split_log(bytes))) do
      table.insert(log, line)
      if #log > LOG_LINES then table.remove(log, 1) end
    end
  end)

  function process.write(message)
    if not pipes[1]:is_closing() then pipes[1]:write(wire.encode(message)) end
  end

  --- Ends the host in an orderly way; it completes its writes first.
  function process.finish()
    process.is_ending = true
    if not pipes[1]:is_closing() then pipes[1]:shutdown(close_input) end
  end

  return process
end

return M
