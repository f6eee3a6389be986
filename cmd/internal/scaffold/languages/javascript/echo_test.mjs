// node --test

import assert from "node:assert";
import test from "node:test";
import { boot, handle } from "./bellwether.mjs";
import { Election } from "./NAME.mjs";

function started() {
  const node = Object.assign(boot(Election, 3), { neighbours: () => [1, 4], random: () => 0 });
  handle(node, "start", [null]);
  return node;
}

test("the source announces the best that it heard of", () => {
  const node = started();
  handle(node, "elect", [], { capability: 5 });
  const wave = node.named();
  handle(node, "receive", [1, { kind: "echo", wave, best: { value: 9, id: 7 } }]);
  const done = handle(node, "receive", [4, { kind: "echo", wave, best: { value: 2, id: 4 } }]);
  assert.deepEqual(done.find((e) => e.op === "elected"), { op: "elected", leader: 7, computation: wave });
});

test("the best goes to the parent", () => {
  const node = started();
  const wave = { num: 1 << 20, source: 1 };
  handle(node, "receive", [1, { kind: "wave", wave }], { capability: 5 });
  const done = handle(node, "receive", [4, { kind: "wave", wave }]);
  assert.deepEqual(done.find((e) => e.op === "send"), { op: "send", message: { kind: "echo", wave, best: { value: 5, id: 3 } }, to: 1 });
});
