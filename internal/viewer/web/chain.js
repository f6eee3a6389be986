// The chain of an answer in the conversation: its messages as bold arrows, its waits as thick bars.
import { arrow } from './field.js';
import { took } from './why.js';

/** The colour of waits, that of the figures. */
const waitColour = '#e69f00';

/** What of the conversation a chain is drawn on.
 * @typedef {{row: Map<number, number>, x: (at: number) => number, y: (row: number) => number, left: number, right: number}} Ground */

/**
 * @param {CanvasRenderingContext2D} c
 * @param {import('./look.js').Palette} p
 * @param {import('./why.js').Answer} answer
 * @param {Ground} on
 */
export function drawChain(c, p, answer, on) {
  /** @type {{text: string, x: number, y: number, wide: number}[]} */
  const names = [];
  c.font = `600 11px ${p.font}`;
  for (const s of answer.steps) {
    const [a, b] = [on.row.get(s.from), on.row.get(s.to)];
    const [x1, x2] = [on.x(s.since), on.x(s.until)];
    if (a === undefined || b === undefined || x2 < on.left || x1 > on.right) continue;
    if (s.what) message(c, p, { x1, y1: on.y(a), x2, y2: on.y(b) }, on.left);
    else wait(c, Math.max(x1, on.left), Math.min(x2, on.right), on.y(a));
    const text = s.what || `waits ${took(s.until - s.since)}`;
    const [from, to] = [Math.max(x1, on.left), Math.min(x2, on.right)];
    names.push({ text: text.replace(/^(.{35}).{2,}$/, '$1…'), x: (from + to) / 2 + (s.what ? 5 : 0), y: (on.y(a) + on.y(b)) / 2 - (s.what ? 3 : 7), wide: s.what ? 0 : to - from });
  }
  for (const { node, at } of answer.lost) {
    const row = on.row.get(node);
    const x = on.x(at);
    if (row !== undefined && x > on.left && x < on.right) missed(c, p, x, on.y(row) - 6);
  }
  labels(c, p, names);
}

/** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {{x1: number, y1: number, x2: number, y2: number}} l @param {number} left */
function message(c, p, l, left) {
  const [x1, y1] = l.x1 < left ? [left, l.y1 + (l.y2 - l.y1) * (left - l.x1) / (l.x2 - l.x1)] : [l.x1, l.y1];
  c.setLineDash([]);
  c.globalAlpha = 1;
  for (const [colour, width] of /** @type {[string, number][]} */ ([[p.ground, 6], [p.accent, 2.5]])) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(l.x2, l.y2);
    c.stroke();
  }
  arrow(c, x1, y1, l.x2, l.y2, 2, p.accent);
}

/** @param {CanvasRenderingContext2D} c @param {number} x1 @param {number} x2 @param {number} y */
function wait(c, x1, x2, y) {
  c.fillStyle = waitColour;
  c.fillRect(x1, y - 3, Math.max(1.5, x2 - x1), 6);
}

/** A message that was lost. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} x @param {number} y */
function missed(c, p, x, y) {
  c.strokeStyle = p.bad;
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(x - 3, y - 3); c.lineTo(x + 3, y + 3);
  c.moveTo(x - 3, y + 3); c.lineTo(x + 3, y - 3);
  c.stroke();
}

/** Names where they lie on no other. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {{text: string, x: number, y: number, wide: number}[]} names */
function labels(c, p, names) {
  /** @type {{x: number, y: number, w: number}[]} */
  const drawn = [];
  for (const n of names) {
    const w = 6.3 * n.text.length; // an SVG has no ruler
    const x = n.wide ? n.x - w / 2 : n.x;
    if (n.wide && n.wide < w || drawn.some((d) => Math.abs(d.y - n.y) < 12 && x < d.x + d.w && d.x < x + w)) continue;
    drawn.push({ x, y: n.y, w });
    c.textAlign = 'left';
    c.strokeStyle = p.ground;
    c.lineWidth = 3;
    c.strokeText(n.text, x, n.y);
    c.fillStyle = p.ink;
    c.fillText(n.text, x, n.y);
  }
}
