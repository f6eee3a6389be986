// The card of the chosen node, beside it in the field: what one asks first, and what can be done. It stays where it opened,
// so that nothing moves under the pointer.
import { element } from './element.js';
import { clock, moment, span } from './look.js';

export class Card {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.title = element('h2', {});
    this.facts = element('div', { class: 'facts' });
    const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close the card', title: 'Close' }, '×');
    close.addEventListener('click', () => this.close());
    this.acts = element('div', { class: 'acts' });
    this.box = element('section', { class: 'card', 'aria-label': 'The chosen node', hidden: '' }, element('div', { class: 'head' }, this.title, close), this.facts, this.acts);
    /** The node that it is of; 0: it is closed. */
    this.of = 0;
    this.size = '';
    /** @type {{x: number, y: number, w: number, h: number} | undefined} */
    this.at = undefined;
  }

  /** Shows the chosen node. */
  open() {
    const { app } = this;
    this.of = app.main.scene.slots.has(app.chosen) ? app.chosen : 0;
    this.box.hidden = !this.of;
    if (!this.of) return;
    app.main.field.canvas.element.parentElement?.append(this.box);
    const act = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ does) => {
      const b = element('button', { type: 'button', title }, text);
      b.addEventListener('click', does);
      return b;
    };
    const details = () => { app.panelsOf.fold('aside', false); document.getElementById('tab-node')?.click(); };
    this.acts.replaceChildren(...(app.actions?.short(this.of, act) ?? []), act('Why?', 'Why it stands as it does (w)', () => { details(); app.because?.ask(); }), act('Details', 'All that is known of it', () => { details(); document.querySelector('aside')?.scrollIntoView({ block: 'nearest' }); }));
    this.tell();
    this.size = ''; // it is placed when the field is drawn
    this.at = undefined;
  }

  close() {
    this.of = 0;
    this.box.hidden = true;
  }

  /** Beside the node, where it covers the fewest others, leaders least of all, and within the field: in the free ground
   * at its sides, if it has any. On a phone it is a sheet above the transport. */
  place() {
    const { field } = this.app.main;
    const { width, height } = field.canvas;
    if (innerWidth <= 760) { this.sheet(); return; }
    const node = field.nodes.find((x) => x.id === this.of);
    if (!node) return;
    this.size = `${width},${height}`;
    const [x, y] = Number.isNaN(node.x) ? [width / 2, height / 2] : field.at(node.x, node.y);
    const [w, h] = [this.box.offsetWidth, this.box.offsetHeight];
    const away = field.size(node) + 16;
    /** @type {[number, number, number][]} */
    const points = field.nodes.length > 300 ? [] : field.nodes.filter((n) => n.standing !== 'absent' && !Number.isNaN(n.x)).map((n) => [...field.at(n.x, n.y), n.leader === n.id ? 5 : 1]);
    let [best, least] = [[0, 0], Infinity];
    for (const [left, top] of [[width, y - h / 2], [0, y - h / 2], [x + away, y - h / 2], [x - away - w, y - h / 2], [x - w / 2, y + away], [x - w / 2, y - away - h], [x + away, y + away], [x - away - w, y + away], [x + away, y - away - h], [x - away - w, y - away - h]]) {
      const [a, b] = [Math.max(4, Math.min(width - w - 4, left)), Math.max(4, Math.min(height - h - 4, top))];
      const hides = x > a - 14 && x < a + w + 14 && y > b - 14 && y < b + h + 14 ? 1000 : 0;
      const far = Math.hypot(Math.max(a - x, x - a - w, 0), Math.max(b - y, y - b - h, 0));
      const cost = hides + far / 100 + points.reduce((sum, [px, py, weight]) => sum + (px > a - 8 && px < a + w + 8 && py > b - 8 && py < b + h + 8 ? weight : 0), 0);
      if (cost < least) [best, least] = [[a, b], cost];
    }
    this.box.style.left = `${best[0]}px`;
    this.box.style.top = `${best[1]}px`;
    this.at = { x: best[0], y: best[1], w, h };
    this.app.changed();
  }

  /** A sheet above the transport; a page that can scroll shows the field above it. */
  sheet() {
    const { width, height } = this.app.main.field.canvas;
    this.size = `${width},${height}`;
    this.at = undefined;
    this.box.style.left = this.box.style.top = '';
    const transport = document.querySelector('footer')?.getBoundingClientRect().height ?? 0;
    this.box.style.setProperty('--transport', `${transport}px`);
  }

  /** Where the card stands in the field, if it is open beside its node. */
  rectangle() { return this.of ? this.at : undefined; }

  /** What the node is at the instant of the cursor. */
  tell() {
    const { head, scene, leaders, field } = this.app.main;
    if (!this.of || !scene.slots.has(this.of)) return this.close();
    const slot = scene.slot(this.of);
    const t = Math.min(this.app.t, head.end_ns);
    const node = scene.node(slot, t);
    const name = (/** @type {number} */ id) => head.names[id] ?? String(id);
    const since = `since ${moment(node.since)}, for ${span(Math.max(0, t - node.since))}`;
    const lines = [];
    const followers = field.nodes.filter((x) => x.leader === this.of && x.standing === 'following').length;
    if (node.standing === 'following') lines.push(node.leader === this.of ? `leads ${followers === 1 ? 'only itself' : `${followers} nodes`} ${since}` : `follows ${name(node.leader)} ${since}`);
    else if (node.standing === 'electing') lines.push(`is in election ${node.election} ${since}`);
    else lines.push({ absent: 'is not in the world', down: 'has crashed', empty: 'has crashed: its battery is empty', leaderless: `knows no leader ${since}` }[node.standing] ?? '');
    for (const s of scene.struck(slot, t)) lines.push(`${{ pause: 'sleeps', 'radio-off': 'its radio is off' }[s.name] ?? s.name}${s.until < 0 ? '' : ` until ${clock(s.until)}`}`);
    lines.push(`${node.offer < 0 ? 'not eligible' : `can offer ${node.offer}`}${node.joules >= 0 ? ` · battery ${node.joules.toFixed(0)} J` : ''}`);
    const text = lines.join('\n');
    if (this.facts.dataset.text === text && this.title.dataset.of === String(this.of)) return;
    this.facts.dataset.text = text;
    this.title.dataset.of = String(this.of);
    const dot = element('span', { class: 'dot' });
    dot.style.background = node.leader ? leaders.colour(node.leader) : 'transparent';
    this.title.replaceChildren(dot, `Node ${name(this.of)}`);
    this.facts.replaceChildren(...lines.map((l) => element('p', {}, l)));
  }

  /** Tells and stands anew, if another node is chosen or the field has another size. */
  draw() {
    if (!this.of) return;
    const { width, height } = this.app.main.field.canvas;
    if (this.app.chosen !== this.of) { if (this.app.chosen) this.open(); else this.close(); return; }
    if (this.box.parentElement !== this.app.main.field.canvas.element.parentElement) { this.open(); return; }
    this.tell();
    if (this.size !== `${width},${height}`) this.place();
  }
}
