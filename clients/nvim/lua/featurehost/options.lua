--- A search for options in a source: a line for typing, and the found options below it.

local Canvas = require('featurehost.canvas')
local field_edit = require('featurehost.field_edit')
local field_types = require('featurehost.field_types')
local lenient = require('featurehost.lenient')
local line_input = require('featurehost.line_input')
local text = require('featurehost.text')
local window = require('featurehost.window')

local M = {}

local MORE = '  There are more: words find them.'

--- Returns the current options of a field, preceded by an empty choice if that is allowed.
local function entries_of(field)
  local entries = {}
  if field.type == 'picker' and field_edit.allows_none(field) and lenient.table(field.optionsFrom).query == '' then
    table.insert(entries, { title = 'none', value = vim.NIL })
  end
  for _, option in ipairs(lenient.objects(field.options)) do
    table.insert(entries, { title = text.titled(option.icon, option.title), value = option.value })
  end
  return entries
end

local function is_chosen(field, value)
  if not field_types.has(field, 'items') then
    return vim.deep_equal(field.value, value) or field.value == nil and value == vim.NIL
  end
  for _, held in ipairs(lenient.table(field.value)) do
    if vim.deep_equal(held, value) then return true end
  end
  return false
end

--- Lets the user search and choose options of a field.
function M.open(layer, node, path)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  local place = window.place('question', layer.depth + 1, 10)
  local shown = vim.api.nvim_open_win(buffer, false, place)
  window.set(shown, { cursorline = true, wrap = false, winhighlight = require('featurehost.highlight').over(true) })
  local at, entries, input, choose, is_due = 1, {}, nil, nil, false

  local function draw()
    local newest = node:newest() or node
    local field = field_edit.field(layer.state, newest, path)
    entries = entries_of(field)
    at = math.max(1, math.min(at, #entries))
    local canvas = Canvas.new(place.width)
    canvas:line({})
    for _, entry in ipairs(entries) do
      canvas:line({ { (is_chosen(field, entry.value) and ' ● ' or '   ') .. entry.title } })
    end
    local from = lenient.table(field.optionsFrom)
    if from.status == 'loading' then canvas:line({ { '   Loading…', 'FeatureHostDim' } }) end
    if from.status == 'failed' then canvas:line({ { '   They could not be loaded.', 'FeatureHostError' } }) end
    if from.endReached == false then canvas:line({ { MORE, 'FeatureHostDim' } }) end
    Canvas.put(buffer, 0, -1, canvas.lines)
    if vim.api.nvim_win_is_valid(shown) then
      vim.api.nvim_win_set_cursor(shown, { math.min(at + 1, #canvas.lines), 0 })
    end
    -- The user may have pressed the key for choosing before the options arrived.
    local is_found = from.status ~= 'loading' and vim.trim(text.plain(from.query)) == vim.trim(input and input.text() or '')
    if is_due and is_found then choose(newest, field) end
  end

  local function move(by)
    return function()
      at = at + by
      local newest = node:newest() or node
      local from = lenient.table(field_edit.field(layer.state, newest, path).optionsFrom)
      if at >= #entries and from.endReached == false and from.status == 'idle' then
        newest:send('loadMoreOptions', { path = path }, { quiet = true })
      end
      draw()
    end
  end
  function choose(newest, field)
    local entry = entries[at]
    is_due = false
    if not entry then return end
    local value = entry.value
    local is_list = field_types.has(field, 'items')
    if is_list then value = field_edit.ticked(field, value) end
    field_edit.enter(layer, newest, path, value)
    if not is_list then input.close() end
  end
  local function accept()
    is_due = true
    draw()
  end
  local function search(words)
    is_due = false
    (node:newest() or node):send('searchOptions', { path = path, query = words }, { quiet = true })
  end

  draw()
  search('')
  layer.editing = { path = path, follow = draw }
  input = line_input.open({
    window = shown, owner = layer.buffer, row = 0, column = 1, width = place.width - 2, changed = search,
    left = function()
      layer.editing = nil
      if vim.api.nvim_win_is_valid(shown) then vim.api.nvim_win_close(shown, true) end
      if layer:shown() then vim.api.nvim_set_current_win(layer:shown()) end
    end,
    keys = {
      ['<CR>'] = accept, ['<Esc>'] = function() input.close() end,
      ['<Down>'] = move(1), ['<C-n>'] = move(1), ['<Up>'] = move(-1), ['<C-p>'] = move(-1),
    },
  })
  layer.editing.input = input
end

return M
