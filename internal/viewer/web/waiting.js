// Messages that wait at a node that sleeps. The trace says so: the node receives them in the instant in which
// its pause ends. What it never receives is not drawn here.
import { glyph } from './marks.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./speech.js').Speech} Speech */
/** A message that waits: from is the sender. @typedef {{from: number, sent: number, class: number}} Waiting */

/** More messages than these are a number beside the pile. */
const mostPiled = 6;

/** The pause of a node at an instant, and its end; undefined if it is awake. A pause that overlaps another lasts
 * until both are over. @param {Scene} scene @param {number} slot @param {number} t */
export function asleepUntil(scene, slot, t) {
  const pauses = (/** @type {number} */ at) => scene.struck(slot, at).filter((s) => s.name === 'pause');
  if (!pauses(t).length) return undefined;
  let end = t;
  for (let now = pauses(t); now.length; now = pauses(end)) {
    if (now.some((s) => s.until < 0)) return Infinity;
    end = Math.max(...now.map((s) => s.until));
  }
  return end;
}

/** What waits at a node at an instant, the oldest first. @param {Scene} scene @param {Speech} speech @param {number} slot @param {number} t @returns {Waiting[]} */
export function waitingAt(scene, speech, slot, t) {
  const end = asleepUntil(scene, slot, t);
  /** @type {Waiting[]} */
  const found = [];
  if (end === undefined || end > scene.head.end_ns) return found;
  const id = scene.head.nodes[slot];
  speech.each(end, end, (table, i) => {
    if (table.node[i] !== id || table.kind[i] !== speech.kind.receive || table.peer[i] === id) return;
    if (table.sent[i] <= t) found.push({ from: table.peer[i], sent: table.sent[i], class: table.class[i] });
  });
  return found.sort((a, b) => a.sent - b.sent);
}

/** Whether a flight ends with the receiver's waking: it does not fly all the time, but waits.
 * @param {Scene} scene @param {import('./speech.js').Flight} f */
export function waits(scene, f) {
  const slot = scene.slots.get(f.to);
  if (slot === undefined || !scene.strikes.items.length || f.lost || f.at - f.sent < 1e6) return false;
  return asleepUntil(scene, slot, f.at - 1) === f.at;
}

/** Draws what waits at the node at x and y: a pile at its left, or at its right on the left edge, and the number of all where the pile is too small.
 * @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {Waiting[]} all @param {{x: number, y: number, r: number, classes: string[]}} o */
export function pile(c, p, all, { x, y, r, classes }) {
  c.fillStyle = p.ink;
  const way = x - r - 34 < 0 ? 1 : -1;
  const low = y + r + (way > 0 ? 14 : 0); // the sign of sleep stands at the right
  all.slice(0, mostPiled).forEach((w, k) => glyph(c, classes[w.class], x + way * (r + 9), low - 9 * k, 3.5));
  if (all.length < 2) return;
  c.font = `bold 12px ${p.font}`;
  c.textAlign = way > 0 ? 'left' : 'right';
  c.strokeStyle = p.ground;
  c.lineWidth = 3;
  c.strokeText(String(all.length), x + way * (r + 16), low + 4);
  c.fillText(String(all.length), x + way * (r + 16), low + 4);
}
