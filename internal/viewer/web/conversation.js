// The conversation: a line for each node, messages as slanted lines between them, losses broken,
// elections as bars, leaders as flags.
import { Canvas } from './canvas.js';
import { drawChain } from './chain.js';
import { arrow } from './field.js';
import { classColour, clock, electionColour, instants, shortName, span } from './look.js';
import { tell } from './words.js';

/** Beyond so many messages in the window, none is drawn, and the view says so. */
const mostFlights = 6000;
/** No node: all messages are pale beside the chain of an answer. */
const nobody = -1;
/** The least height of a row, in pixels. */
const leastRow = 13;

export class Conversation {
  /**
   * @param {HTMLElement} parent
   * @param {import('./film.js').Head} head
   * @param {import('./scene.js').Scene} scene
   * @param {import('./speech.js').Speech} speech
   * @param {import('./look.js').Leaders} leaders
   * @param {{changed: () => void, seek: (t: number) => void, choose: (id: number) => void}} on
   */
  constructor(parent, head, scene, speech, leaders, on) {
    this.head = head;
    this.scene = scene;
    this.speech = speech;
    this.leaders = leaders;
    this.width = 2e9; // of the window, nanoseconds
    this.fitted = false;
    this.top = 0; // the first row
    this.canvas = new Canvas(parent, 'The conversation as a space-time diagram. The tab Events has it as text.', on.changed);
    this.t = 0;
    /** @type {Set<number>} classes that are hidden */
    this.hidden = new Set();
    const element = this.canvas.element;
    element.addEventListener('wheel', (e) => {
      e.preventDefault();
      if (e.shiftKey) this.top = Math.max(0, Math.min(this.head.nodes.length - 3, this.top + Math.sign(e.deltaY + e.deltaX) * 3));
      else this.width = Math.max(1e4, Math.min(this.head.end_ns, this.width * Math.exp(e.deltaY / 300)));
      on.changed();
    }, { passive: false });
    let held = NaN;
    element.addEventListener('pointerdown', (e) => { held = e.offsetX; element.setPointerCapture(e.pointerId); });
    element.addEventListener('pointermove', (e) => {
      if (Number.isNaN(held)) return;
      on.seek(this.t - (e.offsetX - held) * this.width / this.plot());
      held = e.offsetX;
    });
    element.addEventListener('pointerup', (e) => { held = NaN; const row = this.rowAt(e.offsetY); if (e.offsetX < this.left && row >= 0) on.choose(this.rows[row]); });
    element.addEventListener('pointercancel', () => { held = NaN; });
    /** @type {number[]} the nodes of the rows */
    this.rows = [];
    this.stayed = 0; // the top and the head for which they were chosen
    this.stays = head;
    this.left = margin(head);
    this.rowHeight = leastRow;
  }

  /** Shows another run. @param {{head: import('./film.js').Head, scene: import('./scene.js').Scene, speech: import('./speech.js').Speech, leaders: import('./look.js').Leaders}} stage */
  turn({ head, scene, speech, leaders }) {
    this.head = head; this.scene = scene; this.speech = speech; this.leaders = leaders;
    this.top = 0;
    this.left = margin(head);
  }

  /** Pixels between the ends of the window. */
  plot() { return this.canvas.width - this.left - 10; }

  /** @param {number} at */
  x(at) { return this.left + (at - this.t + this.width / 2) / this.width * this.plot(); }

  /** @param {number} y */
  rowAt(y) { const row = Math.floor((y - 20) / this.rowHeight); return row >= 0 && row < this.rows.length ? row : -1; }

  /** @param {number} row */
  y(row) { return 20 + (row + 0.5) * this.rowHeight; }

  /**
   * @param {CanvasRenderingContext2D} c
   * @param {import('./look.js').Palette} p
   * @param {{t: number, chosen: number, because?: import('./why.js').Answer}} o
   */
  draw(c, p, o) {
    const [w, h] = [this.canvas.width, this.canvas.height];
    this.t = o.t;
    c.fillStyle = p.ground;
    c.fillRect(0, 0, w, h);
    const room = Math.max(1, Math.floor((h - 40) / leastRow));
    const all = this.head.nodes;
    this.top = Math.max(0, Math.min(this.top, all.length - room));
    this.rows = all.length <= room ? all : this.around([...new Set([...this.matter(o.t), ...(o.because?.steps ?? []).flatMap((s) => [s.to, s.from]).reverse(), o.chosen].filter(Boolean))], room);
    this.rowHeight = (h - 40) / this.rows.length;
    const row = new Map(this.rows.map((id, i) => [id, i]));
    const [from, to] = [o.t - this.width / 2, o.t + this.width / 2];
    this.axis(c, p, from, to);
    for (const [id, r] of row) this.life(c, p, id, r, from, to, o.chosen);
    this.messages(c, p, row, from, to, o.because?.steps.length ? nobody : o.chosen);
    this.timeouts(c, p, row, from, to);
    if (o.because) drawChain(c, p, o.because, { row, x: (at) => this.x(at), y: (r) => this.y(r), left: this.left, right: w - 10 });
    c.strokeStyle = p.accent;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(this.x(o.t), 14); c.lineTo(this.x(o.t), h - 18);
    c.stroke();
    c.fillStyle = p.dim;
    c.font = `11px ${p.font}`;
    c.textAlign = 'right';
    const shown = this.rows.length < all.length ? `${this.rows.length} of ${all.length} nodes${w < 600 ? '' : ', shift and wheel for others'} · ` : '';
    c.fillText(`${shown}ticks: time-outs · ${span(this.width)} wide${w < 600 ? '' : ', wheel to zoom'}`, w - 10, 11);
  }

