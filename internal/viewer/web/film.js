// A film as package film writes it: a head, the table of the scene, and tables of pages.
import { ask } from './server.js';

/**
 * A table of records, a typed array for each column. See package film for the columns.
 * @typedef {object} Table
 * @property {number} count
 * @property {Float64Array} at nanoseconds
 * @property {Float64Array} value
 * @property {Float32Array} x
 * @property {Float32Array} y
 * @property {Float32Array} vx
 * @property {Float32Array} vy
 * @property {Uint32Array} node
 * @property {Uint32Array} peer
 * @property {Uint32Array} frame
 * @property {Uint32Array} number
 * @property {Uint32Array} source
 * @property {Uint32Array} bytes
 * @property {Uint32Array} text
 * @property {Uint32Array} past
 * @property {Uint8Array} kind
 * @property {Uint8Array} why
 * @property {Uint8Array} message
 * @property {Uint8Array} class
 * @property {string[]} texts
 */

/**
 * A moment to jump to.
 * @typedef {{kind: string, at_ns: number, until_ns?: number, node?: number, name?: string, nodes?: number[]}} Moment
 */

/**
 * The curves of the whole run, values of equal spans.
 * @typedef {{span_ns: number, live: number[], leaderless: number[], electing: number[], leaders: number[],
 *   wrong: number[], sent: number[], lost: number[], joules: number[]}} Curves
 */

/**
 * What is known of a film before its tables.
 * @typedef {object} Head
 * @property {string} scenario
 * @property {string} algorithm
 * @property {number} seed
 * @property {string} goal
 * @property {number} zero_unix_ns
 * @property {number} end_ns
 * @property {number} warmup_ns
 * @property {number[]} nodes
 * @property {Object<string, string>} names
 * @property {boolean} planar
 * @property {number} range_m 0: unknown
 * @property {[number, number][][]} obstacles
 * @property {boolean} high whether nodes have altitudes
 * @property {[number, number][] | null} spans the bottom and the top of each obstacle, metres; 0 and 0: without an end upwards
 * @property {[number, number][][]} roads
 * @property {number} unseen obstacles and roads that the trace has no room for
 * @property {string[]} kinds
 * @property {string[]} whys
 * @property {string[]} messages
 * @property {string[]} classes
 * @property {boolean[]} seen whether there are messages of each class
 * @property {number} records
 * @property {number} left_out
 * @property {boolean} truth
 * @property {string} note
 * @property {{from_ns: number, to_ns: number, records: number, bytes: number}[]} pages
 * @property {Curves} curves
 * @property {Moment[]} moments
 * @property {{at_ns: number, text: string, why?: string}[]} [words] who leads whom from an instant on
 * @property {number} [format] of the film: not stated by format 1
 * @property {import('./lesson.js').Outline} [lesson] that leads through the film
 */

/**
 * Where a film's parts come from.
 * @typedef {{head: () => Promise<Head>, scene: () => Promise<ArrayBuffer>, page: (i: number) => Promise<ArrayBuffer>}} Source
 */

/** The latest format of a film that this page reads, see package film. */
export const latestFormat = 2;

/** @type {[string, typeof Float64Array | typeof Float32Array | typeof Uint32Array | typeof Uint8Array][]} */
const layout = [
  ['at', Float64Array], ['value', Float64Array],
  ['x', Float32Array], ['y', Float32Array], ['vx', Float32Array], ['vy', Float32Array],
  ['node', Uint32Array], ['peer', Uint32Array], ['frame', Uint32Array], ['number', Uint32Array],
  ['source', Uint32Array], ['bytes', Uint32Array], ['text', Uint32Array], ['past', Uint32Array],
  ['kind', Uint8Array], ['why', Uint8Array], ['message', Uint8Array], ['class', Uint8Array],
];

/**
 * Reads a table. A column without values is all zeros.
 * @param {ArrayBuffer} buffer
 * @returns {Table}
 */
export function readTable(buffer) {
  const view = new DataView(buffer);
  const count = view.getUint32(0, true);
  const mask = view.getUint32(4, true);
  let at = 8;
  /** @type {any} */
  const table = { count };
  layout.forEach(([name, type], i) => {
    if (!(mask >> i & 1)) {
      table[name] = new type(count);
      return;
    }
    table[name] = new type(buffer, at, count);
    at += Math.ceil(count * type.BYTES_PER_ELEMENT / 8) * 8;
  });
  table.texts = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, at)));
  return table;
}

/**
 * A film that a server has.
 * @param {number} i
 * @returns {Source}
 */
export function servedFilm(i) {
  /** @param {string} part */
  const get = async (part) => {
    const reply = await ask(`/film/${i}/${part}`);
    if (!reply.ok) throw new Error(`the film's ${part}: ${await reply.text()}`);
    return reply;
  };
  return {
    head: async () => (await get('head')).json(),
    scene: async () => (await get('scene')).arrayBuffer(),
    page: async (n) => (await get(`page/${n}`)).arrayBuffer(),
  };
}

/**
 * A film that stands in the page itself, in elements whose text is base64 of gzip.
 * @param {number} i
 * @returns {Source}
 */
export function embeddedFilm(i) {
  /** @param {string} part */
  const get = async (part) => {
    const element = document.getElementById(`film-${i}-${part}`);
    if (!element) throw new Error(`the page lacks the film's ${part}`);
    const text = atob(element.textContent ?? '');
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream);
  };
  return {
    head: async () => (await get('head')).json(),
    scene: async () => (await get('scene')).arrayBuffer(),
    page: async (n) => (await get(`page-${n}`)).arrayBuffer(),
  };
}

/**
 * The first index of a sorted list whose value is greater than x.
 * @param {ArrayLike<number>} list
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @returns {number}
 */
export function after(list, x, from = 0, to = list.length) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle] <= x) from = middle + 1;
    else to = middle;
  }
  return from;
}
