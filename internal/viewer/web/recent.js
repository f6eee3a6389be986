// What a node said and heard in the last seconds, and its time-outs, from the pages.
import { moment, span } from './look.js';

/** How far back is counted, in nanoseconds. */
export const recently = 10e9;

/**
 * Counts of the last seconds of a node, as rows of a table; undefined while pages are on their way, or where the
 * span has too many.
 * @param {import('./film.js').Head} head
 * @param {import('./speech.js').Speech} speech
 * @param {{t: number, node: number}} o
 * @returns {[string, string][] | undefined}
 */
export function recent(head, speech, o) {
  const [from, to] = [Math.max(0, o.t - recently), Math.min(head.end_ns, o.t + recently)];
  if (speech.tooWide(from, to)) return undefined;
  const { send, receive, lost, timer } = speech.kind;
  /** @type {Map<string, number>} */
  const sent = new Map();
  let [heard, missed, before, next] = [0, 0, -1, -1];
  speech.each(from, to, (table, i) => {
    const own = table.node[i] === o.node;
    if (table.at[i] > o.t) {
      if (own && next < 0 && table.kind[i] === timer) next = table.at[i];
      return;
    }
    if (!own) return;
    switch (table.kind[i]) {
      case send: {
        const name = head.messages[table.message[i]] || `kind ${table.message[i]}`;
        sent.set(name, (sent.get(name) ?? 0) + 1);
        break;
      }
      case receive: heard++; break;
      case lost: if (table.peer[i] !== o.node) missed++; break;
      case timer: before = table.at[i];
    }
  });
  if (speech.waits) return undefined;
  const names = [...sent].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name, n]) => `${n} ${name}`);
  return [
    ['sent', names.join(', ') || 'nothing'], ['received', String(heard)], ['lost on the way to it', String(missed)],
    ['last time-out', before < 0 ? 'none' : `${moment(before)} (${span(o.t - before)} ago)`],
    ['next time-out', next < 0 ? 'none within 10 s' : `${moment(next)} (in ${span(next - o.t)})`],
  ];
}
