--- What a person has set up, and which host that asks for.

local M = {}

local DEFAULTS = {
  -- The host's executable, an array of words before `serve`; `$FEATUREHOST`, else `featurehost` on the path.
  cmd = nil,
  -- The workspace's file; without one `g:featurehost_workspace`, else what is found upwards.
  workspace = nil,
  -- A socket to share a host on; one is started there where none listens.
  socket = nil,
  -- More arguments of `serve`.
  args = {},
  -- Kinds whose features open in a float over everything, and end when they are accepted.
  dialogs = { 'search' },
  -- What is done with what a dialog hands on: `function(output, feature)`.
  on_output = nil,
  -- Sources of this editor that a workspace may ask for, by their names.
  sources = { buffers = true, editor = true },
}

local current = vim.deepcopy(DEFAULTS)

function M.set(given)
  current = vim.tbl_deep_extend('force', vim.deepcopy(DEFAULTS), given or {})
end

function M.get() return current end

local NAMES = { 'featurehost.workspace.json', '.featurehost.json' }

--- The workspace file above a folder that is nearest; nil where there is none.
local function find_upwards(folder)
  while true do
    for _, name in ipairs(NAMES) do
      local file = folder .. '/' .. name
      if vim.fn.filereadable(file) == 1 then return file end
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder then return nil end
    folder = parent
  end
end

local trusted = {}

--- Whether a person trusts a workspace that was only found: it runs programs, and may have come with a folder.
local function is_trusted(file)
  if trusted[file] == nil then
    if vim.secure then
      trusted[file] = vim.secure.read(file) ~= nil
    else
      local question = ('Serve the workspace %s? It can run programs.'):format(vim.fn.fnamemodify(file, ':~'))
      trusted[file] = vim.fn.confirm(question, '&Yes\n&No', 2) == 1
    end
  end
  return trusted[file] or nil
end

--- The workspace file that is asked for, as an absolute path; nil for the gallery.
function M.workspace(named)
  local set = named or current.workspace or vim.g.featurehost_workspace
  if set then return vim.fn.fnamemodify(vim.fn.expand(set), ':p') end
  local found = find_upwards(vim.fn.getcwd())
  return found and is_trusted(found) and found or nil
end

function M.executable()
  local cmd = current.cmd or vim.env.FEATUREHOST or 'featurehost'
  return type(cmd) == 'table' and cmd or { cmd }
end

--- The words that start a host over a workspace, and the folder that it runs in.
function M.command(workspace)
  local serve = vim.list_extend({}, current.args)
  if workspace then vim.list_extend(serve, { '--workspace', workspace }) end
  local command = vim.list_extend({}, M.executable())
  if current.socket then
    vim.list_extend(command, { 'connect', '--socket', vim.fn.expand(current.socket), '--spawn', '--' })
  else
    table.insert(command, 'serve')
  end
  vim.list_extend(command, serve)
  return command, workspace and vim.fn.fnamemodify(workspace, ':h') or vim.fn.getcwd()
end

return M
