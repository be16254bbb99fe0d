--- All members of the active result, next to the results.

local Canvas = require('featurehost.canvas')
local formats = require('featurehost.formats')
local highlight = require('featurehost.highlight')
local lenient = require('featurehost.lenient')
local text = require('featurehost.text')
local window = require('featurehost.window')

local M = {}

-- The minimum width for a preview next to the rows, in cells.
local WIDE = 100
local NARROWEST = 8
local LEFT = { '', '', '', '', '', '', '', '│' }

local namespace = vim.api.nvim_create_namespace('featurehost-preview')

--- Returns the window of the detail, which takes the place of the preview.
local function detail(layer)
  for _, one in ipairs(layer.leaf and layer.panes:shown() or {}) do
    if one ~= layer then return one:shown() end
  end
end

local function width_of(layer, shown)
  if layer.leaf then return 0 end
  local width = vim.api.nvim_win_get_width(shown)
  local is_wanted = layer.state.preview
  if is_wanted == nil then is_wanted = width >= WIDE - 12 end
  local wanted = is_wanted and math.floor(width * 0.4) or 0
  return wanted >= NARROWEST and wanted or 0
end

--- Returns the number of cells that the preview takes from the results.
function M.margin(layer, shown) return width_of(layer, shown) end

function M.toggle(layer) layer.state.preview = width_of(layer, layer:shown()) == 0 end

function M.hide(layer)
  if layer.preview and vim.api.nvim_win_is_valid(layer.preview) then vim.api.nvim_win_close(layer.preview, true) end
  layer.preview = nil
end

--- Scrolls the preview, or the detail.
function M.scroll(layer, by)
  local shown = detail(layer) or layer.preview
  if not shown or not vim.api.nvim_win_is_valid(shown) then return end
  local key = vim.api.nvim_replace_termcodes(by > 0 and '<C-e>' or '<C-y>', true, true, true)
  vim.api.nvim_win_call(shown, function() vim.cmd('normal! ' .. key) end)
end

local function active(node)
  for _, group in ipairs(lenient.objects(node.state.groups)) do
    for _, item in ipairs(lenient.objects(group.items)) do
      if item.id == node.state.activeId then return item end
    end
  end
end

local function member(canvas, label, value, kind, cell)
  canvas:line({ { ' ' }, { label, 'FeatureHostLabel' } })
  canvas:prose(cell and formats.line(cell) or formats.whole(value, kind))
  canvas:line({})
end

local function draw(node, item, width)
  local canvas = Canvas.new(width)
  local value, drawn = lenient.table(item.value), {}
  for _, column in ipairs(lenient.objects(node.state.columns)) do
    local held = lenient.at(value, column.key)
    if held ~= nil then
      drawn[column.key] = true
      local is_json = lenient.table(column.format).type == 'json'
      local cell = not is_json and formats.written(item, column) or nil
      member(canvas, text.plain(column.label or column.key), held, column.type, cell)
    end
  end
  local others = vim.tbl_filter(function(key) return not drawn[key] end, vim.tbl_keys(value))
  table.sort(others)
  for _, key in ipairs(others) do
    member(canvas, key, value[key])
  end
  return canvas
end

--- Shows the active result; hides the preview if there is none.
function M.follow(layer, node)
  local shown = layer:shown()
  local width, item = width_of(layer, shown), active(node)
  if width == 0 or not item then return M.hide(layer) end
  local config = {
    relative = 'win', win = shown, row = layer.head, col = vim.api.nvim_win_get_width(shown) - width + 1,
    width = width - 2, height = math.max(1, vim.api.nvim_win_get_height(shown) - layer.head),
    focusable = false, style = 'minimal', border = LEFT, zindex = (vim.api.nvim_win_get_config(shown).zindex or 40) + 1,
  }
  if layer.preview and vim.api.nvim_win_is_valid(layer.preview) then
    if not vim.deep_equal(config, layer.preview_config) then vim.api.nvim_win_set_config(layer.preview, config) end
  else
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.bo[buffer].bufhidden = 'wipe'
    config.noautocmd = true
    layer.preview = vim.api.nvim_open_win(buffer, false, config)
    window.set(layer.preview, { winhighlight = highlight.over(layer.depth > 0), wrap = false })
    window.unscroll(layer.preview)
    config.noautocmd, layer.previewed = nil, nil
  end
  layer.preview_config = config
  -- Most keys do not change the active result.
  local previewed = { item.value, node.state.columns, width }
  if vim.deep_equal(previewed, layer.previewed) then return end
  layer.previewed = previewed
  local buffer = vim.api.nvim_win_get_buf(layer.preview)
  local canvas = draw(node, item, width - 3)
  Canvas.put(buffer, 0, -1, canvas.lines)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  canvas:colour(buffer, namespace, 0)
end

return M
