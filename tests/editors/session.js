// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// session.js EXTENSION ENCKE: the extension for Visual Studio Code in an editor that
// is none: as much of the interface as it uses, and one document. Prints what the
// extension said of it, as JSON.

"use strict";

const Module = require("module");
const [extension, encke] = process.argv.slice(2);

class Plain {
  constructor(...values) { this.values = values; }
}
class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
}
class WorkspaceEdit {
  constructor() { this.edits = []; }
  replace(uri, range, text) { this.edits.push({ range, text }); }
}
const events = {}, providers = {}, warnings = [];
const register = (name) => (selector, provider) => {
  providers[name] = provider;
  return {};
};
const on = (name) => (handler) => { events[name] = handler; return {}; };
const found = [];
const uri = { toString: () => "file:///tmp/session.ta" };
const document = {
  uri, languageId: "ta", version: 1,
  text: "def main() {\n  IndexLabel [i] = [3];\n" +
        "  Tensr<double> x([i], {Dense});\n  x[i] = 1.0;\n  print(x);\n}\n",
  getText() { return this.text; },
};
const vscode = {
  Position, Range, WorkspaceEdit,
  Location: Plain, Hover: Plain, MarkdownString: Plain, InlayHint: Plain,
  DocumentHighlight: Plain, DiagnosticRelatedInformation: Plain,
  CompletionItem: class { constructor(label) { this.label = label; } },
  DocumentSymbol: class { constructor(name) { this.name = name; } },
  CodeAction: class { constructor(title) { this.title = title; } },
  Diagnostic: class {
    constructor(range, message, severity) {
      Object.assign(this, { range, message, severity });
    }
  },
  TextEdit: { replace: (range, text) => ({ range, text }) },
  CodeActionKind: { QuickFix: "quickfix" },
  DiagnosticSeverity: { Error: 0, Warning: 1 },
  InlayHintKind: { Type: 1 },
  EventEmitter: class { fire() {} },
  Uri: { parse: (text) => ({ toString: () => text }) },
  window: {
    createOutputChannel: () => ({ appendLine() {} }),
    showWarningMessage: (text) => warnings.push(text),
  },
  commands: { registerCommand: () => ({}) },
  workspace: {
    getConfiguration: () => ({ get: () => encke }),
    textDocuments: [document],
    onDidOpenTextDocument: on("open"), onDidChangeTextDocument: on("change"),
    onDidSaveTextDocument: on("save"), onDidCloseTextDocument: on("close"),
  },
  languages: {
    createDiagnosticCollection: () => ({
      set: (where, list) => found.push(list), clear() {},
    }),
  },
};
for (const name of ["Hover", "Definition", "Reference", "DocumentHighlight",
                    "DocumentSymbol", "CompletionItem", "Rename",
                    "DocumentFormattingEdit", "InlayHints", "CodeActions"])
  vscode.languages[`register${name}Provider`] = register(name);

const load = Module._load;
Module._load = (request, ...rest) =>
  request === "vscode" ? vscode : load(request, ...rest);

const until = async (holds) => {
  for (let i = 0; i < 2000 && !holds(); ++i)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

async function main() {
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  if (warnings.length) return { warnings };
  await until(() => found.length);
  const result = { first: found[0].map((d) => d.message) };
  const all = new Range(new Position(0, 0), new Position(99, 0));
  const [fix] = await providers.CodeActions.provideCodeActions(
    document, all, { diagnostics: [] });
  result.fix = fix.title;
  const [edit] = fix.edit.edits;
  document.text = document.text.replace("Tensr", edit.text);
  document.version = 2;
  events.change({ document,
                  contentChanges: [{ range: edit.range, text: edit.text }] });
  // Of the text before it may be told again.
  const last = () => found[found.length - 1];
  await until(() => last().length === 0);
  result.left = last().length;
  const place = new Position(3, 2);
  const hover = await providers.Hover.provideHover(document, place);
  result.hover = hover.values[0].values[0];
  const names = await providers.CompletionItem.provideCompletionItems(
    document, new Position(3, 4));
  result.names = names.map((item) => item.label);
  const renamed = await providers.Rename.provideRenameEdits(document, place,
                                                            "vector");
  result.renamed = renamed.edits.length;
  result.refused = await providers.Rename.provideRenameEdits(
    document, place, "def").catch((error) => error.message);
  const symbols = await providers.DocumentSymbol.provideDocumentSymbols(
    document);
  result.symbols = symbols[0].children.map((child) => child.name);
  result.layout = await providers.DocumentFormattingEdit
    .provideDocumentFormattingEdits(document, {});
  const definition = await providers.Definition.provideDefinition(document,
                                                                  place);
  result.definition = definition.values[1].start;
  result.hints = (await providers.InlayHints.provideInlayHints(document, all))
    .length;
  await deactivate();
  result.warnings = warnings;
  return result;
}

main().then((result) => console.log(JSON.stringify(result)));
