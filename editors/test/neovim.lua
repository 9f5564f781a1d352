-- Checks that a headless Neovim (0.7 and later) shows the diagnostics of a record:
-- KIFU=path/to/kifu nvim --headless --clean FILE.sgf -c 'set ft=sgf' -c 'luafile neovim.lua'
-- Prints them, and ends with 1 if the code named by EXPECTED is not among them.
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
local expected, seen = os.getenv('EXPECTED'), false
for _, found in ipairs(vim.diagnostic.get(0)) do
  seen = seen or found.code == expected
  print(string.format('%d:%d %s %s', found.lnum + 1, found.col + 1, found.code, found.message))
end
vim.cmd((seen or not expected) and 'qa!' or 'cq!')
