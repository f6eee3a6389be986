// What has happened up to the instant of the cursor: the sentences that stood for a second or more, and faults between them.
import { element } from './element.js';
import { moment } from './look.js';

/** A sentence that stands so long, in nanoseconds, is part of the story. */
const settled = 1e9;
/** How many sentences are shown: of more, those that lasted least are left out, but no fault. */
const shownParts = 12;

/** Faults in words, about the node that they strike or about the world. @type {Record<string, string>} */
const faultWords = { partition: 'the network is parted', heal: 'partitions end: all hear each other again', crash: 'crashes', restart: 'starts again', pause: 'falls asleep', 'radio-off': 'switches its radio off', 'radio-on': 'switches its radio on', resign: 'resigns', elect: 'is told to call an election', drain: 'has its battery drained', recharge: 'has its battery filled', jam: 'a region is jammed', drift: 'has a wrong clock' };

/** @typedef {{at: number, text: string, fault: boolean, lasts: number}} Told */

/** @param {import('./film.js').Head} head @returns {Told[]} */
export function storyOf(head) {
  const words = head.words ?? [];
  /** @type {Told[]} */
  const all = words.map((w, i) => ({ at: w.at_ns, text: w.text, fault: false, lasts: (words[i + 1]?.at_ns ?? Infinity) - w.at_ns })).filter((s) => s.lasts >= settled);
  for (const m of head.moments) {
    if (m.kind !== 'fault' && m.kind !== 'intervention') continue;
    const [name, node] = [m.name ?? '', m.node ? head.names[m.node] ?? m.node : ''];
    const what = faultWords[name] ? `${node ? `node ${node} ` : ''}${faultWords[name]}` : `${name}${node ? ` of node ${node}` : ''}`;
    all.push({ at: m.at_ns, text: `${m.kind === 'fault' ? 'Fault' : 'Intervention'}: ${what}.`, fault: true, lasts: Infinity });
  }
  all.sort((a, b) => a.at - b.at || Number(b.fault) - Number(a.fault));
  // Once for the whole run: what stands in the list stays in it.
  while (all.filter((s) => !s.fault).length > shownParts) all.splice(all.reduce((best, s, i) => (s.lasts < all[best].lasts ? i : best), 0), 1);
  return all;
}

/** The story so far, each part of which leads to its instant; the sentence of now is the last, settled or not.
 * @param {import('./film.js').Head} head @param {Told[]} story @param {number} t @param {(t: number) => void} seek */
export function tellStory(head, story, t, seek) {
  const told = story.slice(0, story.findLastIndex((s) => s.at <= t) + 1);
  const now = head.words?.findLast((w) => w.at_ns <= t);
  if (now && !told.some((s) => s.at === now.at_ns && !s.fault)) told.push({ at: now.at_ns, text: now.text, fault: false, lasts: 0 });
  const list = element('ol', { class: 'story' });
  told.forEach((s) => {
    const b = element('button', { type: 'button' }, element('span', { class: 'when' }, moment(s.at)), element('span', { class: `what${s.fault ? ' loud' : ''}` }, s.text));
    b.addEventListener('click', () => seek(s.at));
    list.append(element('li', s.at === now?.at_ns && !s.fault ? { class: 'last' } : {}, b));
  });
  if (!told.length) list.append(element('li', { class: 'empty' }, 'Nothing yet.'));
  return list;
}
