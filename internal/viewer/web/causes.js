// Happens-before within a film: what caused each record, by the rules of package causality.
// What a handler does is caused by what it handles, a message that arrives by its sending, a
// time-out by the handler that set it. In a trace of live agents a handler takes time: what it
// does comes of what was handled last.
import { after, readTable } from './film.js';

/** @typedef {import('./film.js').Table} Table */

/** The number of pages that a question reads at most: two million records. */
const mostRead = 100;

/** The number of pages that are kept beside the pages of the conversation. */
const atHand = 30;

/** The faults that a node handles, as it handles a message. */
const orders = ['elect', 'resign'];

/** The error of a question that would have to read more. */
export class Far extends Error {}

/**
 * A record with its place in the trace.
 * @typedef {object} Entry
 * @property {Table} table
 * @property {number} i its index there
 * @property {number} at nanoseconds
 * @property {string} kind
 * @property {number} node
 * @property {number} peer
 * @property {number} page -1: of the scene
 * @property {number} place how many records of pages stand before it
 */

/** The first computation that a message names, '' if it names no computation. @param {Table} table @param {number} i */
const named = (table, i) => {
  const match = table.text[i] ? /\{"num":(\d+),"source":(\d+)\}/.exec(table.texts[table.text[i] - 1]) : null;
  return match && (match[1] !== '0' || match[2] !== '0') ? `⟨${match[1]},${match[2]}⟩` : '';
};

/** Whether a record stands before another. @param {Entry} a @param {Entry} b */
export function stands(a, b) {
  if (a.place !== b.place) return a.place < b.place;
  if ((a.page < 0) !== (b.page < 0)) return a.page < 0; // of the scene: before the record of a page that is next
  return a.i < b.i;
}

/** The causes of a film's records. */
export class Causes {
  /** @param {{head: import('./film.js').Head, scene: import('./scene.js').Scene, speech: import('./speech.js').Speech}} stage */
  constructor({ head, scene, speech }) {
    this.head = head;
    this.scene = scene;
    this.speech = speech;
    const { kind } = scene;
    this.handlers = new Set([kind.boot, kind['neighbour-up'], kind['neighbour-down'], kind.capability]);
    this.live = head.zero_unix_ns !== 0;
    let sum = 0;
    this.starts = head.pages.map((p) => (sum += p.records) - p.records);
    /** @type {Map<number, Table>} */
    this.read = new Map();
    this.left = mostRead;
  }

  /** Begins a question. */
  begin() { this.left = mostRead; }

  /** A page, read if it is not at hand. @param {number} n @returns {Promise<Table>} */
  async page(n) {
    const known = this.read.get(n) ?? this.speech.pages.get(n);
    if (known) return known;
    if (this.left-- <= 0) throw new Far();
    const table = readTable(await this.speech.source.page(n));
    this.read.set(n, table);
    for (const old of this.read.keys()) {
      if (this.read.size <= atHand) break;
      this.read.delete(old);
    }
    return table;
  }

  /** @param {Table} table @param {number} i @param {number} page @returns {Entry} */
  entry(table, i, page) {
    return { table, i, at: table.at[i], kind: this.head.kinds[table.kind[i]], node: table.node[i], peer: table.peer[i], page, place: page < 0 ? table.past[i] : this.starts[page] + i };
  }

  /** A record of the scene. @param {number} i */
  staged(i) { return this.entry(this.scene.table, i, -1); }

  /**
   * Calls visit for the records of pages of a span, in order.
   * @param {number} from
   * @param {number} to
   * @param {(table: Table, i: number, page: number) => void} visit
   */
  async each(from, to, visit) {
    const { pages } = this.head;
    for (let n = after(this.speech.ends, from - 1); n < pages.length && pages[n].from_ns <= to; n++) {
      const table = await this.page(n);
      for (let i = after(table.at, from - 1); i < table.count && table.at[i] <= to; i++) visit(table, i, n);
    }
  }

