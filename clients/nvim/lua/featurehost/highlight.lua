--- The highlight groups, as links that a colour scheme or the user can change.

local M = {}

local LINKS = {
  Title = 'Title',
  Info = 'Comment',
  Header = 'Underlined',
  Section = 'Statement',
  Dim = 'Comment',
  Active = 'CursorLineNr',
  Selected = 'Type',
  Toggle = 'Constant',
  Match = 'Special',
  Label = 'Identifier',
  Help = 'Comment',
  Error = 'ErrorMsg',
  Warning = 'WarningMsg',
  Button = 'Function',
  PrimaryButton = 'Keyword',
  DestructiveButton = 'WarningMsg',
  DisabledButton = 'NonText',
  Placeholder = 'NonText',
  Value = 'Normal',
}

function M.define()
  for name, target in pairs(LINKS) do
    vim.api.nvim_set_hl(0, 'FeatureHost' .. name, { link = target, default = true })
  end
end

local OF_ROLE = { primary = 'PrimaryButton', confirmation = 'PrimaryButton', destructive = 'DestructiveButton' }

--- Returns the highlight group of a button by its role.
function M.button(role, is_enabled)
  return 'FeatureHost' .. (is_enabled and (OF_ROLE[role] or 'Button') or 'DisabledButton')
end

return M
