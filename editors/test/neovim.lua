-- Checks that a headless Neovim with the settings of docs/editor.md shows the diagnostics of a record:
-- EXPECTED=V214 nvim --headless -u settings.lua FILE.sgf -c 'luafile neovim.lua'
-- Prints them, and ends with 1 if the code named by EXPECTED is not among them.
vim.wait(10000, function()
  return #vim.diagnostic.get(0) > 0
end)
local expected, seen = os.getenv('EXPECTED'), false
for _, found in ipairs(vim.diagnostic.get(0)) do
  seen = seen or found.code == expected
  print(string.format('%d:%d %s %s', found.lnum + 1, found.col + 1, found.code, found.message))
end
vim.cmd((seen or not expected) and 'qa!' or 'cq!')
