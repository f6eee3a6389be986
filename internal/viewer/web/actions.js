// What the player does to the world: by the pointer in the field, by menus, and by keys.
import { element } from './element.js';
import { clock, download } from './look.js';
import { Knobs } from './knobs.js';
import { Menu } from './menu.js';

/** @typedef {import('./session.js').State} State */
/** @typedef {import('./session.js').Action} Action */
/** @typedef {import('./field.js').Field} Field */

/**
 * What the tools need of the page.
 * @typedef {{t: number, chosen: number, main: {head: import('./film.js').Head, scene: import('./scene.js').Scene, field: Field},
 *   playing: boolean, resume: boolean, play: (on: boolean) => void, seek: (t: number) => void, choose: (id: number) => void, note: (text: string, bad?: boolean) => void, changed: () => void}} Page
 */

/** How near to a line the pointer must be to choose it, in pixels. */
const nearLine = 7;

export class Actions {
  /** @param {import('./session.js').Session} session @param {Page} page */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    this.menu = new Menu();
    /** What the next drag in the field means. @type {'' | 'partition' | 'jam'} */
    this.mode = '';
    /** A node on its way to another place, in pixels. @type {{id: number, x: number, y: number, moved: boolean, keys: boolean} | null} */
    this.held = null;
    /** @type {{x: number, y: number, to: [number, number]} | null} */
    this.region = null;
    this.begun = 0; // the revision whose world, algorithm and seed are shown to begin with
    this.knobs = new Knobs(session, page);
    this.bar();
    this.panel();
  }

  /** @param {string} text @param {string} title @param {() => void} act */
  button(text, title, act) {
    const b = /** @type {HTMLButtonElement} */ (element('button', { type: 'button', title }, text));
    b.addEventListener('click', act);
    return b;
  }

  /** The tools, above the field. */
  bar() {
    this.undo = this.button('Undo', 'Take the last action back, and go where it was done (u)', () => this.back());
    this.redo = this.button('Redo', 'Do it again (U)', () => this.session.change('redo'));
    this.node = this.button('Do to the node …', 'What can be done to the chosen node (d)', () => this.open());
    this.split = this.button('Partition', 'Drag around the nodes that are to be apart (P); by keys: the menu of a node', () => this.turn('partition'));
    this.jam = this.button('Jam', 'Drag a region in which nobody hears (J); by keys: the menu of a node', () => this.turn('jam'));
    this.lasts = /** @type {HTMLSelectElement} */ (element('select', { 'aria-label': 'How long crashes, pauses, partitions and jams last' },
      ...[['0', 'for good'], ['2', 'for 2 s'], ['5', 'for 5 s'], ['10', 'for 10 s'], ['30', 'for 30 s'], ['60', 'for 60 s']].map(([value, text]) => element('option', { value }, text))));
    const save = this.button('Save', 'Save the session as a scenario', async () => { const text = await this.session.text(); if (text) download(`${this.session.state?.scenario}-played.yaml`, text, 'application/yaml'); });
    const bar = element('div', { id: 'actions', role: 'toolbar', 'aria-label': 'Actions' }, this.node, this.split, this.jam, this.lasts, element('span', { class: 'gap' }), this.undo, this.redo, save);
    document.getElementById('stage')?.prepend(bar);
    document.querySelector('header .spacer')?.after(...this.beginning());
  }

  /** What to begin again with. */
  beginning() {
    const select = (/** @type {string} */ label) => /** @type {HTMLSelectElement} */ (element('select', { 'aria-label': label }));
    this.world = select('The world');
    this.algorithm = select('The algorithm');
    this.seed = /** @type {HTMLInputElement} */ (element('input', { type: 'number', min: '1', 'aria-label': 'The seed', title: 'The seed' }));
    for (const chooser of [this.world, this.algorithm, this.seed]) chooser.addEventListener('change', () => this.begin(false));
    const begin = this.button('Begin again', 'Begin again without what was done, in a new file; a file that --out names is written anew', () => this.begin(true));
    begin.className = 'begin';
    return [this.world, this.algorithm, this.seed, begin];
  }

  /** Begins with the chosen world, algorithm and seed: at once, or after a question if something was done. @param {boolean} sure */
  async begin(sure) {
    const s = this.session.state;
    const [scenario, algorithm, seed] = [this.world?.value ?? '', this.algorithm?.value ?? '', Number(this.seed?.value)];
    if (!sure && s?.actions.length && !await this.asks(`Begin again with ${scenario}, ${algorithm}, seed ${seed}?`, s.kept ? `What was done stays in ${s.kept}.` : 'What was done is lost, unless you save it first.')) {
      this.begun = 0;
      this.told(s);
      return;
    }
    if (!await this.session.change('begin', { scenario, algorithm, seed })) { this.begun = 0; if (s) this.told(s); return; }
    this.page.note(`Begun: ${scenario}, ${algorithm}, seed ${seed}.`);
  }

  /** Asks in a dialog. @param {string} question @param {string} more @returns {Promise<boolean>} */
  asks(question, more) {
    return new Promise((answer) => {
      const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { 'aria-label': question, class: 'question' }));
      const choice = (/** @type {string} */ text, /** @type {string} */ value) => this.button(text, '', () => dialog.close(value));
      dialog.append(element('h2', {}, question), element('p', {}, more), element('div', { class: 'acts' }, choice('Begin again', 'yes'), choice('Stay here', '')));
      dialog.addEventListener('close', () => { dialog.remove(); answer(dialog.returnValue === 'yes'); });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  /** The list of what was done. */
  panel() {
    this.list = element('ol', { class: 'actions' });
    this.kept = element('p', {});
    const tab = element('button', { role: 'tab', id: 'tab-actions', 'aria-controls': 'panel-actions', 'aria-selected': 'false', tabindex: '-1', type: 'button' }, 'Actions');
    document.querySelector('[role="tablist"]')?.append(tab);
    document.querySelector('aside')?.append(element('div', { role: 'tabpanel', id: 'panel-actions', 'aria-labelledby': 'tab-actions', tabindex: '0', hidden: '' }, this.list, this.kept));
  }

  /** Shows what the server knows. @param {State} s */
  told(s) {
    this.knobs.told(s.knobs);
    const { undo, redo, list, kept, world, algorithm, seed, jam } = this;
    if (!undo || !redo || !list || !kept || !world || !algorithm || !seed || !jam) return;
    undo.disabled = s.actions.length === 0;
    redo.disabled = s.undone === 0;
    jam.hidden = !s.planar;
    list.replaceChildren(...s.actions.map((d) => {
      const b = this.button('', 'Go to this instant', () => this.page.seek(d.at_ns));
      b.replaceChildren(element('span', { class: 'when' }, clock(d.at_ns)), element('span', {}, d.say));
      return element('li', {}, b);
    }));
    const command = `bellwether run ${s.kept || `${s.scenario}-played.yaml`}`;
    const said = s.actions.length === 0 ? [element('p', { class: 'empty' }, 'Nothing was done yet. Click a node or a link, or drag a node.')] : [
      element('p', { class: 'empty' }, 'The same run again, outside of this page:'), element('pre', {}, command), this.button('Copy', 'Copy the command', () => this.copy(command)),
      element('p', { class: 'empty' }, s.hash ? `Its trace hash, which run with --format json prints as trace_sha256: ${s.hash}` : 'It is emulated …')];
    for (const text of s.idle) said.push(element('p', {}, `This has changed nothing: ${text}`));
    kept.replaceChildren(...said);
    if (this.begun === s.revision || document.activeElement === seed) return;
    this.begun = s.revision;
    options(world, s.worlds, s.scenario);
    options(algorithm, s.algorithms.includes(s.algorithm) ? s.algorithms : [s.algorithm, ...s.algorithms], s.algorithm);
    seed.value = String(s.seed);
  }

  /** Puts a text on the clipboard. @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.page.note(`Copied: ${text}`);
    } catch {
      this.page.note('The browser does not let the page copy. Select the command instead.', true);
    }
  }

  /** Does something now. @param {Action} action */
  async do(action) {
    this.page.resume = this.page.playing; // with what follows
    this.page.play(false);
    const now = { at_ns: Math.round(this.page.t / 1e6) * 1e6, ...action }; // a round instant reads better in the file
    if (await this.session.change('do', { action: now })) this.page.note(`Done: ${this.session.state?.actions.at(-1)?.say}.`);
  }

  /** Takes the last action back, and goes to where it was done. */
  async back() {
    const last = this.session.state?.actions.at(-1);
    if (await this.session.change('undo') && last) {
      this.page.seek(last.at_ns);
      this.page.note(`Undone: ${last.say}.`);
    }
  }

  /** How long it lasts, by the choice above the field. */
  span() {
    const s = Number(this.lasts?.value ?? 0);
    return s > 0 ? { for_ns: s * 1e9 } : {};
  }

  /** The menu of the chosen node. */
  open() {
    const { field, scene } = this.page.main;
    const node = field.nodes.find((n) => n.id === this.page.chosen);
    if (!node || node.standing === 'absent') {
      this.page.note('Choose a node first: click it, or n.');
      return;
    }
    this.menu.show(`Node ${field.head.names[node.id] ?? node.id}`, this.items(node, scene), this.onPage(...field.at(node.x, node.y)));
  }

  /** What is done most to a node, for its card; and the menu of all. @param {number} id @param {(text: string, title: string, act: () => void) => HTMLElement} button */
  short(id, button) {
    const { field } = this.page.main;
    const node = field.nodes.find((n) => n.id === id);
    if (!node || node.standing === 'absent') return [];
    const now = (/** @type {string} */ text, /** @type {string} */ title, /** @type {Action} */ action) => button(text, title, () => { this.do({ node: id, ...action }); });
    const all = button('More …', 'All that can be done to it (d)', () => this.open());
    if (node.standing === 'down' || node.standing === 'empty') return [now('Start it again', 'It boots', { kind: 'restart' }), all];
    return [now('Crash', 'It stops, as long as the choice above the field says', { kind: 'crash', ...this.span() }), now('Pause', 'It sleeps, as long as the choice above the field says', { kind: 'pause', ...this.span() }),
      now('Call an election', 'It begins an election', { kind: 'elect' }), all];
  }

  /** A point of the field on the page. @param {number} x @param {number} y @returns {[number, number]} */
  onPage(x, y) {
    const { left, top } = this.page.main.field.canvas.element.getBoundingClientRect();
    return [left + x, top + y];
  }

  /** What can be done to a node. @param {import('./scene.js').Node} node @param {import('./scene.js').Scene} scene @returns {import('./menu.js').Item[]} */
  items(node, scene) {
    const id = node.id;
    const state = this.session.state;
    const item = (/** @type {string} */ text, /** @type {Action} */ action) => ({ text, act: () => { this.do({ node: id, ...action }); } });
    if (node.standing === 'down' || node.standing === 'empty') {
      return [item('Start it again', { kind: 'restart' }), ...(state?.batteries ? [item('Fill its battery', { kind: 'recharge' })] : [])];
    }
    const span = this.span();
    /** @type {import('./menu.js').Item[]} */
    const items = [item('Crash', { kind: 'crash', ...span }), item('Crash, and lose its storage', { kind: 'crash', forgets: true, ...span }),
      item('Pause', { kind: 'pause', ...span }), item('Radio off', { kind: 'radio-off', ...span }), item('Radio on', { kind: 'radio-on' }),
      item('Resign', { kind: 'resign', ...span }), item('Call an election', { kind: 'elect' }),
      item('Lose its next message', { kind: 'drop' }), item('Hold its next message back for 1 s', { kind: 'delay', for_ns: 1e9 }),
      item('Clock a tenth faster', { kind: 'drift', ppm: 100000, ...span })];
    if (state?.batteries) items.push(item('Drain its battery to a tenth', { kind: 'drain', left: 0.1 }), item('Empty its battery', { kind: 'drain' }), item('Fill its battery', { kind: 'recharge' }));
    if (state?.planar) {
      items.push({ text: 'Move it by the arrow keys', act: () => this.hold(node) }, item('Let it go on where it would be', { kind: 'let-go' }));
      const side = 2 * (this.page.main.head.range_m || 100);
      items.push(item('Jam around it', { kind: 'jam', x: node.x - side / 2, y: node.y - side / 2, width: side, height: side, ...span }));
    }
    items.push({ text: 'Part it from all others', act: () => { this.do({ kind: 'partition', groups: [[id]], ...span }); } }, { text: 'End all partitions', act: () => { this.do({ kind: 'heal' }); } });
    for (const peer of this.linked(scene, id).slice(0, 12)) items.push(item(`Cut the link to ${peer}`, { kind: 'cut', peer }));
    for (const peer of this.cuts(id)) items.push(item(`Mend the link to ${peer}`, { kind: 'mend', peer }));
    return items;
  }

  /** The nodes that a node hears. @param {import('./scene.js').Scene} scene @param {number} id */
  linked(scene, id) {
    const n = scene.head.nodes.length;
    const found = new Set();
    for (const key of scene.links.seek(this.page.t).keys()) {
      const [a, b] = [scene.head.nodes[Math.floor(key / n)], scene.head.nodes[key % n]];
      if (a === id) found.add(b);
      if (b === id) found.add(a);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The links of a node that actions cut or hold up, found by the actions' texts. @param {number} id */
  cuts(id) {
    const held = new Set();
    for (const { say } of this.session.state?.actions ?? []) {
      const [, a, b, what] = /^the link (\d+)–(\d+) is (cut|held up|as)/.exec(say) ?? [];
      if (!a || Number(a) !== id && Number(b) !== id) continue;
      const peer = Number(a) === id ? Number(b) : Number(a);
      if (what === 'as') held.delete(peer);
      else held.add(peer);
    }
    return [...held];
  }

  /** The next drag in the field is of a region. @param {'partition' | 'jam'} mode */
  turn(mode) {
    this.mode = this.mode === mode ? '' : mode;
    this.split?.setAttribute('aria-pressed', String(this.mode === 'partition'));
    this.jam?.setAttribute('aria-pressed', String(this.mode === 'jam'));
    if (this.mode === 'partition') this.page.note('Drag a rectangle around the nodes that hear each other alone. Esc: no partition.');
    if (this.mode === 'jam') this.page.note('Drag the region in which nobody hears. Esc: no jam.');
  }

  /** Takes a node by the keyboard. @param {import('./scene.js').Node} node */
  hold(node) {
    const [x, y] = this.page.main.field.at(node.x, node.y);
    this.held = { id: node.id, x, y, moved: true, keys: true };
    this.page.note(`Node ${node.id} moves by the arrow keys. Enter puts it there, Esc leaves it.`);
    this.page.changed();
  }

  /** A key, before the page has it. @param {string} key @param {boolean} shift @returns {(() => void) | undefined} */
  key(key, shift) {
    const step = shift ? 40 : 10;
    const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key];
    const held = this.held;
    if (held?.keys) {
      if (way) return () => { held.x += way[0]; held.y += way[1]; this.page.changed(); };
      if (key === 'Enter') return () => this.put();
    }
    if (key === 'Escape' && (held || this.mode || this.region)) return () => { this.held = this.region = null; if (this.mode) this.turn(this.mode); this.page.note(''); this.page.changed(); };
    /** @type {Record<string, () => void>} */
    const acts = { d: () => this.open(), ...(this.page.chosen ? { Enter: () => this.open() } : {}), u: () => { this.back(); }, U: () => { this.session.change('redo'); },
      P: () => this.turn('partition'), ...(this.session.state?.planar ? { J: () => this.turn('jam') } : {}) };
    return acts[key];
  }

  /** Puts the held node where it is. */
  put() {
    const held = this.held;
    this.held = null;
    this.page.changed();
    if (!held?.moved) return;
    const [x, y] = this.page.main.field.place(held.x, held.y);
    const { width_m: width = 0, height_m: height = 0 } = this.session.state ?? {};
    this.do({ kind: 'place', node: held.id, x: Math.max(0, Math.min(width, round(x))), y: Math.max(0, Math.min(height, round(y))) });
  }

  /** The pointer goes down in the field. @param {number} x @param {number} y @returns {boolean} whether the drag is ours */
  down(x, y) {
    if (this.mode) {
      this.region = { x, y, to: [x, y] };
      return true;
    }
    const id = this.page.main.field.near(x, y);
    if (!id || !this.session.state?.planar) return false;
    this.held = { id, x, y, moved: false, keys: false };
    return true;
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    if (this.region) this.region.to = [x, y];
    if (this.held && (this.held.moved || Math.hypot(x - this.held.x, y - this.held.y) > 4)) Object.assign(this.held, { x, y, moved: true });
    this.page.changed();
  }

  /** The pointer goes up. @param {number} x @param {number} y */
  up(x, y) {
    if (this.region) this.enclose();
    else if (this.held?.moved) this.put();
    else { this.held = null; this.click(x, y); }
  }

  /** A click chooses a node or a link, and opens its menu. @param {number} x @param {number} y */
  click(x, y) {
    const id = this.page.main.field.near(x, y);
    if (id) {
      this.page.choose(id);
      return;
    }
    const link = this.line(x, y);
    if (!link) { if (this.page.chosen) this.page.choose(this.page.chosen); return; }
    const [node, peer] = link;
    const item = (/** @type {string} */ text, /** @type {string} */ kind) => ({ text, act: () => { this.do({ kind, node, peer }); } });
    this.menu.show(`The link ${node}–${peer}`, [item('Cut it', 'cut'), item('Hold it up, wherever they are', 'join'), item('As their places make it', 'mend')], this.onPage(x, y));
  }

  /** The link that a point is near. @param {number} x @param {number} y @returns {[number, number] | undefined} */
  line(x, y) {
    const { field, scene } = this.page.main;
    const n = field.nodes.length;
    let least = nearLine;
    /** @type {[number, number] | undefined} */
    let found;
    for (const key of scene.links.seek(this.page.t).keys()) {
      const [a, b] = [field.nodes[Math.floor(key / n)], field.nodes[key % n]];
      const d = apart([x, y], field.at(a.x, a.y), field.at(b.x, b.y));
      if (d < least) [least, found] = [d, [Math.min(a.id, b.id), Math.max(a.id, b.id)]];
    }
    return found;
  }

  /** A region was drawn. */
  enclose() {
    const { region, mode } = this;
    this.region = null;
    if (!region) return;
    const [left, right] = [region.x, region.to[0]].sort((a, b) => a - b);
    const [top, bottom] = [region.y, region.to[1]].sort((a, b) => a - b);
    if (mode) this.turn(mode);
    const { field } = this.page.main;
    if (mode === 'jam') {
      const [x, y] = field.place(left, bottom);
      const [x2, y2] = field.place(right, top);
      this.do({ kind: 'jam', x: round(x), y: round(y), width: round(x2 - x), height: round(y2 - y), ...this.span() });
      return;
    }
    const inside = field.nodes.filter((node) => {
      const [x, y] = field.at(node.x, node.y);
      return node.standing !== 'absent' && x >= left && x <= right && y >= top && y <= bottom;
    }).map((node) => node.id);
    if (inside.length === 0 || inside.length === field.nodes.length) this.page.note('That parts nobody: enclose some of the nodes, and not all.', true);
    else this.do({ kind: 'partition', groups: [inside], ...this.span() });
  }

  /** What is held and drawn now. @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p */
  draw(c, p) {
    c.strokeStyle = p.accent;
    c.lineWidth = 2;
    c.setLineDash([4, 4]);
    if (this.held?.moved) {
      c.beginPath();
      c.arc(this.held.x, this.held.y, 12, 0, 2 * Math.PI);
      c.stroke();
      const range = this.page.main.head.range_m * this.page.main.field.scale();
      if (range) { c.lineWidth = 1; c.beginPath(); c.arc(this.held.x, this.held.y, range, 0, 2 * Math.PI); c.stroke(); }
    }
    if (this.region) c.strokeRect(this.region.x, this.region.y, this.region.to[0] - this.region.x, this.region.to[1] - this.region.y);
    c.setLineDash([]);
  }
}

/** Decimetres are enough. @param {number} x */
const round = (x) => Math.round(x * 10) / 10;

/** The distance of a point from a line between two others. @param {[number, number]} p @param {[number, number]} a @param {[number, number]} b */
function apart([px, py], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax - part * dx, py - ay - part * dy);
}

/** @param {HTMLSelectElement} select @param {string[]} names @param {string} chosen */
function options(select, names, chosen) {
  select.replaceChildren(...names.map((name) => element('option', { value: name }, name)));
  select.value = chosen;
}
