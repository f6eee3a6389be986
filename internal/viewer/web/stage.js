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

/** What the colours and shapes mean that are on the screen now. @param {Stage[]} stages */
export function legend(stages) {
  const box = /** @type {HTMLElement} */ (document.getElementById('legend'));
  const { head } = stages[0];
  const seen = new Set(stages.flatMap((s) => [...s.field.shown]));
  const words = [...meanings.filter(([key]) => seen.has(key)).map(([, text]) => text), ...head.classes.filter((_, c) => seen.has(`class ${c}`)).map((name) => `${classMark(name)} ${name}`)];
  const text = words.join('   ');
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.replaceChildren(...words.map((w) => element('span', {}, w)));
}

/** @type {[string, string][]} */
const meanings = [['following', '● colour: whom it follows'], ['leader', '◎ leads'], ['electing', '◌ in an election'], ['leaderless', '○ knows no leader'], ['asleep', 'z asleep'], ['waiting', '⋮ beside a sleeper: messages that wait until it wakes'],
  ['silent', '⌿ radio off'], ['down', '× crashed'], ['absent', '┄ absent'], ['empty', '▯ battery empty'], ['parted', '□ ◇ the sides of a partition, struck links across'],
  ['tree', '→ parent in the tree'], ['branch', 'purple lines: trees of elections'], ['believed', 'red dashes: neighbours believed wrongly'], ['lost', 'red ×: message lost'], ['collision', 'red ✳: collision'], ['battery', '▬ battery']];
