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
  Placeholder = 'Comment',
  Value = 'Normal',
  Added = 'DiffAdd',
  Removed = 'DiffDelete',
  Hunk = 'Statement',
  Quote = 'Comment',
  Code = 'String',
  Key = 'Identifier',
  String = 'String',
  Number = 'Number',
  Literal = 'Boolean',
  Link = 'Underlined',
  Found = 'Search',
  Tab = 'TabLine',
  ChosenTab = 'TabLineSel',
}

--- Returns the group that a group is linked to; nil if it is not linked.
local function link_of(name)
  local is_known, listed = pcall(vim.fn.execute, 'highlight ' .. name)
  return is_known and listed:match('links to (%S+)') or nil
end

--- Links the groups of floats. Without a colour scheme, Neovim before 0.10 gives floats the colours of the completion
--- menu, on which the other groups can't be read, so they get the colours of windows.
local function define_floats()
  local is_menu = link_of('NormalFloat') == 'Pmenu'
  for name, target in pairs({ Float = 'NormalFloat', FloatBorder = 'FloatBorder' }) do
    local group = 'FeatureHost' .. name
    local link = link_of(group)
    local is_own = vim.fn.hlexists(group) == 1 and link ~= 'Normal' and link ~= target
    if not is_own or vim.fn.execute('highlight ' .. group):find('cleared') then
      vim.api.nvim_set_hl(0, group, { link = is_menu and 'Normal' or target })
    end
  end
end

function M.define()
  for name, target in pairs(LINKS) do
    vim.api.nvim_set_hl(0, 'FeatureHost' .. name, { link = target, default = true })
  end
  define_floats()
end

--- Returns the value of 'winhighlight' for a window over another window: a float if `is_float`, or else a part of it.
function M.over(is_float)
  return is_float and 'NormalFloat:FeatureHostFloat,FloatBorder:FeatureHostFloatBorder'
    or 'NormalFloat:Normal,FloatBorder:FeatureHostDim'
end

local OF_ROLE = { primary = 'PrimaryButton', confirmation = 'PrimaryButton', destructive = 'DestructiveButton' }

--- Returns the highlight group of a button by its role.
function M.button(role, is_enabled)
  return 'FeatureHost' .. (is_enabled and (OF_ROLE[role] or 'Button') or 'DisabledButton')
end

local OF_SPAN = {
  heading = 'Title', code = 'Code', quote = 'Quote', link = 'Link', location = 'Link', added = 'Added',
  removed = 'Removed', hunk = 'Hunk', dim = 'Dim', key = 'Key', string = 'String', number = 'Number',
  literal = 'Literal', error = 'Error', match = 'Found',
}
-- The attributes of styles that most colour schemes have no group for.
local ATTRIBUTES = { emphasis = { italic = true }, strong = { bold = true }, strike = { strikethrough = true } }
local NAMES = { 'black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white' }
-- The colours of xterm, for a Neovim with `termguicolors`.
local COLOURS = {
  '#000000', '#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd', '#e5e5e5', '#7f7f7f', '#ff0000',
  '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff', '#ffffff',
}
local PLACES = {}
for index, name in ipairs(NAMES) do
  PLACES[name] = index
  PLACES['bright' .. name:sub(1, 1):upper() .. name:sub(2)] = index + 8
end
local KNOWN = { bold = 'bold', italic = 'italic', underline = 'underline', reverse = 'reverse', strike = 'strikethrough' }

--- Returns the group of colours and attributes, which is defined when it is used for the first time.
local function group(name, values)
  local full = 'FeatureHostSpan' .. name:gsub('[^%w]', '')
  vim.api.nvim_set_hl(0, full, values)
  return full
end

local function ansi(span)
  local values, name = { cterm = {} }, {}
  for key, colour in pairs({ fg = span.color, bg = span.background }) do
    local place = PLACES[colour]
    local is_rgb = type(colour) == 'string' and colour:match('^#%x%x%x%x%x%x$')
    values[key] = place and COLOURS[place] or is_rgb and colour or nil
    values['cterm' .. key] = place and place - 1 or nil
    if values[key] then table.insert(name, key .. colour) end
  end
  for _, attribute in ipairs(type(span.attributes) == 'table' and span.attributes or {}) do
    local known = KNOWN[attribute]
    if known then
      values[known], values.cterm[known] = true, true
      table.insert(name, known)
    end
  end
  table.sort(name)
  if #name == 0 then return nil end
  return group('Ansi' .. table.concat(name), values)
end

--- Returns the highlight group of a span of a text; nil for an unknown style.
function M.span(span)
  if span.style == 'ansi' then return ansi(span) end
  if ATTRIBUTES[span.style] then
    return group(span.style, vim.tbl_extend('force', { cterm = ATTRIBUTES[span.style] }, ATTRIBUTES[span.style]))
  end
  return OF_SPAN[span.style] and 'FeatureHost' .. OF_SPAN[span.style]
end

return M
