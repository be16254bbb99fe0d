--- The language and the time zone of the user, for the texts that the host writes.

local M = {}

local function variable(name)
  local value = vim.env[name]
  return value ~= '' and value or nil
end

--- Returns the locale; nil for the locale of programs, which a host uses anyway.
function M.locale()
  local name = variable('LC_ALL') or variable('LC_TIME') or variable('LANG')
  local plain = name and name:match('^[^.]*')
  return plain ~= 'C' and plain ~= 'POSIX' and name or nil
end

--- Returns the name of the time zone; nil if it is unknown.
function M.time_zone()
  local zone = variable('TZ')
  if zone then
    zone = zone:gsub('^:', '')
    return zone:sub(1, 1) ~= '/' and zone or nil
  end
  local path = vim.loop.fs_realpath('/etc/localtime')
  return path and path:match('/zoneinfo/(.+)$')
end

return M
