--- Windows: options of a single window, and floats that fit.

local M = {}

--- Sets options of one window. In Neovim 0.7, `vim.wo` would also set them for windows that are opened later.
function M.set(window, options)
  vim.api.nvim_win_call(window, function()
    for name, value in pairs(options) do
      vim.api.nvim_set_option_value(name, value, { scope = 'local' })
    end
  end)
end

--- Returns the values of options of one window, by their names.
function M.get(window, names)
  return vim.api.nvim_win_call(window, function()
    local values = {}
    for _, name in ipairs(names) do
      values[name] = vim.api.nvim_get_option_value(name, { scope = 'local' })
    end
    return values
  end)
end

--- Shows the beginning of the lines in a new window: Neovim scrolls it like the window in which the user types.
function M.unscroll(window)
  vim.api.nvim_win_call(window, function() vim.fn.winrestview({ topline = 1, leftcol = 0 }) end)
end

--- Hides the `~` of the lines behind the end of the buffer in one window.
function M.hide_filler(window)
  local now = vim.api.nvim_win_call(window, function() return vim.api.nvim_get_option_value('fillchars', {}) end)
  local parts = vim.tbl_filter(function(part)
    return part ~= '' and not vim.startswith(part, 'eob:')
  end, vim.split(now, ',', { plain = true }))
  table.insert(parts, 'eob: ')
  M.set(window, { fillchars = table.concat(parts, ',') })
end

local STATUS_LINE = " %{get(b:,'featurehost_title','')}%{&modified?' [+]':''} %=%-14.(%l,%c%)%P "

local default_status_line

--- Shows the title of the feature in the status line of a window, unless the user has a status line of their own.
function M.set_title(window)
  -- Neovim counts the status lines that this function sets as the user's.
  if default_status_line == nil then
    default_status_line = not vim.api.nvim_get_option_info('statusline').was_set and vim.go.statusline
  end
  if vim.go.statusline == default_status_line then M.set(window, { statusline = STATUS_LINE }) end
end

local SCHEME = 'featurehost://'
local LONGEST_NAME = 60

local function has_name(buffer, name) return vim.api.nvim_buf_get_name(buffer) == name end

local function buffer_of(name, but)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if buffer ~= but and has_name(buffer, name) then return buffer end
  end
end

--- Gives a buffer a name that ends in a title. The name begins with a scheme, so that it is never the name of a file.
function M.name(buffer, title)
  local before = vim.api.nvim_buf_get_name(buffer)
  local wanted = SCHEME .. vim.fn.strcharpart(title:gsub('/', '∕'), 0, LONGEST_NAME)
  local name, count = wanted, 1
  while buffer_of(name, buffer) do
    count = count + 1
    name = ('%s (%d)'):format(wanted, count)
  end
  if name == before then return end
  vim.api.nvim_buf_call(buffer, function()
    vim.cmd('silent noautocmd keepalt file ' .. vim.fn.fnameescape(name))
  end)
  -- Neovim keeps the earlier name for a new, unlisted buffer.
  local left_over = before ~= '' and buffer_of(before, buffer)
  if left_over then vim.api.nvim_buf_delete(left_over, { force = true }) end
end

--- Returns the first and the last line that the last drawing of a window has shown. A request for the current lines
--- would lay out the window each time.
function M.shown_lines(window)
  local info = vim.fn.getwininfo(window)[1]
  return info.topline, info.topline + info.height - 1
end

--- Returns the number of cells that a window has for text.
function M.width(window)
  local info = vim.fn.getwininfo(window)[1]
  return info.width - (info.textoff or 0)
end

--- Calls `act` after Insert mode has ended, because the end of Insert mode would clear a message that `act` shows.
function M.in_normal_mode(act)
  if vim.api.nvim_get_mode().mode:sub(1, 1) ~= 'i' then return vim.schedule(act) end
  vim.api.nvim_create_autocmd('InsertLeave', { once = true, callback = function() vim.schedule(act) end })
  vim.cmd('stopinsert')
end

function M.is_float(window) return vim.api.nvim_win_get_config(window).relative ~= '' end

--- Shows a buffer in the current window, or in a split if the window must keep a modified buffer without 'hidden'.
function M.show(buffer)
  if not pcall(vim.api.nvim_set_current_buf, buffer) then vim.cmd('sbuffer ' .. buffer) end
end

--- Goes to a window that is not a float, if the current one is a float.
function M.leave_float()
  if not M.is_float(0) then return end
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if not M.is_float(window) then return vim.api.nvim_set_current_win(window) end
  end
end

local function screen_size() return vim.o.columns, vim.o.lines - vim.o.cmdheight end

local SHARES = { fullScreen = { 1, 1 }, popover = { 0.6, 0.5 }, picker = { 0.9, 0.8 } }

--- Returns the config for `nvim_open_win` of a float; `content` is the number of lines of its content.
function M.place(style, depth, content)
  local columns, lines = screen_size()
  local share = SHARES[style] or { 0.9, 0.9 }
  local widest = style == 'question' and 56 or (style == 'fullScreen' or style == 'picker') and columns or 76
  local width = math.max(10, math.min(math.floor(columns * share[1]) - 2, widest))
  local highest = math.max(1, math.floor(lines * share[2]) - 2)
  local is_whole = style == 'fullScreen' or style == 'picker'
  local height = is_whole and highest or math.max(1, math.min(content, highest))
  return {
    relative = 'editor',
    row = math.max(0, math.floor((lines - height - 2) / 2)),
    col = math.max(0, math.floor((columns - width - 2) / 2)),
    width = width,
    height = height,
    border = 'rounded',
    style = 'minimal',
    zindex = 40 + 5 * depth,
  }
end

--- Moves a float to another place, unless it is already there.
function M.move(window, config)
  local now = vim.api.nvim_win_get_config(window)
  if now.width ~= config.width or now.height ~= config.height then vim.api.nvim_win_set_config(window, config) end
end

local placed = {}

--- Moves a float to a place, unless it was already put there.
function M.put(window, config)
  if vim.deep_equal(placed[window], config) then return end
  for known in pairs(placed) do
    if not vim.api.nvim_win_is_valid(known) then placed[known] = nil end
  end
  placed[window] = config
  vim.api.nvim_win_set_config(window, config)
end

return M
