-- Types queries into a search of the Neovim plugin, and writes the time from each key until its results were drawn.
-- Variables: BENCH_OUT, the output file; BENCH_WORDS, the queries; BENCH_ROWS, the number of searched rows.

local Screen = require('featurehost.screen')

local words = vim.split(vim.env.BENCH_WORDS, ' ')
local rows = tonumber(vim.env.BENCH_ROWS)
local times, word, typed, began = {}, 1, 0, nil

local function finish()
  vim.fn.writefile(vim.tbl_map(tostring, times), vim.env.BENCH_OUT)
  vim.cmd('qa!')
end

local function press()
  if typed == #words[word] then
    word, typed = word + 1, 0
    if not words[word] then return finish() end
    -- The next word is a separate search, which begins with an empty query.
    return vim.api.nvim_input('<C-u>')
  end
  typed = typed + 1
  began = vim.loop.hrtime()
  vim.api.nvim_input(words[word]:sub(typed, typed))
end

local function drawn(state)
  local query = words[word]:sub(1, typed)
  if query == '' then return state.query == '' and press() end
  if not began or state.resultsQuery ~= query then return end
  vim.cmd('redraw')
  table.insert(times, (vim.loop.hrtime() - began) / 1000)
  began = nil
  vim.schedule(press)
end

-- Begins typing when all rows are loaded and the prompt exists.
local function watch(layer)
  if not layer or not layer.prompt or layer.main.state.totalCount ~= rows then
    return vim.defer_fn(function() watch(layer or Screen.all()[1].layers[1]) end, 20)
  end
  local draw = layer.draw
  function layer.draw(self)
    draw(self)
    drawn(self.main.state)
  end
  press()
end

local new = Screen.new
function Screen.new(...)
  local screen = new(...)
  vim.schedule(function() watch(screen.layers[1]) end)
  return screen
end

vim.defer_fn(function() require('featurehost').open('paths') end, 50)
