// The names of nodes: in the node where they fit, else beside it, so that none lies on another. Those that matter most
// have room first; a name that has no room is left out, and the pointer or the list of events tells it.
import { shortName } from './look.js';

/** @typedef {import('./scene.js').Node} Node */
/** A box of text: its middle, and half its width and height. @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{text: string, box: Box, font: string, within: boolean, node: Node}} Label */

/** Where a name may stand beside its node, the best place first: the direction, and how farPlaces it is beyond the node's edge. */
const nearPlaces = [[0, -1, 1], [1, 0, 1], [0, 1, 1], [-1, 0, 1], [0.8, -0.8, 1], [-0.8, -0.8, 1], [0.8, 0.8, 1], [-0.8, 0.8, 1]];
/** Places of a name that must stand: also farther away. */
const farPlaces = [...nearPlaces, ...nearPlaces.map(([x, y]) => [x, y, 14]), ...nearPlaces.map(([x, y]) => [x, y, 28]), ...nearPlaces.map(([x, y]) => [x, y, 44])];

/** Half the widths of texts by font: to measure is slow. @type {Map<string, number>} */
const halves = new Map();

/** Half the width of a text in the font of the canvas. @param {CanvasRenderingContext2D} c @param {string} font @param {string} text */
function halfOf(c, font, text) {
  const key = `${font}\n${text}`;
  let half = halves.get(key);
  if (half === undefined) {
    c.font = font;
    half = c.measureText(text).width / 2;
    if (halves.size > 20000) halves.clear();
    halves.set(key, half);
  }
  return half;
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) => Math.abs(a.x - b.x) < a.w + b.w && Math.abs(a.y - b.y) < a.h + b.h;

/** Boxes in cells, so that thousands of names look at their neighbours alone. */
class Taken {
  constructor() {
    /** @type {Map<string, Box[]>} */
    this.cells = new Map();
  }

  /** @param {Box} b */
  * keys(b) {
    for (let i = Math.floor((b.x - b.w) / 64); i <= Math.floor((b.x + b.w) / 64); i++) for (let j = Math.floor((b.y - b.h) / 64); j <= Math.floor((b.y + b.h) / 64); j++) yield `${i},${j}`;
  }

  /** @param {Box} b */
  add(b) {
    for (const key of this.keys(b)) {
      const list = this.cells.get(key);
      if (list) list.push(b);
      else this.cells.set(key, [b]);
    }
  }

  /** @param {Box} b @param {Box} [but] */
  meets(b, but) {
    for (const key of this.keys(b)) if (this.cells.get(key)?.some((x) => x !== but && meet(x, b))) return true;
    return false;
  }
}

/**
 * Finds places for names.
 * @param {import('./field.js').Field} field
 * @param {CanvasRenderingContext2D} c
 * @param {import('./look.js').Palette} p
 * @param {{chosen: number, layers: import('./field.js').Layers, many: boolean, tooMany: boolean}} o
 * @returns {Label[]}
 */
