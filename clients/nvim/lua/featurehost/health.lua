--- `:checkhealth featurehost`.

local config = require('featurehost.config')

local M = {}

-- Neovim 0.10 has renamed these functions.
local health = vim.health or {}
local report = {
  start = health.start or health.report_start or require('health').report_start,
  ok = health.ok or health.report_ok or require('health').report_ok,
  warn = health.warn or health.report_warn or require('health').report_warn,
  error = health.error or health.report_error or require('health').report_error,
  info = health.info or health.report_info or require('health').report_info,
}

local function check_executable()
  local words = config.executable()
  if vim.fn.executable(words[1]) == 0 then
    return report.error(('%s can not be executed'):format(words[1]), {
      'Build it with `make build`, and put .build/release/featurehost on your path.',
      'Or name it: require("featurehost").setup({ cmd = "/path/to/featurehost" }), or the variable FEATUREHOST.',
    })
  end
  local version = vim.trim(vim.fn.system(vim.list_extend(vim.list_extend({}, words), { '--version' })))
  if vim.v.shell_error ~= 0 then return report.error(('%s does not tell its version: %s'):format(words[1], version)) end
  report.ok(('%s, version %s'):format(vim.fn.exepath(words[1]), version))
  return true
end

local function check_workspace()
  local set = config.get().workspace or vim.g.featurehost_workspace
  if not set then
    return report.info('No workspace is set: one is looked for above the current folder, and else the gallery is served.')
  end
  local file = vim.fn.fnamemodify(vim.fn.expand(set), ':p')
  if vim.fn.filereadable(file) == 0 then return report.error(('There is no workspace %s'):format(file)) end
  local found = vim.fn.system(vim.list_extend(vim.list_extend({}, config.executable()), { 'check', file }))
  if vim.v.shell_error ~= 0 then return report.error(('%s has mistakes'):format(file), vim.split(vim.trim(found), '\n')) end
  report.ok(('Workspace %s'):format(file))
end

local function check_hosts()
  local hosts = require('featurehost').hosts()
  if #hosts == 0 then return report.info('No host was started yet.') end
  for _, host in ipairs(hosts) do
    if host.death then
      report.warn(host:last_words(), { ':FeatureHostRestart starts it again.' })
    elseif host.untrusted then
      report.warn(('Nothing that %s names is run: it is not trusted'):format(host.untrusted.workspace), {
        ':FeatureHostTrust asks whether it may be.',
      })
    else
      report.ok(('A host runs over %s: process %d, %d features, %d open'):format(
        host.folder, host.process.pid, #(host.catalog or {}), vim.tbl_count(host.instances)))
    end
  end
end

function M.check()
  report.start('featurehost')
  if vim.fn.has('nvim-0.7') == 0 then return report.error('Neovim 0.7 or newer is needed.') end
  if check_executable() then check_workspace() end
  check_hosts()
end

return M
