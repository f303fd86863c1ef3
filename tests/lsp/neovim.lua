-- Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
-- Run by Neovim on a program with a misspelt word: writes what the editor has
-- learnt of it into the file that $RESULT names.

local result = {}
local client = vim.lsp.start_client({
  name = "encke",
  cmd = { vim.env.ENCKE, "lsp" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
local function diagnostics()
  return vim.diagnostic.get(0)
end
vim.wait(20000, function() return #diagnostics() > 0 end)
result.messages = vim.tbl_map(function(d) return d.message end, diagnostics())

-- Mended in the buffer.
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
for number, line in ipairs(lines) do
  lines[number] = line:gsub("Tensr", "Tensor")
end
vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
vim.wait(20000, function() return #diagnostics() == 0 end)
result.left = #diagnostics()

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end
vim.fn.search("x\\[")
local params = vim.lsp.util.make_position_params()
result.hover = ask("textDocument/hover", params).contents.value
params.newName = "vector"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
local edits = ask("textDocument/formatting",
                  vim.lsp.util.make_formatting_params())
vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
result.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")

local file = io.open(vim.env.RESULT, "w")
file:write(vim.json.encode(result))
file:close()
vim.cmd("qall!")
