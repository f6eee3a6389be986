// The marks of a node: each state differs in shape, not in colour alone. And the sides of a partition.
import { electionColour } from './look.js';
import { hull, overlap } from './outline.js';

/** @typedef {import('./scene.js').Node} Node */
/** @typedef {import('./look.js').Palette} Palette */

const grey = '#8a929c';

/** Draws a node that takes part in nothing: absent, crashed, or with an empty battery.
 * @param {CanvasRenderingContext2D} c @param {Palette} p @param {Node} node @param {number} x @param {number} y @param {number} r */
export function gone(c, p, node, x, y, r) {
  c.strokeStyle = p.dim;
  c.fillStyle = p.ground;
  c.lineWidth = 2;
  if (node.standing === 'absent') {
    c.lineWidth = 1.5;
    c.setLineDash([3, 3]);
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.stroke();
    c.setLineDash([]);
  } else if (node.standing === 'empty') {
    c.fillRect(x - r, y - r * 0.6, 2 * r, 1.2 * r);
    c.strokeRect(x - r, y - r * 0.6, 2 * r, 1.2 * r);
    c.strokeRect(x + r, y - r * 0.25, 2, r * 0.5);
  } else {
    c.fillStyle = p.faint;
    c.beginPath();
    c.arc(x, y, r, 0, 2 * Math.PI);
    c.fill();
    c.lineWidth = 3;
    c.beginPath();
    c.moveTo(x - r * 0.7, y - r * 0.7); c.lineTo(x + r * 0.7, y + r * 0.7);
    c.moveTo(x + r * 0.7, y - r * 0.7); c.lineTo(x - r * 0.7, y + r * 0.7);
    c.stroke();
  }
}

/** Draws a node that runs. turn is where the ring of an election stands, in radians.
 * @param {CanvasRenderingContext2D} c @param {Palette} p @param {Node} node
 * @param {{x: number, y: number, r: number, colour: string, asleep: boolean, silent: boolean, turn: number}} o */
export function running(c, p, node, { x, y, r, colour, asleep, silent, turn }) {
  const follows = node.standing === 'following';
  c.beginPath();
  c.arc(x, y, r, 0, 2 * Math.PI);
  c.fillStyle = p.ground;
  c.fill();
  if (follows) {
    c.globalAlpha = asleep ? 0.4 : 1;
    c.fillStyle = colour;
    c.fill();
    c.globalAlpha = 1;
  }
  c.lineWidth = 2;
  c.strokeStyle = follows ? (asleep ? colour : p.ground) : grey;
  if (asleep) c.setLineDash([2, 2]);
  if (node.standing !== 'electing') c.stroke();
  c.setLineDash([]);
  if (node.standing === 'electing') {
    c.strokeStyle = electionColour;
    c.lineWidth = 3;
    for (const part of [0, Math.PI]) {
      c.beginPath();
      c.arc(x, y, r, turn + part, turn + part + 2.4);
      c.stroke();
    }
  }
  if (follows && node.leader === node.id) {
    c.strokeStyle = colour;
    c.lineWidth = 2.5;
    if (asleep) c.setLineDash([4, 4]);
    c.beginPath();
    c.arc(x, y, r + 5, 0, 2 * Math.PI);
    c.stroke();
    c.setLineDash([]);
  }
  if (asleep) written(c, p, 'z', x + r + 3, y - r + 1, `bold ${Math.round(r + 6)}px ${p.font}`);
  if (silent) antenna(c, p, x + r + 6, y - r, Math.max(5, r * 0.7));
}

/** @param {CanvasRenderingContext2D} c @param {Palette} p @param {string} text @param {number} x @param {number} y @param {string} font */
function written(c, p, text, x, y, font) {
  c.font = font;
  c.textAlign = 'left';
  c.strokeStyle = p.ground;
  c.lineWidth = 3;
  c.strokeText(text, x, y);
  c.fillStyle = p.ink;
  c.fillText(text, x, y);
}

/** A struck antenna. @param {CanvasRenderingContext2D} c @param {Palette} p @param {number} x @param {number} y @param {number} r */
function antenna(c, p, x, y, r) {
  for (const [colour, width] of [[p.ground, 5], [p.ink, 2]]) {
    c.strokeStyle = String(colour);
    c.lineWidth = Number(width);
    c.beginPath();
    c.moveTo(x, y + r); c.lineTo(x, y);
    c.moveTo(x - r * 0.7, y - r); c.lineTo(x, y); c.lineTo(x + r * 0.7, y - r);
    c.moveTo(x - r, y + r * 0.7); c.lineTo(x + r, y - r * 0.9);
    c.stroke();
  }
}

/** A message by its class: a dot, or a shape for what decides. @param {CanvasRenderingContext2D} c @param {string} name @param {number} x @param {number} y @param {number} r */
export function glyph(c, name, x, y, r) {
  c.beginPath();
  if (name === 'election' || name === 'probe') c.rect(x - r, y - r, 2 * r, 2 * r);
  else if (name === 'announcement' || name === 'beacon') { c.moveTo(x, y - r * 1.4); c.lineTo(x + r * 1.3, y + r); c.lineTo(x - r * 1.3, y + r); c.closePath(); }
  else if (name === 'detector' || name === 'standby') { c.moveTo(x, y - r * 1.5); c.lineTo(x + r * 1.5, y); c.lineTo(x, y + r * 1.5); c.lineTo(x - r * 1.5, y); c.closePath(); }
  else c.arc(x, y, r * 0.8, 0, 2 * Math.PI);
  c.fill();
}

