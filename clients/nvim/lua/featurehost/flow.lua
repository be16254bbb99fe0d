--- The kind `flow`: its controls and its outcome. The top feature is drawn by its own kind.

local kinds = require('featurehost.kinds')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')

local M = {}

local MARKS = { done = '✓', current = '›', skipped = '–' }

local function steps_of(node) return lenient.table(node.state.steps) end

local function is_last(node)
  local steps = steps_of(node)
  return lenient.number(steps.index) + 1 >= lenient.number(steps.count)
end

function M.crumbs(node)
  local steps, names = steps_of(node), { node:title() }
  if steps.id then
    return { names[1], M.place(steps) }
  end
  for _, entry in ipairs(lenient.objects(node.state.stack)) do
    local name = text.plain(entry.title or entry.route)
    if name ~= names[#names] then table.insert(names, name) end
  end
  return names
end

--- Returns the text of the current step.
function M.place(step)
  local index, count = lenient.number(step.index) + 1, lenient.number(step.count)
  return ('%d of %d: %s'):format(index, count, text.plain(step.title))
end

function M.info() return '' end

--- Adds the lines above the top feature: an offered draft, and the steps.
function M.surround(_, node, canvas)
  local steps = steps_of(node)
  if not steps.id then return end
  M.draft(canvas, node, steps.hasDraft)
  local chunks = { { ' ' } }
  for _, step in ipairs(lenient.objects(steps.way)) do
    local highlight = step.status == 'current' and 'FeatureHostActive' or 'FeatureHostDim'
    table.insert(chunks, { ('%s %s   '):format(MARKS[step.status] or '·', text.plain(step.title)), highlight })
  end
  canvas:line(chunks, { node = node })
end

--- Adds the line that offers an earlier draft.
function M.draft(canvas, node, is_offered)
  if is_offered ~= true then return end
  canvas:line({ { ' There is a draft of an earlier time.', 'FeatureHostWarning' } }, { node = node })
  require('featurehost.surroundings').buttons(canvas, node, {
    { title = 'Restore', role = 'primary', press = function() node:send('restoreDraft') end },
    { title = 'Discard', press = function() node:send('discardDraft') end },
  })
end

--- Returns the buttons for the steps, which are drawn after the top feature.
function M.buttons(node)
  local steps, buttons = steps_of(node), {}
  if not steps.id then return buttons end
  local function add(title, action, role)
    table.insert(buttons, {
      title = title, role = role, is_enabled = node:can(action), press = function() node:send(action) end,
    })
  end
  add('Back', 'back')
  if steps.canSkip then add('Skip', 'skip') end
  add(is_last(node) and 'Finish' or 'Next', 'next', 'primary')
  return buttons
end

--- Draws the top feature, if the flow is part of a view. In its own buffer, the flow shows the top feature directly.
local function draw_top(layer, node, top, canvas)
  if #lenient.objects(node.state.stack) > 1 and not steps_of(node).id then
    canvas:line({ { ' ' .. table.concat(M.crumbs(node), ' › '), 'FeatureHostInfo' } }, { node = node })
  end
  M.surround(layer, node, canvas)
  require('featurehost.surroundings').reasons(canvas, node, node)
  kinds.of(top).draw(layer, top, canvas)
  if top.kind ~= 'form' then require('featurehost.surroundings').buttons(canvas, node, M.buttons(node)) end
end

--- Draws the top feature, or the outcome of the flow.
function M.draw(layer, node, canvas)
  local top = node.state.status == 'active' and node:top()
  if top then return draw_top(layer, node, top, canvas) end
  canvas:line({})
  canvas:line({ { '  ' .. text.capitalized(text.words(text.plain(node.state.status))) .. '.' } }, { node = node })
  if node.state.output ~= nil then
    canvas:line({})
    for _, line in ipairs(vim.split(vim.inspect(node.state.output), '\n')) do
      canvas:line({ { '  ' .. line, 'FeatureHostDim' } }, { node = node })
    end
  end
  canvas:line({})
end

local function has_steps(_, place) return steps_of(place.node).id ~= nil end

M.keys = {
  { id = 'nextStep', lhs = { ']]', '<C-n>' }, title = 'Next step', action = 'next', can = has_steps,
    act = function(_, place) place.node:send('next') end },
  { id = 'previousStep', lhs = { '[[', '<C-p>' }, title = 'Step back', action = 'back', can = has_steps,
    act = function(_, place) place.node:send('back') end },
  { id = 'skip', lhs = 'S', title = 'Skip the step', action = 'skip', can = has_steps,
    act = function(_, place) place.node:send('skip') end },
  { id = 'back', lhs = { '-', '<BS>' }, title = 'Back', action = 'pop',
    act = function(_, place) place.node:send('pop') end },
  { id = 'restoreDraft', lhs = 'gD', title = 'Restore the draft', action = 'restoreDraft',
    can = function(_, place) return steps_of(place.node).hasDraft == true end,
    act = function(_, place) place.node:send('restoreDraft') end },
}

return M