  /** Who matters at an instant, the most important last: those in an election, leaders. @param {number} t */
  matter(t) {
    if (this.top > 0 || this.head.nodes.length > 1500) return [];
    const nodes = this.scene.nodes(t);
    const leaders = nodes.filter((x) => x.leader === x.id && x.standing === 'following').map((x) => x.id);
    const electing = nodes.filter((x) => x.standing === 'electing').map((x) => x.id);
    return [...electing.slice(0, 6), ...leaders.slice(0, 6)];
  }

  /** The rows that fit: from the top, but always with some nodes, whose last matter most. @param {number[]} wanted @param {number} room */
  around(wanted, room) {
    // Rows stay as long as they have who matters, so that they do not change at each instant.
    if (this.top === this.stayed && this.rows.length === room && this.head === this.stays && wanted.slice(-room).every((id) => this.rows.includes(id))) return this.rows;
    [this.stayed, this.stays] = [this.top, this.head];
    const rows = this.head.nodes.slice(this.top, this.top + room);
    const more = wanted.slice(-room).filter((id) => !rows.includes(id));
    for (let i = rows.length - 1; i >= 0 && more.length; i--) if (!wanted.includes(rows[i])) rows[i] = more.pop() ?? rows[i];
    return rows.sort((a, b) => a - b);
  }

  /** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} from @param {number} to */
  axis(c, p, from, to) {
    const h = this.canvas.height;
    c.strokeStyle = p.faint;
    c.fillStyle = p.dim;
    c.font = `11px ${p.font}`;
    c.textAlign = 'center';
    c.lineWidth = 1;
    c.beginPath();
    const { steps, digits } = instants(from / 1e9, to / 1e9, this.plot() / 110);
    for (const s of steps) {
      if (s < 0) continue;
      const x = this.x(s * 1e9);
      c.moveTo(x, 18); c.lineTo(x, h - 18);
      if (x > this.left + 20 && x < this.canvas.width - 30) c.fillText(clock(s * 1e9, digits), x, h - 5);
    }
    c.stroke();
  }

  /** The line of a node: in the colour of whom it follows.
   * @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {number} id @param {number} row @param {number} from @param {number} to @param {number} chosen */
  life(c, p, id, row, from, to, chosen) {
    const { scene } = this;
    const slot = scene.slot(id);
    const y = this.y(row);
    const { standings, table } = scene;
    let k = standings.last(slot, from);
    let start = from;
    const end = standings.starts[slot + 1];
    for (;;) {
      const node = scene.node(slot, start);
      const next = Math.max(k, standings.starts[slot] - 1) + 1;
      const until = Math.min(to, next < end ? standings.ats[next] : Infinity);
      this.bar(c, p, node, this.x(start), this.x(until), y);
      if (next >= end || standings.ats[next] > to) break;
      if (table.kind[standings.items[next]] === scene.kind.elected && table.peer[standings.items[next]] === id) flag(c, this.x(standings.ats[next]), y, this.leaders.colour(id));
      k = next;
      start = standings.ats[next];
    }
    c.fillStyle = id === chosen ? p.accent : p.ink;
    c.font = `${id === chosen ? 600 : 400} 11px ${p.font}`;
    c.textAlign = 'right';
    c.fillText(shortName(this.head.names[id] ?? String(id)), this.left - 8, y + 4);
  }

  /** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {import('./scene.js').Node} node @param {number} x1 @param {number} x2 @param {number} y */
  bar(c, p, node, x1, x2, y) {
    if (node.standing === 'absent' || x2 <= x1) return;
    if (node.standing === 'down' || node.standing === 'empty') {
      c.strokeStyle = p.faint;
      c.setLineDash([1, 4]);
      c.lineWidth = 1;
    } else {
      c.strokeStyle = node.standing === 'electing' ? electionColour : node.leader ? this.leaders.colour(node.leader) : p.dim;
      c.lineWidth = node.standing === 'electing' ? 5 : node.leader === node.id ? 3.5 : 1.5;
    }
    c.beginPath();
    c.moveTo(Math.max(x1, this.left), y);
    c.lineTo(x2, y);
    c.stroke();
    c.setLineDash([]);
  }

