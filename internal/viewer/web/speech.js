// What nodes say: messages, frames and losses, page by page.
import { after, readTable } from './film.js';

/** @typedef {import('./film.js').Head} Head */
/** @typedef {import('./film.js').Source} Source */
/** @typedef {import('./film.js').Table} Table */

/** How many pages are kept: some 70 MB. */
const kept = 40;

/** After a page could not be read, the next attempt is so many milliseconds later. */
const patience = 2000;

/** A span of more pages is too wide to be read: each would push another out. */
const mostPages = 20;

/**
 * A page with what is known of its messages.
 * @typedef {Table & {sent: Float64Array, left: Map<number, number>, open: number[]}} Said sent: when the
 *   message of each record was sent; left: the instants of the page's own messages; open: the
 *   records whose message is not among these
 */

/**
 * A flight is a message on its way to one receiver.
 * @typedef {object} Flight
 * @property {Table} table
 * @property {number} i its record
 * @property {number} sent nanoseconds
 * @property {number} at when it arrived, or was lost
 * @property {number} from the node that sent it
 * @property {number} to
 * @property {boolean} lost
 */

/** The pages of a film, fetched when they are wanted. */
export class Speech {
  /**
   * @param {Head} head
   * @param {Source} source
   * @param {() => void} arrived is called when a page that was missing is there
   */
  constructor(head, source, arrived) {
    this.head = head;
    this.source = source;
    this.arrived = arrived;
    /** @type {Map<number, Said>} the newest last */
    this.pages = new Map();
    /** The longest flight of the pages read so far, nanoseconds. */
    this.longest = 0;
    /** @type {Set<number>} */
    this.wanted = new Set();
    this.ends = head.pages.map((p) => p.to_ns);
    this.error = '';
    this.again = 0; // when pages may be asked for again, by performance.now
    const kind = (/** @type {string} */ name) => head.kinds.indexOf(name);
    this.kind = { send: kind('send'), transmit: kind('transmit'), receive: kind('receive'), lost: kind('lost'), timer: kind('timer'), held: kind('held') };
  }

  /**
   * The pages of a span that are there; those that are not are fetched.
   * @param {number} from
   * @param {number} to
   */
  between(from, to) {
    /** @type {(Said)[]} */
    const found = [];
    if (this.tooWide(from, to)) return found;
    const first = after(this.ends, from - 1);
    if (this.pages.get(first)?.open.length && first > 0 && !this.pages.has(first - 1)) this.want(first - 1);
    for (let i = first; i < this.ends.length && this.head.pages[i].from_ns <= to; i++) {
      const page = this.pages.get(i);
      if (page) {
        this.pages.delete(i);
        this.pages.set(i, page);
        found.push(page);
      } else this.want(i);
    }
    return found;
  }

  /** Whether a span has more pages than are kept. @param {number} from @param {number} to */
  tooWide(from, to) {
    const first = after(this.ends, from - 1);
    return first + mostPages < this.ends.length && this.head.pages[first + mostPages].from_ns <= to;
  }

  /** Whether pages are on their way, or could not be read. */
  get waits() { return this.wanted.size > 0 || this.error !== ''; }

  /** @param {number} i */
  async want(i) {
    if (this.wanted.has(i) || performance.now() < this.again) return;
    this.wanted.add(i);
    try {
      const table = readTable(await this.source.page(i));
      const page = { ...table, ...departures(table, this.kind) };
      this.pages.set(i, page);
      this.join(i);
      this.join(i + 1);
      for (let k = 0; k < table.count; k++) this.longest = Math.max(this.longest, Math.min(10e9, table.at[k] - page.sent[k]));
      for (const old of this.pages.keys()) {
        if (this.pages.size <= kept) break;
        this.pages.delete(old);
      }
      this.error = '';
    } catch (error) {
      this.error = error instanceof TypeError ? 'The program that serves this page does not answer: it has ended, or cannot be reached.' : `What the nodes said cannot be read: ${error instanceof Error ? error.message : error}.`;
      this.again = performance.now() + patience;
      setTimeout(this.arrived, patience + 50);
    } finally {
      this.wanted.delete(i);
      this.arrived();
    }
  }

  /** Finds on the page before when messages of a page were sent. Where a span in view
   * begins, between fetches the page before. @param {number} i */
  join(i) {
    const [page, before] = [this.pages.get(i), this.pages.get(i - 1)];
    if (!page || !before) return;
    page.open = page.open.filter((k) => {
      const at = before.left.get(key(page, k, page.peer[k]));
      if (at === undefined) return true;
      page.sent[k] = at;
      this.longest = Math.max(this.longest, Math.min(10e9, page.at[k] - at));
      return false;
    });
  }

  /**
   * Calls visit for each record of a span, in order.
   * @param {number} from
   * @param {number} to
   * @param {(table: Said, i: number) => void} visit
   */
  each(from, to, visit) {
    for (const page of this.between(from, to)) {
      for (let i = after(page.at, from - 1); i < page.count && page.at[i] <= to; i++) visit(page, i);
    }
  }

  /**
   * The flights that end in a span, or begin in it and end within the longest flight after it.
   * @param {number} from
   * @param {number} to
   * @returns {Flight[]}
   */
  flights(from, to) {
    /** @type {Flight[]} */
    const found = [];
    const { receive, lost } = this.kind;
    this.each(from, to + this.longest, (table, i) => {
      if (table.sent[i] <= to && (table.kind[i] === receive || table.kind[i] === lost) && table.peer[i] && table.node[i] !== table.peer[i]) {
        found.push({ table, i, sent: table.sent[i], at: table.at[i], from: table.peer[i], to: table.node[i], lost: table.kind[i] === lost });
      }
    });
    return found;
  }
}

/** Names a message of a sender. @param {Table} table @param {number} i @param {number} sender */
const key = (table, i, sender) => table.frame[i] * 2 ** 20 + sender;

/**
 * When the message of each record was sent; of one that its own sender did not say, as of an
 * acknowledgement, when it was on the air; the record's own instant where that stands on an
 * earlier page.
 * @param {Table} table
 * @param {Record<string, number>} kind
 */
function departures(table, kind) {
  const sent = Float64Array.from(table.at);
  /** @type {Map<number, number>} */
  const left = new Map();
  /** @type {number[]} */
  const open = [];
  for (let i = 0; i < table.count; i++) {
    const own = key(table, i, table.node[i]);
    switch (table.kind[i]) {
      case kind.send:
        left.set(own, table.at[i]);
        break;
      case kind.transmit: // its record comes as the frame ends
        if (!left.has(own)) left.set(own, table.at[i]);
        break;
      case kind.receive:
      case kind.lost: {
        const at = left.get(key(table, i, table.peer[i]));
        if (at === undefined) open.push(i);
        else sent[i] = at;
      }
    }
  }
  return { sent, left, open };
}
