//===- Server.cpp - a program's side of an editor -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main thread reads messages and keeps the texts. A worker analyses them
// and answers, one after the other. A text that has changed since is not
// analysed, and what was asked about it is answered with "content modified", so
// that the worker is never more than one text behind.
//
//===----------------------------------------------------------------------===//

#include "lsp/Server.h"

#include "lsp/Answers.h"
#include "lsp/Messages.h"
#include "lsp/Worker.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/LSP/Transport.h"

#include <atomic>

using namespace llvm;

namespace encke::server {

using Reply = lsp::Callback<json::Value>;

namespace {

/// A text that an editor has open.
struct Document {
  explicit Document(lsp::URIForFile uri) : uri(std::move(uri)) {}
  const lsp::URIForFile uri;

  std::mutex mutex; ///< of what follows, up to the worker's
  std::string text;
  int64_t version = 0;

  bool isOpen = true;
  Schedules schedules; ///< of the file on disk; the mutex is of it, too

  // The worker's alone.
  int64_t analysedVersion = -1;
  std::shared_ptr<const Analysis> analysis;
  /// The last one that has a tree.
  std::shared_ptr<const Analysis> lastTree;
};
using DocumentPtr = std::shared_ptr<Document>;

class Server {
public:
  Server(lsp::JSONTransport &transport, StringRef version);
  ~Server() { ends = true; }

  lsp::MessageHandler &getHandler() { return handler; }
  int getStatus() const { return wasShutDown ? 0 : 1; }

private:
  void initialize(const lsp::InitializeParams &parameters, Reply reply);
  void initialized(const lsp::NoParams &parameters) {}
  void shutdown(const lsp::NoParams &parameters, Reply reply);
  void open(const lsp::DidOpenTextDocumentParams &parameters);
  void change(const lsp::DidChangeTextDocumentParams &parameters);
  void close(const lsp::DidCloseTextDocumentParams &parameters);
  void save(const DocumentParams &parameters);

  void hover(const lsp::TextDocumentPositionParams &asked, Reply reply);
  void definition(const lsp::TextDocumentPositionParams &asked, Reply reply);
  void references(const lsp::ReferenceParams &asked, Reply reply);
  void highlight(const lsp::TextDocumentPositionParams &asked, Reply reply);
  void symbols(const lsp::DocumentSymbolParams &asked, Reply reply);
  void completion(const lsp::TextDocumentPositionParams &asked, Reply reply);
  void prepareRename(const lsp::TextDocumentPositionParams &asked, Reply reply);
  void rename(const RenameParams &asked, Reply reply);
  void formatting(const DocumentParams &asked, Reply reply);
  void hints(const lsp::InlayHintsParams &asked, Reply reply);
  void codeAction(const lsp::CodeActionParams &asked, Reply reply);

  /// Has the worker analyse a version of a text, if it still is the last.
  void analyse(const DocumentPtr &document);
  /// Has the explainer find out the schedules of the file.
  void explain(const DocumentPtr &document);
  /// Tells the editor what is wrong with the analysed text.
  void tell(Document &document);
  /// Has it answer a question about the text as it is now.
  using Answer = unique_function<Expected<json::Value>(const Analysis &)>;
  void answer(const lsp::URIForFile &uri, Reply reply, Answer answer);
  DocumentPtr find(const lsp::URIForFile &uri);

