// The pace of playing: by what happens. Dense moments go slowly, silence goes fast.
import { after } from './film.js';
import { span } from './look.js';

/** The slowest pace: a second of the run takes 100 s, and a message of a millisecond can be followed. */
const slowest = 0.01;
/** The fastest pace. */
const fastest = 120;
/** What comes after so long a calm matters by itself, nanoseconds. */
const calm = 1e9;

/** The instants at which something happens in a film, and those that matter most. */
export class Beats {
  /** @param {import('./film.js').Head} head */
  constructor(head) {
    const words = (head.words ?? []).map((w) => w.at_ns);
    /** Sentences that stand for a while: the state in which something ends. */
    const settled = words.filter((at, i) => (words[i + 1] ?? Infinity) - at >= calm);
    const moments = head.moments.flatMap((m) => (m.until_ns ? [m.at_ns, m.until_ns] : [m.at_ns]));
    const sorted = (/** @type {number[]} */ all) => Float64Array.from(new Set(all)).sort();
    this.end = head.end_ns;
    /** All. */
    this.all = sorted([...words, ...moments]);
    /** Those that one does not want to miss. */
    this.main = sorted([...moments, ...settled, ...words.filter((at, i) => i === 0 || at - words[i - 1] >= calm)]);
  }

  /** The beat after an instant; the end of the run if there is none. @param {number} t */
  next(t) {
    const i = after(this.all, t);
    return i < this.all.length ? this.all[i] : this.end;
  }

  /** The film's seconds in one second of playing: each wait for the next beat takes one to four seconds. @param {number} t */
  pace(t) {
    const i = after(this.all, t);
    const wait = this.next(t) - (i > 0 ? this.all[i - 1] : 0);
    const seconds = 1.2 + 0.4 * Math.log10(wait / 1e6 + 1);
    return Math.max(slowest, Math.min(fastest, wait / 1e9 / seconds));
  }

  /** The next instant that matters, or the last one before; NaN for none. @param {number} t @param {1 | -1} way */
  matter(t, way) {
    const i = way > 0 ? after(this.main, t + 1) : after(this.main, t - 2) - 1;
    return this.main[i] ?? NaN;
  }
}

/** A pace in words. @param {number} pace */
export function paceWords(pace) {
  const round = (/** @type {number} */ x) => (x < 10 ? Number(x.toPrecision(2)) : Math.round(x));
  if (pace > 0.95 && pace < 1.05) return 'real pace';
  if (pace < 1) return `slow: ${pace < 0.1 ? '0.1 s' : '1 s'} here takes ${round((pace < 0.1 ? 0.1 : 1) / pace)} s`;
  return `fast: ${span(round(pace) * 1e9)} a second`;
}
