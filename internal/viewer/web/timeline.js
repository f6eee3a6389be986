// The timeline: curves of the whole run, marks of what happened, and the cursor.
import { Canvas } from './canvas.js';
import { clock, electionColour, instants } from './look.js';

/** @typedef {import('./film.js').Moment} Moment */

/** What its marks mean. */
export const timelineMarks = 'pink, how many nodes follow a wrong leader or none; grey, how many know no leader; purple at the bottom, elections; red at the top, two leaders in one part; ▾ faults and interventions.';

export class Timeline {
  /**
   * @param {HTMLElement} parent
   * @param {import('./film.js').Head[]} heads the first gives curves and marks, until another is turned to
   * @param {{seek: (t: number) => void, changed: () => void}} on
   */
  constructor(parent, heads, on) {
    this.head = heads[0];
    this.end = Math.max(1, ...heads.map((h) => h.end_ns));
    this.from = 0;
    this.to = this.end;
    this.on = on;
    this.canvas = new Canvas(parent, 'The timeline. Arrow keys move the cursor.', on.changed);
    const element = this.canvas.element;
    element.tabIndex = 0;
    element.title = `${timelineMarks[0].toUpperCase()}${timelineMarks.slice(1)}`;
    element.setAttribute('role', 'slider');
    element.setAttribute('aria-label', 'Time');
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', String(this.end / 1e9));
    let held = false;
    const seek = (/** @type {PointerEvent} */ e) => on.seek(this.instant(e.offsetX));
    element.addEventListener('pointerdown', (e) => { held = true; element.setPointerCapture(e.pointerId); seek(e); });
    element.addEventListener('pointermove', (e) => { if (held) seek(e); });
    element.addEventListener('pointerup', () => { held = false; });
    element.addEventListener('pointercancel', () => { held = false; });
    element.addEventListener('wheel', (e) => { e.preventDefault(); this.zoom(Math.exp(e.deltaY / 300), this.instant(e.offsetX)); }, { passive: false });
    element.addEventListener('dblclick', () => { this.from = 0; this.to = this.end; on.changed(); });
  }

  /** Shows the curves and marks of another run. @param {import('./film.js').Head} head */
  turn(head) { this.head = head; }

  /** Shows another run in place of all. @param {import('./film.js').Head} head */
  film(head) {
    const all = this.to - this.from >= this.end;
    this.head = head;
    this.end = Math.max(1, head.end_ns);
    if (all || this.to > this.end) [this.from, this.to] = [0, this.end];
    this.canvas.element.setAttribute('aria-valuemax', String(this.end / 1e9));
  }

  /** @param {number} x */
  instant(x) { return Math.max(0, Math.min(this.end, this.from + (this.to - this.from) * (x - 8) / (this.canvas.width - 16))); }

  /** @param {number} t */
  x(t) { return 8 + (t - this.from) / (this.to - this.from) * (this.canvas.width - 16); }

  /** @param {number} factor @param {number} about */
  zoom(factor, about) {
    const width = Math.max(1e6, Math.min(this.end, (this.to - this.from) * factor));
    const part = (about - this.from) / (this.to - this.from);
    this.from = Math.max(0, Math.min(this.end - width, about - part * width));
    this.to = this.from + width;
    this.on.changed();
  }

  /** Keeps the cursor in sight. @param {number} t */
  follow(t) {
    const width = this.to - this.from;
    if (t >= this.from && t <= this.to) return;
    this.from = Math.max(0, Math.min(this.end - width, t - width * 0.1));
    this.to = this.from + width;
  }

  /** @param {import('./look.js').Palette} p @param {number} t @param {CanvasRenderingContext2D} [c] */
  draw(p, t, c = this.canvas.context) {
    const [w, h] = [this.canvas.width, this.canvas.height];
    this.canvas.element.setAttribute('aria-valuenow', String(t / 1e9));
    this.canvas.element.setAttribute('aria-valuetext', clock(t));
    c.clearRect(0, 0, w, h);
    const [top, base] = [14, h - 18];
    this.area(c, this.head.curves.wrong, top, base, p.bad, 0.28);
    this.area(c, this.head.curves.leaderless, top, base, p.dim, 0.45);
    this.spans(c, 'election', base - 4, 4, electionColour);
    this.spans(c, 'rivals', top, 4, p.bad);
    this.marks(c, p, top);
    c.strokeStyle = p.faint;
    c.fillStyle = p.dim;
    c.font = `11px ${p.font}`;
    c.textAlign = 'center';
    c.beginPath();
    c.moveTo(0, base + 0.5); c.lineTo(w, base + 0.5);
    const { steps, digits } = instants(this.from / 1e9, this.to / 1e9, w / 90);
    for (const s of steps) {
      const x = this.x(s * 1e9);
      c.moveTo(x, base); c.lineTo(x, base + 4);
      if (x > 20 && x < w - 24) c.fillText(clock(s * 1e9, digits), x, h - 3);
    }
    c.stroke();
    const x = this.x(t);
    c.strokeStyle = p.accent;
    c.lineWidth = 2;
    c.beginPath();
    c.moveTo(x, 4); c.lineTo(x, base);
    c.stroke();
    c.fillStyle = p.accent;
    c.beginPath();
    c.arc(x, 6, 5, 0, 2 * Math.PI);
    c.fill();
    c.lineWidth = 1;
  }

  /** @param {CanvasRenderingContext2D} c @param {number[]} curve @param {number} top @param {number} base @param {string} colour @param {number} alpha */
  area(c, curve, top, base, colour, alpha) {
    const width = this.head.curves.span_ns;
    c.fillStyle = colour;
    c.globalAlpha = alpha;
    c.beginPath();
    c.moveTo(this.x(0), base);
    let last = 0;
    const [first, end] = [Math.floor(this.from / width), Math.min(curve.length, Math.ceil(this.to / width) + 1)];
    for (let i = 0; i < end; i++) {
      last = Math.max(0, curve[i]); // between samples nothing is known, and nothing is drawn
      if (i < first - 1) continue;
      c.lineTo(this.x(i * width), base - last * (base - top));
      c.lineTo(this.x((i + 1) * width), base - last * (base - top));
    }
    c.lineTo(this.x(end * width), base);
    c.fill();
    c.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} c @param {string} kind @param {number} y @param {number} high @param {string} colour */
  spans(c, kind, y, high, colour) {
    c.fillStyle = colour;
    for (const m of this.head.moments) {
      if (m.kind !== kind || (m.until_ns ?? 0) < this.from || m.at_ns > this.to) continue;
      const [x1, x2] = [this.x(m.at_ns), this.x(m.until_ns ?? m.at_ns)];
      c.fillRect(x1, y, Math.max(1.5, x2 - x1), high);
    }
  }

  /** Faults as triangles, crashes as crosses. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} y */
  marks(c, p, y) {
    c.fillStyle = p.ink;
    for (const m of this.head.moments) {
      if (m.kind !== 'fault' && m.kind !== 'intervention' || m.at_ns < this.from || m.at_ns > this.to) continue;
      const x = this.x(m.at_ns);
      c.beginPath();
      c.moveTo(x - 4, y - 9); c.lineTo(x + 4, y - 9); c.lineTo(x, y - 2);
      c.fill();
    }
  }

  /** The next moment of a kind after an instant, or the last before it.
   * @param {number} t @param {1 | -1} way @param {(m: Moment) => boolean} [wanted] */
  moment(t, way, wanted = () => true) {
    const all = this.head.moments.filter(wanted);
    return way > 0 ? all.find((m) => m.at_ns > t + 1) : all.findLast((m) => m.at_ns < t - 1);
  }
}
