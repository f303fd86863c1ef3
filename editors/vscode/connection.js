// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of JSON-RPC to and from a process, and nothing of the editor.

"use strict";

const { spawn } = require("child_process");

class Connection {
  /// `onNotification(method, params)`; `onEnd(why)` when the process has ended
  /// or could not be started.
  constructor(command, args, onNotification, onEnd) {
    this.count = 0;
    this.waiting = new Map();
    this.received = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.hasEnded = false;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
    this.process.stdin.on("error", () => {});
    const end = (why) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      for (const { reject } of this.waiting.values()) reject(new Error(why));
      this.waiting.clear();
      onEnd(why);
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code) => end(`it ended with status ${code}`));
  }

  receive(bytes) {
    this.received = Buffer.concat([this.received, bytes]);
    for (;;) {
      const end = this.received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const header = this.received.subarray(0, end).toString("ascii");
      const length = Number(/content-length: *(\d+)/i.exec(header)[1]);
      if (this.received.length < end + 4 + length) return;
      const body = this.received.subarray(end + 4, end + 4 + length);
      this.received = this.received.subarray(end + 4 + length);
      this.handle(JSON.parse(body.toString("utf8")));
    }
  }

  handle(message) {
    if (message.id === undefined) {
      this.onNotification(message.method, message.params);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!asked) return;
    if (!message.error) asked.resolve(message.result);
    else asked.reject(Object.assign(new Error(message.error.message),
                                    { code: message.error.code }));
  }

  send(message) {
    if (this.hasEnded) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    if (this.hasEnded) return Promise.reject(new Error("no server runs"));
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  async stop() {
    if (this.hasEnded) return;
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", null);
    this.process.stdin.end();
  }
}

module.exports = { Connection };
