// Elections for bellwether in JavaScript (Node.js): one file, no dependencies.
//
// Write a class for one node. "bellwether run WORLD --algorithm 'mine=node mine.mjs'" starts this program once
// for each run, and calls the methods of its nodes. All times are seconds. Draw by random() only, and look at
// no clock: then the same seed gives the same run.

import { readSync, writeSync } from "node:fs";
const NS = 1e9;

/** One node of an election. Override what you need, and act by the methods at the end. */
export class Node {
  static about = "";
  static goal = "best"; // whom it elects: best, smallest-id, stablest, any, quorum
  static needs = "neighbours"; // or routing, ring, both-ways
  static settles = "30s"; // so long after the last change all agree
  static timers = []; // their names
  static messages = {}; // name: [class, {field: type}]; classes: election, announcement, beacon, probe, detector
  static params = []; // of a row: {name, type: "duration", default: "1s", about}
  static hears = []; // what it wants beside start, receive, fire, elect: resign, settle, neighbours, capability, snapshot

  // Known at any time: id, now, capability, interval, misses (to notice a dead leader), params, and hysteresis: how
  // far it must exceed the leader to replace it, {per_mille: 100, bonus: 5}.

  // What happens to it.
  start(saved) {} // it boots; saved: what save() kept, or null
  receive(sender, message) {} // message.leader: a field
  fire(timer) {}
  elect() {} // it is told to elect
  resign() {}
  settle(leader) {} // the run begins with this leader: {id, value}
  neighbourUp(neighbour) {}
  neighbourDown(neighbour) {}
  capabilityChanged() {}
  snapshot() { return null; } // for the explorer and stories: all that it remembers, as JSON,
  restore(state) {} // and back

  // What it may ask.
  neighbours() { return ask({ ask: "neighbours" }).neighbours; }
  members() { return ask({ ask: "members" }).members; }
  random(below) { return ask({ ask: "random", below }).random; }

  // What it may do. within: the medium draws a delay up to so many seconds.
  send(to, kind, fields = {}, within = 0) { this.say("send", kind, fields, within, { to }); }
  broadcast(kind, fields = {}, within = 0) { this.say("broadcast", kind, fields, within, {}); }
  route(to, kind, fields = {}) { this.say("route", kind, fields, 0, { to }); }
  setTimer(timer, after) { this.effects.push({ op: "set_timer", timer, after_ns: Math.round(after * NS) }); }
  stopTimer(timer) { this.effects.push({ op: "stop_timer", timer }); }
  save(state) { this.effects.push({ op: "save", state }); }
  electing(num = 0, source = 0) { this.effects.push({ op: "electing", computation: { num, source } }); }
  elected(leader, num = 0, source = 0) { this.effects.push({ op: "elected", leader: leader || 0, computation: { num, source } }); }
  suspect(node) { this.effects.push({ op: "suspect", node }); }
  trust(node) { this.effects.push({ op: "trust", node }); }

  say(op, kind, fields, within, more) {
    if (within > 0) more.within_ns = Math.round(within * NS);
    this.effects.push({ op, message: { kind, ...fields }, ...more });
  }
}

/** A node of a class, for serve and for tests. */
export const boot = (kind, id, { interval = 2, misses = 3, params = {}, hysteresis = { per_mille: 0, bonus: 0 } } = {}) =>
  Object.assign(new kind(), { id, interval, misses, params, hysteresis });

/** Let a node handle a call, and return its effects: handle(node, "receive", [1, {…}]). */
export function handle(node, method, args = [], { now = 0, capability = 0 } = {}) {
  Object.assign(node, { now, capability, effects: [] });
  node[method](...args);
  return node.effects;
}

// calls are the methods and their arguments, by the names of calls.
const calls = {
  start: (c) => ["start", [c.saved]],
  receive: (c) => ["receive", [c.from, c.message]],
  fire: (c) => ["fire", [c.timer]],
  elect: () => ["elect", []],
  resign: () => ["resign", []],
  settle: (c) => ["settle", [c.leader]],
  neighbour_up: (c) => ["neighbourUp", [c.neighbour]],
  neighbour_down: (c) => ["neighbourDown", [c.neighbour]],
  capability_changed: () => ["capabilityChanged", []],
};

/** Answer bellwether for nodes of a class, until it ends. */
export function serve(kind) {
  const nodes = new Map();
  let run;
  for (let call = read(); call; call = read()) {
    if (call.call === "describe") {
      write(describe(kind));
    } else if (call.call === "run") {
      run = call;
      write({ do: [] });
    } else {
      try {
        answer(kind, nodes, run, call);
      } catch (e) { // the node that failed is the one after those that are done
        write({ error: String(e.stack), each: done });
        return;
      }
    }
  }
}

const done = []; // the effects of the nodes that have received a message which others receive, too

function answer(kind, nodes, run, call) {
  if (call.call === "start" || call.call === "restore") { // a boot: what was not saved is lost
    const { detection, hysteresis, params } = run;
    nodes.set(call.node, boot(kind, call.node, { interval: detection.interval_ns / NS, misses: detection.misses, params, hysteresis }));
  }
  const node = nodes.get(call.node);
  if (call.call === "snapshot") return write({ state: node.snapshot() });
  if (call.call === "restore") return write({ do: node.restore(call.state) ?? [] });
  const [method, args] = calls[call.call](call);
  const now = call.now_ns / NS;
  if (node) return write({ do: handle(node, method, args, { now, capability: call.capability }) });
  call.nodes.forEach((id, i) => done.push(handle(nodes.get(id), method, args, { now, capability: call.capabilities[i] })));
  write({ each: done.splice(0) });
}

function describe(kind) {
  const { about, goal, needs, settles, timers, params, hears } = kind;
  const messages = Object.entries(kind.messages).map(([name, [of, fields]]) => (
    { name, class: of, fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })) }));
  return { bellwether: 1, about, goal, needs, settles, timers, messages, params, hears, together: true };
}

// Reading blocks. Do not touch process.stdin, nor import node:process, which does: then it would fail.
let rest = "";
const buffer = Buffer.alloc(1 << 16);

function read() {
  while (!rest.includes("\n")) {
    const n = readSync(0, buffer);
    if (n === 0) return null;
    rest += buffer.toString("utf8", 0, n);
  }
  const end = rest.indexOf("\n");
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(line);
}

const write = (answer) => writeSync(1, JSON.stringify(answer) + "\n");

function ask(question) {
  write(done.length > 0 ? { ...question, each: done.splice(0) } : question);
  return read();
}
