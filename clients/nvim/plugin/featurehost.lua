if vim.g.loaded_featurehost or vim.fn.has('nvim-0.7') == 0 then return end
vim.g.loaded_featurehost = true

vim.api.nvim_create_user_command('FeatureHost', function(call) require('featurehost.command').run(call.args) end, {
  nargs = '*',
  desc = 'Open a feature of the host, or choose one',
  complete = function(lead, line) return require('featurehost.command').complete(lead, line) end,
})

vim.api.nvim_create_user_command('FeatureHostRestart', function() require('featurehost').restart() end, {
  desc = 'Start the host again, and open anew what was open',
})

vim.api.nvim_create_user_command('FeatureHostStop', function() require('featurehost').stop() end, {
  desc = 'Close all features and end the host',
})
