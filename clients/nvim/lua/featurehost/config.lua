--- The options of the user, and the resulting host.

local M = {}

local DEFAULTS = {
  -- The host's executable, an array of words before `serve`; by default `$FEATUREHOST`, or else `featurehost` in the
  -- path.
  cmd = nil,
  -- The workspace file; by default `g:featurehost_workspace`, or else the nearest file in a parent folder.
  workspace = nil,
  -- True if the programs of a workspace that the user has named run without a question. If the workspace was found in a
  -- parent folder instead, the user is always asked.
  trust = false,
  -- The socket of a shared host; a host is started there if none listens.
  socket = nil,
  -- More arguments of `serve`.
  args = {},
  -- The kinds of features that open in a float over everything, and end when they are accepted.
  dialogs = { 'search' },
  -- The pause in milliseconds after which keys act on a screen that appeared or changed by itself. The default is
  -- `g:featurehost_pause` or 500; 0 means no pause.
  pause = nil,
  -- The function that is called with the output of a dialog: `function(output, feature)`.
  on_output = nil,
  -- The keys of actions, by groups: see `bindings.lua`.
  keys = nil,
  -- The sources of this editor that a workspace may use, by name.
  sources = { buffers = true, editor = true },
}

local current = vim.deepcopy(DEFAULTS)

local NAMES_OF_OPTIONS = {
  'cmd', 'workspace', 'trust', 'socket', 'args', 'dialogs', 'pause', 'on_output', 'keys', 'sources',
}

--- Sets the options; returns the problems, each as a text.
function M.set(given)
  current = vim.tbl_deep_extend('force', vim.deepcopy(DEFAULTS), given or {})
  local problems = {}
  for name in pairs(given or {}) do
    if not vim.tbl_contains(NAMES_OF_OPTIONS, name) then
      table.insert(problems, ('there is no option %q; the options are %s'):format(
        tostring(name), table.concat(NAMES_OF_OPTIONS, ', ')))
    end
  end
  return problems
end

function M.get() return current end

--- Returns the pause in milliseconds after which keys act on a screen that appeared or changed by itself.
function M.pause() return current.pause or vim.g.featurehost_pause or 500 end

local NAMES = { 'featurehost.workspace.json', '.featurehost.json' }

--- Returns the nearest workspace file in a folder or its parents; nil if there is none.
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

--- Returns the absolute path of the workspace file, and true if it was found in a folder and not named; nil for the
--- gallery.
function M.workspace(named)
  local set = named or current.workspace or vim.g.featurehost_workspace
  if set then return vim.fn.fnamemodify(vim.fn.expand(set), ':p'), false end
  return find_upwards(vim.fn.getcwd()), true
end

function M.executable()
  local cmd = current.cmd or vim.env.FEATUREHOST or 'featurehost'
  return type(cmd) == 'table' and cmd or { cmd }
end

--- Returns the command that starts a host for a workspace, and its working folder. A workspace that was found and not
--- named may come from a stranger, so the option `trust` does not apply to it.
function M.command(workspace, is_found)
  local serve = vim.list_extend({}, current.args)
  if workspace and (is_found or current.trust ~= true) then table.insert(serve, '--require-trust') end
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
