// The scene at any instant: where nodes are, whether they run, whom they follow, what they
// offer, which links there are. It is a function of the film and the instant, so that one may
// jump to and fro.
import { after } from './film.js';

/** @typedef {import('./film.js').Head} Head */
/** @typedef {import('./film.js').Table} Table */

/**
 * A node at an instant.
 * @typedef {object} Node
 * @property {number} id
 * @property {number} x metres east, or of the layout
 * @property {number} y metres north; from the side metres above the ground, stretched
 * @property {'absent' | 'down' | 'empty' | 'electing' | 'following' | 'leaderless'} standing
 * @property {number} leader 0: none
 * @property {number} since nanoseconds: when the standing began
 * @property {number} boots
 * @property {number} offer
 * @property {number} joules left; -1: no battery
 * @property {number} component the smallest member, 0: unknown
 * @property {string} election its computation, '' for none
 */

/** Records of some kinds, by node, in the order of time. */
class Strand {
  /**
   * @param {Table} table
   * @param {Map<number, number>} slots
   * @param {(i: number) => boolean} wanted
   */
  constructor(table, slots, wanted) {
    this.starts = new Uint32Array(slots.size + 1);
    for (let i = 0; i < table.count; i++) {
      const slot = slots.get(table.node[i]);
      if (slot !== undefined && wanted(i)) this.starts[slot + 1]++;
    }
    for (let s = 0; s < slots.size; s++) this.starts[s + 1] += this.starts[s];
    this.items = new Uint32Array(this.starts[slots.size]);
    this.ats = new Float64Array(this.items.length);
    const next = this.starts.slice();
    for (let i = 0; i < table.count; i++) {
      const slot = slots.get(table.node[i]);
      if (slot === undefined || !wanted(i)) continue;
      this.ats[next[slot]] = table.at[i];
      this.items[next[slot]++] = i;
    }
  }

  /**
   * The place in items of the last record of a node up to an instant, -1 for none.
   * @param {number} slot
   * @param {number} t
   */
  last(slot, t) {
    const at = after(this.ats, t, this.starts[slot], this.starts[slot + 1]) - 1;
    return at < this.starts[slot] ? -1 : at;
  }
}

/** Pairs of nodes that come and go, as of one instant, which may move both ways. */
class Pairs {
  /**
   * @param {Table} table
   * @param {number} up the kind of record
   * @param {number} down
   * @param {(i: number) => number} key
   */
  constructor(table, up, down, key) {
    this.table = table;
    this.up = up;
    this.key = key;
    const items = [];
    for (let i = 0; i < table.count; i++) if (table.kind[i] === up || table.kind[i] === down) items.push(i);
    this.items = Uint32Array.from(items);
    this.place = 0;
    /** @type {Map<number, number>} the record that made each pair */
    this.now = new Map();
    /** @type {Int32Array} what each record replaced: -1 none */
    this.before = new Int32Array(this.items.length);
  }

  /** @param {number} t */
  seek(t) {
    const { table, items, now, before } = this;
    while (this.place < items.length && table.at[items[this.place]] <= t) {
      const i = items[this.place];
      const key = this.key(i);
      before[this.place++] = now.get(key) ?? -1;
      if (table.kind[i] === this.up) now.set(key, i);
      else now.delete(key);
    }
    while (this.place > 0 && table.at[items[this.place - 1]] > t) {
      const i = items[--this.place];
      const key = this.key(i);
      if (before[this.place] < 0) now.delete(key);
      else now.set(key, before[this.place]);
    }
    return now;
  }
}

