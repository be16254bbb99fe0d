--- What a person has set up, and which host that asks for.

local M = {}

local DEFAULTS = {
  -- The host's executable, an array of words before `serve`; `$FEATUREHOST`, else `featurehost` on the path.
  cmd = nil,
  -- The workspace's file; without one `g:featurehost_workspace`, else what is found upwards.
  workspace = nil,
  -- Whether a workspace that was named, and not only found, runs what it names without a question.
  trust = false,
  -- A socket to share a host on; one is started there where none listens.
  socket = nil,
  -- More arguments of `serve`.
  args = {},
  -- Kinds whose features open in a float over everything, and end when they are accepted.
  dialogs = { 'search' },
  -- How many milliseconds without a key show that a person has seen what came by itself, `g:featurehost_pause`, else 500;
  -- 0 turns that off.
  pause = nil,
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

--- How long a person has to type nothing before keys are meant for what came by itself, in milliseconds.
function M.pause() return current.pause or vim.g.featurehost_pause or 500 end

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

--- The workspace file that is asked for, as an absolute path, and whether it was only found; nil for the gallery.
function M.workspace(named)
  local set = named or current.workspace or vim.g.featurehost_workspace
  if set then return vim.fn.fnamemodify(vim.fn.expand(set), ':p'), false end
  return find_upwards(vim.fn.getcwd()), true
end

function M.executable()
  local cmd = current.cmd or vim.env.FEATUREHOST or 'featurehost'
  return type(cmd) == 'table' and cmd or { cmd }
end

--- The words that start a host over a workspace, and the folder that it runs in. One that was only found may have come
--- with a folder of somebody else's, whatever is said of those that a person names.
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
