if vim.g.loaded_featurehost or vim.fn.has('nvim-0.7') == 0 then return end
vim.g.loaded_featurehost = true

vim.api.nvim_create_user_command('FeatureHost', function(call) require('featurehost.command').run(call.args) end, {
  nargs = '*',
  desc = 'Open a feature of the host, or choose one',
  complete = function(lead, line) return require('featurehost.command').complete(lead, line) end,
})

vim.api.nvim_create_user_command('FeatureHostPalette', function(call) require('featurehost').palette(call.args) end, {
  nargs = '*',
  desc = 'Choose from all that can be done here and opened',
})

vim.api.nvim_create_user_command('FeatureHostRestart', function() require('featurehost').restart() end, {
  desc = 'Restart the host, and reopen its features',
})

vim.api.nvim_create_user_command('FeatureHostStop', function() require('featurehost').stop() end, {
  desc = 'Close all features and end the host',
})

vim.api.nvim_create_user_command('FeatureHostTrust', function() require('featurehost').trust() end, {
  desc = 'Ask again whether an untrusted workspace may run its programs',
})

-- A session file restores the buffers that showed features, but only their names, so these empty buffers are deleted.
vim.api.nvim_create_autocmd('SessionLoadPost', {
  group = vim.api.nvim_create_augroup('FeatureHostSession', {}),
  callback = function()
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      local is_left_over = vim.api.nvim_buf_get_name(buffer):match('^featurehost://') and vim.bo[buffer].buftype == ''
      if is_left_over then vim.api.nvim_buf_delete(buffer, { force = true }) end
    end
  end,
})
