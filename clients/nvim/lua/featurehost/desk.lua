--- The handling of the host's requests about sources.
--
-- A source is a table of functions `fetch`, `search`, `insert`, `update`, `move` and `delete`. Each receives the params
-- of its request, and a function `answer(problem, result)` that it calls, immediately or later. `operations` has a
-- function for each operation, which receives the input instead of the params. Instead of calling `answer`, `fetch` may
-- return a list of all rows, and the other functions may return their result.

local lenient = require('featurehost.lenient')

local M = {}

local INVALID_PARAMS, SOURCE_FAILED = -32602, -31009

M.methods = {
  ['source/fetch'] = 'fetch',
  ['source/search'] = 'search',
  ['source/insert'] = 'insert',
  ['source/update'] = 'update',
  ['source/move'] = 'move',
  ['source/delete'] = 'delete',
  ['source/perform'] = 'perform',
}

local sources = {}

--- Registers a source under a name.
function M.put(name, source) sources[name] = source end

function M.names()
  local names = vim.tbl_keys(sources)
  table.sort(names)
  return names
end

--- Notifies a host that rows of a source have changed.
function M.changed(host, name)
  if vim.tbl_contains(host.offered or {}, name) then host:notify('source/changed', { source = name }) end
end

local function failure(message, code, retryable)
  return { code = SOURCE_FAILED, message = message, data = { code = code or 'sourceFailed', retryable = retryable } }
end

--- Returns the requested page of all rows.
local function page(rows, params)
  local from = lenient.number(params.offset)
  local last = math.min(#rows, from + math.max(1, lenient.number(params.limit)))
  return { items = vim.list_slice(rows, from + 1, last), endReached = last == #rows, totalCount = #rows }
end

local function work_of(source, method, params)
  if method ~= 'perform' then return source[method], params end
  return lenient.table(source.operations)[params.operation], params.input
end

local function result_of(method, returned, params)
  if method == 'fetch' then return page(returned, params) end
  if method == 'perform' then return { output = returned } end
  return next(returned) and returned or vim.empty_dict()
end

--- Answers a request exactly once; a repeated operation gets the same answer (R-28).
function M.ask(host, id, method_name, params, answer)
  local method, source = M.methods[method_name], sources[params.source]
  if not source then return answer({ code = INVALID_PARAMS, message = 'There is no such source here.' }) end
  host.operations = host.operations or {}
  local key = params.opId and table.concat({ params.source, method, params.opId }, '\n')
  local before = key and host.operations[key]
  if before then return answer(nil, before) end
  if params.where or params.text or params.sort then
    return answer(failure('These rows are filtered and sorted by the host: leave "query" out of "can".', 'readOnly', false))
  end
  local work, input = work_of(source, method, params)
  if not work then return answer(failure('This source can not ' .. method .. '.', 'readOnly', false)) end

  local is_answered = false
  local function finish(problem, result)
    if is_answered then return end
    answer(problem, result)
    is_answered = true
    host.cancels[id] = nil
    if not problem and key then host.operations[key] = result end
  end
  host.cancels = host.cancels or {}
  host.cancels[id] = function() finish(failure('It was cancelled.', 'cancelled', true)) end
  local is_fine, why = pcall(function()
    local returned = work(input, function(problem, result)
      finish(problem and failure(problem), result)
    end, host.folder)
    if returned ~= nil then finish(nil, result_of(method, returned, params)) end
  end)
  -- The input of an operation may contain a secret, and so may the text of its failure (R-32).
  if not is_fine then finish(failure(method == 'perform' and 'The operation failed.' or tostring(why))) end
end

function M.cancel(host, id)
  local cancel = lenient.table(host.cancels)[id]
  if cancel then cancel() end
end

--- Drops the requests of a host that has ended.
function M.forget(host) host.cancels, host.operations = {}, {} end

return M
