// A stage: one run with its scene, its messages, its field; and the legend of all.
import { Field } from './field.js';
import { readTable } from './film.js';
import { element } from './element.js';
import { layOut } from './layout.js';
import { Leaders, classMark, plainName } from './look.js';
import { Scene } from './scene.js';
import { Speech } from './speech.js';

/** All that is shown of one run. */
export class Stage {
  /**
   * @param {import('./film.js').Source} source
   * @param {import('./film.js').Head} head
   * @param {ArrayBuffer} scene
   * @param {import('./app.js').App} app
   * @param {HTMLElement} parent
   */
  constructor(source, head, scene, app, parent) {
    this.head = head;
    for (const id of Object.keys(head.names)) head.names[id] = plainName(head.names[id]);
    this.scene = new Scene(head, readTable(scene));
    if (!head.planar) this.scene.lay(layOut(this.scene));
    this.speech = new Speech(head, source, () => app.changed());
    this.leaders = new Leaders(this.scene);
    const box = element('div', { class: 'field' });
    parent.append(box);
    this.field = new Field(box, head, this.scene, this.speech, this.leaders, { changed: () => app.changed(), choose: (id) => { app.turn(this); app.choose(id); }, hands: () => app.actions, card: () => (app.main === this ? app.card.rectangle() : undefined), brush: app.brush });
    this.name = element('button', { class: 'name', type: 'button', title: 'Conversation, events, node and timeline of this trace (v)' }, head.algorithm);
    this.name.addEventListener('click', () => app.turn(this));
    if (app.count > 1) { box.append(this.name); this.field.above = 28; }
  }

  /** Stands as another stage of the same nodes stood, so that the picture is steady. @param {Stage} former */
  follow(former) {
    this.field.view = former.field.view;
    const [a, b] = [former.scene.above, this.scene.above];
    if (former.scene.places && this.scene.places) this.scene.lay(former.scene.places);
    else this.scene.bounds = this.scene.above = { left: Math.min(a.left, b.left), low: Math.min(a.low, b.low), right: Math.max(a.right, b.right), high: Math.max(a.high, b.high) };
    if (former.scene.side) this.scene.look(true);
  }
}

/** A sample, its meaning, and the class of its colour. @typedef {[string, string, string?]} Meant */

/** What the colours and shapes mean that are on the screen now. @param {Stage[]} stages */
export function legend(stages) {
  const box = /** @type {HTMLElement} */ (document.getElementById('legend'));
  const { head } = stages[0];
  const seen = new Set(stages.flatMap((s) => [...s.field.shown]));
  /** @type {Map<string, string[]>} classes that are drawn alike */
  const marks = new Map();
  head.classes.forEach((name, c) => { if (seen.has(`class ${c}`)) marks.set(classMark(name), [...marks.get(classMark(name)) ?? [], name]); });
  /** @type {Meant[][]} */
  const items = [...meanings.filter(([key]) => seen.has(key)).map(([, sample, what, colour]) => /** @type {Meant[]} */ ([[sample, what, colour]])), ...[...marks].map(([mark, names]) => /** @type {Meant[]} */ ([[mark, names.join(' or ')]])), ofTimeline(stages.map((s) => s.head))];
  const text = items.flat().join('   ');
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.replaceChildren(...items.filter((x) => x.length).map((item) => element('span', {}, ...item.flatMap(([sample, what, colour], i) => [i ? ' ' : '', element('b', colour ? { class: colour } : {}, sample), ` ${what}`]))));
}

/** What is drawn on the timeline. @param {import('./film.js').Head[]} heads @returns {Meant[]} */
function ofTimeline(heads) {
  const some = (/** @type {string} */ kind) => heads.some((h) => h.moments.some((m) => m.kind === kind));
  /** @type {Meant[]} */
  const all = [];
  if (heads.some((h) => h.truth && h.curves.wrong.some((x) => x > 0))) all.push(['█', 'not led by the right one', 'bad']);
  if (heads.some((h) => h.curves.leaderless.some((x) => x > 0))) all.push(['█', 'without a leader']);
  if (some('election')) all.push(['▬', 'election', 'ask']);
  if (some('rivals')) all.push(['▬', 'two leaders in one part', 'bad']);
  if (some('fault')) all.push(['▼', 'fault']);
  return all.length ? [['', 'Timeline:'], ...all] : all;
}

/** @type {[string, string, string, string?][]} */
const meanings = [['following', '●', 'colour: whom it follows'], ['leader', '◎', 'leads'], ['party', '⬠', 'those who follow one leader'], ['electing', '◌', 'in an election'], ['leaderless', '○', 'knows no leader'], ['asleep', 'z', 'asleep'], ['waiting', '⋮', 'beside a sleeper: messages that wait until it wakes'],
  ['silent', '⌿', 'radio off'], ['down', '×', 'crashed'], ['absent', '┄', 'absent'], ['empty', '▯', 'battery empty'], ['parted', '□ ◇', 'sides of a partition'], ['parted', '╌┼╌', 'link that it cuts', 'bad'],
  ['tree', '→', 'parent in the tree'], ['branch', '━', 'trees of elections', 'ask'], ['believed', '╌╌', 'neighbours believed wrongly', 'bad'], ['lost', '×', 'message lost', 'bad'], ['collision', '✳', 'collision', 'bad'], ['battery', '▬', 'battery']];
