"""Elections for bellwether in Python: one file, no dependencies.

Write a class for one node. "bellwether run WORLD --algorithm 'mine=python3 mine.py'" starts this program once
for each run, and calls the methods of its nodes. All times are seconds. Draw by random() only, and look at no
clock: then the same seed gives the same run."""

import json
import sys
import traceback

_NS = 1_000_000_000


class Node:
    """One node of an election. Override what you need, and act by the methods at the end."""

    goal = "best"  # whom it elects: best, smallest-id, stablest, any, quorum
    needs = "neighbours"  # or routing, ring, both-ways
    settles = "30s"  # so long after the last change all agree
    timers = ()  # their names
    messages = {}  # name: (class, {field: type}); classes: election, announcement, beacon, probe, detector
    params = ()  # of a row: {"name": …, "type": "duration", "default": "1s", "about": …}
    hears = ()  # what it wants beside start, receive, fire, elect: resign, settle, neighbours, capability, snapshot

    # Known at any time: id, now, capability, interval, misses (to notice a dead leader), params, and hysteresis: how
    # far it must exceed the leader to replace it, {"per_mille": 100, "bonus": 5}.

    # What happens to it.
    def start(self, saved): pass  # it boots; saved: what save() kept, or None
    def receive(self, sender, message): pass  # message["leader"]: a field
    def fire(self, timer): pass
    def elect(self): pass  # it is told to elect
    def resign(self): pass
    def settle(self, leader): pass  # the run begins with this leader: {"id": …, "value": …}
    def neighbour_up(self, neighbour): pass
    def neighbour_down(self, neighbour): pass
    def capability_changed(self): pass

    # For the explorer and stories, if hears has snapshot: all that it remembers, as JSON, and back.
    def snapshot(self): return None
    def restore(self, state): pass

    # What it may ask.
    def neighbours(self): return _ask("neighbours")
    def members(self): return _ask("members")
    def random(self, below): return _ask("random", below=below)

    # What it may do. within: the medium draws a delay up to so many seconds.
    def send(self, to, kind, within=0, **fields): self._say("send", kind, fields, within, to=to)
    def broadcast(self, kind, within=0, **fields): self._say("broadcast", kind, fields, within)
    def route(self, to, kind, **fields): self._say("route", kind, fields, 0, to=to)
    def set_timer(self, timer, after): self._do(op="set_timer", timer=timer, after_ns=round(after * _NS))
    def stop_timer(self, timer): self._do(op="stop_timer", timer=timer)
    def save(self, state): self._do(op="save", state=state)
    def electing(self, num=0, source=0): self._do(op="electing", computation={"num": num, "source": source})
    def elected(self, leader, num=0, source=0):
        self._do(op="elected", leader=leader or 0, computation={"num": num, "source": source})
    def suspect(self, node): self._do(op="suspect", node=node)
    def trust(self, node): self._do(op="trust", node=node)

    def _say(self, op, kind, fields, within, **more):
        if within:
            more["within_ns"] = round(within * _NS)
        self._do(op=op, message={"kind": kind, **fields}, **more)

    def _do(self, **effect): self._effects.append(effect)


def boot(kind, id, interval=2, misses=3, params=None, hysteresis=None):
    """A node of a class, for serve and for tests."""
    node = kind()
    node.id, node.interval, node.misses, node.params = id, interval, misses, params or {}
    node.hysteresis = hysteresis or {"per_mille": 0, "bonus": 0}
    return node


def handle(node, call, *args, capability=0, now=0, **of):
    """Let a node handle a call, and return its effects: handle(node, "receive", sender=1, message={…})."""
    node.now, node.capability, node._effects = now, capability, []
    getattr(node, call)(*args, **of)
    return node._effects


def serve(kind):
    """Answer bellwether for nodes of a class, until it ends."""
    nodes, run = {}, {}
    for line in sys.stdin:
        call = json.loads(line)
        name = call.pop("call")
        if name == "describe":
            _write(_describe(kind))
        elif name == "run":
            run = call
            _write({"do": []})
        else:
            try:
                _answer(kind, nodes, run, name, call)
            except Exception:  # the node that failed is the one after those that are done
                _write({"error": traceback.format_exc(limit=-3), "each": _done})
                return


_done = []  # the effects of the nodes that have received a message which others receive, too


def _answer(kind, nodes, run, name, call):
    if name in ("start", "restore"):  # a boot: what was not saved is lost
        of = run["detection"]
        nodes[call["node"]] = boot(kind, call["node"], of["interval_ns"] / _NS, of["misses"], run["params"], run["hysteresis"])
    if name in ("snapshot", "restore"):
        node = nodes[call["node"]]
        _write({"state": node.snapshot()} if name == "snapshot" else {"do": node.restore(call["state"]) or []})
        return
    now = call.pop("now_ns") / _NS
    if "nodes" in call:  # several nodes receive a broadcast
        ids, capabilities = call.pop("nodes"), call.pop("capabilities")
        for id, capability in zip(ids, capabilities):
            _done.append(handle(nodes[id], name, *call.values(), capability=capability, now=now))
        _write({"each": _done})
        _done.clear()
        return
    id, capability = call.pop("node"), call.pop("capability")
    _write({"do": handle(nodes[id], name, *call.values(), capability=capability, now=now)})


def _describe(kind):
    messages = [{"name": name, "class": of, "fields": [{"name": field, "type": t} for field, t in fields.items()]}
                for name, (of, fields) in kind.messages.items()]
    return {"bellwether": 1, "about": (kind.__doc__ or "").strip().split("\n")[0], "goal": kind.goal,
            "needs": kind.needs, "settles": kind.settles, "timers": list(kind.timers), "messages": messages,
            "params": list(kind.params), "hears": list(kind.hears), "together": True}


_text = json.JSONEncoder(separators=(",", ":")).encode


def _write(answer):
    sys.stdout.write(_text(answer) + "\n")
    sys.stdout.flush()


def _ask(what, **more):
    if _done:
        more["each"] = _done
    _write({"ask": what, **more})
    _done.clear()
    return json.loads(sys.stdin.readline())[what]
