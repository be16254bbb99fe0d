--- The surroundings of a feature's content: its title, its errors and its toolbar.

local arrangement = require('featurehost.arrangement')
local bindings = require('featurehost.bindings')
local highlight = require('featurehost.highlight')
local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')
local work = require('featurehost.work')

local M = {}

--- Adds buttons side by side, in as many lines as they need. A button is `{title, role, press, is_enabled}`. It also
--- has `repeated` if it belongs to a field with items, and `is_about_error` if it acts on an error and not on a row.
function M.buttons(canvas, node, buttons, indent)
  indent = indent or ' '
  local chunks, width = { { indent } }, #indent
  local function flush()
    if #chunks > 1 then canvas:line(chunks, { node = node }) end
    chunks, width = { { indent } }, #indent
  end
  for _, button in ipairs(buttons) do
    local is_enabled = button.is_enabled ~= false
    -- A disabled button is recognizable without colours too.
    local shown = (is_enabled and '[ %s ]' or '( %s )'):format(text.plain(button.title))
    if width + text.width(shown) + 1 > canvas.width then flush() end
    table.insert(chunks, {
      shown, highlight.button(button.role, is_enabled),
      {
        kind = 'button', title = button.title, repeated = button.repeated, is_about_error = button.is_about_error,
        press = is_enabled and button.press or function() end,
      },
    })
    table.insert(chunks, { ' ' })
    width = width + text.width(shown) + 1
  end
  flush()
end

function M.retry(node, entry) node:send(text.plain(entry.retry or 'retry'), { id = entry.id }) end

function M.dismiss(node, entry) node:send('dismissError', { id = entry.id }) end

local function error_buttons(node, entry)
  local buttons = {}
  if entry.retry then
    table.insert(buttons, {
      title = 'Retry', role = 'primary', is_about_error = true, press = function() M.retry(node, entry) end,
    })
  end
  table.insert(buttons, { title = 'Dismiss', is_about_error = true, press = function() M.dismiss(node, entry) end })
  return buttons
end

local function errors(layer, canvas, ...)
  for _, part in ipairs(layer:parts()) do
    for _, entry in ipairs(part:errors(...)) do
      canvas:prose('! ' .. text.plain(entry.message), 'FeatureHostError', { node = part })
      M.buttons(canvas, part, error_buttons(part, entry))
    end
  end
end

