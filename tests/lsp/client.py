# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor's side of the Language Server Protocol, on stdin and stdout."""

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any, Dict, List, Optional


class ServerError(Exception):
    """What a server answers a request that it cannot do."""

    def __init__(self, error: Dict[str, Any]):
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    """A server that runs, and what it has said."""

    def __init__(self, command: List[str]):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.count = 0
        self.answers: Dict[int, Dict[str, Any]] = {}
        self.notes: List[Dict[str, Any]] = []
        self.arrived: "queue.Queue[Optional[Dict[str, Any]]]" = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        out = self.process.stdout
        while True:
            length = 0
            while True:
                line = out.readline()
                if not line:
                    self.arrived.put(None)
                    return
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                if line == b"\r\n":
                    break
            self.arrived.put(json.loads(out.read(length)))

    def send_bytes(self, body: bytes) -> None:
        """Sends what may be no message at all."""
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s"
                                 % (len(body), body))
        self.process.stdin.flush()

    def _send(self, message: Dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def begin(self, method: str, params: Any) -> int:
        """Asks, and does not wait; `finish` takes what is returned."""
        self.count += 1
        self._send({"id": self.count, "method": method, "params": params})
        return self.count

    def finish(self, number: int) -> Any:
        while number not in self.answers:
            self._take()
        answer = self.answers.pop(number)
        if "error" in answer:
            raise ServerError(answer["error"])
        return answer["result"]

    def ask(self, method: str, params: Any) -> Any:
        return self.finish(self.begin(method, params))

    def _take(self) -> None:
        message = self.arrived.get(timeout=60)
        if message is None:
            raise EOFError("the server has ended")
        if "id" in message:
            self.answers[message["id"]] = message
        else:
            self.notes.append(message)

    def start(self) -> Dict[str, Any]:
        result = self.ask("initialize", {"processId": None, "rootUri": None,
                                         "capabilities": {}})
        self.notify("initialized", {})
        return result

    def diagnostics(self, uri: str, version: int) -> List[Dict[str, Any]]:
        """Those of that version of a document."""
        while True:
            for note in self.notes:
                params = note["params"]
                if params["uri"] == uri and params.get("version") == version:
                    return params["diagnostics"]
            self._take()

    def stop(self) -> int:
        """Ends it as an editor does; its exit status."""
        self.ask("shutdown", None)
        self.notify("exit", None)
        self.process.stdin.close()
        return self.process.wait(timeout=60)


class Document:
    """A text that is open, and questions about places in it. A place is the text
    that stands there; `|` in it is the cursor, which is else at its beginning."""

    def __init__(self, client: Client, path: Path, text: str):
        self.client, self.text, self.version = client, text, 1
        self.uri = path.as_uri()
        client.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "ta", "version": 1, "text": text}})

    def position(self, place: str) -> Dict[str, int]:
        cursor = max(place.find("|"), 0)
        found = self.text.index(place.replace("|", "", 1)) + cursor
        before = self.text[:found]
        line = before[before.rfind("\n") + 1:]
        return {"line": before.count("\n"),
                "character": len(line.encode("utf-16-le")) // 2}

    def at(self, place: str) -> Dict[str, Any]:
        return {"textDocument": {"uri": self.uri},
                "position": self.position(place)}

    def all(self) -> Dict[str, Any]:
        return {"textDocument": {"uri": self.uri},
                "range": {"start": {"line": 0, "character": 0},
                          "end": {"line": 10 ** 6, "character": 0}}}

    def replace(self, old: str, new: str) -> None:
        """Types `new` in the place of `old`."""
        start = self.position(old)
        before = self.text[:self.text.index(old) + len(old)]
        end = {"line": before.count("\n"), "character": len(
            before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2}
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": start, "end": end},
                                "text": new}]})

    def set(self, text: str) -> None:
        self.text = text
        self.version += 1
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": text}]})

    def diagnostics(self) -> List[Dict[str, Any]]:
        return self.client.diagnostics(self.uri, self.version)

    def ask(self, method: str, place: str, **more: Any) -> Any:
        return self.client.ask("textDocument/" + method,
                               {**self.at(place), **more})

    def hover(self, place: str) -> str:
        answer = self.ask("hover", place)
        return answer["contents"]["value"] if answer else ""

    def complete(self, place: str) -> List[str]:
        return [item["label"]
                for item in self.ask("completion", place)["items"]]

    def text_at(self, span: Dict[str, Any]) -> str:
        return self.text[self._offset(span["start"]):self._offset(span["end"])]

    def _offset(self, position: Dict[str, int]) -> int:
        lines = self.text.split("\n")
        before = sum(len(line) + 1 for line in lines[:position["line"]])
        if position["line"] >= len(lines):
            return len(self.text)
        units = lines[position["line"]].encode("utf-16-le")
        return before + len(units[:2 * position["character"]]
                            .decode("utf-16-le"))

    def edited(self, edits: List[Dict[str, Any]]) -> str:
        """The text once edits are carried out."""
        text = self.text
        for edit in sorted(edits, reverse=True, key=lambda e: (
                e["range"]["start"]["line"], e["range"]["start"]["character"])):
            span = edit["range"]
            text = (text[:self._offset(span["start"])] + edit["newText"] +
                    text[self._offset(span["end"]):])
        return text