/** A scene answers what holds at an instant. */
export class Scene {
  /**
   * @param {Head} head
   * @param {Table} table
   */
  constructor(head, table) {
    this.head = head;
    this.table = table;
    this.slots = new Map(head.nodes.map((id, slot) => [id, slot]));
    /** @type {Object<string, number>} */
    this.kind = Object.fromEntries(head.kinds.map((name, i) => [name, i]));
    this.why = Object.fromEntries(head.whys.map((name, i) => [name, i]));
    const strand = (/** @type {string[]} */ ...names) => {
      const kinds = new Set(names.map((name) => this.kind[name]));
      return new Strand(table, this.slots, (i) => kinds.has(table.kind[i]));
    };
    this.standings = strand('boot', 'crash', 'absent', 'electing', 'elected');
    this.legs = strand('move');
    this.rises = strand('altitude');
    /** @type {ReturnType<Scene['partitioned']> | undefined} */
    this.partitions = undefined;
    /** Whether the world is seen from the south, and not from above. */
    this.side = false;
    this.offers = strand('capability');
    this.charges = strand('energy');
    this.components = strand('component');
    this.shown = strand('state');
    this.strikes = strand('strike', 'over');
    const parent = table.texts.indexOf('parent') + 1;
    this.parents = new Strand(table, this.slots, (i) => parent > 0 && table.kind[i] === this.kind.state && table.text[i] === parent);
    const n = head.nodes.length;
    const pair = (/** @type {number} */ i) => this.slot(table.node[i]) * n + this.slot(table.peer[i]);
    this.links = new Pairs(table, this.kind['link-up'], this.kind['link-down'], pair);
    this.beliefs = new Pairs(table, this.kind['neighbour-up'], this.kind['neighbour-down'], pair);
    /** @type {Float64Array | null} x and y of each slot, of a film without places */
    this.places = null;
    this.bounds = this.above = this.extent();
    /** How many times higher than wide a metre is from the side: most worlds are flat and wide. */
    this.stretch = 1;
    this.profile = this.head.high ? this.outline() : this.above;
    this.most = this.greatest(this.charges);
    /** @type {Node[]} of the last call of nodes, by slot */
    this.current = [];
    /** From when to when each is as it is, two for each slot: at first never. */
    this.valid = new Float64Array(2 * n).fill(NaN);
  }

  /** Gives places to the nodes of a film without any. @param {Float64Array} places */
  lay(places) {
    this.places = places;
    const [xs, ys] = [places.filter((_, i) => i % 2 === 0), places.filter((_, i) => i % 2 === 1)];
    this.bounds = this.above = { left: Math.min(...xs), low: Math.min(...ys), right: Math.max(...xs), high: Math.max(...ys) };
  }

  /** @param {number} id */
  slot(id) { return this.slots.get(id) ?? 0; }

  /** The greatest remaining energy of each node, which is taken for a full battery.
   * @param {Strand} strand */
  greatest(strand) {
    const most = new Float64Array(this.head.nodes.length);
    for (let slot = 0; slot < most.length; slot++) {
      for (let k = strand.starts[slot]; k < strand.starts[slot + 1]; k++) {
        most[slot] = Math.max(most[slot], this.table.value[strand.items[k]]);
      }
    }
    return most;
  }

  /** The rectangle in which nodes move. */
  extent() {
    const { table, legs } = this;
    let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (/** @type {number} */ x, /** @type {number} */ y) => {
      left = Math.min(left, x); right = Math.max(right, x);
      low = Math.min(low, y); high = Math.max(high, y);
    };
    for (const i of legs.items) {
      include(table.x[i], table.y[i]);
      const s = Math.min(table.value[i], this.head.end_ns) - table.at[i];
      if (s > 0) include(table.x[i] + table.vx[i] * s / 1e9, table.y[i] + table.vy[i] * s / 1e9);
    }
    for (const outline of this.head.obstacles ?? []) for (const [x, y] of outline) include(x, y);
    return left <= right ? { left, low, right, high } : { left: 0, low: 0, right: 1, high: 1 };
  }

  /** The rectangle seen from the side, with the ground at 0. */
  outline() {
    const { table, rises, above } = this;
    let top = 1;
    for (const i of rises.items) {
      const s = Math.min(table.value[i], this.head.end_ns) - table.at[i];
      top = Math.max(top, table.x[i], s > 0 ? table.x[i] + table.vx[i] * s / 1e9 : 0);
    }
    for (const [, high] of this.head.spans ?? []) top = Math.max(top, high);
    this.stretch = Math.max(1, Math.round((above.right - above.left) / 2 / top));
    return { left: above.left, low: 0, right: above.right, high: top * this.stretch };
  }

  /** Sets the view: from the side, or from above. @param {boolean} side */
  look(side) {
    this.side = side && this.head.high;
    this.bounds = this.side ? this.profile : this.above;
    this.valid.fill(NaN); // places are other ones
  }