  /**
   * What a node handled last at an instant, before a record.
   * @param {number} node
   * @param {number} at
   * @param {Entry} before
   * @returns {Promise<Entry | undefined>}
   */
  async handled(node, at, before) {
    const { receive, timer } = this.speech.kind;
    /** @type {Entry | undefined} */
    let last;
    const take = (/** @type {Table} */ table, /** @type {number} */ i, /** @type {number} */ page) => {
      const entry = this.entry(table, i, page);
      if (stands(entry, before) && (!last || stands(last, entry))) last = entry;
    };
    this.scene.within(at, at, (table, i) => { if (table.node[i] === node && this.handles(i)) take(table, i, -1); });
    await this.each(at, at, (table, i, page) => {
      if (table.node[i] === node && (table.kind[i] === receive || table.kind[i] === timer)) take(table, i, page);
    });
    return last;
  }

  /** Whether a node handles a record of the scene. @param {number} i */
  handles(i) { return this.handlers.has(this.scene.table.kind[i]) || this.orders(this.staged(i)); }

  /** Whether a record is a fault that tells a node what to do. @param {Entry} e */
  orders(e) { return e.kind === 'fault' && orders.includes(e.table.texts[e.table.text[e.i] - 1]); }

  /** What the node of a record handles then; undefined: it was told from outside. @param {Entry} e */
  async now(e) { return this.live ? this.before(e) : this.handled(e.node, e.at, e); }

  /** What the node of a record handled last. @param {Entry} e @returns {Promise<Entry | undefined>} */
  async before(e) {
    const { receive, timer } = this.speech.kind;
    let staged = after(this.scene.table.at, e.at) - 1;
    while (staged >= 0 && !(this.scene.table.node[staged] === e.node && this.handles(staged) && stands(this.staged(staged), e))) staged--;
    const last = staged < 0 ? undefined : this.staged(staged);
    for (let n = after(this.starts, e.place) - 1; n >= 0; n--) {
      const table = await this.page(n);
      for (let i = Math.min(e.place - this.starts[n], table.count) - 1; i >= 0; i--) {
        if (last && this.starts[n] + i < last.place) return last;
        if (table.node[i] === e.node && (table.kind[i] === receive || table.kind[i] === timer)) return this.entry(table, i, n);
      }
    }
    return last;
  }

  /** The sending of a message that arrived. @param {Entry} e @returns {Promise<Entry | undefined>} */
  async sent(e) {
    const { send } = this.speech.kind;
    for (let n = e.page; n >= 0; n--) {
      const table = await this.page(n);
      for (let i = n === e.page ? e.i - 1 : table.count - 1; i >= 0; i--) {
        if (table.kind[i] === send && table.node[i] === e.peer && table.frame[i] === e.table.frame[e.i]) return this.entry(table, i, n);
      }
    }
    return undefined;
  }

  /** What caused a record; undefined: nothing in the trace. @param {Entry} e @returns {Promise<Entry | undefined>} */
  async cause(e) {
    switch (e.kind) {
      case 'receive': return this.sent(e);
      case 'timer': {
        const waited = e.table.frame[e.i] + e.table.bytes[e.i] * 2 ** 32;
        return waited ? this.handled(e.node, e.at - waited, e) : undefined;
      }
      case 'send': case 'electing': case 'elected': case 'suspect': case 'trust': case 'neighbour-up': case 'neighbour-down': case 'capability':
        return this.now(e);
      case 'boot': case 'crash': case 'absent': return this.fault(e);
      default: return undefined;
    }
  }

  /** The fault that stops or restarts the node of a record; undefined: its battery, its plan of movement, or the end of a fault. @param {Entry} e */
  fault(e) {
    if (['battery', 'trace'].includes(this.head.whys[e.table.why[e.i]])) return undefined;
    /** @type {Entry | undefined} */
    let last;
    this.scene.within(e.at, e.at, (table, i) => { if (table.kind[i] === this.scene.kind.fault && i < e.i) last = this.staged(i); });
    return last && (!last.node || last.node === e.node) ? last : undefined;
  }

