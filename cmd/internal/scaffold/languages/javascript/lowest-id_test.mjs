// node --test

import assert from "node:assert";
import test from "node:test";
import { boot, handle } from "./bellwether.mjs";
import { Election } from "./NAME.mjs";

test("a lower ID leads", () => {
  const node = boot(Election, 3);
  handle(node, "start", [null]);
  const done = handle(node, "receive", [7, { kind: "claim", leader: 1, number: 5 }]);
  assert.deepEqual(done[0], { op: "elected", leader: 1, computation: { num: 0, source: 0 } });
  assert.deepEqual(handle(node, "receive", [8, { kind: "claim", leader: 1, number: 5 }]), []);
});

test("silence makes it lead", () => {
  const node = boot(Election, 3);
  handle(node, "start", [null]);
  handle(node, "receive", [1, { kind: "claim", leader: 1, number: 5 }]);
  handle(node, "fire", ["silence"]);
  assert.equal(node.leader, 3);
});