  std::string version;
  lsp::MessageHandler handler;
  lsp::OutgoingNotification<json::Value> publish;
  StringMap<DocumentPtr> documents;
  bool wasShutDown = false;
  std::atomic<bool> ends = false;
  Worker worker; // after what it uses: it ends before that
  Worker explainer;
};

} // namespace

//===----------------------------------------------------------------------===//
// Beginning and end
//===----------------------------------------------------------------------===//

Server::Server(lsp::JSONTransport &transport, StringRef version)
    : version(version), handler(transport),
      publish(handler.outgoingNotification<json::Value>(
          "textDocument/publishDiagnostics")) {
  handler.method("initialize", this, &Server::initialize);
  handler.notification("initialized", this, &Server::initialized);
  handler.method("shutdown", this, &Server::shutdown);
  handler.notification("textDocument/didOpen", this, &Server::open);
  handler.notification("textDocument/didChange", this, &Server::change);
  handler.notification("textDocument/didClose", this, &Server::close);
  handler.notification("textDocument/didSave", this, &Server::save);
  handler.method("textDocument/hover", this, &Server::hover);
  handler.method("textDocument/definition", this, &Server::definition);
  handler.method("textDocument/references", this, &Server::references);
  handler.method("textDocument/documentHighlight", this, &Server::highlight);
  handler.method("textDocument/documentSymbol", this, &Server::symbols);
  handler.method("textDocument/completion", this, &Server::completion);
  handler.method("textDocument/prepareRename", this, &Server::prepareRename);
  handler.method("textDocument/rename", this, &Server::rename);
  handler.method("textDocument/formatting", this, &Server::formatting);
  handler.method("textDocument/inlayHint", this, &Server::hints);
  handler.method("textDocument/codeAction", this, &Server::codeAction);
}

void Server::initialize(const lsp::InitializeParams &parameters, Reply reply) {
  json::Array triggers{"[", "<", "{", "("};
  json::Object capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync",
       json::Object{{"openClose", true},
                    {"change", int(lsp::TextDocumentSyncKind::Incremental)},
                    {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"completionProvider",
       json::Object{{"triggerCharacters", std::move(triggers)}}},
      {"renameProvider", json::Object{{"prepareProvider", true}}},
      {"documentFormattingProvider", true},
      {"inlayHintProvider", true},
      {"codeActionProvider",
       json::Object{
           {"codeActionKinds", json::Array{lsp::CodeAction::kQuickFix.str()}}}},
  };
  reply(json::Object{
      {"capabilities", std::move(capabilities)},
      {"serverInfo", json::Object{{"name", "encke"}, {"version", version}}}});
}

void Server::shutdown(const lsp::NoParams &parameters, Reply reply) {
  wasShutDown = true;
  reply(nullptr);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

DocumentPtr Server::find(const lsp::URIForFile &uri) {
  return documents.lookup(uri.uri());
}

void Server::open(const lsp::DidOpenTextDocumentParams &parameters) {
  const lsp::TextDocumentItem &item = parameters.textDocument;
  auto document = std::make_shared<Document>(item.uri);
  document->text = item.text;
  document->version = item.version;
  documents[item.uri.uri()] = document;
  analyse(document);
  explain(document);
}

void Server::change(const lsp::DidChangeTextDocumentParams &parameters) {
  DocumentPtr document = find(parameters.textDocument.uri);
  if (!document)
    return;
  {
    std::lock_guard<std::mutex> lock(document->mutex);
    for (const auto &change : parameters.contentChanges)
      server::change(document->text, change.range, change.text);
    document->version = parameters.textDocument.version;
  }
  analyse(document);
}

void Server::close(const lsp::DidCloseTextDocumentParams &parameters) {
  const lsp::URIForFile &uri = parameters.textDocument.uri;
  if (DocumentPtr document = find(uri)) {
    std::lock_guard<std::mutex> lock(document->mutex);
    document->isOpen = false;
  }
  documents.erase(uri.uri());
  worker.post([this, uri] {
    publish(json::Object{{"uri", lsp::toJSON(uri)},
                         {"diagnostics", json::Array()}});
  });
}

/// Others may import the file.
void Server::save(const DocumentParams &parameters) {
  for (const auto &other : documents) {
    DocumentPtr document = other.second;
    worker.post([document] { document->analysedVersion = -1; });
    analyse(document);
    explain(document);
  }
}

/// The editor asks for hints again when it is told of the text again.
void Server::explain(const DocumentPtr &document) {
  if (document->uri.scheme() != "file")
    return;
  explainer.post([this, document] {
    Schedules schedules = explainFile(document->uri.file(), ends);
    bool isNews = !schedules.empty();
    {
      std::lock_guard<std::mutex> lock(document->mutex);
      isNews |= !document->schedules.empty();
      document->schedules = std::move(schedules);
    }
    if (isNews && !ends)
      worker.post([this, document] { tell(*document); });
  });
}

/// Not of a text that has changed since, of which more is said soon.
void Server::tell(Document &document) {
  {
    std::lock_guard<std::mutex> lock(document.mutex);
    if (!document.isOpen || document.analysedVersion != document.version)
      return;
  }
  publish(json::Object{
      {"uri", lsp::toJSON(document.uri)},
      {"version", document.analysedVersion},
      {"diagnostics", listDiagnostics(*document.analysis, document.uri)}});
}

void Server::analyse(const DocumentPtr &document) {
  int64_t wanted = document->version;
  worker.post([this, document, wanted] {
    std::string text;
    {
      std::lock_guard<std::mutex> lock(document->mutex);
      if (document->version != wanted || document->analysedVersion == wanted)
        return;
      text = document->text;
    }
    auto analysis =
        std::make_shared<const Analysis>(text, document->uri.file());
    document->analysis = analysis;
    document->analysedVersion = wanted;
    if (analysis->getTree())
      document->lastTree = analysis;
    tell(*document);
  });
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static Error fail(lsp::ErrorCode code, const Twine &why) {
  return make_error<lsp::LSPError>(why.str(), code);
}

void Server::answer(const lsp::URIForFile &uri, Reply reply, Answer answer) {
  DocumentPtr document = find(uri);
  if (!document)
    return reply(
        fail(lsp::ErrorCode::InvalidParams, "'" + uri.uri() + "' is not open"));
  int64_t wanted = document->version;
  worker.post([document, wanted, reply = std::move(reply),
               answer = std::move(answer)]() mutable {
    bool isOld;
    {
      std::lock_guard<std::mutex> lock(document->mutex);
      isOld = document->version != wanted;
    }
    if (isOld || document->analysedVersion != wanted)
      return reply(
          fail(lsp::ErrorCode::ContentModified, "the text has changed since"));
    reply(answer(*document->analysis));
  });
}

void Server::hover(const lsp::TextDocumentPositionParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [position = asked.position](const Analysis &program) {
           return describe(program, position);
         });
}

void Server::definition(const lsp::TextDocumentPositionParams &asked,
                        Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [position = asked.position](const Analysis &program) {
           return findDefinition(program, position);
         });
}

void Server::references(const lsp::ReferenceParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [position = asked.position,
          all = asked.context.includeDeclaration](const Analysis &program) {
           return findReferences(program, position, all);
         });
}

