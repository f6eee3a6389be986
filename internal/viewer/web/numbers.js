// The numbers of the whole run as curves, with the cursor. uPlot draws them.
import { element } from './element.js';
import { clock, instants, ticks } from './look.js';
import { SvgContext } from './svg.js';

/** @typedef {import('./film.js').Head} Head */
/** @typedef {Exclude<keyof import('./film.js').Curves, 'span_ns'>} Curve */

/** @type {[Curve, string, number][]} the curve, its title, and what its values are multiplied by */
const curves = [
  ['wrong', 'Without the right leader, % of nodes', 100],
  ['leaderless', 'Without a leader, % of nodes', 100],
  ['leaders', 'Nodes that take themselves for the leader', 1],
  ['sent', 'Messages a second', 1],
  ['lost', 'Losses a second', 1],
  ['joules', 'Energy left in all batteries, J', 1],
];

export class Numbers {
  /**
   * @param {HTMLElement} panel
   * @param {Head[]} heads one for each run
   * @param {string[]} colours of the runs
   * @param {(t: number) => void} seek
   */
  constructor(panel, heads, colours, seek) {
    this.panel = panel;
    this.heads = heads;
    this.colours = colours;
    this.seek = seek;
    this.t = 0;
    /** @type {any[]} */
    this.plots = [];
    this.width = 0;
  }

  /** Shows other runs. @param {Head[]} heads @param {import('./look.js').Palette} p */
  film(heads, p) {
    this.heads = heads;
    this.build(p);
  }

  /** Draws the curves again, after a change of size or theme. @param {import('./look.js').Palette} p */
  build(p) {
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    this.width = this.panel.clientWidth - 28;
    if (this.width < 80) return;
    const runs = this.heads.length > 1
      ? [element('p', {}, ...this.heads.flatMap((h, i) => { const dot = element('span', { class: 'dot' }); dot.style.background = this.colours[i]; return [dot, `${h.algorithm}  `]; }))] : [];
    const boxes = curves.filter(([curve]) => this.heads.some((h) => h.curves[curve].some((v) => v > 0))).map(([curve, title, by]) => {
      const box = element('div', { class: 'curve' }, element('h2', {}, title));
      this.plots.push(this.plot(box, p, curve, by));
      return box;
    });
    this.panel.replaceChildren(...runs, ...boxes);
  }

  /** @param {HTMLElement} box @param {import('./look.js').Palette} p @param {Curve} curve @param {number} by */
  plot(box, p, curve, by) {
    const axis = { stroke: p.dim, font: `11px ${p.font}`, grid: { stroke: p.faint, width: 0.5 }, ticks: { show: false } };
    const data = joined(this.heads, curve, by);
    /** @type {any} */
    const Plot = /** @type {any} */ (window).uPlot;
    return new Plot({
      width: this.width, height: 96, legend: { show: false }, padding: [6, 4, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false }, y: { range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] } },
      axes: [{ ...axis, size: 20, values: (/** @type {any} */ _, /** @type {number[]} */ s) => s.map((x) => clock(x * 1e9, 0)) }, { ...axis, size: 44 }],
      series: [{}, ...this.heads.map((_, i) => ({ stroke: this.heads.length > 1 ? this.colours[i] : p.accent, width: 1.3, spanGaps: true, points: { show: false } }))],
      hooks: {
        draw: [(/** @type {any} */ u) => {
          const x = u.valToPos(this.t / 1e9, 'x', true);
          u.ctx.save();
          u.ctx.strokeStyle = p.bad;
          u.ctx.lineWidth = 1;
          u.ctx.beginPath();
          u.ctx.moveTo(x, u.bbox.top); u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
          u.ctx.stroke();
          u.ctx.restore();
        }],
        ready: [(/** @type {any} */ u) => u.over.addEventListener('click', (/** @type {MouseEvent} */ e) => this.seek(u.posToVal(e.offsetX, 'x') * 1e9))],
      },
    }, data, box);
  }

  /** All curves as one SVG, with the cursor. @param {import('./look.js').Palette} p @param {number} t */
  svg(p, t) {
    const shown = curves.filter(([curve]) => this.heads.some((h) => h.curves[curve].some((v) => v > 0)));
    const [wide, high, left] = [480, 120, 52];
    const c = new SvgContext(wide, high * shown.length + 20);
    c.fillStyle = p.ground;
    c.fillRect(0, 0, wide, high * shown.length + 20);
    const end = Math.max(1, ...this.heads.map((h) => h.end_ns));
    const x = (/** @type {number} */ ns) => left + ns / end * (wide - left - 10);
    shown.forEach(([curve, title, by], row) => {
      const [seconds, ...values] = joined(this.heads, curve, by);
      const most = Math.max(...values.map((list) => Math.max(0, ...list.map((v) => v ?? 0)))) * 1.05 || 1;
      const [top, base] = [row * high + 24, row * high + high - 6];
      const y = (/** @type {number} */ v) => base - v / most * (base - top);
      c.font = `12px ${p.font}`;
      c.fillStyle = p.ink;
      c.textAlign = 'left';
      c.fillText(title, left, top - 8);
      c.font = `11px ${p.font}`;
      c.fillStyle = p.dim;
      c.strokeStyle = p.faint;
      c.lineWidth = 0.5;
      for (const v of ticks(0, most, 3)) {
        c.textAlign = 'right';
        c.fillText(String(Math.round(v * 1e6) / 1e6), left - 6, y(v) + 4);
        c.beginPath(); c.moveTo(left, y(v)); c.lineTo(wide - 10, y(v)); c.stroke();
      }
      values.forEach((list, i) => {
        c.strokeStyle = this.heads.length > 1 ? this.colours[i] : p.accent;
        c.lineWidth = 1.3;
        c.beginPath();
        let begun = false;
        list.forEach((v, k) => {
          if (v === null) return;
          const [px, py] = [x((seconds[k] ?? 0) * 1e9), y(v)];
          if (begun) c.lineTo(px, py); else c.moveTo(px, py);
          begun = true;
        });
        c.stroke();
      });
      c.strokeStyle = p.bad;
      c.lineWidth = 1;
      c.beginPath(); c.moveTo(x(t), top); c.lineTo(x(t), base); c.stroke();
    });
    c.fillStyle = p.dim;
    c.textAlign = 'center';
    for (const s of instants(0, end / 1e9, 5).steps) c.fillText(clock(s * 1e9, 0), x(s * 1e9), high * shown.length + 12);
    return String(c);
  }

  /** @param {number} t @param {import('./look.js').Palette} p */
  draw(t, p) {
    if (this.plots.length === 0 || Math.abs(this.panel.clientWidth - 28 - this.width) > 4) this.build(p);
    if (this.t === t) return;
    this.t = t;
    for (const plot of this.plots) plot.redraw(false);
  }
}

/** The values of all runs over the same instants: the union of their instants. @param {Head[]} heads @param {Curve} curve @param {number} by */
function joined(heads, curve, by) {
  const span = Math.max(...heads.map((h) => h.curves.span_ns));
  const count = Math.max(...heads.map((h) => Math.ceil(h.curves.live.length * h.curves.span_ns / span)));
  const seconds = Array.from({ length: count }, (_, i) => i * span / 1e9);
  const values = heads.map((h) => seconds.map((s) => {
    const list = h.curves[curve];
    const i = Math.floor(s * 1e9 / h.curves.span_ns);
    return i < list.length && list[i] >= 0 ? list[i] * by : null;
  }));
  return [seconds, ...values];
}