export function placeLabels(field, c, p, o) {
  const { canvas } = field;
  const weight = (/** @type {Node} */ x) => (x.id === o.chosen ? 3 : x.leader === x.id ? 2 : x.standing === 'electing' ? 1 : 0);
  /** @type {{node: Node, x: number, y: number, r: number, disc: Box, order: number}[]} */
  const all = [];
  const discs = new Taken();
  const texts = new Taken();
  field.nodes.forEach((node, order) => {
    if (Number.isNaN(node.x) || node.standing === 'absent' && o.many) return;
    const [x, y] = field.at(node.x, node.y);
    if (x < -20 || y < -20 || x > canvas.width + 20 || y > canvas.height + 20) return;
    const r = o.many ? 5 : field.size(node);
    const disc = { x, y, w: r, h: r };
    const wanted = node.id === o.chosen || node.leader === node.id || !o.many && o.layers.names;
    if (wanted && (node.id === o.chosen || !o.tooMany)) all.push({ node, x, y, r, disc, order: node.leader === node.id ? 1e9 + order : order });
    if (!o.many) discs.add(Object.assign(disc, { order: node.leader === node.id ? 1e9 + order : order }));
  });
  /** @type {Label[]} */
  const found = [];
  const take = (/** @type {Label} */ l) => { found.push(l); texts.add(l.box); };
  const sorted = all.sort((a, b) => weight(b.node) - weight(a.node));
  for (const { node, x, y, r, disc, order } of sorted) {
    const text = shortName(field.head.names[node.id] ?? String(node.id));
    const leads = node.leader === node.id;
    const runs = ['following', 'electing', 'leaderless', 'absent'].includes(node.standing);
    const inner = Math.min(15, Math.round(r * (leads ? 1.05 : 1)));
    const font = `${leads ? 'bold ' : ''}${inner}px ${p.font}`;
    const half = halfOf(c, font, text);
    const within = { x, y, w: half, h: inner * 0.45 };
    // A node that is drawn later would cover it.
    const covered = !runs || inner < 9 || half > r - 2 || [...discs.keys(within)].some((key) => discs.cells.get(key)?.some((d) => d !== disc && /** @type {any} */ (d).order > order && meet(d, within)));
    if (!o.many && !covered && !texts.meets(within)) { take({ text, box: within, font, within: true, node }); continue; }
    const size = leads ? 14 : 12;
    const outer = `${leads ? 'bold ' : ''}${size}px ${p.font}`;
    const w = halfOf(c, outer, text) + 1;
    const h = size * 0.5 + 1;
    const must = node.id === o.chosen || leads;
    const gap = leads ? 6 : 2;
    /** @param {number[]} side @returns {Box} */
    const beside = ([dx, dy, more]) => ({ x: x + dx * (r + gap + more + (dx ? w : 0)), y: y + dy * (r + gap + more + (dy ? h : 0)), w, h });
    const inside = (/** @type {Box} */ b) => b.x - b.w > 0 && b.x + b.w < canvas.width && b.y - b.h > 0 && b.y + b.h < canvas.height;
    const places = (must ? farPlaces : nearPlaces).map(beside).filter((b) => inside(b) && !texts.meets(b));
    const last = field.stood.get(node.id); // where it stood, so that it does not jump
    const places2 = last !== undefined && farPlaces[last] ? [beside(farPlaces[last]), ...places].filter((b) => inside(b) && !texts.meets(b)) : places;
    const box = places2.find((b) => !discs.meets(b, disc)) ?? (must ? places[0] : undefined);
    if (!box) continue;
    field.stood.set(node.id, farPlaces.findIndex((s) => { const b = beside(s); return b.x === box.x && b.y === box.y; }));
    take({ text, box, font: outer, within: false, node });
  }
  if (!o.many) below(field, c, p, o, sorted, texts, take);
  return found;
}

/** Elections below nodes that are in one, and what each can offer, where there is room.
 * @param {import('./field.js').Field} field @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {{layers: import('./field.js').Layers}} o
 * @param {{node: Node, x: number, y: number, r: number}[]} nodes @param {Taken} texts @param {(l: Label) => void} take */
function below(field, c, p, o, nodes, texts, take) {
  const font = `11px ${p.font}`;
  for (const { node, x, y, r } of nodes) {
    for (const text of [node.standing === 'electing' ? node.election : '', o.layers.offers ? node.offer < 0 ? 'not eligible' : String(node.offer) : ''].filter(Boolean)) {
      const w = halfOf(c, font, text) + 1;
      const box = [12, 24, -12].map((d) => ({ x, y: y + Math.sign(d) * (r + Math.abs(d)), w, h: 6 })).find((b) => !texts.meets(b));
      if (box) take({ text, box, font, within: false, node });
    }
  }
}

/** @param {import('./field.js').Field} field @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {Label[]} labels */
export function drawLabels(field, c, p, labels) {
  c.textAlign = 'center';
  for (const { text, box, font, within, node } of labels) {
    c.font = font;
    const y = box.y + box.h * (within ? 0.78 : 0.7);
    if (!within) {
      c.strokeStyle = p.ground;
      c.lineWidth = 3;
      c.strokeText(text, box.x, y);
    }
    c.fillStyle = within && node.standing === 'following' ? field.inkOn(node) : node.standing === 'absent' ? p.dim : p.ink;
    c.fillText(text, box.x, y);
  }
}
