// The page: films, the clock that all views share, keys, tabs.
import { Conversation } from './conversation.js';
import { manyNodes, tooManyNames } from './crowd.js';
import { Actions } from './actions.js';
import { Events, quiet } from './events.js';
import { embeddedFilm, latestFormat, servedFilm } from './film.js';
import { element } from './element.js';
import { inspect } from './inspector.js';
import { showKeys } from './keys.js';
import { Lesson } from './lesson.js';
import { Palette, clock, parseClock, span } from './look.js';
import { Numbers } from './numbers.js';
import { Card } from './card.js';
import { Beats, paceWords } from './pace.js';
import { Panels } from './panels.js';
import { saveAll } from './save.js';
import { Sentence } from './sentence.js';
import { Session } from './session.js';
import { Stage, legend } from './stage.js';
import { Timeline } from './timeline.js';
import { Brush } from './webgl.js';
import { Because } from './because.js';

/** @param {string} id */
const get = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A note on what the page leaves out goes after so many milliseconds. */
const readFor = 15000;

const speeds = [0.0001, 0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

export class App {
  constructor() {
    this.t = 0;
    this.speed = 1;
    /** It plays at the pace of what happens, and not at speed. */
    this.byEvents = true;
    this.sentence = new Sentence({ choose: (id) => { this.chosen = 0; this.choose(id); } });
    this.playing = false;
    this.chosen = 0;
    this.count = Number(document.documentElement.dataset.films || 1);
    /** @type {Stage[]} */
    this.stages = [];
    /** The stage that conversation, events, node and timeline show. */
    this.shown = 0;
    this.palette = new Palette();
    this.brush = new Brush();
    this.tab = 'node';
    this.panelsOf = new Panels({ changed: () => this.changed() });
    /** @type {import('./film.js').Head | undefined} whose beats are in beating */
    this.beatsOf = undefined;
    /** @type {Beats | undefined} */
    this.beating = undefined;
    this.resume = false; // it plays on when the film of what was done is there
    /** @type {Actions | undefined} of a world that answers */
    this.actions = undefined;
    /** @type {Session | undefined} */
    this.session = undefined;
    /** @type {Lesson | undefined} */
    this.lesson = undefined;
    this.pending = false;
    this.until = 0; // where playing stops; 0: at the end
    this.toUntil = 1; // the speed up to there
    this.then = 0;
    /** @type {import('./field.js').Layers} */
    this.layers = { links: true, beliefs: true, tree: true, frames: true, trails: true, range: true, names: true, offers: false, components: false, side: false };
    /** Times of the last frames of playing, in milliseconds. @type {number[]} */
    this.spans = [];
    /** Links are left out while it plays: this machine draws them too slowly. */
    this.hurried = false;
    /** What the films lack, in words; and the words whose note was closed, or has faded. */
    this.standing = '';
    this.dismissed = '';
    /** The error that stands in the note. */
    this.told = '';
    /** The answer why a node stands as it does. @type {Because | undefined} */
    this.because = undefined;
    this.card = new Card(this);
    /** A step that waits for pages. @type {(() => void) | undefined} */
    this.later = undefined;
  }

  async start() {
    this.theme(localStorageTheme());
    const embedded = document.documentElement.dataset.embedded === 'yes';
    this.note('Loading …');
    try {
      if (document.documentElement.dataset.play === 'yes') {
        this.session = new Session({ film: (n) => this.film(n), told: (s) => this.actions?.told(s), note: (text, bad) => this.note(text, bad) });
        await this.load(servedFilm(await this.session.begin()));
        this.actions = new Actions(this.session, this);
      } else for (let i = 0; i < this.count; i++) await this.load(embedded ? embeddedFilm(i) : servedFilm(i));
    } catch (error) {
      this.note(`This film cannot be shown: ${error instanceof Error ? error.message : error}`, true);
      return;
    }
    this.end = Math.max(...this.stages.map((s) => s.head.end_ns));
    const first = this.main;
    const worlds = [...new Set(this.stages.map((s) => s.head.scenario || 'bellwether'))];
    get('title').textContent = worlds.join(', ');
    this.subtitle();
    document.title = `${worlds.join(', ')} · bellwether`;
    this.notes();
    this.note('');
    const on = { changed: () => this.changed(), seek: (/** @type {number} */ t) => this.seek(t), choose: (/** @type {number} */ id) => this.choose(id) };
    this.timeline = new Timeline(get('timeline'), this.stages.map((s) => s.head), on);
    this.conversation = new Conversation(get('said'), first.head, first.scene, first.speech, first.leaders, on);
    this.events = new Events(get('panel-events'), first.head, first.scene, first.speech, on);
    this.because = new Because(get('why'), this);
    this.numbers = new Numbers(get('panel-numbers'), this.stages.map((s) => s.head), ['#0072b2', '#d55e00', '#009e73', '#e69f00'], on.seek);
    this.transport();
    this.tabs();
    this.look();
    legend(this.stages);
    get('matters').replaceChildren(element('span', { class: 'wide' }, 'next thing that matters '), element('span', { class: 'narrow' }, 'next that matters '), element('span', { 'aria-hidden': 'true' }, '⏎'));
    this.keyboard();
    this.turn(first);
    get('export').addEventListener('click', () => this.save());
    get('theme').addEventListener('click', () => this.theme());
    get('help').addEventListener('click', () => this.help());
    window.addEventListener('hashchange', () => this.link());
    this.seek(Math.min(this.opening(first.head), this.end));
    this.lecture(first.head.lesson);
    this.link();
    if (this.session?.state) this.actions?.told(this.session.state);
    document.documentElement.dataset.ready = 'yes';
  }

  /** Loads a film onto a stage of its own. @param {import('./film.js').Source} source */
  async load(source) {
    const head = await source.head();
    if ((head.format ?? 1) > latestFormat) throw new Error(`it has format ${head.format}, and this page reads formats up to ${latestFormat}: open it with a later bellwether`);
    const scene = await source.scene();
    const stage = new Stage(source, head, scene, this, get('fields'));
    this.stages.push(stage);
    return stage;
  }

  /** Where the page opens: the first election that is measured. @param {import('./film.js').Head} head */
  opening(head) {
    const from = head.warmup_ns;
    const said = (head.words ?? []).find((w) => w.at_ns >= from && / elections? /.test(w.text.replace('.', ' ')));
    return said?.at_ns ?? head.moments.find((m) => m.kind === 'election' && m.at_ns >= from)?.at_ns ?? from;
  }

  /** What happens in the film that is shown. */
  get beats() {
    if (this.beatsOf !== this.main.head) [this.beatsOf, this.beating] = [this.main.head, new Beats(this.main.head)];
    return /** @type {Beats} */ (this.beating);
  }

  /** To the next thing that matters, or the one before. @param {1 | -1} way */
  matter(way) {
    const t = this.beats.matter(this.t, way);
    if (Number.isNaN(t)) this.note(way > 0 ? 'Nothing more happens that matters.' : 'Nothing that matters happens before.');
    else this.seek(t);
  }

  /** Shows another film in place of the only one: what follows from an action. @param {number} number */
  async film(number) {
    const former = this.stages[0];
    const stage = await this.load(servedFilm(number));
    this.stages.shift();
    former.field.canvas.element.parentElement?.remove();
    const same = former.head.scenario === stage.head.scenario && former.head.nodes.length === stage.head.nodes.length;
    if (same) stage.follow(former);
    else this.chosen = 0;
    this.end = stage.head.end_ns;
    this.shown = 0;
    this.t = Math.min(same ? this.t : this.opening(stage.head), this.end);
    stage.field.nodes = stage.scene.nodes(this.t); // the user may click a node before the next frame
    get('title').textContent = stage.head.scenario;
    this.subtitle();
    get('total').textContent = `of ${clock(this.end, 0)}`;
    this.timeline?.film(stage.head);
    this.numbers?.film([stage.head], this.palette);
    legend(this.stages);
    this.notes();
    this.lecture(stage.head.lesson);
    this.turn(stage);
    if (this.resume) this.play(true);
    this.resume = false;
  }

  /** Shows a lesson beside the run, unless it is there. @param {import('./lesson.js').Outline | undefined} outline */
  lecture(outline) {
    if (this.lesson?.title === outline?.title) return;
    this.lesson?.close();
    const session = this.session;
    const change = session && (async (/** @type {number} */ i) => { if (await session.change('begin', { change: i + 1 })) this.note('Begun again, with this change.'); });
    this.lesson = outline && new Lesson(outline, this, change);
  }

  /** What stands beside the title. */
  subtitle() {
    const several = new Set(this.stages.map((s) => s.head.scenario)).size > 1;
    get('subtitle').textContent = this.stages.map(({ head }) => `${several ? `${head.scenario}, ` : ''}${head.algorithm}${head.seed ? `, seed ${head.seed}` : ''}, ${many(head.nodes.length, 'node')}, ${clock(head.end_ns, 0)}`).join('  ·  ');
  }

  /** What the films lack: shown as long as the page is open. */
  notes() {
    const said = [];
    const zero = this.stages[0].head.zero_unix_ns;
    if (zero && this.stages.length > 1 && this.stages.every((s) => s.head.zero_unix_ns === zero)) {
      said.push(`One clock, by the clocks of the machines, which may differ: 0 is ${new Date(zero / 1e6).toLocaleString()}.`);
    }
    for (const { head } of this.stages) {
      if (head.note) said.push(head.note);
      if (head.unseen) said.push(`The trace leaves out ${many(head.unseen, 'obstacle or road', 'obstacles and roads')}.`);
      if (head.left_out) said.push(`${head.left_out.toLocaleString('en')} records of energy and state are left out.`);
      if (head.nodes.length <= manyNodes) continue;
      const names = head.nodes.length > tooManyNames ? 'names' : 'names other than leaders\'';
      said.push(this.brush.works ? `With more than ${manyNodes} nodes trails and ${names} are not drawn.`
        : `This browser has no WebGL2: with more than ${manyNodes} nodes links, trees, messages, trails and ${names} are not drawn.`);
    }
    if (this.hurried) said.push('Links are drawn when it pauses: this browser is too slow to play with them.');
    this.standing = said.join(' ');
    if (!this.standing) for (const s of this.stages) s.field.banner = 0;
  }

  /** Closes the note that stays: the tab World keeps its words. Its room is given to the nodes only if somebody
   * closed it, since nothing may move of itself. @param {'closed' | 'faded'} how */
  dismiss(how) {
    this.dismissed = this.standing;
    if (how === 'closed') for (const s of this.stages) s.field.banner = 0;
    this.note('');
    this.changed();
  }

  get main() { return this.stages[this.shown]; }

  /** Shows the conversation, events, node and timeline of a stage. @param {Stage} stage */
  turn(stage) {
    this.shown = this.stages.indexOf(stage);
    for (const s of this.stages) s.name.setAttribute('aria-pressed', String(s === stage));
    this.conversation?.turn(stage);
    this.events?.turn(stage);
    this.timeline?.turn(stage.head);
    this.read = 0;
    this.changed();
  }

  /** Which messages are missing: shown while they are. */
  missing() {
    const error = this.stages.map((s) => s.speech.error).find(Boolean) ?? '';
    if (error === this.told) return;
    this.told = error;
    this.note(error && `${error} The page tries again.`, error !== '');
  }

  /** Shows a note on what was just done, in place of the note before; '' removes it. @param {string} text @param {boolean} [bad] */
  note(text, bad = false) {
    const note = get('note');
    const stays = text || this.standing === this.dismissed ? '' : this.standing ?? '';
    if (stays && note.dataset.text !== stays) {
      clearTimeout(this.fading);
      this.fading = setTimeout(() => this.dismiss('faded'), readFor);
    }
    note.hidden = !(text || stays);
    note.classList.toggle('stays', stays !== '');
    note.classList.toggle('bad', bad);
    if (note.dataset.text === (text || stays)) return;
    note.dataset.text = text || stays;
    const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close the note', title: 'Close: the tab World keeps it' }, '×');
    close.addEventListener('click', () => this.dismiss('closed'));
    note.replaceChildren(text || stays, ...(stays ? [close] : []));
    if (stays) for (const s of this.stages) s.field.banner = innerWidth > 760 ? Math.max(0, note.offsetHeight - 8) : 0;
  }

  /** Draws at the next frame. */
  changed() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => { this.pending = false; this.frame(now); });
  }

  /** @param {number} now milliseconds */
  frame(now) {
    if (!this.timeline || !this.conversation || !this.events || !this.numbers) return;
    if (this.playing) {
      const passed = Math.min(200, now - this.then);
      this.spans.push(now - this.then);
      if (this.spans.length > 600) this.spans.shift();
      this.hurry();
      const to = this.t + passed * 1e6 * this.pace();
      const beat = this.byEvents && !this.until ? this.beats.next(this.t) : Infinity; // the pace beyond it is another
      this.t = Math.min(this.end ?? 0, beat > this.t ? Math.min(to, beat) : to);
      if (this.until && this.t >= this.until) this.t = this.until;
      if (this.t >= (this.end ?? 0) || this.t === this.until) this.play(false);
      this.timeline.follow(this.t);
    }
    this.then = now;
    this.sentence.draw(this.main, Math.min(this.t, this.main.head.end_ns), this.playing, () => this.changed());
    get('pace').textContent = this.byEvents || this.speed !== 1 || this.until ? paceWords(this.pace()) : 'real pace';
    get('pace').hidden = !this.playing;
    this.missing();
    for (const s of this.stages) {
      s.field.draw(s.field.canvas.context, this.palette, { ...this.seen(s) });
    }
    this.card.draw();
    legend(this.stages);
    if (!this.panelsOf.folded('talk')) this.conversation.draw(this.conversation.canvas.context, this.palette, { t: this.t, chosen: this.chosen, because: this.because?.shown() });
    this.timeline.draw(this.palette, this.t);
    this.lesson?.draw(this.t);
    if (this.later && !this.main.speech.waits) this.later();
    this.panels(now);
    const field = /** @type {HTMLInputElement} */ (get('instant'));
    if (document.activeElement !== field) field.value = clock(this.t);
    if (this.playing) this.changed();
  }

  /** Leaves links out while thousands of nodes play, if four frames with them took more than 50 ms each. */
  hurry() {
    if (this.hurried || !this.layers.links || this.spans.length < 4 || !this.stages.some((s) => s.head.nodes.length > manyNodes)) return;
    if (this.spans.slice(-4).some((ms) => ms < 50)) return;
    this.hurried = true;
    this.notes();
    this.note('');
  }

  /** What a field shows. @param {Stage} s */
  seen(s) {
    const layers = this.hurried && this.playing && s.head.nodes.length > manyNodes ? { ...this.layers, links: false } : this.layers;
    return { t: Math.min(this.t, s.head.end_ns), speed: this.playing || !this.byEvents ? this.pace() : Math.min(0.05, this.pace()), playing: this.playing, chosen: this.chosen, layers, ended: this.t > s.head.end_ns };
  }

  /** The panels are for reading: they change five times a second while the film plays, and not
   * under the pointer. @param {number} now */
  panels(now) {
    if (this.playing && (now - (this.read ?? 0) < 200 || document.querySelector('aside:hover, aside :focus-visible'))) return;
    this.read = now;
    const { head, scene, leaders } = this.main;
    const chosen = scene.slots.has(this.chosen) ? this.chosen : 0;
    this.because?.draw();
    get('tab-node').textContent = chosen ? 'Node' : 'World';
    if (this.tab === 'node') inspect(get('node'), head, scene, leaders, this.main.speech, { t: Math.min(this.t, head.end_ns), chosen, lacks: this.standing, choose: (id) => this.choose(id), seek: (at) => this.seek(at) });
    if (this.tab === 'events') this.events?.draw(this.t);
    if (this.tab === 'numbers') this.numbers?.draw(this.t, this.palette);
  }

  /** @param {number} t */
  seek(t) {
    this.t = Math.max(0, Math.min(this.end ?? 0, t));
    this.later = undefined;
    this.until = 0; // a jump cancels the wait for the next step
    this.timeline?.follow(this.t);
    this.note('');
    clearTimeout(this.linking);
    this.linking = setTimeout(() => { this.tell(); history.replaceState(null, '', `#t=${clock(this.t, 6)}${this.chosen ? `&node=${this.chosen}` : ''}${this.shown ? `&trace=${this.shown + 1}` : ''}${this.because?.shown() ? '&why' : ''}`); }, 300);
    this.changed();
  }

  /** Announces the instant to screen readers, but not while the film plays. */
  tell() {
    if (this.playing) return;
    const { head, scene } = this.main;
    const nodes = scene.nodes(Math.min(this.t, head.end_ns)).filter((x) => x.standing !== 'absent');
    const leaders = nodes.filter((x) => x.leader === x.id).map((x) => head.names[x.id] ?? x.id);
    const [following, electing] = ['following', 'electing'].map((s) => nodes.filter((x) => x.standing === s).length);
    const lead = leaders.length === 0 ? 'nobody leads' : leaders.length > 5 ? `${leaders.length} lead` : `${leaders.join(', ')} ${leaders.length > 1 ? 'lead' : 'leads'}`;
    get('told').textContent = `${clock(this.t)}: ${lead}; ${following} of ${many(nodes.length, 'node')} follow a leader, ${electing} in an election.`;
  }

  /** @param {number} id */
  choose(id) {
    this.chosen = id === this.chosen ? 0 : id;
    this.card.open();
    this.seek(this.t);
  }

  /** @param {boolean} on */
  play(on) {
    this.playing = on;
    this.until = 0;
    if (on && this.t >= (this.end ?? 0)) this.t = 0;
    this.then = performance.now();
    this.spans = [];
    const button = get('play');
    button.textContent = on ? 'Pause' : 'Play';
    button.setAttribute('aria-pressed', String(on));
    if (!on) this.seek(this.t);
    this.changed();
  }

  /** Plays up to an instant, in four seconds. @param {number} until */
  playTo(until) {
    const speed = (until - this.t) / 4e9;
    this.play(true);
    this.until = until;
    this.toUntil = speed;
  }

  /** The film's seconds in one second of playing. */
  pace() {
    return this.until ? this.toUntil : this.byEvents ? this.beats.pace(this.t) : this.speed;
  }

  /** Goes to the moment of a link: #t=2m3s&node=7&why. */
  link() {
    const words = new URLSearchParams(location.hash.slice(1));
    const t = parseClock(words.get('t') ?? '');
    const node = Number(words.get('node'));
    const stage = this.stages[Number(words.get('trace') ?? 1) - 1];
    if (stage && stage !== this.main) this.turn(stage);
    if (this.main.scene.slots.has(node)) this.chosen = node;
    if (words.has('question')) this.lesson?.question(Number(words.get('question')));
    if (!Number.isNaN(t)) this.seek(t);
    if (words.has('why')) this.because?.ask();
  }

  transport() {
    const bar = get('transport');
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act, id = '', kind = '') => {
      const b = element('button', { type: 'button', title, ...(id ? { id } : {}), ...(kind ? { class: kind } : {}) }, text);
      b.addEventListener('click', act);
      return b;
    };
    const instant = /** @type {HTMLInputElement} */ (element('input', { id: 'instant', 'aria-label': 'The instant, like 2m3s' }));
    instant.addEventListener('change', () => { const t = parseClock(instant.value); const wrong = instant.value; instant.blur(); this.seek(Number.isNaN(t) ? this.t : t); if (Number.isNaN(t)) this.note(`${wrong} is no instant of the run: 2m3s, 2:03 and 123 are.`, true); });
    const speed = /** @type {HTMLSelectElement} */ (element('select', { 'aria-label': 'Speed', id: 'speed' }, element('option', { value: 'events' }, 'by events'), ...speeds.map((s) => element('option', { value: String(s) }, s === 1 ? 'real pace' : s < 1 ? `1/${Math.round(1 / s)} ×` : `${s} ×`))));
    speed.value = 'events';
    speed.addEventListener('change', () => { this.byEvents = speed.value === 'events'; this.speed = this.byEvents ? 1 : Number(speed.value); this.changed(); });
    bar.append(
      button('Play', 'Play or pause (space)', () => this.play(!this.playing), 'play'),
      button('next thing that matters ⏎', 'The next thing that matters: a fault, an election, a change after a calm (Enter); Backspace: the one before', () => this.matter(1), 'matters'),
      button('‹ event', 'The event before (,)', () => this.step(-1)), button('event ›', 'The next event (.)', () => this.step(1)),
      button('‹ mark', 'The mark before ([)', () => this.mark(-1), '', 'rare'), button('mark ›', 'The next mark (])', () => this.mark(1), '', 'rare'),
      button('two leaders in one part ›', 'The next moment with two leaders that hear each other, by way of others or not: leaders of parts that are cut off from each other do not count (2)', () => this.mark(1, 'rivals'), '', 'rare'),
      instant, element('span', { class: 'total rare', id: 'total' }, `of ${clock(this.end ?? 0, 0)}`), speed, element('span', { id: 'pace' }),
    );
  }

  /** To the next event, or the one before; or to where a message arrives or is lost. @param {1 | -1} way @param {'event' | 'message'} [what] */
  step(way, what = 'event') {
    const { scene, speech, head } = this.main;
    const { receive, lost } = speech.kind;
    let best = NaN;
    for (let width = 1e6; Number.isNaN(best) && width <= 100e9; width *= 10) {
      const [from, to] = way > 0 ? [this.t + 1, this.t + width] : [this.t - width, this.t - 1];
      const visit = (/** @type {import('./film.js').Table} */ table, /** @type {number} */ i) => {
        const at = table.at[i];
        if (at < from || at > to || (what === 'event' ? quiet.has(head.kinds[table.kind[i]]) : table.kind[i] !== receive && table.kind[i] !== lost)) return;
        if (Number.isNaN(best) || (way > 0 ? at < best : at > best)) best = at;
      };
      if (what === 'event') scene.within(from, to, visit);
      speech.each(from, to, visit);
    }
    this.later = speech.waits ? () => this.step(way, what) : undefined; // a page that is not loaded yet may have a nearer one
    if (this.later) this.note(speech.error || 'Loading …', speech.error !== '');
    else if (!Number.isNaN(best)) this.seek(best);
    else this.note(`There is no ${what} within 100 s ${way > 0 ? 'after' : 'before'} this instant.`);
  }

  /** To the next mark, or the one before. @param {1 | -1} way @param {string} [kind] */
  mark(way, kind = '') {
    const m = this.timeline?.moment(this.t, way, (x) => (kind ? x.kind === kind : true));
    if (m) {
      this.seek(m.at_ns);
      this.note(kind === 'rivals' ? `Two leaders in one part: ${(m.nodes ?? []).join(' and ')}, for ${span((m.until_ns ?? m.at_ns) - m.at_ns)}.` : '');
    } else this.note(way > 0 ? 'There is none after this instant.' : 'There is none before this instant.');
  }

  tabs() {
    const all = ['node', 'events', 'numbers', 'look', ...(this.actions ? ['actions'] : [])];
    const open = (/** @type {string} */ name) => {
      this.tab = name;
      for (const x of all) {
        get(`tab-${x}`).setAttribute('aria-selected', String(x === name));
        get(`tab-${x}`).tabIndex = x === name ? 0 : -1;
        get(`panel-${x}`).hidden = x !== name;
      }
      this.read = 0;
      this.changed();
    };
    for (const name of all) {
      get(`tab-${name}`).addEventListener('click', () => open(name));
      get(`tab-${name}`).addEventListener('keydown', (e) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
        if (!step) return;
        e.stopPropagation();
        const next = all[(all.indexOf(name) + step + all.length) % all.length];
        open(next);
        get(`tab-${next}`).focus();
      });
    }
  }

  /** From above to the side, or back. */
  turnUp() {
    if (!this.stages.some((s) => s.head.high)) return;
    /** @type {HTMLInputElement} */ (get('layer-side')).click();
  }

  /** Looks from above or from the side, as the switch says. */
  side() {
    for (const s of this.stages) {
      if (s.scene.side === (this.layers.side && s.head.high)) continue;
      s.scene.look(this.layers.side);
      s.field.view = { zoom: 1, x: 0, y: 0 };
    }
  }

  /** The switches of what is drawn. */
  look() {
    const names = { links: 'links, true', beliefs: 'neighbours believed wrongly', tree: 'spanning tree of an election', frames: 'messages on their way', trails: 'ways of the last 20 s', range: 'range of the chosen node', names: 'names', offers: 'what each node can offer', components: 'components, by an outline', side: 'the world from the south, with altitudes' };
    const box = element('fieldset', {}, element('legend', { class: 'empty' }, 'The field shows'));
    for (const [key, text] of Object.entries(names)) {
      if (key === 'side' && !this.stages.some((s) => s.head.high)) continue;
      const input = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox', id: `layer-${key}` }));
      input.checked = this.layers[/** @type {keyof typeof this.layers} */ (key)];
      input.addEventListener('change', () => { this.layers = { ...this.layers, [key]: input.checked }; this.side(); this.hurried = false; this.notes(); this.note(''); this.changed(); });
      box.append(element('label', {}, input, text));
    }
    const talk = element('fieldset', {}, element('legend', { class: 'empty' }, 'The conversation shows'));
    const seen = this.stages[0].head.classes.map((_, c) => this.stages.some((s) => s.head.seen[c]));
    this.stages[0].head.classes.forEach((name, c) => {
      if (!seen[c]) return;
      const input = /** @type {HTMLInputElement} */ (element('input', { type: 'checkbox' }));
      input.checked = name !== 'hello' || seen.filter(Boolean).length === 1;
      const set = () => { if (input.checked) this.conversation?.hidden.delete(c); else this.conversation?.hidden.add(c); this.changed(); };
      input.addEventListener('change', set);
      set();
      talk.append(element('label', {}, input, `${name} messages`));
    });
    get('panel-look').replaceChildren(box, talk, this.panelsOf.choices());
  }

  keyboard() {
    document.addEventListener('keydown', (e) => {
      const target = /** @type {HTMLElement} */ (e.target);
      if (['INPUT', 'SELECT'].includes(target.tagName) || e.ctrlKey || e.metaKey || e.altKey) return;
      if ([' ', 'Enter'].includes(e.key) && ['BUTTON', 'A'].includes(target.tagName)) return;
      const act = this.actions?.key(e.key, e.shiftKey) ?? this.action(e.key, e.shiftKey);
      if (!act) return;
      e.preventDefault();
      act();
    });
  }

  /** What a key does. @param {string} key @param {boolean} shift @returns {(() => void) | undefined} */
  action(key, shift) {
    const far = shift ? 10e9 : 1e9;
    /** @type {Record<string, () => void>} */
    const actions = {
      ' ': () => this.play(!this.playing), ArrowRight: () => this.seek(this.t + far * Math.min(1, this.speed)), ArrowLeft: () => this.seek(this.t - far * Math.min(1, this.speed)),
      '.': () => this.step(1), ',': () => this.step(-1), m: () => this.step(1, 'message'), M: () => this.step(-1, 'message'), ']': () => this.mark(1), '[': () => this.mark(-1),
      Enter: () => this.matter(1), Backspace: () => this.matter(-1), r: () => this.real(),
      e: () => this.mark(1, 'election'), E: () => this.mark(-1, 'election'), 2: () => this.mark(1, 'rivals'),
      '+': () => this.faster(1), '=': () => this.faster(1), '-': () => this.faster(-1), '−': () => this.faster(-1),
      n: () => this.nextNode(1), N: () => this.nextNode(-1), Escape: () => { this.chosen = 0; this.seek(this.t); },
      Home: () => this.seek(0), End: () => this.seek(this.end ?? 0), t: () => this.theme(), '?': () => this.help(),
      v: () => this.turn(this.stages[(this.shown + 1) % this.stages.length]),
      c: () => this.panelsOf.fold('talk'), f: () => this.panelsOf.fold('aside'),
      a: () => this.turnUp(),
      ...(this.lesson ? { s: () => this.lesson?.step(1), S: () => this.lesson?.step(-1), p: () => this.lesson?.playOn() } : {}),
      i: () => this.near(1.5), o: () => this.near(1 / 1.5), 0: () => this.near(0),
      z: () => this.widen(2), Z: () => this.widen(0.5), w: () => this.because?.ask(), W: () => this.because?.show(),
    };
    return actions[key];
  }

  /** Brings the fields nearer, by a factor; 0 shows all of them. @param {number} by */
  near(by) {
    for (const { field } of this.stages) {
      const node = field.nodes.find((x) => x.id === this.chosen && x.standing !== 'absent');
      if (by === 0) field.view = { zoom: 1, x: 0, y: 0 };
      else field.zoom(by, ...(node ? field.at(node.x, node.y) : []));
    }
    this.changed();
  }

  /** @param {number} by */
  widen(by) {
    if (this.conversation) this.conversation.width = Math.max(1e4, Math.min(this.end ?? 0, this.conversation.width * by));
    this.changed();
  }

  /** Real pace, or the pace of what happens again. */
  real() {
    this.byEvents = !this.byEvents;
    this.speed = 1;
    /** @type {HTMLSelectElement} */ (get('speed')).value = this.byEvents ? 'events' : '1';
    this.changed();
  }

  /** @param {1 | -1} way */
  faster(way) {
    this.byEvents = false;
    const i = Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.speed) + way));
    this.speed = speeds[i];
    /** @type {HTMLSelectElement} */ (get('speed')).value = String(this.speed);
    this.changed();
  }

  /** @param {1 | -1} way */
  nextNode(way) {
    const nodes = this.main.head.nodes;
    const i = nodes.includes(this.chosen) ? nodes.indexOf(this.chosen) : way > 0 ? -1 : 0;
    this.chosen = 0;
    this.choose(nodes[(i + way + nodes.length) % nodes.length]);
  }

  /** @param {string} [name] */
  theme(name) {
    const root = document.documentElement;
    root.dataset.theme = name ?? (root.dataset.theme === 'dark' ? 'light' : 'dark');
    try { localStorage.setItem('theme', root.dataset.theme); } catch { /* a page from disk may have no storage */ }
    this.palette = new Palette();
    this.numbers?.build(this.palette);
    this.changed();
  }

  help() { showKeys(this.actions !== undefined); }

  /** Saves each field, the timeline, the curves and the conversation as SVG. */
  save() { saveAll(this); }
}

/** @param {number} n @param {string} one @param {string} [more] */
const many = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** The theme chosen before, else that of the system. */
function localStorageTheme() {
  try {
    const kept = localStorage.getItem('theme');
    if (kept === 'dark' || kept === 'light') return kept;
  } catch { /* a page from disk may have no storage */ }
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

const app = new App();
/** @type {any} */ (window).bellwether = app;
app.start();
