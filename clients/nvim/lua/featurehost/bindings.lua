--- The keys of actions: those of the plugin, unless the user has configured others by `keys` of `setup`.
--
-- `keys` has a table for each group, which gives actions by their ids other keys: a key, several keys, or false for
-- none. The actions of the group `actions` are those that a workspace declares, for toolbars and rows.

local lenient = require('featurehost.lenient')

local M = {}

-- The modules of the groups; the keys of a module are the module itself, or its member of this name.
local GROUPS = {
  all = { 'common_keys' }, list = { 'list_keys' }, form = { 'form_keys' }, field = { 'field_edit', 'typing' },
  search = { 'search_keys' }, query = { 'search_keys', 'typing' }, text = { 'document', 'keys' },
  view = { 'view', 'keys' }, flow = { 'flow', 'keys' },
}

local configured = {}

local function keys_of(group)
  local module = require('featurehost.' .. GROUPS[group][1])
  return GROUPS[group][2] and module[GROUPS[group][2]] or module
end

local function as_list(lhs) return type(lhs) == 'table' and lhs or { lhs } end

local function is_event(lhs) return lhs:sub(1, 1) == ':' end

--- Returns the keys that press an entry of a group; `:w` and `:e` stand for writing and reading the buffer.
function M.lhs(group, key)
  local wanted = lenient.table(configured[group])[key.id]
  if wanted == nil then return as_list(key.lhs) end
  local lhs = wanted and vim.list_extend({}, as_list(wanted)) or {}
  return vim.list_extend(lhs, vim.tbl_filter(is_event, as_list(key.lhs)))
end

--- Returns the key for a button of a toolbar whose action has an id; `own` is the key that the workspace declares.
function M.of_tool(id, own)
  local wanted = lenient.table(configured.actions)[id]
  if wanted == nil then return own end
  return wanted and as_list(wanted)[1] or nil
end

--- Maps the keys of a group that apply while the user types in a buffer of one line, as `{lhs = act(key)}`.
function M.typing(group, act)
  local map = {}
  for _, key in ipairs(keys_of(group)) do
    for _, lhs in ipairs(M.lhs(group, key)) do
      map[lhs] = act(key)
    end
  end
  return map
end

local function sorted(names)
  table.sort(names)
  return table.concat(names, ', ')
end

local function ids_of(group)
  local ids = {}
  for _, key in ipairs(keys_of(group)) do
    if key.id then ids[key.id] = key end
  end
  return ids
end

local function is_lhs(lhs) return type(lhs) == 'string' and lhs ~= '' and not is_event(lhs) end

--- Returns the problem of the keys for an action; nil if there is none.
local function problem_of(lhs)
  if lhs == false or is_lhs(lhs) then return nil end
  local is_list = type(lhs) == 'table' and #lhs > 0 and #lhs == vim.tbl_count(lhs)
  if not is_list or #vim.tbl_filter(is_lhs, lhs) < #lhs then
    return ('%s is no key; write a key such as \'D\' or \'<C-d>\', a list of keys, or false for none'):format(
      vim.inspect(lhs, { newline = ' ', indent = '' }))
  end
end

--- Returns another action of the group that has one of the keys; nil if there is none.
local function rival(group, id, lhs)
  for _, key in ipairs(keys_of(group)) do
    for _, other in ipairs(key.id ~= id and M.lhs(group, key) or {}) do
      if vim.tbl_contains(as_list(lhs), other) then return key.id or key.title, other end
    end
  end
end

--- Sets the configured keys; returns the problems, each as a text. An entry with a problem has no effect.
function M.set(wanted)
  configured = {}
  local problems = {}
  local function add(place, words) table.insert(problems, ('keys%s: %s'):format(place, words)) end
  if type(wanted) ~= 'table' then
    add('', ('a table of groups is needed, not %s'):format(vim.inspect(wanted)))
    return problems
  end
  for group, entries in pairs(wanted) do
    local place = '.' .. tostring(group)
    if group ~= 'actions' and not GROUPS[group] then
      add(place, ('there is no such group; the groups are actions, %s'):format(sorted(vim.tbl_keys(GROUPS))))
    elseif type(entries) ~= 'table' then
      add(place, ('a table of actions and keys is needed, not %s'):format(vim.inspect(entries)))
    else
      configured[group] = {}
      local ids = group ~= 'actions' and ids_of(group)
      for id, lhs in pairs(entries) do
        local problem = problem_of(lhs)
        if ids and not ids[id] then
          problem = ('there is no such action; the actions are %s'):format(sorted(vim.tbl_keys(ids)))
        end
        if problem then add(('%s.%s'):format(place, id), problem) else configured[group][id] = lhs end
      end
    end
  end
  -- Two actions may share a key by default, because they are available at different times.
  for group, entries in pairs(configured) do
    for id, lhs in pairs(group ~= 'actions' and entries or {}) do
      local other, shared = rival(group, id, lhs or {})
      if other then
        add(('.%s.%s'):format(group, id), ('%s is the key of %s too; give %s another key, or false'):format(
          shared, other, other))
      end
    end
  end
  table.sort(problems)
  return problems
end

return M
