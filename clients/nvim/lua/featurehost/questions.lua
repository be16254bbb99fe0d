--- The questions to the user: from the host, and about the host.

local Node = require('featurehost.node')
local lenient = require('featurehost.lenient')
local surroundings = require('featurehost.surroundings')
local text = require('featurehost.text')

local M = {}

local KEPT = '\n\nWhat you have entered is kept: after a restart it is entered again, or shown where that can\'t be done.'

--- Returns the buttons of a presentation.
function M.buttons(presenter, presentation)
  return vim.tbl_map(function(button)
    return {
      title = button.title, role = button.role, is_enabled = button.enabled ~= false,
      press = function() presenter:send('pressButton', { key = presentation.key, buttonId = button.id }) end,
    }
  end, lenient.objects(presentation.buttons))
end

--- Returns a presentation without a child: a question with its buttons.
function M.presented(presenter, presentation)
  local choices, waiting = M.buttons(presenter, presentation), #lenient.objects(presenter.snapshot.queue)
  local leave
  if presentation.dismissible then
    leave = function() presenter:send('dismiss', { key = presentation.key }) end
  end
  local message = text.plain(presentation.message)
  local reason = text.plain(lenient.table(presentation.reason).text)
  if reason ~= '' then message = (message .. '\n\n! ' .. reason):gsub('^\n+', '') end
  if waiting > 0 then message = (message .. '\n\n' .. waiting .. ' more to come.'):gsub('^\n+', '') end
  return {
    key = presentation.key, title = text.plain(presentation.title), message = message, choices = choices, leave = leave,
  }
end

--- Returns the question for an error that the user must read before going on.
function M.alert(node, entry)
  local choices = {}
  if entry.retry then
    table.insert(choices, { title = 'Retry', role = 'primary', press = function() surroundings.retry(node, entry) end })
  end
  table.insert(choices, { title = 'OK', role = 'cancel', press = function() surroundings.dismiss(node, entry) end })
  return {
    key = 'error ' .. text.plain(entry.id), title = 'That went wrong', message = text.plain(entry.message),
    choices = choices,
  }
end

local function unsaved(key, message, keep, discard)
  return {
    key = key, title = 'There are unsaved changes', message = message,
    choices = {
      { title = 'Keep editing', role = 'cancel', press = keep },
      { title = 'Discard', role = 'destructive', press = discard },
    },
  }
end

--- Returns the question about a blocked action that would lose changes; the answer goes to the feature of the action.
function M.blocked(send)
  return unsaved('blocked', 'Leaving now would lose them.', function() send('keepEditing') end,
    function() send('confirmDiscard') end)
end

--- Returns the question before a feature with unsaved changes is closed, if the host does not ask.
function M.closing(stay, close) return unsaved('closing', 'Leaving now would lose them.', stay, close) end

--- Returns the question after the host has ended.
function M.death(host, restart, look)
  local is_unsaved = false
  for _, instance in pairs(host.instances) do
    is_unsaved = is_unsaved or instance.snapshot ~= nil and Node.root(host, instance):has_unsaved_changes()
  end
  local log = table.concat(host.death.log, '\n')
  return {
    key = 'death', title = 'The host has ended',
    message = host:end_of_it() .. ' What is behind this was its last state.' .. (is_unsaved and KEPT or '')
      .. (log ~= '' and '\n\n' .. log or ''),
    choices = {
      { title = 'Restart', role = 'primary', lhs = 'r', press = restart },
      { title = 'Look at what was there', role = 'cancel', press = look },
    },
  }
end

return M
