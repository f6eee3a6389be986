// The field: nodes where they are, by the leader that they follow; links, trees, frames.
import { Canvas } from './canvas.js';
import { crowd, dots, manyNodes, tooManyNames } from './crowd.js';
import { drawLabels, placeLabels } from './labels.js';
import { electionColour, inkOn, ticks } from './look.js';
import { glyph, gone, parties, running, sides } from './marks.js';
import { outlines } from './outline.js';
import { pile, waitingAt, waits } from './waiting.js';

/** @typedef {import('./scene.js').Node} Node */

/**
 * What is drawn, beside nodes.
 * @typedef {{links: boolean, beliefs: boolean, tree: boolean, frames: boolean, trails: boolean, range: boolean, names: boolean, offers: boolean, components: boolean, side: boolean}} Layers
 */

/** How long a frame is seen at least, in seconds of the watcher. */
const seenFor = 0.35;

/** More messages than these are not drawn at once. */
const mostDrawn = 4000;

export class Field {
  /**
   * @param {HTMLElement} parent
   * @param {import('./film.js').Head} head
   * @param {import('./scene.js').Scene} scene
   * @param {import('./speech.js').Speech} speech
   * @param {import('./look.js').Leaders} leaders
   * @param {{changed: () => void, choose: (id: number) => void, hands?: () => import('./actions.js').Actions | undefined, card?: () => {x: number, y: number, w: number, h: number} | undefined, brush: import('./webgl.js').Brush}} on
   */
  constructor(parent, head, scene, speech, leaders, on) {
    this.head = head;
    this.scene = scene;
    this.speech = speech;
    this.leaders = leaders;
    this.canvas = new Canvas(parent, 'The field. What it shows stands in the tabs Node and Events.', on.changed);
    /** Zoom and shift of the whole picture, in pixels. */
    this.view = { zoom: 1, x: 0, y: 0 };
    /** @type {Node[]} */
    this.nodes = [];
    /** What is on the screen, for the legend. @type {Set<string>} */
    this.shown = new Set();
    /** Where the names of nodes stood, see labels.js. @type {Map<number, number>} */
    this.stood = new Map();
    /** The names that are drawn now. @type {import('./labels.js').Label[]} */
    this.labelled = [];
    /** The rectangle that is fitted to the pane. @type {{left: number, low: number, right: number, high: number} | undefined} */
    this.fitted = undefined;
    this.brush = on.brush;
    /** Room around the nodes as they are drawn now. @type {{side: number, top: number, bottom: number} | undefined} */
    this.edge = undefined;
    this.above = 0; // room for what stands above the nodes, in pixels
    this.banner = 0; // and for a note that stays
    this.t = 0;
    this.ink = '';
    this.card = on.card ?? (() => undefined);
    this.hands = () => (scene.side ? undefined : on.hands?.());
    this.pointer(on);
  }

  /** Metres to pixels. @param {number} x @param {number} y @returns {[number, number]} */
  at(x, y) {
    const { left, low, right, high } = this.frame();
    const edge = this.edge ??= this.room();
    const top = edge.top + this.above + this.banner;
    const [w, h] = [this.canvas.width - 2 * edge.side, this.canvas.height - top - edge.bottom];
    let [scaleX, scaleY] = [w / (right - left || 1), h / (high - low || 1)];
    // A map has one scale. A graph has none: it is stretched to the pane.
    const most = this.head.planar || this.scene.side ? 1 : 1.9;
    [scaleX, scaleY] = [Math.min(scaleX, most * scaleY), Math.min(scaleY, most * scaleX)];
    const px = edge.side + (w - scaleX * (right - left)) / 2 + scaleX * (x - left);
    const py = top + (h - scaleY * (high - low)) / 2 + scaleY * (high - y);
    return [px * this.view.zoom + this.view.x, py * this.view.zoom + this.view.y];
  }

  /** Pixels to metres. @param {number} px @param {number} py @returns {[number, number]} */
  place(px, py) {
    const [[ax, ay], [bx, by]] = [this.at(0, 0), this.at(1, 1)];
    return [(px - ax) / (bx - ax), (py - ay) / (by - ay)];
  }

  /** Room around the nodes, in pixels: a leader with its ring is whole. */
  room() {
    const edge = this.canvas.width < 500 ? rooms.narrow : rooms.wide;
    const r = this.radius() * 1.25 + 8;
    return { side: Math.max(edge.side, r), top: Math.max(edge.top, r + 8), bottom: Math.max(edge.bottom, r) };
  }

