"""Tests a YAML language server with the scenarios of a directory: ask.py SERVER DIRECTORY."""

import glob
import json
import os
import subprocess
import sys

MODELINE = "# yaml-language-server: $schema=schema.json\n"


class Server:
    def __init__(self, path, folder):
        self.folder, self.number, self.faults = folder, 0, {}
        self.process = subprocess.Popen(["node", path, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask("initialize", {"processId": os.getpid(), "rootUri": "file://" + folder, "capabilities": {
            "workspace": {"configuration": True},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}, "hover": {}}}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def take(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.faults[message["params"]["uri"]] = [d["message"] for d in message["params"]["diagnostics"]]
        elif message.get("method") == "workspace/configuration":
            settings = {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}}
            items = message["params"]["items"]
            self.send({"id": message["id"], "result": [settings if i.get("section") == "yaml" else {} for i in items]})
        elif "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})
        return message

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.take()
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def open(self, name, text):
        uri = f"file://{self.folder}/{name}"
        self.send({"method": "textDocument/didOpen", "params": {
            "textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}})
        return uri

    def at_end(self, method, text):
        """Sends a request about the end of a text, below the modeline."""
        lines = text.split("\n")
        where = {"line": len(lines), "character": len(lines[-1])}
        uri = self.open(f"ask{self.number}.yaml", MODELINE + text)
        return self.ask("textDocument/" + method, {"textDocument": {"uri": uri}, "position": where})

    def check(self, name, text):
        uri = self.open(name, text)
        while uri not in self.faults:
            self.take()
        return self.faults[uri]


def main():
    server, failed = Server(sys.argv[1], sys.argv[2]), False

    def want(what, good, got):
        nonlocal failed
        failed = failed or not good
        print(("ok    " if good else "WRONG ") + what + ("" if good else f": {got}"))

    for text, words in {
        "du": ["duration"],
        "radio:\n  ": ["model", "preset", "shadowing", "loss"],
        "radio:\n  model: ": ["unit-disk", "log-distance", "three-log-distance"],
        "radio:\n  loss:\n    model: ": ["bernoulli", "gilbert-elliott"],
        "mobility: {mod": ["model"],
        "faults:\n  - at: 1s\n    ": ["crash", "partition", "for"],
        "algorithms:\n  - ": ["vasudevan", "bully"],
    }.items():
        items = server.at_end("completion", text)["items"]
        labels = [i["label"] for i in items]
        want(f"completes {text!r}", all(w in labels for w in words), labels)
        described = [i["label"] for i in items if i["label"] == words[0] and i.get("documentation")]
        want(f"explains {words[0]}", described or words[0] == "vasudevan", items[:1])
    hover = json.dumps(server.at_end("hover", "duration: 10m"))
    want("explains under the pointer", "Simulated time of one run" in hover, hover)
    faults = server.check("bad.yaml", MODELINE + "duration: 10\nradio: {rnage: 3, model: disk}\nalgorithms: [bulli]\n")
    want("finds faults", len(faults) >= 4 and any("rnage" in f for f in faults), faults)
    for path in sorted(glob.glob(os.path.join(sys.argv[2], "*.yaml"))):
        name = os.path.basename(path)
        if not name.startswith(("ask", "bad")):
            with open(path, encoding="utf-8") as file:
                faults = server.check(name, file.read())
            want("finds no faults in " + name, not faults, faults)
    server.process.kill()
    sys.exit(1 if failed else 0)


main()
