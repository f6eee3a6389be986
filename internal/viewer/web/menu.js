// A menu of what can be done, beside what it is done to.
import { element } from './element.js';

/** @typedef {{text: string, act: () => void}} Item */

export class Menu {
  constructor() {
    this.box = element('div', { class: 'menu', role: 'menu', hidden: '' });
    document.body.append(this.box);
    /** @type {Element | null} where the focus was */
    this.before = null;
    this.box.addEventListener('keydown', (e) => this.key(e));
    document.addEventListener('pointerdown', (e) => { if (this.open && !this.box.contains(/** @type {Element} */ (e.target))) this.close(); });
  }

  get open() { return !this.box.hidden; }

  /** Opens beside a point of the page. @param {string} title @param {Item[]} items @param {[number, number]} at */
  show(title, items, [x, y]) {
    this.before = document.activeElement;
    this.box.setAttribute('aria-label', title);
    this.box.replaceChildren(element('p', { class: 'title', role: 'presentation' }, title), ...items.map(({ text, act }) => {
      const b = element('button', { type: 'button', role: 'menuitem', tabindex: '-1' }, text);
      b.addEventListener('click', () => { this.close(); act(); });
      return b;
    }));
    this.box.hidden = false;
    const { clientWidth: w, clientHeight: h } = document.documentElement;
    this.box.style.left = `${Math.max(4, Math.min(x + 14, w - this.box.offsetWidth - 4))}px`;
    this.box.style.top = `${Math.max(4, Math.min(y - 10, h - this.box.offsetHeight - 4))}px`;
    this.items()[0]?.focus();
  }

  close() {
    if (!this.open) return;
    const within = this.box.contains(document.activeElement);
    this.box.hidden = true;
    this.box.replaceChildren();
    if (within && this.before instanceof HTMLElement) this.before.focus();
  }

  items() { return /** @type {HTMLElement[]} */ ([...this.box.querySelectorAll('[role="menuitem"]')]); }

  /** @param {KeyboardEvent} e */
  key(e) {
    const items = this.items();
    const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 }[e.key];
    if (to !== undefined) items[(to + items.length) % items.length]?.focus();
    else if (e.key === 'Escape' || e.key === 'Tab') this.close();
    else if (e.key.length > 1 || e.key === ' ') { e.stopPropagation(); return; } // Enter and space press the item
    e.preventDefault();
    e.stopPropagation(); // the page's keys wait until the menu is closed
  }
}
