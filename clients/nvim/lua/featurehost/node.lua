--- A drawn feature: an instance or a child at its newest revision, and the way to send actions.

local attention = require('featurehost.attention')
local entered = require('featurehost.entered')
local lenient = require('featurehost.lenient')
local refusals = require('featurehost.refusals')
local text = require('featurehost.text')
local turn = require('featurehost.turn')

local ENDED = 'the host has ended; gR starts it again.'

-- The actions that open no other screen: a screen that appears after one of them appears by itself.
local STAYING = {
  clearSelection = true, dismissError = true, loadMore = true, moveItems = true, redo = true, refresh = true,
  selectAll = true, setActive = true, setFilter = true, setQuery = true, setSecret = true, setSort = true,
  setValue = true, submitQuery = true, toggleItem = true, toggleSelection = true, undo = true,
}

local Node = {}
Node.__index = Node

local function make(host, instance, path, snapshot, parent)
  return setmetatable({
    host = host,
    instance = instance,
    path = path,
    snapshot = snapshot,
    parent = parent,
    feature = snapshot.feature,
    kind = snapshot.kind,
    state = lenient.table(snapshot.state),
  }, Node)
end

function Node.root(host, instance) return make(host, instance, {}, instance.snapshot) end

function Node:extended(more)
  local path = vim.list_extend({}, self.path)
  return vim.list_extend(path, more)
end

--- Returns the identity, which is the same as long as one buffer can show the node.
function Node:identity() return table.concat({ self.feature, self.kind, unpack(self.path) }, '\n') end

function Node:title()
  local entry = self.host:entry(self.feature)
  return text.plain(self.state.title or (entry and entry.title) or self.feature)
end

