// The sentence above the field: who leads whom at the instant of the cursor, and what led there.
// The film has the words; see package film.
import { after } from './film.js';
import { element } from './element.js';
import { moment } from './look.js';

/** A sentence stands for so many milliseconds at least, so that it can be read. */
const readable = 500;

/** Where a name may stand: a number after the word node, or in a list of nodes; another name as a subject or an object. */
const mayName = /(?<=\b[Nn]ode |\bnodes (?:\d+, )*(?:\d+ and )?|^|[;:,] |\band |\bfollows? )(\S+?)(?= leads?\b| and \S+ lead\b|,|;|\.$| and \d| \()/;

export class Sentence {
  /** @param {{choose: (id: number) => void}} on */
  constructor(on) {
    this.on = on;
    this.says = /** @type {HTMLElement} */ (document.getElementById('says'));
    this.why = /** @type {HTMLElement} */ (document.getElementById('because'));
    this.text = '';
    this.changed = -Infinity; // when the text changed, by performance.now
    this.wait = 0;
    /** @type {import('./film.js').Head | undefined} whose instants are in ats */
    this.head = undefined;
    /** @type {number[]} */
    this.ats = [];
  }

  /** The sentence of an instant. @param {import('./film.js').Head} head @param {number} t */
  at(head, t) {
    if (this.head !== head) [this.head, this.ats] = [head, (head.words ?? []).map((w) => w.at_ns)];
    return (head.words ?? [])[after(this.ats, t) - 1];
  }

  /**
   * Shows it; while the run plays, not before the former could be read.
   * @param {{head: import('./film.js').Head, scene: import('./scene.js').Scene}} stage @param {number} t @param {boolean} playing
   * @param {() => void} again draws later
   */
  draw({ head, scene }, t, playing, again) {
    const said = this.at(head, t);
    const text = said?.text ?? (head.words ? 'No node runs yet.' : 'This film is of an older bellwether and has no words: make it again from its trace.');
    const cut = scene.parted(t);
    const sizes = cut && count([...cut.of.values()], head.nodes.length);
    const why = [cut && `A partition since ${moment(cut.from)} keeps ${sizes} nodes apart`, said?.why && `What led to this, at ${said.why}`].filter(Boolean).join(' · ');
    if (text + why === this.text) return;
    const left = this.changed + readable - performance.now();
    if (playing && left > 0) {
      clearTimeout(this.wait);
      this.wait = setTimeout(again, left);
      return;
    }
    this.text = text + why;
    this.changed = performance.now();
    this.says.replaceChildren(...this.names(head, text));
    this.why.textContent = why;
    this.why.title = why;
  }

  /** Leaders in a sentence choose their node. @param {import('./film.js').Head} head @param {string} text @returns {(Node | string)[]} */
  names(head, text) {
    const ids = new Map(head.nodes.map((id) => [head.names[id] ?? String(id), id]));
    /** @type {(Node | string)[]} */
    const parts = [];
    let rest = text;
    for (let found; (found = mayName.exec(rest));) {
      const id = ids.get(found[1]);
      const end = found.index + found[1].length;
      if (id === undefined) parts.push(rest.slice(0, end));
      else {
        const b = element('button', { type: 'button', class: 'name-of' }, found[1]);
        b.addEventListener('click', () => this.on.choose(id));
        parts.push(rest.slice(0, found.index), b);
      }
      rest = rest.slice(end);
    }
    parts.push(rest);
    return parts;
  }
}

/** How many nodes each side of a partition has: those that no group names are a side of their own.
 * @param {number[]} sides @param {number} all */
function count(sides, all) {
  const of = new Map(sides.length < all ? [[0, all - sides.length]] : []);
  for (const s of sides) of.set(s, (of.get(s) ?? 0) + 1);
  return [...of.values()].sort((a, b) => b - a).join(' and ');
}
