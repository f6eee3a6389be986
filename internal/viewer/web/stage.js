// A stage: one run with its scene, its messages, its field; and the legend of all.
import { Field } from './field.js';
import { readTable } from './film.js';
import { element } from './inspector.js';
import { layOut } from './layout.js';
import { Leaders, classColour, electionColour, plainName } from './look.js';
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
    this.field = new Field(box, head, this.scene, this.speech, this.leaders, { changed: () => app.changed(), choose: (id) => { app.turn(this); app.choose(id); }, hands: () => app.actions, brush: app.brush });
    this.name = element('button', { class: 'name', type: 'button', title: 'Conversation, events, node and timeline of this trace (v)' }, head.algorithm);
    this.name.addEventListener('click', () => app.turn(this));
    if (app.count > 1) box.append(this.name);
  }

  /** Stands as another stage of the same nodes stood, so that the picture is steady. @param {Stage} former */
  follow(former) {
    this.field.view = former.field.view;
    const [a, b] = [former.scene.above, this.scene.above];
    if (former.scene.places && this.scene.places) this.scene.lay(former.scene.places);
    else this.scene.bounds = this.scene.above = { left: Math.min(a.left, b.left), low: Math.min(a.low, b.low), right: Math.max(a.right, b.right), high: Math.max(a.high, b.high) };
    if (former.scene.side) this.scene.look(true);
    this.leaders = former.leaders.of(this.scene);
    this.field.leaders = this.leaders;
  }
}

/** What colours and shapes mean. @param {Stage[]} stages */
export function legend(stages) {
  const item = (/** @type {string} */ colour, /** @type {string} */ text, hollow = false) => {
    const i = document.createElement('i');
    if (hollow) i.style.border = `2px solid ${colour}`;
    else i.style.background = colour;
    return element('span', {}, i, text);
  };
  const { head } = stages[0];
  const classes = head.classes.map((name, c) => [name, c]).filter(([, c]) => stages.some((s) => s.head.seen[Number(c)]));
  const batteries = stages.some((s) => s.scene.most.some((x) => x > 0));
  /** @type {HTMLElement} */ (document.getElementById('legend')).replaceChildren(
    element('span', {}, `filled: the colour of the leader it follows · ring: leads · ×: crashed${batteries ? ' · bar: battery' : ''}`),
    item(electionColour, 'in an election', true), item('#8a929c', 'no leader', true),
    element('span', {}, 'lines: true links · red dashes: neighbours believed wrongly · small dots: messages · red ×: lost, red ✳: collided ·'),
    ...classes.map(([name, c]) => item(classColour(Number(c)), String(name))),
  );
}
