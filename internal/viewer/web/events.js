// The list of events around the cursor, with filters.
import { element } from './element.js';
import { clock, span } from './look.js';
import { tell } from './words.js';

/** How many events are listed, half of them before the cursor. */
const listed = 160;
/** Kinds that say little, listed only if they are asked for. */
export const quiet = new Set(['move', 'component', 'sample', 'energy', 'spent', 'state', 'timer', 'transmit', 'receive']);

export class Events {
  /**
   * @param {HTMLElement} panel
   * @param {import('./film.js').Head} head
   * @param {import('./scene.js').Scene} scene
   * @param {import('./speech.js').Speech} speech
   * @param {{seek: (t: number) => void, changed: () => void}} on
   */
  constructor(panel, head, scene, speech, on) {
    this.head = head; this.scene = scene; this.speech = speech; this.on = on;
    this.filter = /** @type {HTMLInputElement} */ (element('input', { type: 'search', placeholder: 'Filter: election, crash, node 7 …', 'aria-label': 'Filter of events' }));
    this.list = element('ol', { class: 'events' });
    panel.replaceChildren(element('div', { class: 'filters' }, this.filter), this.list);
    this.filter.addEventListener('input', on.changed);
    this.shown = '';
    this.reach = 0; // how far from the cursor was looked
  }

  /** Lists the events of another run. @param {{head: import('./film.js').Head, scene: import('./scene.js').Scene, speech: import('./speech.js').Speech}} stage */
  turn({ head, scene, speech }) {
    this.head = head; this.scene = scene; this.speech = speech;
    this.shown = '';
  }

  /** What the filter asks for. */
  wanted() {
    const words = this.filter.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    let node = 0;
    const text = [];
    for (let i = 0; i < words.length; i++) {
      if (words[i] === 'node' && Number(words[i + 1])) node = Number(words[++i]);
      else text.push(words[i]);
    }
    return { node, text };
  }

  /**
   * The events around an instant: pairs of a table and a record, in order.
   * @param {number} t
   */
  around(t) {
    const { node, text } = this.wanted();
    const half = listed / 2;
    const { head, scene, speech } = this;
    /** @type {{table: import('./film.js').Table, i: number, at: number, kind: string}[]} */
    const found = [];
    const take = (/** @type {import('./film.js').Table} */ table, /** @type {number} */ i) => {
      const kind = head.kinds[table.kind[i]];
      if (node && table.node[i] !== node && table.peer[i] !== node) return;
      if (text.length === 0 ? quiet.has(kind) : !text.every((w) => kind.includes(w) || (head.messages[table.message[i]] || '').includes(w) || tell(head, table, i).what.toLowerCase().includes(w))) return;
      found.push({ table, i, at: table.at[i], kind });
    };
    // The span grows until it has enough.
    for (let width = 2e9; ; width *= 4) {
      found.length = 0;
      const [from, to] = [Math.max(0, t - width), t + width];
      scene.within(from, to, take);
      speech.each(from, to, take);
      this.reach = width;
      if (found.length >= listed || speech.tooWide(Math.max(0, t - 4 * width), t + 4 * width) || from === 0 && to >= head.end_ns) break;
    }
    found.sort((a, b) => a.at - b.at);
    const place = found.findIndex((x) => x.at > t);
    const middle = place < 0 ? found.length : place;
    return { events: found.slice(Math.max(0, middle - half), middle + half), past: Math.min(middle, half) };
  }

  /** @param {number} t */
  draw(t) {
    const { events, past } = this.around(t);
    const key = `${this.speech.waits}|${this.speech.error}|${this.filter.value}|${events.length}|${events[0]?.at}|${events.at(-1)?.at}|${past}`;
    if (key === this.shown) return;
    this.shown = key;
    const items = events.map((e, k) => {
      const { who, what, loud } = tell(this.head, e.table, e.i);
      const button = element('button', { type: 'button' },
        element('span', { class: 'when' }, clock(e.at)), element('span', { class: 'who' }, who), element('span', { class: loud ? 'what loud' : 'what' }, what));
      button.addEventListener('click', () => this.on.seek(e.at));
      return element('li', k === past ? { class: 'now' } : {}, button);
    });
    const whole = t - this.reach <= 0 && t + this.reach >= this.head.end_ns;
    const within = whole ? 'in the whole run' : `within ${span(this.reach)} of this instant`;
    const place = this.list.contains(document.activeElement) ? [...this.list.children].indexOf(/** @type {Element} */ (document.activeElement?.parentElement)) : -1;
    this.list.replaceChildren(...items, element('li', { class: 'empty' }, this.speech.error || (this.speech.waits ? 'Loading …' : items.length ? `These are ${within}.` : `Nothing ${within} matches.`)));
    if (place >= 0) /** @type {HTMLElement | undefined} */ (this.list.children[Math.max(0, past - 1)]?.firstElementChild)?.focus();
    // Not scrollIntoView: on a phone it would scroll the page, too.
    const last = /** @type {HTMLElement | undefined} */ (this.list.children[Math.max(0, past - 1)]);
    if (last) this.list.scrollTop += last.getBoundingClientRect().top - this.list.getBoundingClientRect().top - (this.list.clientHeight - last.offsetHeight) / 2;
  }
}
