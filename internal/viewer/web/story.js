// What has happened up to the instant of the cursor: the sentences that stood for a second or more, and faults between them.
import { element } from './element.js';
import { clock } from './look.js';

/** A sentence that stands so long, in nanoseconds, is part of the story. */
const settled = 1e9;
/** How much of it is shown. */
const shownLast = 7;

/** @typedef {{at: number, text: string, fault: boolean}} Told */

/** @param {import('./film.js').Head} head @returns {Told[]} */
export function storyOf(head) {
  const words = head.words ?? [];
  /** @type {Told[]} */
  const all = words.filter((w, i) => (words[i + 1]?.at_ns ?? Infinity) - w.at_ns >= settled).map((w) => ({ at: w.at_ns, text: w.text, fault: false }));
  for (const m of head.moments) {
    if (m.kind !== 'fault' && m.kind !== 'intervention') continue;
    const whom = m.node ? ` of node ${head.names[m.node] ?? m.node}` : '';
    all.push({ at: m.at_ns, text: `${m.kind === 'fault' ? 'Fault' : 'Intervention'}: ${m.name ?? ''}${whom}.`, fault: true });
  }
  return all.sort((a, b) => a.at - b.at || Number(b.fault) - Number(a.fault));
}

/** The last parts of the story, each leads to its instant.
 * @param {Told[]} story @param {number} t @param {(t: number) => void} seek */
export function tellStory(story, t, seek) {
  const until = story.findLastIndex((s) => s.at <= t) + 1;
  const list = element('ol', { class: 'story' });
  story.slice(Math.max(0, until - shownLast), until).forEach((s, i, all) => {
    const b = element('button', { type: 'button' }, element('span', { class: 'when' }, clock(s.at, s.at % 1e9 ? 2 : 0)), element('span', { class: `what${s.fault ? ' loud' : ''}` }, s.text));
    b.addEventListener('click', () => seek(s.at));
    list.append(element('li', i === all.length - 1 ? { class: 'last' } : {}, b));
  });
  if (!until) list.append(element('li', { class: 'empty' }, 'Nothing yet.'));
  return list;
}
