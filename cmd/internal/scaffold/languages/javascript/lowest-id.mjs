// The node with the lowest ID leads: it says so again and again, and a node that hears nobody lower leads itself.

import { pathToFileURL } from "node:url";
import { Node, serve } from "./bellwether.mjs";

export class Election extends Node {
  static about = "The lowest ID in reach leads; its claims are flooded, and a node that misses them leads itself.";
  static goal = "smallest-id";
  static timers = ["claim", "silence"];
  static hears = ["snapshot"]; // for bellwether explore and story
  static messages = { claim: ["beacon", { leader: "id", number: "uint32" }] };

  start(saved) {
    const boots = (saved ?? 0) + 1;
    this.save(boots);
    this.number = boots * 65536; // greater than before a crash
    this.lead();
  }

  lead() {
    this.leader = this.id;
    this.newest = new Map(); // number of the newest claim of each leader; one that lost its storage counts from 1
    this.elected(this.id);
    this.fire("claim");
  }

  fire(timer) {
    if (timer === "silence") {
      this.lead();
    } else if (this.leader === this.id) {
      this.number++;
      this.broadcast("claim", { leader: this.id, number: this.number }, 0.02);
      this.setTimer("claim", this.interval);
    }
  }

  receive(sender, { leader, number }) {
    if (leader > this.leader || leader === this.id || number <= (this.newest.get(leader) ?? 0)) {
      return; // a worse leader, or a claim that came before
    }
    this.newest.set(leader, number);
    if (leader !== this.leader) {
      this.leader = leader;
      this.elected(leader);
    }
    this.setTimer("silence", this.interval * this.misses);
    this.broadcast("claim", { leader, number }, 0.02);
  }

  snapshot() { return [this.leader, this.number, [...this.newest].sort(([a], [b]) => a - b)]; }

  restore([leader, number, newest]) {
    Object.assign(this, { leader, number, newest: new Map(newest) });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) serve(Election);
