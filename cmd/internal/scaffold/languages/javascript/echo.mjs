// The echo elects the best: a wave goes out to all, its echo brings the best of them back, and the source says so.

import { pathToFileURL } from "node:url";
import { Node, serve } from "./bellwether.mjs";

// Waves are compared by number, then by source; leaders by value, then by ID.
const compare = ([a, b], [c, d]) => a - c || b - d;
const cap = ([value, id]) => ({ value, id });
const pair = ({ value, id }) => [value, id];

export class Election extends Node {
  static about = "A wave spreads along a tree, echoes bring the best node back, and the leader's claims are flooded.";
  static goal = "best";
  static settles = "90s";
  static timers = ["claim", "silence", "lost"];
  static messages = {
    wave: ["election", { wave: "computation" }],
    echo: ["election", { wave: "computation", best: "capability" }],
    leader: ["announcement", { wave: "computation", best: "capability" }],
    claim: ["beacon", { best: "capability", number: "uint32" }],
  };

  start(saved) {
    const boots = (saved ?? 0) + 1;
    this.save(boots);
    this.number = boots * 65536; // of its claims: greater than before a crash
    this.newest = new Map(); // number of the newest claim of each leader
    this.wave = [this.number, 0]; // the newest wave that it knows
    this.waiting = new Set(); // neighbours that have not answered it
    this.leader = null; // value and ID; null: it has none, or elects
    this.electingNow = false;
    this.patience();
  }

  patience() { this.setTimer("silence", this.interval * this.misses + this.random(1000) / 1000); }

  elect() { this.join([this.wave[0] + 1, this.id], null); }

  // Who tells it of a wave first is its parent. It tells all others, and waits for their answers.
  join(wave, parent) {
    Object.assign(this, { wave, parent, best: [this.capability, this.id], leader: null, electingNow: true });
    this.electing(...wave);
    this.waiting = new Set(this.neighbours().filter((id) => id !== parent));
    for (const neighbour of this.waiting) this.send(neighbour, "wave", { wave: this.named() });
    this.setTimer("lost", this.interval);
    this.echo();
  }

  // Once all have answered the best goes to the parent. The source has no parent: it has heard of all.
  echo() {
    if (this.waiting.size > 0 || !this.electingNow) return;
    this.stopTimer("lost");
    this.patience();
    const found = { wave: this.named(), best: cap(this.best) };
    if (this.parent !== null) {
      this.send(this.parent, "echo", found);
      return;
    }
    this.broadcast("leader", found);
    this.follow(this.best);
  }

  follow(leader) {
    Object.assign(this, { leader, electingNow: false });
    this.elected(leader[1], ...this.wave);
    this.patience();
    if (leader[1] === this.id) this.fire("claim");
  }

  fire(timer) {
    if (timer === "lost") { // whoever has not answered by now is gone
      this.waiting.clear();
      this.echo();
    } else if (timer === "silence" && !this.leads()) {
      this.elect();
    } else if (timer === "claim" && this.leads()) {
      this.number++;
      this.leader = [this.capability, this.id];
      this.broadcast("claim", { best: cap(this.leader), number: this.number }, 0.02);
      this.setTimer("claim", this.interval);
    }
  }

  receive(sender, message) {
    const { kind, wave, best } = message;
    if (kind === "claim") {
      this.onClaim(message);
      return;
    }
    const order = compare([wave.num, wave.source], this.wave);
    if (kind === "wave" && order > 0) {
      this.join([wave.num, wave.source], sender);
    } else if (order !== 0 || !this.electingNow) {
      // of an older wave
    } else if (kind === "leader") {
      this.follow(pair(best));
      this.broadcast("leader", { wave, best }, 0.02);
    } else { // an echo, or the wave by another way, which is an answer, too
      if (kind === "echo" && compare(pair(best), this.best) > 0) this.best = pair(best);
      this.waiting.delete(sender);
      this.echo();
    }
  }

  onClaim({ best, number }) {
    const leader = pair(best);
    if (best.id === this.id || this.electingNow || number <= (this.newest.get(best.id) ?? 0)) return;
    this.newest.set(best.id, number);
    const another = !this.leader || best.id !== this.leader[1];
    if (this.leader && another && compare(leader, this.leader) < 0) return; // a worse leader
    if (another) this.follow(leader);
    this.leader = leader;
    this.patience();
    this.broadcast("claim", { best, number }, 0.02);
    const margin = Math.floor(leader[0] * this.hysteresis.per_mille / 1000) + this.hysteresis.bonus;
    if (this.capability > leader[0] + margin) this.elect(); // it would lead better
  }

  leads() { return this.leader !== null && this.leader[1] === this.id; }
  named() { return { num: this.wave[0], source: this.wave[1] }; }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) serve(Election);
