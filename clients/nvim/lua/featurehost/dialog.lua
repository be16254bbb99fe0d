--- Questions as floats, with one button per line. A question closes automatically when the host withdraws it;
--- `vim.ui.select` and `confirm()` can't do that.

local Canvas = require('featurehost.canvas')
local attention = require('featurehost.attention')
local highlight = require('featurehost.highlight')
local text = require('featurehost.text')
local window = require('featurehost.window')

local Dialog = {}
Dialog.__index = Dialog

local namespace = vim.api.nvim_create_namespace('featurehost-dialog')

local TYPING = 'What you type goes on where you are: <Esc> first.'
local BUSY = 'Your keys go on where you are: <C-w>w comes here.'
local ELSEWHERE = 'Your keys are for another window: <C-w>w comes here.'

local HINTS = { typing = TYPING, busy = BUSY, elsewhere = ELSEWHERE }

--- Returns the index of the choice on which the cursor begins: a cancel button, or else one that destroys nothing.
local function safest(choices)
  for index, choice in ipairs(choices) do
    if choice.role == 'cancel' then return index end
  end
  for index, choice in ipairs(choices) do
    if choice.role ~= 'destructive' and choice.is_enabled ~= false then return index end
  end
  return 1
end

local function always() return true end

--- Opens a question: `{key, title, message, lines, choices, below, leave, style}`. `below` is a text after the choices.
--- A choice is `{title, role, press, is_enabled, lhs}`; if `lhs` is false, no letter presses it. `gone` is called after
--- the user has closed the window of the question. `is_here()` returns true if the user is in a window of the feature
--- that the question is about, and `is_own` is false if the user does not expect the question: see `attention.take`.
function Dialog.open(question, depth, gone, is_here, is_own)
  is_here = is_here or always
  is_own = is_own ~= false
  local self = setmetatable({ key = question.key, depth = depth }, Dialog)
  self.buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[self.buffer].bufhidden = 'wipe'
  vim.bo[self.buffer].filetype = 'featurehostdialog'
  self.hint = HINTS[attention.obstacle(is_here, is_own)]
  self.window = vim.api.nvim_open_win(self.buffer, false, window.place(question.style or 'question', depth, 1))
  window.set(self.window, { wrap = false, cursorline = true, winhighlight = highlight.over(true) })
  self:show({ question = question })
  self:_bind()
  local first = self.choice_lines[safest(self.question.choices)]
  if first and not question.lines then vim.api.nvim_win_set_cursor(self.window, { first, 2 }) end
  attention.take(self.window, is_here, is_own, function(from, has_waited)
    self.back, self.hint = from, nil
    if not has_waited then return end
    self:show({ question = self.question })
  end)
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = self.buffer,
    once = true,
    callback = function()
      self.is_gone = true
      if self.is_closing then return end
      vim.schedule(function()
        self:leave()
        if gone then gone() end
      end)
    end,
  })
  return self
end

--- Draws the question of a newer snapshot.
function Dialog:show(surface)
  local question = surface.question
  self.question = question
  local canvas = Canvas.new(window.width(self.window))
  canvas:line({ { ' ' }, { question.title, 'FeatureHostTitle' } })
  canvas:line({})
  if question.message and question.message ~= '' then
    canvas:prose(question.message)
    canvas:line({})
  end
  for _, line in ipairs(question.lines or {}) do
    canvas:line({ { line } })
  end
  self.choice_lines = {}
  for index, choice in ipairs(question.choices) do
    local hint = choice.lhs and '  ' .. text.clean(choice.lhs) or ''
    self.choice_lines[index] = canvas:line({
      { '  ' },
      { ('[ %s ]'):format(text.plain(choice.title)), highlight.button(choice.role, choice.is_enabled ~= false) },
      { hint, 'FeatureHostHelp' },
    }, { target = { choice = index } })
  end
  if question.below then
    canvas:line({})
    canvas:prose(question.below)
  end
  if self.hint then
    canvas:line({})
    canvas:prose(self.hint, 'FeatureHostWarning')
  end
  self.canvas = canvas
  Canvas.put(self.buffer, 0, -1, canvas.lines)
  vim.api.nvim_buf_clear_namespace(self.buffer, namespace, 0, -1)
  canvas:colour(self.buffer, namespace, 0)
  window.move(self.window, window.place(question.style or 'question', self.depth, #canvas.lines))
end

function Dialog:press(index)
  local choice = self.question.choices[index]
  if not choice or choice.is_enabled == false then return end
  attention.command()
  if not choice.press then return self:close() end
  choice.press()
end

--- Returns the choice on the cursor's line.
function Dialog:current()
  local found = self.canvas:at(unpack(vim.api.nvim_win_get_cursor(self.window)))
  return found and found.target and found.target.choice
end

function Dialog:leave()
  attention.command()
  if self.question.leave then return self.question.leave() end
  for index, choice in ipairs(self.question.choices) do
    if choice.role == 'cancel' then return self:press(index) end
  end
end

function Dialog:_move(by)
  local lines, now = self.choice_lines, vim.api.nvim_win_get_cursor(self.window)[1]
  local index = 1
  for at, line in ipairs(lines) do
    if line == now then index = (at - 1 + by) % #lines + 1 end
  end
  if lines[index] then vim.api.nvim_win_set_cursor(self.window, { lines[index], 2 }) end
end

function Dialog:_bind()
  local function map(lhs, act)
    vim.keymap.set('n', lhs, function() if not attention.refuses() then act() end end,
      { buffer = self.buffer, nowait = true })
  end
  local function press_current() self:press(self:current()) end
  map('<CR>', press_current)
  map('<LeftRelease>', press_current)
  map('<Tab>', function() self:_move(1) end)
  map('<S-Tab>', function() self:_move(-1) end)
  map('q', function() self:leave() end)
  map('<Esc>', function() self:leave() end)
  -- The keys are the first unused letters of the titles, as in `confirm()`.
  local taken = { q = true, j = true, k = true, h = true, l = true }
  for index, choice in ipairs(self.question.choices) do
    local letter = choice.lhs or text.plain(choice.title):sub(1, 1):lower()
    if choice.lhs or choice.lhs == nil and letter:match('%l') and not taken[letter] then
      taken[letter] = true
      map(letter == '<' and '<lt>' or letter, function() self:press(index) end)
    end
  end
end

function Dialog:close()
  if self.is_closing then return end
  self.is_closing = true
  local had_cursor = vim.api.nvim_get_current_win() == self.window
  if vim.api.nvim_win_is_valid(self.window) then vim.api.nvim_win_close(self.window, true) end
  if had_cursor and self.back and vim.api.nvim_win_is_valid(self.back) then
    vim.api.nvim_set_current_win(self.back)
  end
end

return Dialog
