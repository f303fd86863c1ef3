// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visual Studio Code's side of `encke lsp`. It needs no package beyond the editor,
// so that the folder can be used as it is.

"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection");

let connection, diagnostics, log, hintsChanged;

//===-- between the protocol and the editor ----------------------------------===//

const toPosition = (p) => new vscode.Position(p.line, p.character);
const toRange = (r) => new vscode.Range(toPosition(r.start), toPosition(r.end));
const toLocation = (l) =>
  new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));
const fromPosition = (p) => ({ line: p.line, character: p.character });
const fromRange = (r) => ({
  start: fromPosition(r.start),
  end: fromPosition(r.end),
});
const identify = (document) => ({
  textDocument: { uri: document.uri.toString() },
});
const at = (document, position) => ({
  ...identify(document),
  position: fromPosition(position),
});

function toEdit(answer) {
  const edit = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(answer.changes))
    for (const { range, newText } of edits)
      edit.replace(vscode.Uri.parse(uri), toRange(range), newText);
  return edit;
}

function toDiagnostic(found) {
  const severity = found.severity === 1 ? vscode.DiagnosticSeverity.Error
                                        : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(toRange(found.range), found.message,
                                           severity);
  diagnostic.source = found.source;
  diagnostic.code = found.code;
  diagnostic.relatedInformation = (found.relatedInformation || []).map(
    (note) => new vscode.DiagnosticRelatedInformation(toLocation(note.location),
                                                      note.message));
  return diagnostic;
}

function toSymbol(found) {
  // The protocol counts kinds from 1.
  const symbol = new vscode.DocumentSymbol(found.name, found.detail || "",
                                           found.kind - 1, toRange(found.range),
                                           toRange(found.selectionRange));
  symbol.children = (found.children || []).map(toSymbol);
  return symbol;
}

function toItem(found) {
  const item = new vscode.CompletionItem(found.label, found.kind - 1);
  item.detail = found.detail;
  item.sortText = found.sortText;
  return item;
}

function toAction(found, context) {
  const action = new vscode.CodeAction(found.title,
                                       vscode.CodeActionKind.QuickFix);
  action.edit = toEdit(found.edit);
  action.isPreferred = found.isPreferred;
  action.diagnostics = [...context.diagnostics];
  return action;
}

//===-- the server -----------------------------------------------------------===//

const isProgram = (document) => document.languageId === "ta";

function open(document) {
  if (!isProgram(document)) return;
  connection.notify("textDocument/didOpen", {
    textDocument: {
      uri: document.uri.toString(),
      languageId: "ta",
      version: document.version,
      text: document.getText(),
    },
  });
}

function change(event) {
  if (!isProgram(event.document) || !event.contentChanges.length) return;
  connection.notify("textDocument/didChange", {
    textDocument: {
      uri: event.document.uri.toString(),
      version: event.document.version,
    },
    contentChanges: event.contentChanges.map((c) => ({
      range: fromRange(c.range),
      text: c.text,
    })),
  });
}

/// Asks; null where the text has changed since, or the server has ended.
async function ask(method, params) {
  try {
    return await connection.request("textDocument/" + method, params);
  } catch (error) {
    log.appendLine(`${method}: ${error.message}`);
    return null;
  }
}

const list = (answer, convert) => (answer || []).map(convert);

async function start() {
  const path = vscode.workspace.getConfiguration("encke").get("path");
  connection = new Connection(path, ["lsp"],
    (method, params) => {
      if (method === "textDocument/publishDiagnostics")
        diagnostics.set(vscode.Uri.parse(params.uri),
                        params.diagnostics.map(toDiagnostic));
      // There may be schedules to show, too.
      hintsChanged.fire();
    },
    (why) => {
      log.appendLine(`'${path} lsp': ${why}`);
      diagnostics.clear();
      if (!connection.isStopping)
        vscode.window.showWarningMessage(
          `Encke: the language server does not run ('${path} lsp': ${why}). ` +
          "The setting encke.path says where the command is.");
    });
  await connection.request("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  }).catch(() => {});
  connection.notify("initialized", {});
  vscode.workspace.textDocuments.forEach(open);
}

async function stop() {
  connection.isStopping = true;
  await connection.stop();
}

async function activate(context) {
  log = vscode.window.createOutputChannel("Encke");
  diagnostics = vscode.languages.createDiagnosticCollection("encke");
  hintsChanged = new vscode.EventEmitter();
  await start();
  const languages = vscode.languages, selector = "ta";
  context.subscriptions.push(
    log, diagnostics,
    vscode.commands.registerCommand("encke.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(change),
    vscode.workspace.onDidSaveTextDocument((document) =>
      isProgram(document) &&
      connection.notify("textDocument/didSave", identify(document))),
    vscode.workspace.onDidCloseTextDocument((document) =>
      isProgram(document) &&
      connection.notify("textDocument/didClose", identify(document))),
    languages.registerHoverProvider(selector, {
      async provideHover(document, position) {
        const answer = await ask("hover", at(document, position));
        return answer && new vscode.Hover(
          new vscode.MarkdownString(answer.contents.value),
          toRange(answer.range));
      },
    }),
    languages.registerDefinitionProvider(selector, {
      async provideDefinition(document, position) {
        const answer = await ask("definition", at(document, position));
        return answer && toLocation(answer);
      },
    }),
    languages.registerReferenceProvider(selector, {
      async provideReferences(document, position, options) {
        return list(await ask("references", {
          ...at(document, position),
          context: { includeDeclaration: options.includeDeclaration },
        }), toLocation);
      },
    }),
    languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(document, position) {
        return list(await ask("documentHighlight", at(document, position)),
          (h) => new vscode.DocumentHighlight(toRange(h.range), h.kind - 1));
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document) {
        return list(await ask("documentSymbol", identify(document)), toSymbol);
      },
    }),
    languages.registerCompletionItemProvider(selector, {
      async provideCompletionItems(document, position) {
        const answer = await ask("completion", at(document, position));
        return list(answer && answer.items, toItem);
      },
    }, "[", "<", "{", "("),
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(document, position, newName) {
        // An error here is told to the user.
        return toEdit(await connection.request("textDocument/rename", {
          ...at(document, position), newName }));
      },
      async prepareRename(document, position) {
        const answer = await ask("prepareRename", at(document, position));
        if (!answer) throw new Error("there is no name of the program here");
        return { range: toRange(answer.range),
                 placeholder: answer.placeholder };
      },
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      async provideDocumentFormattingEdits(document, options) {
        return list(await ask("formatting", { ...identify(document), options }),
          (e) => vscode.TextEdit.replace(toRange(e.range), e.newText));
      },
    }),
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: hintsChanged.event,
      async provideInlayHints(document, range) {
        return list(await ask("inlayHint", {
          ...identify(document), range: fromRange(range) }),
          (h) => {
            const hint = new vscode.InlayHint(toPosition(h.position), h.label,
                                              vscode.InlayHintKind.Type);
            hint.paddingLeft = h.paddingLeft;
            hint.paddingRight = h.paddingRight;
            return hint;
          });
      },
    }),
    languages.registerCodeActionsProvider(selector, {
      async provideCodeActions(document, range, context) {
        return list(await ask("codeAction", {
          ...identify(document), range: fromRange(range),
          context: { diagnostics: [] } }),
          (action) => toAction(action, context));
      },
    }));
}

module.exports = { activate, deactivate: stop };