  /** A tick across the line of a node at each of its time-outs. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {Map<number, number>} row @param {number} from @param {number} to */
  timeouts(c, p, row, from, to) {
    if (this.speech.tooWide(from, to)) return;
    c.strokeStyle = p.ink;
    c.lineWidth = 1;
    c.beginPath();
    let drawn = 0;
    this.speech.each(from, to, (table, i) => {
      const r = table.kind[i] === this.speech.kind.timer ? row.get(table.node[i]) : undefined;
      if (r === undefined || drawn++ > mostFlights) return;
      const [x, y] = [this.x(table.at[i]), this.y(r)];
      c.moveTo(x, y - 4);
      c.lineTo(x, y + 4);
    });
    c.stroke();
  }

  /** @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p @param {Map<number, number>} row @param {number} from @param {number} to @param {number} chosen */
  messages(c, p, row, from, to, chosen) {
    const flights = this.speech.flights(from, to).filter((f) => row.has(f.from) && row.has(f.to)
      && !this.hidden.has(f.table.class[f.i]));
    c.font = `11px ${p.font}`;
    if (this.speech.tooWide(from, to + this.speech.longest)) {
      c.fillStyle = p.dim;
      c.textAlign = 'left';
      c.fillText('this window has too many messages to draw: zoom in', this.left, 11);
      return;
    }
    if (flights.length > mostFlights) {
      c.fillStyle = p.dim;
      c.textAlign = 'left';
      c.fillText(`${flights.length} messages in this window are too many to draw: zoom in`, this.left, 11);
      return;
    }
    if (this.speech.waits) {
      c.fillStyle = p.dim;
      c.textAlign = 'left';
      c.fillText('loading …', this.left, 11);
    }
    /** @type {[number, number][]} where names stand */
    const named = [];
    for (const f of flights) {
      let [x1, y1] = [this.x(f.sent), this.y(row.get(f.from) ?? 0)];
      const [x2, y2] = [this.x(f.at), this.y(row.get(f.to) ?? 0)];
      if (x2 < this.left) continue;
      if (x1 < this.left) [x1, y1] = [this.left, y1 + (y2 - y1) * (this.left - x1) / (x2 - x1)]; // it was sent before the window
      const dim = chosen && !flightsOf(f, chosen);
      c.globalAlpha = dim ? 0.15 : 0.85;
      c.strokeStyle = f.lost ? p.bad : classColour(f.table.class[f.i]);
      c.lineWidth = 1;
      if (f.lost) c.setLineDash([3, 3]);
      c.beginPath();
      c.moveTo(x1, y1);
      c.lineTo(f.lost ? x1 + (x2 - x1) * 0.8 : x2, f.lost ? y1 + (y2 - y1) * 0.8 : y2);
      c.stroke();
      c.setLineDash([]);
      if (!f.lost && !dim && flights.length < 800) arrow(c, x1, y1, x2, y2, 1, classColour(f.table.class[f.i]));
      const [x, y] = [(x1 + x2) / 2 + 4, (y1 + y2) / 2 - 2];
      if (!dim && flights.length < 120 && named.every(([a, b]) => Math.abs(a - x) > 110 || Math.abs(b - y) > 12)) {
        const text = tell(this.head, f.table, f.i).what.replace(/^(.{35}).{2,}$/, '$1…');
        if (x + 6 * text.length > this.canvas.width) continue;
        named.push([x, y]);
        c.strokeStyle = p.ground;
        c.lineWidth = 3;
        c.textAlign = 'left';
        c.strokeText(text, x, y);
        c.fillStyle = p.ink;
        c.fillText(text, x, y);
      }
    }
    c.globalAlpha = 1;
  }
}

/** Room for the names of nodes, in pixels. @param {import('./film.js').Head} head */
function margin(head) {
  const longest = Math.max(0, ...Object.values(head.names).map((name) => shortName(name).length));
  return Math.max(64, 20 + 6.5 * longest);
}

/** @param {import('./speech.js').Flight} f @param {number} id */
function flightsOf(f, id) { return f.from === id || f.to === id; }

/** A flag where a node took itself for the leader. @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {string} colour */
function flag(c, x, y, colour) {
  c.fillStyle = colour;
  c.beginPath();
  c.moveTo(x, y - 7); c.lineTo(x + 8, y - 4); c.lineTo(x, y - 1);
  c.fill();
}