  /**
   * A record and all that led to it: the first has no cause, or lies before an instant, or farther back
   * than a question reads.
   * @param {Entry} e
   * @param {number} since
   * @returns {Promise<{chain: Entry[], far: boolean}>}
   */
  async back(e, since) {
    const chain = [e];
    let far = false;
    try {
      for (let c = await this.cause(e); c; c = await this.cause(c)) {
        chain.push(c);
        if (c.at < since) break;
      }
    } catch (error) {
      if (!(error instanceof Far)) throw error;
      far = true;
    }
    return { chain: chain.reverse(), far };
  }

  /** The election of a record, like ⟨2,6⟩, or ''. That of a message stands at its sending. @param {Entry} e */
  async election(e) {
    if (e.kind === 'receive') {
      const sent = await this.sent(e);
      return sent ? named(sent.table, sent.i) : '';
    }
    if (e.page >= 0) return named(e.table, e.i);
    const [number, source] = [e.table.number[e.i], e.table.source[e.i]];
    return number || source ? `⟨${number},${source}⟩` : '';
  }

  /**
   * Where the election began that led to a record: its electing. Where each node has an election of its own, that
   * of the node from which the chain comes.
   * @param {Entry} last
   * @param {number} t the end of what is known
   * @returns {Promise<{begin: Entry | undefined, far: boolean}>}
   */
  async beginning(last, t) {
    const election = await this.election(last);
    if (!election) return { begin: undefined, far: false };
    const { chain, far } = await this.back(last, 0);
    const on = new Set(chain.map(name));
    const times = new Set(chain.map((e) => `${e.node} ${this.live ? '' : e.at}`));
    /** @type {Entry | undefined} */ let root;
    /** @type {Entry | undefined} */ let first;
    /** @type {Entry | undefined} */ let began;
    let shared = false;
    const { table, kind } = this.scene;
    for (let i = 0; i < table.count && table.at[i] <= t; i++) {
      if (table.kind[i] !== kind.electing) continue;
      const e = this.staged(i);
      const own = `⟨${table.number[i]},${table.source[i]}⟩` === election;
      shared ||= table.source[i] !== e.node;
      if (own) began ??= e;
      if (!times.has(`${e.node} ${this.live ? '' : e.at}`)) continue;
      const cause = await this.cause(e);
      if (cause ? !on.has(name(cause)) : e.node !== chain[0].node || e.at !== chain[0].at) continue;
      if (own) first ??= e;
      if (cause?.kind !== 'receive') root = e;
    }
    return { begin: (!shared && root) || first || began, far: far && !first && (shared || !root) };
  }

  /** What the trace does not tell, if a chain ends for want of it, else ''. @param {Entry} first @param {number} t */
  async lacks(first, t) {
    if (['boot', 'crash', 'absent', 'fault'].includes(first.kind) || await this.cause(first)) return '';
    const { send, timer } = this.speech.kind;
    let [sends, timers, timed] = [false, false, false];
    for (let n = 0; n < this.head.pages.length && this.head.pages[n].from_ns <= t && !(sends && timed); n++) {
      const table = await this.page(n);
      for (let i = 0; i < table.count && table.at[i] <= t && !(sends && timed); i++) {
        if (table.kind[i] === send) sends = true;
        if (table.kind[i] !== timer) continue;
        timers = true;
        if (table.frame[i] || table.bytes[i]) timed = true;
      }
    }
    if (!sends) return 'The trace has no messages that were sent: what a node did because it heard one has no cause here.';
    if (!timers) return 'The trace has no time-outs: what a node did because one ran out has no cause here.';
    if (this.live) return 'Agents wrote the trace: it does not tell what set a time-out, and what an agent does is taken to come of what it handled last.';
    return timed ? '' : 'The trace does not tell what set a time-out, since an older program wrote it. bellwether run makes a new one with --trace.';
  }
}

/** A key that identifies a record. @param {Entry} e */
const name = (e) => `${e.page}/${e.i}`;