local function crumbs(layer)
  local names = layer.kind.crumbs(layer.main)
  if layer.leaf and layer.leaf.title then names[1] = text.plain(layer.leaf.title) end
  local up = layer.main.parent
  while up and #up.path >= #layer.node.path do
    if up.kind == 'flow' then
      local before = kinds.of(up).crumbs(up)
      if before[#before] == names[1] or lenient.table(up.state.steps).id then table.remove(names, 1) end
      names = vim.list_extend(before, names)
    else
      table.insert(names, 1, up:title())
    end
    up = up.parent
  end
  local presentation = layer.surface.presentation
  if presentation and presentation.title then names[1] = text.plain(presentation.title) end
  return table.concat(names, ' › ')
end

--- Returns the reason why the row of a pushed feature can't be changed.
local function reason_of_page(flow)
  local stack = lenient.objects(flow.state.stack)
  return text.plain(lenient.table((stack[#stack] or {}).reason).text)
end

--- Adds the reasons why the rows of presented or pushed features can't be changed.
function M.reasons(canvas, node, flow, presentation)
  local reasons = { presentation and text.plain(lenient.table(presentation.reason).text) or '' }
  while flow and flow.kind == 'flow' do
    table.insert(reasons, reason_of_page(flow))
    flow = flow.parent
  end
  for _, reason in ipairs(reasons) do
    if reason ~= '' then canvas:prose('! ' .. reason, 'FeatureHostError', { node = node }) end
  end
end

--- Adds a line with the titles of tabs.
local function tabs(layer, canvas, titles)
  local chunks = { { ' ' } }
  for _, title in ipairs(titles) do
    local key, shown = title.leaf.key, text.clean(text.plain(arrangement.title(title.part)))
    table.insert(chunks, {
      (title.is_chosen and '[%s]' or ' %s '):format(shown),
      title.is_chosen and 'FeatureHostChosenTab' or 'FeatureHostTab',
      { kind = 'button', title = shown, is_tab = true, press = function() layer.panes:go_to(key) end },
    })
    table.insert(chunks, { ' ' })
  end
  canvas:line(chunks, { node = layer.node })
end

--- Adds the lines above the content.
function M.head(layer, canvas)
  local info, leaf = layer.kind.info(layer.main), layer.leaf or {}
  for _, titles in ipairs(leaf.tabs or {}) do
    tabs(layer, canvas, titles)
  end
  layer.tab_lines = #canvas.lines
  -- The pane still shows the feature of another row.
  if leaf.is_stale then info = 'out of date' end
  for _, words in ipairs({ work.notice(layer.node), work.words(layer.node) }) do
    if words ~= '' then info = info == '' and words or words .. ' · ' .. info end
  end
  if layer.screen.host.death then info = 'the host has ended' end
  local room = layer.width - text.width(info) - 3
  canvas:line({
    { ' ' }, { text.fit(text.clean(crumbs(layer)), room), leaf.is_stale and 'FeatureHostDim' or 'FeatureHostTitle' },
    { ' ' }, { info, 'FeatureHostInfo' },
  })
  local flow = layer.main.parent
  if flow and flow.kind == 'flow' then kinds.of(flow).surround(layer, flow, canvas) end
  M.reasons(canvas, layer.node, flow, layer.surface.presentation)
  -- The errors of a search never replace its content, so that the user can continue to type.
  errors(layer, canvas, 'banner', 'inline', layer.main.kind == 'search' and 'fullScreen' or nil)
  if not layer.kind.is_tall then canvas:line({}) end
end

--- Adds the errors that replace the content; returns true if there are any.
function M.full_screen_errors(layer, canvas)
  if layer.main.kind == 'search' then return false end
  local before = #canvas.lines
  canvas:line({})
  errors(layer, canvas, 'fullScreen')
  local has_any = #canvas.lines > before + 1
  if not has_any then canvas.lines[#canvas.lines] = nil end
  return has_any
end

--- Adds the buttons of a presentation and of a flow's steps; a form has these among its own buttons.
function M.steps(layer, canvas)
  local up, presentation = layer.main.parent, layer.surface.presentation
  if presentation then
    M.buttons(canvas, layer.node, require('featurehost.questions').buttons(layer.surface.presenter, presentation))
  end
  if layer.main.kind ~= 'form' and up and up.kind == 'flow' then
    M.buttons(canvas, up, require('featurehost.flow').buttons(up))
  end
end

local PLACES = { cancellation = -1, confirmation = 1 }

--- Returns false for an action on rows that doesn't apply to the rows that it would be about.
local function applies(part, entry)
  local available = part.state.availableActions
  if entry.action ~= 'accept' or type(available) ~= 'table' then return true end
  return vim.tbl_contains(available, lenient.table(entry.params).action)
end

--- Returns the name of a button's action: of the action on rows, of the modal or route that it opens, or of its action.
local function id_of(entry)
  local params = lenient.table(entry.params)
  return text.plain(entry.action == 'accept' and params.action or params.modal or params.route or entry.action)
end

--- Returns the key of the toolbar button with a number; nil if it has none.
function M.number_key(number)
  for _, key in ipairs(require('featurehost.common_keys')) do
    if key.id == 'button' .. number then return bindings.lhs('all', key)[1] end
  end
end

--- Adds the toolbar buttons with their keys or numbers: those that cancel are first, and those that confirm are last.
function M.toolbar(layer, canvas)
  for _, part in ipairs(layer:parts()) do
    local entries, buttons = {}, {}
    for index, entry in ipairs(lenient.objects(part.snapshot.toolbar)) do
      table.insert(entries, { entry = entry, place = PLACES[entry.role] or 0, index = index })
    end
    table.sort(entries, function(a, b)
      if a.place ~= b.place then return a.place < b.place end
      return a.index < b.index
    end)
    for _, sorted in ipairs(entries) do
      local entry = sorted.entry
      local declared = type(entry.key) == 'string' and vim.fn.strchars(entry.key) == 1 and text.plain(entry.key) or nil
      local key = bindings.of_tool(id_of(entry), declared)
      local tool = {
        title = text.plain(entry.title),
        titled = text.titled(entry.icon, entry.title),
        role = entry.role,
        key = key,
        lhs = key == '<' and '<lt>' or key,
        action = entry.action,
        node = part,
        is_enabled = part:can(entry.action) and applies(part, entry),
        press = function() part:send(entry.action, entry.params) end,
      }
      table.insert(layer.tools, tool)
      local shown = tool.key or M.number_key(#layer.tools)
      table.insert(buttons, vim.tbl_extend('force', tool, { title = (shown and shown .. ' ' or '') .. tool.titled }))
    end
    M.buttons(canvas, part, buttons)
  end
end

return M
