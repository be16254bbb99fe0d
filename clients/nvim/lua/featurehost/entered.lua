--- Keeps the values that the user has entered when the host ends, and enters them in the next host. Values that can't
--- be entered there are shown in a separate buffer. Secrets are neither kept nor shown.

local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

local SECRET = 'A secret, which has to be entered again.'
local BUFFER = 'featurehost://lost'
local HIGHEST = 10

local function node_module() return require('featurehost.node') end

local function fields_of(node) return lenient.table(node.state.fields) end

local function starts_with(path, start) return path:sub(1, #start) == start end

local function keep_field(node, action, params)
  local path = text.plain(params.path)
  local field = fields_of(node)[path]
  for holder, of_it in pairs(fields_of(node)) do
    if holder == path or starts_with(path, holder .. '/') then of_it.dirty = true end
  end
  if not field then return false end
  node.state.isDirty = true
  if action == 'setSecret' then
    field.value = { isSet = true }
  else
    field.value = params.value ~= vim.NIL and params.value or nil
  end
  return true
end

--- Changes the last snapshot by an action that an ended host has not answered; returns true if the action sets a value.
function M.keep(node, action, params)
  node = node:newest() or node
  params = params or {}
  if node.kind == 'form' and (action == 'setValue' or action == 'setSecret') then
    return keep_field(node, action, params)
  elseif node.kind == 'search' and action == 'setQuery' then
    node.state.query = params.query
    return true
  elseif node.kind == 'list' and action == 'setFilter' then
    node.state.filter = params.filter ~= vim.NIL and params.filter or nil
    return true
  end
  return false
end

--- Returns a value for users, as lines.
local function words(value)
  if type(value) ~= 'table' then return text.plain(value) end
  local parts = {}
  if vim.tbl_islist(value) then
    local is_deep = type(value[1]) == 'table'
    for _, element in ipairs(value) do
      table.insert(parts, (is_deep and '- ' or '') .. words(element):gsub('\n', '\n  '))
    end
    return table.concat(parts, is_deep and '\n' or ', ')
  end
  local names = vim.tbl_keys(value)
  table.sort(names)
  for _, name in ipairs(names) do
    local shown = words(value[name])
    table.insert(parts, ('%s:%s'):format(name, shown:find('\n') and '\n  ' .. shown:gsub('\n', '\n  ') or ' ' .. shown))
  end
  return table.concat(parts, '\n')
end

--- Returns the paths of a form's fields in drawing order, because a condition may depend on a field above. Fields that
--- no section lists come last.
local function paths_of(node)
  local paths, seen = {}, {}
  local function add(path)
    if seen[path] or not fields_of(node)[path] then return end
    seen[path] = true
    table.insert(paths, path)
    if fields_of(node)[path].type ~= 'group' then return end
    for _, inner in ipairs(lenient.table(fields_of(node)[path].fields)) do
      add(inner)
    end
  end
  for _, section in ipairs(lenient.objects(node.state.sections)) do
    for _, path in ipairs(lenient.table(section.fields)) do
      add(path)
    end
  end
  local others = vim.tbl_keys(fields_of(node))
  table.sort(others)
  for _, path in ipairs(others) do
    add(path)
  end
  return paths
end

local function name_of(path) return (path:match('[^/]*$'):gsub('~1', '/'):gsub('~0', '~')) end

local value_of

--- Returns the values of the fields of a group or of an item, without secrets.
local function object_of(node, paths)
  local object = vim.empty_dict()
  for _, path in ipairs(lenient.table(paths)) do
    local field = fields_of(node)[path]
    if field and field.type ~= 'secure' then object[name_of(path)] = value_of(node, path) end
  end
  return object
end

function value_of(node, path)
  local field = lenient.table(fields_of(node)[path])
  if field.type == 'group' then return object_of(node, field.fields) end
  if field.type == 'repeated' then
    return vim.tbl_map(function(item) return object_of(node, item.fields) end, lenient.objects(field.items))
  end
  if field.value == nil then return vim.NIL end
  return field.value
end

local function is_in_items(node, path)
  for holder, field in pairs(fields_of(node)) do
    if field.type == 'repeated' and starts_with(path, holder .. '/') then return true end
  end
  return false
end

local function entered_in_form(node, add)
  for _, path in ipairs(paths_of(node)) do
    local field = fields_of(node)[path]
    local label = text.plain(field.label or path)
    if field.dirty == true and field.type == 'secure' then
      add({ label = label, text = SECRET })
    elseif field.dirty == true and field.type ~= 'group' and not is_in_items(node, path) then
      -- A repeated field is restored with all values within it. The fields of a group are restored individually.
      local value = value_of(node, path)
      add({ label = label, text = words(value), action = 'setValue', params = { path = path, value = value } })
    end
  end
end

local function entered_in_flow(node, add)
  local steps = lenient.table(node.state.steps)
  local answers = lenient.table(steps.answers)
  if node.state.status ~= 'active' or next(answers) == nil then return end
  add({ label = 'Answers', text = words(answers) })
end

local ENTERED = {
  form = entered_in_form,
  flow = entered_in_flow,
  search = function(node, add)
    local query = text.plain(node.state.query)
    if query ~= '' then add({ label = 'Query', text = query, action = 'setQuery', params = { query = query } }) end
  end,
  list = function(node, add)
    local filter = node.state.filter
    -- A filter that could not be restored is not reported, because the user sees in the list that it is missing.
    if filter ~= nil then add({ action = 'setFilter', params = { filter = filter } }) end
  end,
}

--- Returns the path of a node, with false in place of the keys of stacks, which each host generates.
local function place_of(node)
  local place = {}
  for index, name in ipairs(node.path) do
    place[index] = node.path[index - 1] ~= 'stack' and name
  end
  return place
end

local function node_at(host, instance, place)
  local Node, path = node_module(), {}
  for index, name in ipairs(place) do
    if name == false then
      local flow = Node.at(host, instance, vim.list_slice(path, 1, index - 2))
      local top = flow and flow:top()
      if not top then return nil end
      name = top.path[#top.path]
    end
    path[index] = name
  end
  return Node.at(host, instance, path)
end

--- Identifies the step or page of a flow that shows a feature, because several of them may show the same feature.
local function page_of(node)
  local up = node.parent
  if not up or up.kind ~= 'flow' then return nil end
  local step = lenient.table(up.state.steps).id
  if step then return step end
  for index, entry in ipairs(lenient.objects(up.state.stack)) do
    if entry.key == node.path[#node.path] then return index end
  end
end

--- Adds the values entered in a feature, the features drawn with it, and its presentations. `title` is the title of the
--- presentation that shows the feature, if there is one.
local function visit(node, found, title)
  local function add_of(part)
    return function(entry)
      table.insert(found, vim.tbl_extend('force', entry, {
        place = place_of(part), feature = part.feature, page = page_of(part),
        title = part == node and title or part:title(),
      }))
    end
  end
  for _, part in ipairs(node:parts()) do
    if ENTERED[part.kind] then ENTERED[part.kind](part, add_of(part)) end
    for _, page in ipairs(part:covered()) do
      visit(page, found)
    end
    local presented = part:presented()
    if presented then visit(presented, found, lenient.table(part.snapshot.presentation).title) end
  end
end

--- Records the values entered in an instance, before the instance is opened in the next host.
function M.collect(host, instance)
  instance.collected = {}
  if instance.snapshot then visit(node_module().root(host, instance), instance.collected) end
end

--- Returns true if values wait to be entered again.
function M.waits(instance) return next(instance.entering or {}) ~= nil or next(instance.collected or {}) ~= nil end

local function lines_of(entry)
  local lines = { text.clean(('%s — %s'):format(entry.title, entry.label)) }
  for _, line in ipairs(vim.split(entry.text, '\n', { plain = true })) do
    -- A tab can't move the cursor in a buffer, so it is kept.
    table.insert(lines, (table.concat(vim.tbl_map(text.clean, vim.split(line, '\t', { plain = true })), '\t')))
  end
  table.insert(lines, '')
  return lines
end

--- Returns the buffer with all lost values.
local function buffer_of_lost()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_get_name(buffer) == BUFFER and vim.api.nvim_buf_is_loaded(buffer) then return buffer end
  end
  local buffer = vim.api.nvim_create_buf(true, true)
  vim.bo[buffer].bufhidden = 'hide'
  vim.api.nvim_buf_set_name(buffer, BUFFER)
  return buffer
end

--- Shows a buffer below the other windows, without moving the focus.
local function show_below(buffer)
  if vim.fn.bufwinid(buffer) >= 0 then return end
  local here = vim.api.nvim_get_current_win()
  require('featurehost.window').leave_float()
  vim.cmd(('noautocmd botright %dsplit'):format(math.min(HIGHEST, vim.api.nvim_buf_line_count(buffer))))
  vim.api.nvim_win_set_buf(0, buffer)
  require('featurehost.window').set(0, { scrolloff = -1, wrap = true, winfixheight = true })
  vim.api.nvim_set_current_win(here)
end

local lost = {}

--- Shows the values that can't be entered again.
local function show_lost()
  local entries = lost
  lost = {}
  if #entries == 0 then return end
  local buffer = buffer_of_lost()
  local is_new = vim.api.nvim_buf_line_count(buffer) == 1 and vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1] == ''
  local lines = {}
  for _, entry in ipairs(entries) do
    vim.list_extend(lines, lines_of(entry))
  end
  vim.api.nvim_buf_set_lines(buffer, is_new and 0 or -1, -1, false, lines)
  show_below(buffer)
  -- Two messages in a row would require the user to press a key.
  vim.cmd('redraw')
  vim.notify(('featurehost: what could not be entered again is in %s.'):format(BUFFER), vim.log.levels.WARN)
end

local function lose(entry)
  if not entry.label then return end
  table.insert(lost, entry)
  if #lost == 1 then vim.schedule(show_lost) end
end

--- Shows all values that wait to be entered again, because their instance can't be opened.
function M.lose_all(instance)
  local entries = vim.list_extend(instance.entering or {}, instance.collected or {})
  instance.entering, instance.collected = nil, nil
  for _, entry in ipairs(entries) do
    lose(entry)
  end
end

local function enter(host, instance, entry, done)
  local node = entry.action and node_at(host, instance, entry.place)
  if not node or node.feature ~= entry.feature or page_of(node) ~= entry.page then return done(true) end
  -- The line of the search keeps the typed query.
  if entry.action == 'setQuery' then M.keep(node, entry.action, entry.params) end
  node:send(entry.action, entry.params, {
    quiet = true, is_entered_again = true,
    answered = function(problem)
      -- If this host has also died before its answer, the value waits for the next host.
      if not problem or problem.kind ~= 'died' then done(problem ~= nil) end
    end,
  })
end

--- Enters all recorded values in an instance that was opened again.
function M.again(host, instance)
  local entries = vim.list_extend(instance.entering or {}, instance.collected or {})
  instance.entering, instance.collected = entries, nil
  for _, entry in ipairs(vim.list_slice(entries)) do
    enter(host, instance, entry, function(is_lost)
      instance.entering = vim.tbl_filter(function(other) return other ~= entry end, instance.entering)
      if is_lost then lose(entry) end
    end)
  end
end

return M
