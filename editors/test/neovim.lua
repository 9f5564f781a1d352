-- Shows the diagnostics of a record in a headless Neovim (0.7 and later):
-- KIFU=path/to/kifu nvim --headless --clean -c 'set ft=sgf' FILE.sgf -c 'luafile neovim.lua' -c 'qa!'
vim.lsp.start_client({
  name = 'kifu',
  cmd = { os.getenv('KIFU') or 'kifu', 'lsp' },
  root_dir = vim.fn.getcwd(),
  on_init = function(client)
    vim.lsp.buf_attach_client(0, client.id)
  end,
})
vim.wait(10000, function()
  return #vim.diagnostic.get(0) > 0
end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  print(string.format('%d:%d %s %s', found.lnum + 1, found.col + 1, found.code, found.message))
end