  /** How high a node is, in metres. @param {number} slot @param {number} t */
  altitude(slot, t) {
    const { table, rises } = this;
    let k = rises.last(slot, t);
    if (k < 0) k = rises.starts[slot];
    if (k >= rises.starts[slot + 1]) return 0;
    const i = rises.items[k];
    return table.x[i] + table.vx[i] * Math.max(0, Math.min(t, table.value[i]) - table.at[i]) / 1e9;
  }

  /**
   * The place of a node.
   * @param {number} slot
   * @param {number} t
   * @returns {[number, number]}
   */
  place(slot, t) {
    if (this.places) return [this.places[2 * slot], this.places[2 * slot + 1]];
    const { table, legs } = this;
    let k = legs.last(slot, t);
    if (k < 0) k = legs.starts[slot];
    if (k >= legs.starts[slot + 1]) return [NaN, NaN];
    const i = legs.items[k];
    const s = Math.max(0, Math.min(t, table.value[i]) - table.at[i]) / 1e9;
    const x = table.x[i] + table.vx[i] * s;
    return this.side ? [x, this.altitude(slot, t) * this.stretch] : [x, table.y[i] + table.vy[i] * s];
  }

  /**
   * A node at an instant.
   * @param {number} slot
   * @param {number} t
   * @returns {Node}
   */
  node(slot, t) {
    const { table } = this;
    const [x, y] = this.place(slot, t);
    /** @type {Node} */
    const node = { id: this.head.nodes[slot], x, y, standing: 'absent', leader: 0, since: 0, boots: 0, offer: 0, joules: -1, component: 0, election: '' };
    this.stand(node, slot, t);
    const value = (/** @type {Strand} */ strand) => {
      const k = strand.last(slot, t);
      return k < 0 ? -1 : strand.items[k];
    };
    const offer = value(this.offers);
    if (offer >= 0) node.offer = table.value[offer];
    const charge = value(this.charges);
    if (charge >= 0 && table.value[charge] >= 0) node.joules = table.value[charge] / 1e6;
    const component = value(this.components);
    if (component >= 0) node.component = table.peer[component];
    return node;
  }

  /**
   * Whom a node follows.
   * @param {Node} node
   * @param {number} slot
   * @param {number} t
   */
  stand(node, slot, t) {
    const { table, standings, kind } = this;
    const k = standings.last(slot, t);
    if (k < 0) return;
    const i = standings.items[k];
    node.since = table.at[i];
    switch (table.kind[i]) {
      case kind.boot: node.standing = 'leaderless'; break;
      case kind.crash: node.standing = table.why[i] === this.why.battery ? 'empty' : 'down'; break;
      case kind.absent: node.standing = 'absent'; break;
      case kind.electing: node.standing = 'electing'; break;
      default:
        node.leader = table.peer[i];
        node.standing = node.leader ? 'following' : 'leaderless';
    }
    if (table.kind[i] === kind.electing || table.kind[i] === kind.elected) {
      if (table.number[i] || table.source[i]) node.election = `⟨${table.number[i]},${table.source[i]}⟩`;
    }
    for (let b = k; b >= standings.starts[slot]; b--) {
      if (table.kind[standings.items[b]] === kind.boot) { node.boots = table.value[standings.items[b]]; break; }
    }
  }

  /** All nodes at an instant. A node whose records say nothing new since the last call is the same
   * object at another place: what was returned before is no longer valid.
   * @param {number} t */
  nodes(t) {
    const { current, valid } = this;
    for (let slot = 0; slot < valid.length / 2; slot++) {
      if (valid[2 * slot] <= t && t < valid[2 * slot + 1]) {
        [current[slot].x, current[slot].y] = this.place(slot, t);
        continue;
      }
      current[slot] = this.node(slot, t);
      [valid[2 * slot], valid[2 * slot + 1]] = this.span(slot, t);
    }
    return current;
  }

