// The inspector: a node at the instant of the cursor, in words; without one, the run.
import { element } from './element.js';
import { moment, span } from './look.js';
import { recent } from './recent.js';
import { storyOf, tellStory } from './story.js';

/** @param {[Node | string, Node | string][]} rows */
function facts(rows) {
  return element('table', { class: 'facts' }, ...rows.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value))));
}

/** The story of the film that was shown last. @type {{head: import('./film.js').Head, story: import('./story.js').Told[]} | undefined} */
let storied;

const standings = {
  absent: 'not in the world', down: 'crashed', empty: 'crashed, its battery is empty', electing: 'in an election', following: 'follows a leader', leaderless: 'knows no leader',
};

/**
 * @param {HTMLElement} panel
 * @param {import('./film.js').Head} head
 * @param {import('./scene.js').Scene} scene
 * @param {import('./look.js').Leaders} leaders
 * @param {import('./speech.js').Speech} speech
 * @param {{t: number, chosen: number, lacks: string, choose: (id: number) => void, seek: (t: number) => void}} o
 */
export function inspect(panel, head, scene, leaders, speech, o) {
  const label = (/** @type {number} */ id) => head.names[id] ?? String(id);
  const link = (/** @type {number} */ id) => {
    const b = element('button', { type: 'button' }, label(id));
    b.addEventListener('click', () => o.choose(id));
    return b;
  };
  const dot = (/** @type {number} */ leader) => {
    const d = element('span', { class: 'dot' });
    d.style.background = leaders.colour(leader);
    return d;
  };
  if (!o.chosen) {
    if (storied?.head !== head) storied = { head, story: storyOf(head) };
    panel.replaceChildren(...(storied.story.length ? [element('h2', {}, 'What has happened'), tellStory(head, storied.story, o.t, o.seek)] : []), ...overview(head, scene, o.t, dot, link), ...(o.lacks ? [element('h2', {}, 'What is not shown'), element('p', {}, o.lacks)] : []), element('p', { class: 'empty' }, 'Click a node, or press n, to see what it knows.'));
    reveal(panel);
    return;
  }
  const slot = scene.slot(o.chosen);
  const node = scene.node(slot, o.t);
  const n = head.nodes.length;
  const of = (/** @type {Map<number, number>} */ pairs) => {
    const found = new Set();
    for (const key of pairs.keys()) {
      const [a, b] = [Math.floor(key / n), key % n];
      if (a === slot) found.add(head.nodes[b]);
      if (b === slot) found.add(head.nodes[a]);
    }
    return [...found].sort((x, y) => x - y);
  };
  const believed = [...scene.beliefs.seek(o.t).keys()].filter((key) => Math.floor(key / n) === slot).map((key) => head.nodes[key % n]).sort((x, y) => x - y);
  const truly = of(scene.links.seek(o.t));
  const list = (/** @type {number[]} */ ids) => (ids.length ? ids.map(label).join(' ') : '–');
  /** @type {[string, Node | string][]} */
  const rows = [['is', node.leader === node.id && node.standing === 'following' ? 'leads' : standings[node.standing]], ['since', `${moment(node.since)} (${span(Math.max(0, o.t - node.since))})`]];
  const struck = scene.struck(slot, o.t);
  if (struck.length) rows.push(['struck by', struck.map((x) => (x.until < 0 ? x.name : `${x.name}, until ${moment(x.until)}`)).join('; ')]);
  if (node.election) rows.push(['election', node.election]);
  if (node.leader) rows.push(['follows', element('span', {}, dot(node.leader), link(node.leader))]);
  rows.push(['can offer', node.offer < 0 ? 'not eligible' : String(node.offer)], ['incarnation', String(node.boots)]);
  if (head.high) rows.push(['altitude', `${scene.altitude(slot, o.t).toFixed(1)} m`]);
  if (node.joules >= 0) rows.push(['battery', `${node.joules.toFixed(1)} J`]);
  if (node.component) rows.push(['component, by its smallest', label(node.component)]);
  rows.push(['neighbours, true', scene.links.items.length ? list(truly) : 'not in the trace'], ['neighbours, believed', scene.beliefs.items.length ? list(believed) : 'not in the trace']);
  const state = [...scene.state(slot, o.t)].sort(([a], [b]) => (a < b ? -1 : 1));
  const said = recent(head, speech, { t: o.t, node: o.chosen });
  panel.replaceChildren(
    element('h2', {}, `Node ${label(o.chosen)}`), facts(rows),
    element('h2', {}, 'The last 10 s'), said ? facts(said) : element('p', { class: 'empty' }, speech.error || (speech.waits ? 'Loading …' : 'Too many messages to count.')),
    ...(state.length ? [element('h2', {}, 'State that its machine shows'), facts(state.map(([name, value]) => [name.replaceAll('_', ' '), String(value)]))] : []),
  );
}

/** Scrolls to the part of the story that tells of now when it becomes another: a reader who scrolls stays where he is. @param {HTMLElement} panel */
function reveal(panel) {
  const last = /** @type {HTMLElement | null} */ (panel.querySelector('.story .last'));
  const text = last?.textContent ?? '';
  if (!last || panel.dataset.last === text) return;
  panel.dataset.last = text;
  const [box, row] = [panel.getBoundingClientRect(), last.getBoundingClientRect()];
  if (row.top < box.top) panel.scrollTop += row.top - box.top - 8;
  else if (row.bottom > box.bottom) panel.scrollTop += row.bottom - box.bottom + 8;
}

/**
 * The world in numbers: who leads, with how many followers.
 * @param {import('./film.js').Head} head
 * @param {import('./scene.js').Scene} scene
 * @param {number} t
 * @param {(leader: number) => Node} dot
 * @param {(id: number) => Node} link
 */
function overview(head, scene, t, dot, link) {
  const nodes = scene.nodes(t);
  const count = (/** @type {string} */ s) => nodes.filter((x) => x.standing === s).length;
  /** @type {Map<number, number>} */
  const followers = new Map();
  for (const x of nodes) if (x.leader) followers.set(x.leader, (followers.get(x.leader) ?? 0) + 1);
  const leading = [...followers].sort((a, b) => b[1] - a[1]).slice(0, 40);
  const components = new Set(nodes.filter((x) => x.component && !['absent', 'down', 'empty'].includes(x.standing)).map((x) => x.component)).size;
  const live = nodes.length - count('absent') - count('down') - count('empty');
  return [
    element('h2', {}, 'The world'),
    facts([['nodes that run', `${live} of ${nodes.length}`], ['in an election', String(count('electing'))], ['know no leader', String(count('leaderless'))], ['crashed', String(count('down') + count('empty'))],
      ['links, true', scene.links.items.length ? String(scene.links.seek(t).size) : 'not in the trace'],
      ['components', components ? String(components) : 'not in the trace'], ['goal', head.goal]]),
    element('h2', {}, 'Who is followed'),
    leading.length ? facts(leading.map(([id, n]) => [element('span', {}, dot(id), link(id)), `by ${n} ${n === 1 ? 'node' : 'nodes'}`])) : element('p', { class: 'empty' }, 'Nobody.'),
  ];
}