void Server::highlight(const lsp::TextDocumentPositionParams &asked,
                       Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [position = asked.position](const Analysis &program) {
           return findHighlights(program, position);
         });
}

void Server::symbols(const lsp::DocumentSymbolParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [](const Analysis &program) { return listSymbols(program); });
}

/// Also of a text that is wrong.
void Server::completion(const lsp::TextDocumentPositionParams &asked,
                        Reply reply) {
  DocumentPtr document = find(asked.textDocument.uri);
  if (!document)
    return reply(
        json::Object{{"isIncomplete", false}, {"items", json::Array()}});
  worker.post([document, text = document->text, position = asked.position,
               reply = std::move(reply)]() mutable {
    reply(complete(text, position, document->lastTree.get()));
  });
}

void Server::prepareRename(const lsp::TextDocumentPositionParams &asked,
                           Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [position = asked.position](const Analysis &program) {
           return findRenamed(program, position);
         });
}

void Server::rename(const RenameParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [asked](const Analysis &program) {
           return server::rename(program, asked.textDocument.uri,
                                 asked.position, asked.newName);
         });
}

void Server::formatting(const DocumentParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [](const Analysis &program) { return layOut(program); });
}

void Server::hints(const lsp::InlayHintsParams &asked, Reply reply) {
  DocumentPtr document = find(asked.textDocument.uri);
  answer(asked.textDocument.uri, std::move(reply),
         [document, range = asked.range](const Analysis &program) {
           std::lock_guard<std::mutex> lock(document->mutex);
           return listHints(program, range, document->schedules);
         });
}

void Server::codeAction(const lsp::CodeActionParams &asked, Reply reply) {
  answer(asked.textDocument.uri, std::move(reply),
         [uri = asked.textDocument.uri,
          range = asked.range](const Analysis &program) {
           return listFixes(program, uri, range);
         });
}

int serve(const char *version) {
  lsp::Logger::setLogLevel(lsp::Logger::Level::Error);
  lsp::URIForFile::registerSupportedScheme("untitled");
  lsp::JSONTransport transport(stdin, outs());
  Server server(transport, version);
  if (Error error = transport.run(server.getHandler())) {
    // The editor is gone without a word.
    consumeError(std::move(error));
    return 1;
  }
  return server.getStatus();
}

} // namespace encke::server