  frame() { return this.fitted ?? this.scene.bounds; }

  /** Fits the picture to the nodes, unless they are in it and fill most of it. Nothing moves under the pointer of
   * somebody who has zoomed. @param {boolean} playing */
  fit(playing) {
    if (this.scene.side || !this.head.planar) { this.fitted = undefined; return; }
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y, standing } of this.nodes) {
      if (standing === 'absent' || Number.isNaN(x)) continue;
      left = Math.min(left, x); right = Math.max(right, x);
      low = Math.min(low, y); high = Math.max(high, y);
    }
    if (left > right) return;
    const b = this.scene.bounds;
    const least = Math.max(b.right - b.left, b.high - b.low) / 20 || 1;
    const grow = (/** @type {number} */ from, /** @type {number} */ to) => { const by = Math.max((to - from) * 0.02, (least - (to - from)) / 2); return [from - by, to + by]; };
    [[left, right], [low, high]] = [grow(left, right), grow(low, high)];
    const f = this.fitted;
    if (f) {
      const inside = left >= f.left - 0.03 * (f.right - f.left) && right <= f.right + 0.03 * (f.right - f.left) && low >= f.low - 0.03 * (f.high - f.low) && high <= f.high + 0.03 * (f.high - f.low);
      const filled = Math.max((right - left) / (f.right - f.left), (high - low) / (f.high - f.low));
      if (inside && filled > 0.85) return;
      if (this.view.zoom !== 1 || this.view.x || this.view.y || this.hands()?.held) return;
    }
    const part = f && playing ? 0.15 : 1;
    const ease = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * part;
    const [w, h] = [(right - left) * 0.03, (high - low) * 0.03]; // it shrinks gently, and grows at once: no node leaves it
    this.fitted = f ? { left: Math.min(ease(f.left, left), left + w), low: Math.min(ease(f.low, low), low + h), right: Math.max(ease(f.right, right), right - w), high: Math.max(ease(f.high, high), high - h) } : { left, low, right, high };
  }

  /** How large a node is, in pixels. */
  radius() {
    return Math.max(5, Math.min(18, Math.sqrt(this.canvas.width * this.canvas.height / Math.max(1, this.nodes.length)) / (this.canvas.width < 500 ? 6 : 8)));
  }

  /** How large a node is: a leader is larger. @param {Node} node */
  size(node) { return node.leader === node.id ? this.radius() * 1.25 : this.radius(); }

  /** The ink of a name within a node. @param {Node} node */
  inkOn(node) {
    const asleep = this.scene.struck(this.scene.slot(node.id), this.t).some((s) => s.name === 'pause');
    return asleep ? this.ink : inkOn(this.colour(node));
  }

  /** Pixels for a metre. */
  scale() {
    const [a, b] = [this.at(0, 0), this.at(1, 0)];
    return b[0] - a[0];
  }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {import('./look.js').Palette} p
   * @param {{t: number, speed: number, playing?: boolean, chosen: number, layers: Layers, ended: boolean}} o
   */
  draw(c, p, o) {
    c.fillStyle = p.ground;
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.nodes = this.scene.nodes(o.t);
    this.t = o.t;
    this.ink = p.ink;
    const many = this.nodes.length > manyNodes;
    this.shown.clear();
    this.edge = this.room();
    this.fit(o.playing ?? false);
    this.ground(c, p);
    if (this.head.planar) this.ruler(c, p);
    if (o.layers.components) outlines(this, c, p);
    if (o.layers.range) this.range(c, p, o.chosen);
    if (many && c instanceof CanvasRenderingContext2D) {
      if (this.brush.works) crowd(this, this.brush, c, p, o);
      else dots(this, c, p);
    } else {
      parties(this, c);
      if (sides(this, c, p, o.t, this.radius())) this.shown.add('parted');
      if (o.layers.trails && !many) this.trails(c, o.t);
      if (o.layers.links) this.links(c, p, o);
      if (o.layers.tree) this.tree(c, o.t);
      if (o.layers.frames) this.frames(c, p, o);
      for (const leads of [false, true]) for (const node of this.nodes) if ((node.leader === node.id) === leads) this.node(c, p, node, o.t);
    }
    this.labelled = placeLabels(this, c, p, { ...o, many, tooMany: this.nodes.length > tooManyNames });
    drawLabels(this, c, p, this.labelled);
    this.mark(c, p, o.chosen, many);
    this.hands()?.draw(c, p);
    if (!o.ended) return;
    c.fillStyle = p.dim;
    c.font = `12px ${p.font}`;
    c.textAlign = 'left';
    c.fillText('this run has ended', 12, 58);
  }

  /** Roads as broad lines, and obstacles upon them. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p */
  ground(c, p) {
    const path = (/** @type {[number, number][][]} */ lines, /** @type {boolean} */ closed) => {
      c.beginPath();
      for (const line of lines) {
        line.forEach(([x, y], i) => { const [px, py] = this.at(x, y); if (i) c.lineTo(px, py); else c.moveTo(px, py); });
        if (closed) c.closePath();
      }
    };
    if (this.scene.side) { this.fronts(c, p); return; }
    if (this.head.roads?.length) {
      c.strokeStyle = p.road;
      c.lineWidth = Math.max(3, Math.min(14, 8 * this.scale())); // metres of a road with two lanes
      path(this.head.roads, false);
      c.stroke();
    }
    if (!this.head.obstacles?.length) return;
    c.fillStyle = p.faint;
    path(this.head.obstacles, true);
    c.fill();
  }

  /** The ground, and obstacles as they stand on it: of one without an end upwards, all above it.
   * @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p */
  fronts(c, p) {
    const { left, right, high } = this.frame();
    const { stretch } = this.scene;
    c.fillStyle = p.faint;
    (this.head.obstacles ?? []).forEach((ring, i) => {
      const [bottom, top] = this.head.spans?.[i] ?? [0, 0];
      const xs = ring.map(([x]) => x);
      const [x1, y1] = this.at(Math.min(...xs), (top || high / stretch) * stretch);
      const [x2, y2] = this.at(Math.max(...xs), bottom * stretch);
      c.globalAlpha = 0.6; // one behind another
      c.fillRect(x1, y1, x2 - x1, y2 - y1);
    });
    c.globalAlpha = 1;
    c.strokeStyle = p.dim;
    c.fillStyle = p.dim;
    c.font = `12px ${p.font}`;
    c.lineWidth = 1;
    c.textAlign = 'right';
    for (const m of ticks(0, high / stretch, 5)) {
      const [x, y] = this.at(left, m * stretch);
      const [end] = this.at(right, 0);
      c.globalAlpha = m ? 0.25 : 1;
      c.beginPath();
      c.moveTo(x, y); c.lineTo(end, y);
      c.stroke();
      c.globalAlpha = 1;
      c.fillText(`${m} m`, x - 6, y + 4);
    }
    if (stretch === 1) return;
    c.textAlign = 'left';
    c.fillText(`from the south, heights × ${stretch}`, 12, 40);
  }

  /** A scale of metres. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p */
  ruler(c, p) {
    const scale = this.scale();
    const round = 10 ** Math.floor(Math.log10(140 / scale));
    const length = [5, 2, 1].map((m) => m * round).find((m) => m * scale <= 140) ?? 0;
    if (!length) return;
    const [x, y] = [this.canvas.width - 16 - length * scale, 24];
    c.strokeStyle = p.dim;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(x, y - 4); c.lineTo(x, y); c.lineTo(x + length * scale, y); c.lineTo(x + length * scale, y - 4);
    c.stroke();
    c.fillStyle = p.dim;
    c.font = `12px ${p.font}`;
    c.textAlign = 'center';
    c.fillText(length >= 1000 ? `${length / 1000} km` : `${length} m`, x + length * scale / 2, y - 7);
  }

  /** The way of the last 20 s. @param {CanvasRenderingContext2D} c @param {number} t */
  trails(c, t) {
    if (!this.head.planar) return;
    c.lineWidth = 1.5;
    for (let slot = 0; slot < this.nodes.length; slot++) {
      const node = this.nodes[slot];
      if (node.standing === 'absent') continue;
      c.strokeStyle = this.colour(node);
      c.globalAlpha = 0.25;
      c.beginPath();
      for (let k = 0; k <= 10; k++) {
        const [x, y] = this.at(...this.scene.place(slot, Math.max(0, t - (10 - k) * 2e9)));
        if (k) c.lineTo(x, y); else c.moveTo(x, y);
      }
      c.stroke();
    }
    c.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} chosen */
  range(c, p, chosen) {
    if (!this.head.range_m || !this.scene.slots.has(chosen)) return;
    const node = this.nodes[this.scene.slot(chosen)];
    if (node.standing === 'absent' || Number.isNaN(node.x)) return;
    const [x, y] = this.at(node.x, node.y);
    c.strokeStyle = p.dim;
    c.lineWidth = 1.5;
    c.setLineDash([2, 4]);
    c.beginPath();
    const across = this.head.range_m * this.scale();
    c.ellipse(x, y, across, this.scene.side ? across * this.scene.stretch : across, 0, 0, 2 * Math.PI);
    c.stroke();
    c.setLineDash([]);
  }

  /** The pairs to be drawn: links in truth, or in belief where the film has no truth; and what is
   * believed wrongly. A pair is the first slot times the number of nodes, and the second.
   * @param {{t: number, layers: Layers}} o @returns {{links: Iterable<number>, wrong: number[]}} */
  pairs(o) {
    const n = this.nodes.length;
    const { links, beliefs } = this.scene;
    const truth = links.seek(o.t);
    const believed = beliefs.seek(o.t);
    if (!links.items.length) return { links: believed.keys(), wrong: [] };
    if (!o.layers.beliefs) return { links: truth.keys(), wrong: [] };
    const runs = (/** @type {Node} */ x) => x.standing === 'following' || x.standing === 'electing' || x.standing === 'leaderless';
    const wrong = [];
    for (const key of believed.keys()) {
      const [a, b] = [Math.floor(key / n), key % n];
      if (!truth.has(key) && !truth.has(b * n + a) && runs(this.nodes[a]) && this.nodes[b].standing !== 'absent') wrong.push(key);
    }
    return { links: truth.keys(), wrong };
  }

  /** Links in truth as lines, and what is believed wrongly as dashes.
   * @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {{t: number, layers: Layers}} o */
  links(c, p, o) {
    const n = this.nodes.length;
    const stroke = (/** @type {Iterable<number>} */ keys, /** @type {string} */ colour, /** @type {number[]} */ dash) => {
      c.strokeStyle = colour;
      c.setLineDash(dash);
      c.beginPath();
      for (const key of keys) {
        const [a, b] = [this.nodes[Math.floor(key / n)], this.nodes[key % n]];
        const [x1, y1] = this.at(a.x, a.y);
        const [x2, y2] = this.at(b.x, b.y);
        c.moveTo(x1, y1);
        c.lineTo(x2, y2);
      }
      c.stroke();
    };
    c.lineWidth = 1;
    const { links, wrong } = this.pairs(o);
    stroke(links, p.faint, []);
    c.globalAlpha = Math.max(0.3, Math.min(1, this.nodes.length / 2 / (wrong.length || 1))); // many of them would cover all else
    stroke(wrong, p.bad, [2, 5]);
    c.globalAlpha = 1;
    if (wrong.length) this.shown.add('believed');
    c.setLineDash([]);
  }

  /** The rooms of spanning trees, from each node that shows a parent. @param {CanvasRenderingContext2D} c @param {number} t */
  tree(c, t) {
    c.lineWidth = 2.5;
    for (let slot = 0; slot < this.nodes.length; slot++) {
      const node = this.nodes[slot];
      if (node.standing !== 'electing') continue;
      const parent = this.scene.parent(slot, t);
      const to = this.scene.slots.get(parent);
      if (!parent || to === undefined || to === slot) continue;
      const [x1, y1] = this.at(node.x, node.y);
      const [x2, y2] = this.at(this.nodes[to].x, this.nodes[to].y);
      c.strokeStyle = electionColour;
      this.shown.add('tree');
      c.beginPath();
      c.moveTo(x1, y1);
      c.lineTo(x2, y2);
      c.stroke();
      arrow(c, x1, y1, x2, y2, 12, electionColour);
    }
  }

  /** Messages on their way, and for a moment afterwards: a and b are slots, part is how much of its
   * time is over, reach how far it is drawn. @param {{t: number, speed: number}} o */
  flying(o) {
    const seen = seenFor * 1e9 * o.speed;
    const found = [];
    for (const f of this.speech.flights(o.t - seen, o.t + seen)) {
      const [a, b] = [this.scene.slots.get(f.from), this.scene.slots.get(f.to)];
      if (waits(this.scene, f)) continue;
      const part = (o.t - f.sent) / Math.max(f.at - f.sent, seen);
      if (part < 0 || part >= 1 || a === undefined || b === undefined) continue;
      const stopped = f.lost && part >= 0.7;
      found.push({ a, b, part, lost: f.lost, stopped, collided: stopped && this.head.whys[f.table.why[f.i]] === 'collision', reach: stopped ? 0.7 : part, class: f.table.class[f.i] });
      if (found.length === mostDrawn) break;
    }
    if (this.scene.strikes.items.length) for (const node of this.nodes) {
      const b = this.scene.slot(node.id);
      for (const w of this.waiting(b, o.t)) {
        const [a, part] = [this.scene.slots.get(w.from), (o.t - w.sent) / seen];
        if (a !== undefined && part < 1 && found.length < mostDrawn) found.push({ a, b, part, lost: false, stopped: false, collided: false, reach: part, class: w.class });
      }
    }
    return found;
  }

  /** What waits at a node that sleeps. @param {number} slot @param {number} t */
  waiting(slot, t) { return waitingAt(this.scene, this.speech, slot, t); }

  /** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {{t: number, speed: number}} o */
  frames(c, p, o) {
    for (const f of this.flying(o)) {
      if (o.speed > calmPace && !decides.has(this.head.classes[f.class])) continue; // in silence they would cover the field
      const [x1, y1] = this.at(this.nodes[f.a].x, this.nodes[f.a].y);
      const [x2, y2] = this.at(this.nodes[f.b].x, this.nodes[f.b].y);
      const colour = f.lost ? p.bad : p.ink;
      this.shown.add(f.stopped ? (f.collided ? 'collision' : 'lost') : `class ${f.class}`);
      const [x, y] = [x1 + (x2 - x1) * f.reach, y1 + (y2 - y1) * f.reach];
      c.strokeStyle = colour;
      c.globalAlpha = 0.5 * (1 - f.part);
      c.lineWidth = 1.5;
      c.beginPath();
      c.moveTo(x1, y1);
      c.lineTo(x, y);
      c.stroke();
      c.globalAlpha = 0.9;
      if (f.stopped) cross(c, x, y, 4);
      if (f.collided) plus(c, x, y, 5);
      if (f.stopped) continue;
      c.fillStyle = colour;
      glyph(c, this.head.classes[f.class], x, y, 3.5);
    }
    c.globalAlpha = 1;
  }

  /** @param {Node} node */
  colour(node) { return node.leader ? this.leaders.colour(node.leader) : '#8a929c'; }

  /** A node: filled by leader, a ring around a leader, hollow in an election; see marks.js.
   * @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {Node} node @param {number} t */
  node(c, p, node, t) {
    if (Number.isNaN(node.x)) return;
    const [x, y] = this.at(node.x, node.y);
    const radius = this.radius();
    this.shown.add(node.standing);
    if (['absent', 'down', 'empty'].includes(node.standing)) {
      gone(c, p, node, x, y, radius);
      return;
    }
    const struck = this.scene.struck(this.scene.slot(node.id), t).map((s) => s.name);
    const [asleep, silent] = [struck.includes('pause'), struck.includes('radio-off')];
    if (asleep) this.shown.add('asleep');
    const held = asleep ? this.waiting(this.scene.slot(node.id), t) : [];
    if (held.length) {
      this.shown.add('waiting');
      pile(c, p, held, { x, y, r: radius * 1.25, classes: this.head.classes });
    }
    if (silent) this.shown.add('silent');
    if (node.standing === 'following' && node.leader === node.id) this.shown.add('leader');
    running(c, p, node, { x, y, r: this.size(node), colour: this.colour(node), asleep, silent, turn: still.matches ? 0 : performance.now() / 500 % (2 * Math.PI) });
    const most = this.scene.most[this.scene.slot(node.id)] / 1e6;
    if (node.joules >= 0 && node.joules < lowBattery * most) {
      this.shown.add('battery');
      c.fillStyle = p.faint;
      c.fillRect(x - radius, y + radius + 4, 2 * radius, 3);
      c.fillStyle = p.dim;
      c.fillRect(x - radius, y + radius + 4, 2 * radius * Math.min(1, node.joules / most), 3);
    }
  }

  /** A frame around the chosen node. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} chosen @param {boolean} many */
  mark(c, p, chosen, many) {
    const node = this.nodes.find((x) => x.id === chosen);
    if (!node || Number.isNaN(node.x)) return;
    const [x, y] = this.at(node.x, node.y);
    const r = (many ? 5 : this.size(node)) + 8;
    c.strokeStyle = p.accent;
    c.lineWidth = 2;
    c.strokeRect(x - r, y - r, 2 * r, 2 * r);
    const card = this.card();
    if (!card) return;
    // A line to its card, which may stand in free ground farther away.
    const within = (/** @type {number} */ v, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(high, v));
    const [tx, ty] = [within(x, card.x, card.x + card.w), within(y, card.y + 18, card.y + card.h - 18)];
    const [fx, fy] = [within(tx, x - r, x + r), within(ty, y - r, y + r)];
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(fx, fy); c.lineTo(tx, ty);
    c.stroke();
  }

  /** The node near a point of the screen, 0 for none. @param {number} x @param {number} y */
  near(x, y) {
    let [found, least] = [0, 18];
    for (const node of this.nodes) {
      if (node.standing === 'absent') continue;
      const [px, py] = this.at(node.x, node.y);
      const d = Math.hypot(px - x, py - y);
      if (d < least) [found, least] = [node.id, d];
    }
    return found;
  }

  /** Drag to shift, wheel to zoom, click to choose. @param {{changed: () => void, choose: (id: number) => void}} on */
  pointer(on) {
    const element = this.canvas.element;
    /** @type {{x: number, y: number, moved: boolean} | null} */
    let held = null;
    /** @type {import('./actions.js').Actions | undefined} who has the drag, if not the picture */
    let hands;
    element.addEventListener('pointerdown', (e) => {
      hands = this.hands();
      if (!hands?.down(e.offsetX, e.offsetY)) hands = undefined;
      held = { x: e.offsetX, y: e.offsetY, moved: false };
      element.setPointerCapture(e.pointerId);
    });
    element.addEventListener('pointermove', (e) => {
      if (!held) return;
      if (hands) { hands.move(e.offsetX, e.offsetY); return; }
      if (!held.moved && Math.hypot(e.offsetX - held.x, e.offsetY - held.y) < 4) return;
      this.view.x += e.offsetX - held.x;
      this.view.y += e.offsetY - held.y;
      held = { x: e.offsetX, y: e.offsetY, moved: true };
      on.changed();
    });
    element.addEventListener('pointerup', (e) => {
      const player = hands ?? (held && !held.moved ? this.hands() : undefined);
      if (player) player.up(e.offsetX, e.offsetY);
      else if (held && !held.moved) on.choose(this.near(e.offsetX, e.offsetY));
      held = null;
      hands = undefined;
    });
    element.addEventListener('pointercancel', () => { held = null; }); // a finger that scrolls the page
    element.addEventListener('dblclick', () => { this.view = { zoom: 1, x: 0, y: 0 }; on.changed(); });
    element.addEventListener('wheel', (e) => {
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY / 400), e.offsetX, e.offsetY);
      on.changed();
    }, { passive: false });
  }

  /** @param {number} factor @param {number} x @param {number} y what stays where it is */
  zoom(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const zoom = Math.max(0.5, Math.min(60, this.view.zoom * factor));
    const by = zoom / this.view.zoom;
    this.view = { zoom, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
  }
}

