--- Windows side by side and one below the other, for the parts of an arrangement.

local arrangement = require('featurehost.arrangement')
local window = require('featurehost.window')

local M = {}

local FIXED = { 'winfixwidth', 'winfixheight' }

--- Calls `act`, which opens or closes windows; with 'equalalways', the sizes of windows that are not in `own` stay too.
function M.with_fixed_sizes(own, act)
  local others = {}
  for _, shown in ipairs(vim.o.equalalways and vim.api.nvim_tabpage_list_wins(0) or {}) do
    if not window.is_float(shown) and not vim.tbl_contains(own, shown) then others[shown] = window.get(shown, FIXED) end
  end
  for shown in pairs(others) do
    window.set(shown, { winfixwidth = true, winfixheight = true })
  end
  local is_fine, problem = pcall(act)
  for shown, before in pairs(others) do
    if vim.api.nvim_win_is_valid(shown) then window.set(shown, before) end
  end
  if not is_fine then error(problem, 0) end
end

--- Returns a text that two arrangements share if their windows can stay.
function M.signature(part)
  if part.form == 'leaf' then return part.key end
  local inner = vim.tbl_map(function(one) return one.size .. ' ' .. M.signature(one) end, part.parts)
  return part.form .. '(' .. table.concat(inner, ',') .. ')'
end

--- Divides the window `shown` for the leaves of a part. Calls `put(leaf, window)` for each leaf; the first leaf gets
--- `shown` itself.
function M.split(part, shown, put)
  if part.form == 'leaf' then return put(part, shown) end
  local windows = { shown }
  for index = 2, #part.parts do
    vim.api.nvim_win_call(windows[index - 1], function()
      vim.cmd('noautocmd rightbelow ' .. (part.form == 'columns' and 'vsplit' or 'split'))
      windows[index] = vim.api.nvim_get_current_win()
    end)
  end
  for index, inner in ipairs(part.parts) do
    M.split(inner, windows[index], put)
  end
end

--- Sets the sizes of the windows of a part. `window_of(leaf)` returns the window of a leaf.
function M.size(part, width, height, window_of)
  if part.form == 'leaf' then
    vim.api.nvim_win_set_width(window_of(part), width)
    vim.api.nvim_win_set_height(window_of(part), height)
    return
  end
  local is_columns = part.form == 'columns'
  local shares = arrangement.shares(part.parts, is_columns and width or height, 1)
  for index, inner in ipairs(part.parts) do
    M.size(inner, is_columns and shares[index] or width, is_columns and height or shares[index], window_of)
  end
end

--- Calls `put(leaf, config)` for each leaf of a part whose leaves are floats in an area; `config` is for
--- `nvim_open_win`.
function M.float(part, depth, area, put)
  local row, column, width, height = unpack(area)
  if part.form == 'leaf' then
    local config = window.place('picker', depth, 1)
    config.row, config.col = row, column
    config.width, config.height = math.max(1, width - 2), math.max(1, height - 2)
    return put(part, config)
  end
  local is_columns = part.form == 'columns'
  for index, share in ipairs(arrangement.shares(part.parts, is_columns and width or height, 0)) do
    M.float(part.parts[index], depth, { row, column, is_columns and share or width, is_columns and height or share }, put)
    row, column = row + (is_columns and 0 or share), column + (is_columns and share or 0)
  end
end

return M
