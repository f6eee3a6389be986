// What has happened up to the instant of the cursor: the sentences that stood for a second or more, and faults between them.
import { element } from './element.js';
import { clock } from './look.js';

/** A sentence that stands so long, in nanoseconds, is part of the story. */
const settled = 1e9;
/** How many parts of it are shown: of more, those that lasted least are left out, but no fault. */
const shownParts = 7;

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
  return all.sort((a, b) => a.at - b.at || Number(b.fault) - Number(a.fault));
}

/** The last parts of the story, each leads to its instant.
 * @param {Told[]} story @param {number} t @param {(t: number) => void} seek */
export function tellStory(story, t, seek) {
  const told = story.slice(0, story.findLastIndex((s) => s.at <= t) + 1);
  while (told.length > shownParts) {
    const least = told.reduce((best, s, i) => (i < told.length - 1 && s.lasts < told[best].lasts ? i : best), 0);
    told.splice(least, 1);
  }
  const list = element('ol', { class: 'story' });
  told.forEach((s, i, all) => {
    const b = element('button', { type: 'button' }, element('span', { class: 'when' }, clock(s.at, s.at % 1e9 ? 2 : 0)), element('span', { class: `what${s.fault ? ' loud' : ''}` }, s.text));
    b.addEventListener('click', () => seek(s.at));
    list.append(element('li', i === all.length - 1 ? { class: 'last' } : {}, b));
  });
  if (!told.length) list.append(element('li', { class: 'empty' }, 'Nothing yet.'));
  return list;
}
