--- A small window for typing, which covers the text that is edited in the window below it.
--
-- The typed text stays until the user has finished, regardless of snapshots (A-2).

local window = require('featurehost.window')

local M = {}

-- The window of the input whose last key was a command instead of a letter.
local commanded

--- Returns true if the last key in the current input was a command.
function M.is_commanded() return commanded == vim.api.nvim_get_current_win() end

--- Opens an input. `options` has the `window` below the input, and the position in it: `row` and `column` in cells, or
--- `position` as line and byte in the window's buffer. It also has `width`, `height` and `value`; `owner`, the buffer
--- to which the input belongs, by default the window's buffer; `changed(text)`; `keys` as `{lhs = function}`; and
--- `left(text)`, called once when the user has left the input.
function M.open(options)
  local input, is_single = { last = options.value or '' }, (options.height or 1) == 1
  local buffer = vim.api.nvim_create_buf(false, true)
  input.buffer = buffer
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'featurehostinput'
  -- No line break is inserted automatically.
  vim.bo[buffer].textwidth, vim.bo[buffer].wrapmargin = 0, 0
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(input.last, '\n', { plain = true }))
  local config = vim.api.nvim_win_get_config(options.window)
  -- Neovim 0.7 would place the input relative to where a new float is not yet drawn.
  if config.relative ~= '' then vim.cmd('redraw') end
  input.window = vim.api.nvim_open_win(buffer, true, {
    relative = 'win',
    win = options.window,
    bufpos = options.position,
    row = options.row or 0,
    col = options.column or 0,
    width = math.max(1, options.width),
    height = options.height or 1,
    zindex = (config.zindex or 40) + 3,
    style = 'minimal',
    border = 'none',
  })
  vim.w[input.window].featurehost_owner = options.owner or vim.api.nvim_win_get_buf(options.window)
  window.set(input.window, { winhighlight = 'NormalFloat:Normal', wrap = not is_single })

  function input.text() return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end

  --- Replaces the typed text, and reports the change.
  function input.put(value)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(value, '\n', { plain = true }))
    local lines = vim.api.nvim_buf_line_count(buffer)
    local last = vim.api.nvim_buf_get_lines(buffer, lines - 1, lines, false)[1]
    vim.api.nvim_win_set_cursor(input.window, { lines, #last })
    input.hear()
  end

  --- Joins pasted lines into one line.
  local function join()
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    if not is_single or #lines == 1 then return end
    local cursor = vim.api.nvim_win_get_cursor(input.window)
    local before = table.concat(vim.list_slice(lines, 1, cursor[1] - 1), ' ')
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { table.concat(lines, ' ') })
    vim.api.nvim_win_set_cursor(input.window, { 1, (cursor[1] > 1 and #before + 1 or 0) + cursor[2] })
  end

  function input.hear()
    join()
    local typed = input.text()
    if typed == input.last then return end
    input.last, commanded = typed, nil
    options.changed(typed)
  end

  --- Moves the input to another position and width, because the text below it has moved.
  function input.move_to(position, width)
    local now = vim.api.nvim_win_get_config(input.window)
    vim.api.nvim_win_set_config(input.window, {
      relative = 'win', win = options.window, bufpos = position, row = 0, col = 0, width = math.max(1, width),
      height = now.height,
    })
    -- Otherwise text that was scrolled out of the narrow input would stay hidden in the wider one.
    if width > now.width then
      vim.api.nvim_win_call(input.window, function() vim.fn.winrestview({ leftcol = 0 }) end)
    end
  end

  function input.is_open() return vim.api.nvim_win_is_valid(input.window) end

  local function leave()
    if input.has_left then return end
    input.has_left = true
    if options.left then options.left(input.last) end
  end

  --- Closes the input; with `types_on`, Insert mode stays for the next input, which is opened immediately.
  function input.close(types_on)
    if not input.is_open() then return end
    input.hear()
    local is_here = vim.api.nvim_get_current_win() == input.window
    if is_here and not types_on then vim.cmd('stopinsert') end
    vim.api.nvim_win_close(input.window, true)
    if is_here and vim.api.nvim_win_is_valid(options.window) then vim.api.nvim_set_current_win(options.window) end
    leave()
  end

  for lhs, act in pairs(options.keys) do
    vim.keymap.set({ 'i', 'n' }, lhs, function()
      -- Letters that were typed faster than they are drawn have caused no event, so the text is read here.
      input.hear()
      commanded = input.window
      act(input)
    end, { buffer = buffer, nowait = true })
  end
  local group = vim.api.nvim_create_augroup('FeatureHostInput' .. buffer, {})
  vim.api.nvim_create_autocmd({ 'TextChangedI', 'TextChanged', 'TextChangedP' }, {
    group = group, buffer = buffer, callback = input.hear,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group, buffer = buffer, once = true,
    callback = function()
      vim.api.nvim_del_augroup_by_id(group)
      vim.schedule(leave)
    end,
  })
  -- If Insert mode is already active, `startinsert!` does not move the cursor to the end.
  vim.api.nvim_win_set_cursor(input.window, { 1, #vim.split(input.last, '\n', { plain = true })[1] })
  vim.cmd('startinsert!')
  return input
end

return M