/** The sides of a partition: a ground for each where they lie apart, a shape around each node, and
 * the links that the partition struck, each with a stroke across.
 * @param {import('./field.js').Field} field @param {CanvasRenderingContext2D} c @param {Palette} p @param {number} t @param {number} r */
export function sides(field, c, p, t, r) {
  const { scene, nodes } = field;
  const cut = scene.parted(t);
  if (!cut) return false;
  /** @type {Map<number, [number, number][]>} */
  const points = new Map();
  const tints = [p.sideA, p.sideB];
  nodes.forEach((node) => {
    if (Number.isNaN(node.x) || node.standing === 'absent') return;
    const side = cut.of.get(node.id) ?? 0;
    points.set(side, [...points.get(side) ?? [], field.at(node.x, node.y)]);
  });
  c.lineWidth = 1;
  c.strokeStyle = p.bad;
  c.globalAlpha = Math.min(0.5, Math.max(0.16, 8 / cut.links.length)); // many of them would cover all else
  c.beginPath();
  for (const [a, b] of cut.links) {
    if (['absent', 'down', 'empty'].includes(nodes[a].standing) || ['absent', 'down', 'empty'].includes(nodes[b].standing)) continue;
    const [[x1, y1], [x2, y2]] = [field.at(nodes[a].x, nodes[a].y), field.at(nodes[b].x, nodes[b].y)];
    const [mx, my, length] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.hypot(x2 - x1, y2 - y1) || 1];
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const gap = Math.min(9, length / 4);
    c.moveTo(x1, y1); c.lineTo(mx - gap * ux, my - gap * uy);
    c.moveTo(mx + gap * ux, my + gap * uy); c.lineTo(x2, y2);
    for (const way of [-1, 1]) { c.moveTo(mx + way * gap * ux - 5 * uy, my + way * gap * uy + 5 * ux); c.lineTo(mx + way * gap * ux + 5 * uy, my + way * gap * uy - 5 * ux); }
  }
  c.setLineDash([6, 4]);
  c.stroke();
  c.setLineDash([]);
  c.globalAlpha = 1;
  const order = [...points.keys()].sort((a, b) => a - b);
  nodes.forEach((node) => {
    if (Number.isNaN(node.x) || node.standing === 'absent') return;
    const place = order.indexOf(cut.of.get(node.id) ?? 0);
    const [x, y] = field.at(node.x, node.y);
    const a = r + 2; // close around the disc, so that neighbours are not covered
    c.fillStyle = tints[place % 2];
    c.strokeStyle = p.dim;
    c.lineWidth = 1.5;
    c.beginPath();
    if (place % 2 === 0) c.rect(x - a, y - a, 2 * a, 2 * a);
    else { c.moveTo(x, y - a * 1.4); c.lineTo(x + a * 1.4, y); c.lineTo(x, y + a * 1.4); c.lineTo(x - a * 1.4, y); c.closePath(); }
    c.fill();
    c.stroke();
  });
  return true;
}

/** A soft ground in the leader's colour behind the nodes that follow it, where several lead: parties are seen before nodes.
 * @param {import('./field.js').Field} field @param {CanvasRenderingContext2D} c */
export function parties(field, c) {
  /** @type {Map<number, [number, number][]>} */
  const of = new Map();
  for (const node of field.nodes) {
    if (node.standing !== 'following' || Number.isNaN(node.x)) continue;
    of.set(node.leader, [...of.get(node.leader) ?? [], field.at(node.x, node.y)]);
  }
  if (of.size < 2 || of.size > 12) return;
  field.shown.add('party');
  const rings = [...of].map(([leader, list]) => ({ leader, ring: around(list) }));
  // Grounds that overlap would mix to a colour that means nothing: then there are outlines.
  const mixed = rings.some((a, i) => rings.slice(i + 1).some((b) => overlap(a.ring, b.ring)));
  for (const { leader, ring } of rings) {
    c.beginPath();
    ring.forEach(([x, y], i) => { if (i) c.lineTo(x, y); else c.moveTo(x, y); });
    c.closePath();
    c.fillStyle = c.strokeStyle = field.leaders.colour(leader);
    c.globalAlpha = mixed ? 0.6 : 0.1;
    c.lineWidth = 2;
    if (mixed) c.stroke();
    else c.fill();
  }
  c.globalAlpha = 1;
}

/** The hull of nodes with room for their discs. @param {[number, number][]} list */
function around(list) {
  return hull(list.flatMap(([x, y]) => Array.from({ length: 8 }, (_, k) => /** @type {[number, number]} */ ([x + 26 * Math.cos(k * Math.PI / 4), y + 26 * Math.sin(k * Math.PI / 4)]))));
}