--- Returns the feature that a flow shows: the top of its stack.
function Node:top()
  local stack = lenient.objects(self.state.stack)
  local entry = stack[#stack]
  if self.kind ~= 'flow' or not entry or type(entry.child) ~= 'table' then return nil end
  return make(self.host, self.instance, self:extended({ 'stack', entry.key }), entry.child, self)
end

--- Returns the pages of a flow below its top; empty for a flow with steps, because its `answers` contain all values.
function Node:covered()
  local pages, stack = {}, lenient.objects(self.state.stack)
  if self.kind ~= 'flow' or lenient.table(self.state.steps).id then return pages end
  for _, entry in ipairs(vim.list_slice(stack, 1, #stack - 1)) do
    if type(entry.child) == 'table' then
      table.insert(pages, make(self.host, self.instance, self:extended({ 'stack', entry.key }), entry.child, self))
    end
  end
  return pages
end

function Node:presented()
  local child = lenient.table(self.snapshot.presentation).child
  return child and make(self.host, self.instance, self:extended({ 'presentation' }), child, self)
end

--- Returns the children that a line of a view's layout shows, in order.
function Node:children(key)
  local held = self.state[key]
  if type(held) ~= 'table' then return {} end
  if held.state then return { make(self.host, self.instance, self:extended({ key }), held, self) } end
  return vim.tbl_map(function(entry)
    return make(self.host, self.instance, self:extended({ key, entry.id }), entry.child, self)
  end, vim.tbl_filter(function(entry) return type(entry.child) == 'table' end, lenient.objects(held)))
end

local function add_arranged(lines, part, known)
  part = lenient.table(part)
  if part.child and not known[part.child] then
    known[part.child] = true
    table.insert(lines, { type = 'child', key = part.child, label = part.title or '' })
  end
  for _, inner in ipairs(lenient.objects(part.children)) do
    add_arranged(lines, inner, known)
  end
end

--- Returns the lines of a view's layout, and a line for each child that is shown only in a pane.
function Node:layout()
  local lines, known = {}, {}
  for _, line in ipairs(lenient.objects(self.state.layout)) do
    table.insert(lines, line)
    if line.type == 'child' and line.key then known[line.key] = true end
  end
  if not self.is_apart then add_arranged(lines, self.state.panes, known) end
  return lines
end

--- Returns the same feature without its panes, which have windows of their own.
function Node:apart()
  return setmetatable(vim.tbl_extend('error', self, { is_apart = true }), Node)
end

--- Returns a feature without content, which stands for a pane that shows no feature.
function Node:blank(name)
  local node = make(self.host, self.instance, self:extended({ name }), { feature = '', kind = '' }, self)
  node.is_blank = true
  return node
end

--- Returns the features that are drawn together with this one: the innermost first, this one last.
function Node:parts()
  local parts, inner = {}, {}
  if self.kind == 'flow' then
    inner = { self:top() }
  elseif (self.kind == 'list' or self.kind == 'search') and not self.is_apart then
    inner = self:children('detail')
  elseif self.kind == 'view' then
    for _, line in ipairs(self:layout()) do
      if line.type == 'child' and line.key then vim.list_extend(inner, self:children(line.key)) end
    end
  end
  for _, child in ipairs(inner) do
    vim.list_extend(parts, child:parts())
  end
  table.insert(parts, self)
  return parts
end

--- Returns the feature whose content fills the buffer.
function Node:main()
  local top = self.state.status == 'active' and self:top()
  return top and top:main() or self
end

--- Returns the feature at a path of an instance, at its newest revision; nil if there is none.
function Node.at(host, instance, path)
  local root = Node.root(host, instance)
  local node, at = root, 1
  while node and at <= #path do
    local name = path[at]
    if name == 'presentation' then
      node, at = node:presented(), at + 1
    elseif name == 'stack' then
      local top = node:top()
      node, at = top and top.path[#top.path] == path[at + 1] and top or nil, at + 2
    else
      local found
      for _, child in ipairs(node:children(name)) do
        if not found and (#child.path == #node.path + 1 or child.path[#child.path] == path[at + 1]) then
          found = child
        end
      end
      at = at + (found and #found.path - #node.path or 1)
      node = found
    end
  end
  return node
end

--- Returns the same feature at the newest revision; nil if it no longer exists.
function Node:newest() return Node.at(self.host, self.instance, self.path) end

function Node:has(action) return self.host:action(self.feature, self.kind, action) ~= nil end

--- Returns true if the host would accept an action now, regardless of its params.
function Node:can(action) return self:has(action) and lenient.table(self.snapshot.unavailable)[action] == nil end

--- Returns true if an action has a param `value`.
function Node:takes_value(action)
  local entry = self.host:action(self.feature, self.kind, action)
  return type(entry) == 'table' and lenient.table(lenient.table(entry.params).properties).value ~= nil
end

local DISPLAYS = { fullScreen = true, banner = true, alert = true, inline = true }

--- Returns the errors with one of these display modes; an unknown mode counts as `banner`. The error of a row is
--- returned only while the row is active.
function Node:errors(...)
  local displays, of_others = { ... }, {}
  for _, item in ipairs(lenient.objects(self.state.items)) do
    if item.errorId and item.id ~= self.state.activeId then of_others[item.errorId] = true end
  end
  return vim.tbl_filter(function(entry)
    local display = DISPLAYS[entry.display] and entry.display or 'banner'
    return vim.tbl_contains(displays, display) and not of_others[entry.id]
  end, lenient.objects(self.snapshot.errors))
end

--- Returns true if closing the node would lose changes: in one of its forms, in a form presented over it, or in answers
--- of a flow. An unanswered value of a form counts as a change, because its snapshot has not arrived yet.
function Node:has_unsaved_changes()
  if (self.instance.unanswered or 0) > 0 or entered.waits(self.instance) then return true end
  for _, part in ipairs(self:parts()) do
    local presented = part:presented()
    local answers = lenient.table(lenient.table(part.state.steps).answers)
    if (part.kind == 'form' and part.state.isDirty == true)
      or (part.kind == 'flow' and part.state.status == 'active' and next(answers) ~= nil)
      or (presented and presented:has_unsaved_changes()) then
      return true
    end
  end
  return false
end

local function explain(action, problem)
  local what, data = text.capitalized(text.words(action)), lenient.table(problem.data)
  if data.reason then return ('%s: %s'):format(what, refusals.words(data.reason)) end
  local fields = vim.tbl_map(function(field) return text.plain(field.message) end, lenient.objects(data.fields))
  return ('%s: %s'):format(what, #fields > 0 and table.concat(fields, '; ') or text.plain(problem.message))
end

--- Sends an action; shows a refusal to the user unless `quiet`. Calls `answered` with an error or nil. If the host has
--- ended, the value that the action enters is kept for the next host. `is_entered_again` is true for a value that is
--- already kept.
function Node:send(action, params, options)
  options = options or {}
  if not options.quiet and not STAYING[action] then attention.command() end
  local was_running = self.host:is_running()
  local count_answer = turn.begin(self.instance, action, options.quiet)
  self.host:request('feature/send', {
    instance = self.instance.name,
    path = #self.path > 0 and self.path or nil,
    action = action,
    params = params,
  }, function(problem)
    count_answer(problem)
    if problem and problem.kind == 'died' and not options.is_entered_again then
      local is_kept = entered.keep(self, action, params)
      -- The end of a host that was still running when the action was sent is reported separately.
      if not was_running and not is_kept and not options.quiet then
        vim.notify(('%s: %s'):format(text.capitalized(text.words(action)), ENDED), vim.log.levels.WARN)
      end
    end
    if problem and not options.quiet and problem.kind ~= 'died' then
      vim.notify(text.clean(explain(action, problem)), vim.log.levels.WARN)
    end
    if options.answered then options.answered(problem) end
  end)
end

--- Sends an action if the host would accept it.
function Node:try(action, params, options)
  if self:can(action) then self:send(action, params, options) end
end

return Node
