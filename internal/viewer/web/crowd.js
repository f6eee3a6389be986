// Thousands of nodes: by WebGL2 with their links, trees and messages, or, in a browser without
// it, as dots alone.
import { classColour, electionColour } from './look.js';
import { shapes } from './webgl.js';

/** @typedef {import('./field.js').Field} Field */
/** @typedef {import('./field.js').Layers} Layers */
/** @typedef {import('./look.js').Palette} Palette */

/** From this number of nodes on a field is drawn as a crowd: without trails, and with the names of leaders alone. */
export const manyNodes = 1500;

/** Beyond this number most names would lie on each other. */
export const tooManyNames = 4000;

const noLeader = '#8a929c';

/** How wide a node is, in pixels. @param {Field} field */
const width = (field) => Math.min(14, Math.max(field.nodes.length > 4000 ? 3.5 : 5, field.view.zoom * 3));

/**
 * Draws links, trees, messages and nodes by WebGL2.
 * @param {Field} field
 * @param {import('./webgl.js').Brush} brush
 * @param {CanvasRenderingContext2D} c
 * @param {Palette} p
 * @param {{t: number, speed: number, layers: Layers}} o
 */
export function crowd(field, brush, c, p, o) {
  const { nodes, scene } = field;
  const [x, y] = [new Float32Array(nodes.length), new Float32Array(nodes.length)];
  nodes.forEach((node, slot) => { [x[slot], y[slot]] = field.at(node.x, node.y); });
  const out = (/** @type {number} */ a, /** @type {number} */ b) => Math.max(x[a], x[b]) < 0 || Math.max(y[a], y[b]) < 0
    || Math.min(x[a], x[b]) > field.canvas.width || Math.min(y[a], y[b]) > field.canvas.height;
  const join = (/** @type {Iterable<number>} */ keys, /** @type {number} */ ink, /** @type {0 | 1} */ dashed) => {
    for (const key of keys) {
      const [a, b] = [Math.floor(key / nodes.length), key % nodes.length];
      if (!out(a, b)) brush.line(x[a], y[a], x[b], y[b], ink, dashed);
    }
  };
  if (o.layers.links) {
    const { links, wrong } = field.pairs(o);
    join(links, brush.ink(p.faint, 0.6), 0);
    join(wrong, brush.ink(p.bad, 0.7), 1);
    if (wrong.length) field.shown.add('believed');
  }
  if (o.layers.tree) {
    const ink = brush.ink(electionColour);
    nodes.forEach((node, slot) => {
      const to = node.standing === 'electing' ? scene.slots.get(scene.parent(slot, o.t)) : undefined;
      if (to === undefined || to === slot || out(slot, to)) return;
      brush.line(x[slot], y[slot], x[to], y[to], ink);
      field.shown.add('branch');
    });
  }
  const wide = width(field);
  if (o.layers.frames) {
    for (const f of field.flying(o)) {
      const [x1, y1, dx, dy] = [x[f.a], y[f.a], x[f.b] - x[f.a], y[f.b] - y[f.a]];
      const colour = f.lost ? p.bad : classColour(f.class);
      const [fx, fy] = [x1 + dx * f.reach, y1 + dy * f.reach];
      brush.line(x1, y1, fx, fy, brush.ink(colour, 0.5 * (1 - f.part)));
      brush.point(fx, fy, f.stopped ? wide + 3 : wide * 0.8, f.stopped ? shapes.cross : shapes.disc, brush.ink(colour, 0.9));
    }
  }
  nodes.forEach((node, slot) => {
    if (node.standing === 'absent' || out(slot, slot)) return;
    field.shown.add(node.standing);
    const down = node.standing === 'down' || node.standing === 'empty';
    const ink = brush.ink(down ? p.dim : node.standing === 'following' ? field.colour(node) : node.standing === 'electing' ? electionColour : noLeader);
    brush.point(x[slot], y[slot], down ? wide + 2 : wide, down ? shapes.cross : node.standing === 'following' ? shapes.disc : shapes.hollow, ink);
  });
  nodes.forEach((node, slot) => {
    if (node.leader !== node.id || node.standing !== 'following') return;
    brush.point(x[slot], y[slot], wide + 9, shapes.ring, brush.ink(field.colour(node)));
    field.shown.add('leader');
  });
  brush.paint(c, field.canvas.width, field.canvas.height);
}

/** Nodes as dots, one colour after the other: ten thousand circles, each with its own colour, take four
 * times as long. @param {Field} field @param {CanvasRenderingContext2D} c @param {Palette} p */
export function dots(field, c, p) {
  /** @type {Map<string, number[]>} x, y and side of what is drawn in each colour */
  const found = new Map();
  const add = (/** @type {string} */ colour, /** @type {number[]} */ square) => {
    const list = found.get(colour);
    if (list) list.push(...square);
    else found.set(colour, square);
  };
  const side = width(field);
  for (const node of field.nodes) {
    if (node.standing === 'absent' || Number.isNaN(node.x)) continue;
    const [x, y] = field.at(node.x, node.y);
    if (x < -8 || y < -8 || x > field.canvas.width + 8 || y > field.canvas.height + 8) continue;
    if (node.leader === node.id) add(p.ink, [x, y, side + 5]);
    add(node.standing === 'following' ? field.colour(node) : node.standing === 'electing' ? electionColour : node.standing === 'leaderless' ? noLeader : p.dim, [x, y, side]);
  }
  for (const colour of [p.ink, ...found.keys()]) {
    const squares = found.get(colour) ?? [];
    c.fillStyle = colour;
    for (let i = 0; i < squares.length; i += 3) c.fillRect(squares[i] - squares[i + 2] / 2, squares[i + 1] - squares[i + 2] / 2, squares[i + 2], squares[i + 2]);
  }
}