/** Room around the nodes for names and the scale, in pixels: the legend stands below. */
const rooms = { wide: { side: 44, top: 36, bottom: 38 }, narrow: { side: 26, top: 42, bottom: 42 } };

/** A battery is drawn when it has less than this part of what it had. */
const lowBattery = 0.5;

/** At a faster pace only messages that decide something are drawn. */
const calmPace = 0.5;
const decides = new Set(['election', 'announcement', 'probe', 'standby']);

/** Somebody does not want movement that says nothing. */
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {number} r */
function cross(c, x, y, r) {
  c.beginPath();
  c.moveTo(x - r, y - r); c.lineTo(x + r, y + r);
  c.moveTo(x + r, y - r); c.lineTo(x - r, y + r);
  c.stroke();
}

/** @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {number} r */
function plus(c, x, y, r) {
  c.beginPath();
  c.moveTo(x - r, y); c.lineTo(x + r, y);
  c.moveTo(x, y - r); c.lineTo(x, y + r);
  c.stroke();
}

/** An arrow's head so far before the end of a line.
 * @param {CanvasRenderingContext2D} c @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} before @param {string} colour */
export function arrow(c, x1, y1, x2, y2, before, colour) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < before + 6) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [x, y] = [x2 - ux * before, y2 - uy * before];
  c.fillStyle = colour;
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x - ux * 7 - uy * 3.5, y - uy * 7 + ux * 3.5);
  c.lineTo(x - ux * 7 + uy * 3.5, y - uy * 7 - ux * 3.5);
  c.closePath();
  c.fill();
}
