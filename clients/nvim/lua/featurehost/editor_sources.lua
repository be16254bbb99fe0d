--- The sources for which Neovim answers: its buffers, and operations on files.

local desk = require('featurehost.desk')
local lenient = require('featurehost.lenient')
local window = require('featurehost.window')

local M = {}

local function is_shown(buffer)
  return vim.bo[buffer].buflisted and not vim.api.nvim_buf_get_name(buffer):match('^featurehost://')
end

local function buffer_row(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local is_named = path ~= ''
  return {
    id = tostring(buffer),
    name = is_named and vim.fn.fnamemodify(path, ':t') or '[No Name]',
    folder = is_named and vim.fn.fnamemodify(path, ':~:.:h') or '',
    path = path,
    type = vim.bo[buffer].filetype,
    modified = vim.bo[buffer].modified,
    current = buffer == vim.fn.bufnr('#') or false,
  }
end

--- Returns a window for files: the current one, unless it is a float or shows a feature.
local function file_window()
  local function is_plain(id) return not window.is_float(id) end
  local function is_fit(id) return is_plain(id) and vim.bo[vim.api.nvim_win_get_buf(id)].buftype == '' end
  local windows = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(0))
  for _, id in ipairs(windows) do
    if id > 0 and vim.api.nvim_win_is_valid(id) and is_fit(id) then return id end
  end
  return vim.tbl_filter(is_plain, vim.api.nvim_tabpage_list_wins(0))[1]
end

--- Calls `act` in a window for files, after the dialog that requested it has closed.
local function in_file_window(act)
  window.in_normal_mode(function()
    local found = file_window()
    if found then vim.api.nvim_set_current_win(found) end
    act()
  end)
end

local function show_buffer(input)
  local buffer = tonumber(lenient.table(input.ids)[1])
  in_file_window(function()
    if buffer and vim.api.nvim_buf_is_valid(buffer) then window.show(buffer) end
  end)
  return vim.NIL
end

local function delete_buffers(params, answer)
  for _, id in ipairs(params.ids) do
    local buffer = tonumber(id)
    if buffer and vim.api.nvim_buf_is_valid(buffer) then
      if vim.bo[buffer].modified then
        return answer(('%s has changes that are not written.'):format(vim.api.nvim_buf_get_name(buffer)))
      end
      vim.cmd('bdelete ' .. buffer)
    end
  end
  return {}
end

--- Returns the files of rows as quickfix entries; paths are relative to the folder of the workspace.
local function files_of(input, folder)
  local entries = {}
  for _, row in ipairs(lenient.objects(input.values)) do
    local path = row.path or row.file or row.filename or row.title or row.text or row.id
    if type(path) == 'string' then
      local filename = path:match('^/') and path or folder .. '/' .. path
      table.insert(entries, { filename = filename, lnum = tonumber(row.line or row.lnum) or 1, text = path })
    end
  end
  return entries
end

-- A file name is never part of a command line, because the text after a line break in it would be a second command.
local function opener(split)
  return function(input, _, folder)
    in_file_window(function()
      for _, file in ipairs(files_of(input, folder)) do
        vim.cmd(split)
        local buffer = vim.fn.bufadd(vim.fn.fnamemodify(file.filename, ':.'))
        vim.bo[buffer].buflisted = true
        window.show(buffer)
        if file.lnum > 1 then
          vim.api.nvim_win_set_cursor(0, { math.min(file.lnum, vim.api.nvim_buf_line_count(0)), 0 })
        end
      end
    end)
    return vim.NIL
  end
end

local function to_quickfix(input, _, folder)
  in_file_window(function()
    vim.fn.setqflist(files_of(input, folder))
    vim.cmd('copen')
  end)
  return vim.NIL
end

M.buffers = {
  fetch = function() return vim.tbl_map(buffer_row, vim.tbl_filter(is_shown, vim.api.nvim_list_bufs())) end,
  delete = delete_buffers,
  operations = { show = show_buffer },
}

M.editor = {
  fetch = function() return {} end,
  operations = {
    edit = opener(''), split = opener('split'), vsplit = opener('vsplit'), tabedit = opener('tab split'),
    quickfix = to_quickfix,
  },
}

--- Registers the wanted sources, and notifies the hosts when buffers are added or removed.
function M.offer(wanted, hosts)
  for name, source in pairs(wanted) do
    if source == true then source = M[name] end
    if source then desk.put(name, source) end
  end
  if not wanted.buffers then return end
  local is_due = false
  vim.api.nvim_create_autocmd({ 'BufAdd', 'BufDelete', 'BufFilePost', 'BufModifiedSet' }, {
    group = vim.api.nvim_create_augroup('FeatureHostBuffers', {}),
    callback = function(event)
      if is_due or vim.api.nvim_buf_get_name(event.buf):match('^featurehost://') then return end
      is_due = true
      vim.schedule(function()
        is_due = false
        for _, host in pairs(hosts()) do
          desk.changed(host, 'buffers')
        end
      end)
    end,
  })
end

return M
