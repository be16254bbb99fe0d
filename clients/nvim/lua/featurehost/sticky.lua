--- A float over the first lines of a window, which shows the head of the layer when it was scrolled away. A
--- `winbar` can't replace the float, because a `winbar` has only one line, and needs Neovim 0.8.

local highlight = require('featurehost.highlight')
local window = require('featurehost.window')

local M = {}

local namespace = vim.api.nvim_create_namespace('featurehost-sticky')

function M.hide(layer)
  if layer.sticky and vim.api.nvim_win_is_valid(layer.sticky) then vim.api.nvim_win_close(layer.sticky, true) end
  layer.sticky = nil
end

--- Shows or hides the head, depending on the scroll position.
function M.follow(layer)
  local shown = layer:shown()
  if not shown or not layer.is_tall or window.shown_lines(shown) == 1 then return M.hide(layer) end
  local own = vim.api.nvim_win_get_config(shown)
  local config = {
    relative = 'win', win = shown, row = 0, col = 0, width = layer.width, height = layer.head,
    focusable = false, style = 'minimal', border = 'none', zindex = (own.zindex or 40) + 1,
  }
  if layer.sticky and vim.api.nvim_win_is_valid(layer.sticky) then
    vim.api.nvim_win_set_config(layer.sticky, config)
  else
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.bo[buffer].bufhidden = 'wipe'
    config.noautocmd = true
    layer.sticky = vim.api.nvim_open_win(buffer, false, config)
    window.set(layer.sticky, { winhighlight = highlight.over(layer.depth > 0), wrap = false })
    window.unscroll(layer.sticky)
  end
  local buffer = vim.api.nvim_win_get_buf(layer.sticky)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.api.nvim_buf_get_lines(layer.buffer, 0, layer.head, false))
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  layer.canvas:colour(buffer, namespace, 0)
end

return M