  /** The span around an instant within which the records say the same of a node, but for its place.
   * @param {number} slot @param {number} t @returns {[number, number]} */
  span(slot, t) {
    let [from, to] = [-Infinity, Infinity];
    for (const strand of [this.standings, this.offers, this.charges, this.components]) {
      const k = strand.last(slot, t);
      if (k >= 0) from = Math.max(from, strand.ats[k]);
      const next = k < 0 ? strand.starts[slot] : k + 1;
      if (next < strand.starts[slot + 1]) to = Math.min(to, strand.ats[next]);
    }
    return [from, to];
  }

  /**
   * What a machine shows of its state, by name.
   * @param {number} slot
   * @param {number} t
   * @returns {Map<string, number>}
   */
  state(slot, t) {
    const { table, shown } = this;
    const found = new Map();
    const reboot = this.standings.last(slot, t);
    let born = -Infinity;
    for (let b = reboot; b >= this.standings.starts[slot]; b--) {
      const i = this.standings.items[b];
      if (table.kind[i] === this.kind.boot) { born = table.at[i]; break; }
    }
    for (let k = shown.last(slot, t); k >= shown.starts[slot]; k--) {
      const i = shown.items[k];
      if (table.at[i] < born) break;
      const name = table.texts[table.text[i] - 1] ?? '';
      if (!found.has(name)) found.set(name, table.value[i]);
    }
    return found;
  }

  /**
   * The faults that hold a node at an instant: a pause, a radio that is off, a clock that drifts.
   * @param {number} slot
   * @param {number} t
   * @returns {{name: string, until: number}[]} until in nanoseconds; -1: for good
   */
  struck(slot, t) {
    const { table, strikes } = this;
    const found = new Map();
    for (let k = strikes.starts[slot]; k < strikes.starts[slot + 1] && strikes.ats[k] <= t; k++) {
      const i = strikes.items[k];
      if (table.kind[i] === this.kind.over) found.delete(table.frame[i]);
      else if (table.value[i] < 0 || table.value[i] > t) found.set(table.frame[i], { name: table.texts[table.text[i] - 1] ?? 'a fault', until: table.value[i] });
    }
    return [...found.values()];
  }

  /** The partition in force at an instant: the side of each node, and the links, as pairs of slots, that
   * there were just before it between nodes of different sides. The newest one, if there are several.
   * @param {number} t */
  parted(t) {
    this.partitions ??= this.partitioned();
    const cut = this.partitions.findLast((x) => x.from <= t && t < x.until);
    if (!cut) return undefined;
    if (!cut.links) {
      const n = this.head.nodes.length;
      const side = (/** @type {number} */ slot) => cut.of.get(this.head.nodes[slot]) ?? 0;
      cut.links = [...this.links.seek(cut.from - 1).keys()].map((key) => /** @type {[number, number]} */ ([Math.floor(key / n), key % n])).filter(([a, b]) => side(a) !== side(b));
      this.links.seek(t);
    }
    return /** @type {typeof cut & {links: [number, number][]}} */ (cut);
  }

  /** All partitions of the run. */
  partitioned() {
    const { table, kind } = this;
    /** @type {{number: number, from: number, until: number, of: Map<number, number>, links?: [number, number][]}[]} */
    const all = [];
    for (let i = 0; i < table.count; i++) {
      const cut = all.find((x) => x.number === table.frame[i]);
      if (table.kind[i] === kind.strike && table.texts[table.text[i] - 1] === 'partition') all.push({ number: table.frame[i], from: table.at[i], until: Infinity, of: new Map() });
      else if (cut && table.kind[i] === kind.group) cut.of.set(table.node[i], table.value[i]);
      else if (cut && table.kind[i] === kind.over && !table.node[i]) cut.until = table.at[i];
    }
    return all;
  }

  /**
   * The parent of a node in a spanning tree, 0 for none.
   * @param {number} slot
   * @param {number} t
   */
  parent(slot, t) {
    const k = this.parents.last(slot, t);
    return k < 0 ? 0 : this.table.value[this.parents.items[k]];
  }

  /**
   * Calls visit for each record of a span, in order.
   * @param {number} from
   * @param {number} to
   * @param {(table: Table, i: number) => void} visit
   */
  within(from, to, visit) {
    const { table } = this;
    for (let i = after(table.at, from - 1); i < table.count && table.at[i] <= to; i++) visit(table, i);
  }
}
