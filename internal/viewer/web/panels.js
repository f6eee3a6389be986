// Panels around the field: each folds, is dragged to another side, and its border can be dragged. The browser
// remembers where they stood.
import { element } from './element.js';

/** @typedef {'talk' | 'aside'} Which */

/** Where each panel can stand, its first place first; and how large it may be, in pixels. */
const places = { talk: ['bottom', 'side', 'folded'], aside: ['right', 'left', 'folded'] };
const sizes = { talk: { least: 90, most: 600, is: 176 }, aside: { least: 220, most: 640, is: 0 } };

/** A page this high has room for the conversation below the field; a phone shows what has happened first. */
const high = 860;

export class Panels {
  /** @param {{changed: () => void}} on */
  constructor(on) {
    this.on = on;
    this.main = /** @type {HTMLElement} */ (document.querySelector('main'));
    /** @type {Record<Which, string>} */
    this.at = { talk: window.innerHeight >= high && window.innerWidth > 760 ? 'bottom' : 'folded', aside: 'right', ...remembered().at };
    /** @type {Record<Which, number>} where no size was dragged, 0: that of the style sheet */
    this.size = { talk: 0, aside: 0, ...remembered().size };
    /** @type {Record<Which, string>} where it stands when it is unfolded */
    this.open = { talk: this.at.talk === 'folded' ? 'bottom' : this.at.talk, aside: this.at.aside === 'folded' ? 'right' : this.at.aside };
    for (const which of /** @type {Which[]} */ (['talk', 'aside'])) {
      this.head(which);
      this.border(which);
    }
    this.show();
  }

  /** The parts of the page that a panel consists of. @param {Which} which */
  parts(which) {
    const get = (/** @type {string} */ s) => /** @type {HTMLElement} */ (document.querySelector(s));
    return which === 'talk' ? { box: get('#talk'), handle: get('#talk .bar'), fold: get('#fold-talk'), border: get('#border-talk') } : { box: get('aside'), handle: get('aside .bar'), fold: get('#fold-aside'), border: get('#border-aside') };
  }

  /** @param {Which} which */
  folded(which) { return this.at[which] === 'folded'; }

  /** @param {Which} which @param {boolean} [folded] */
  fold(which, folded = !this.folded(which)) { this.put(which, folded ? 'folded' : this.open[which]); }

  /** @param {Which} which @param {string} place */
  put(which, place) {
    if (this.at[which] === place) return;
    this.at[which] = place;
    if (place !== 'folded') this.open[which] = place;
    this.show();
    this.remember();
  }

  show() {
    for (const which of /** @type {Which[]} */ (['talk', 'aside'])) {
      const { fold, border, box } = this.parts(which);
      const folded = this.folded(which);
      this.main.dataset[which] = this.at[which];
      this.main.style.setProperty(`--${which}`, this.size[which] ? `${this.size[which]}px` : '');
      fold.setAttribute('aria-expanded', String(!folded));
      border.hidden = folded;
      border.setAttribute('aria-orientation', which === 'talk' ? 'horizontal' : 'vertical');
      border.setAttribute('aria-valuenow', String(Math.round(which === 'talk' ? box.clientHeight : box.clientWidth)));
      const chooser = /** @type {HTMLSelectElement | null} */ (document.getElementById(`place-${which}`));
      if (chooser) chooser.value = this.at[which];
    }
    this.on.changed();
  }

  /** A panel's head folds it by its button, and moves it when it is dragged. @param {Which} which */
  head(which) {
    const { handle, fold } = this.parts(which);
    fold.addEventListener('click', () => this.fold(which));
    let from = NaN;
    handle.addEventListener('pointerdown', (e) => { if (e.target === handle || /** @type {HTMLElement} */ (e.target).classList.contains('title')) { from = e.clientX + e.clientY; handle.setPointerCapture(e.pointerId); } });
    handle.addEventListener('pointermove', (e) => { if (Math.abs(e.clientX + e.clientY - from) > 12) this.main.dataset.dragging = this.under(which, e.clientX, e.clientY); });
    const end = (/** @type {PointerEvent} */ e) => {
      const place = this.main.dataset.dragging;
      from = NaN;
      delete this.main.dataset.dragging;
      if (place && e.type === 'pointerup') this.put(which, place);
    };
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  }

  /** The place that a panel has when it is let go at a point of the page. @param {Which} which @param {number} x @param {number} y */
  under(which, x, y) {
    const r = this.main.getBoundingClientRect();
    if (which === 'aside') return x < r.left + r.width / 2 ? 'left' : 'right';
    const right = this.at.aside !== 'left';
    return (right ? x > r.left + 0.66 * r.width : x < r.left + 0.34 * r.width) && y < r.top + 0.9 * r.height ? 'side' : 'bottom';
  }

  /** A panel's border is dragged, or moved by the arrow keys. @param {Which} which */
  border(which) {
    const { border, box } = this.parts(which);
    const { least, most } = sizes[which];
    const set = (/** @type {number} */ px) => {
      const room = which === 'talk' ? this.main.clientHeight - 160 : this.main.clientWidth - 240;
      this.size[which] = Math.round(Math.max(least, Math.min(most, room, px)));
      this.show();
    };
    const now = () => (which === 'talk' ? box.getBoundingClientRect().height : box.getBoundingClientRect().width);
    let held = false;
    border.addEventListener('pointerdown', (e) => { held = true; border.setPointerCapture(e.pointerId); e.preventDefault(); });
    border.addEventListener('pointermove', (e) => {
      if (!held) return;
      const r = box.getBoundingClientRect();
      if (which === 'talk') set(r.bottom - e.clientY);
      else set(this.at.aside === 'left' ? e.clientX - r.left : r.right - e.clientX);
    });
    const end = () => { held = false; this.remember(); };
    border.addEventListener('pointerup', end);
    border.addEventListener('pointercancel', end);
    border.addEventListener('dblclick', () => { this.size[which] = 0; this.show(); this.remember(); });
    border.addEventListener('keydown', (e) => {
      const step = { ArrowUp: 16, ArrowLeft: 16, ArrowDown: -16, ArrowRight: -16 }[e.key];
      if (!step) return;
      e.preventDefault();
      e.stopPropagation();
      set(now() + (which === 'aside' && this.at.aside === 'left' ? -step : step));
      this.remember();
    });
  }

  /** Choices of where each panel stands, for the tab Show. */
  choices() {
    const names = { bottom: 'below the field', side: 'beside the field', right: 'at the right', left: 'at the left', folded: 'folded' };
    const row = (/** @type {Which} */ which, /** @type {string} */ text) => {
      const select = /** @type {HTMLSelectElement} */ (element('select', { id: `place-${which}` }, ...places[which].map((p) => element('option', { value: p }, names[/** @type {keyof typeof names} */ (p)]))));
      select.value = this.at[which];
      select.addEventListener('change', () => this.put(which, select.value));
      return element('label', {}, element('span', {}, text), select);
    };
    return element('fieldset', {}, element('legend', { class: 'empty' }, 'Panels: drag their heads and borders, or choose'), row('talk', 'conversation'), row('aside', 'details'));
  }

  remember() {
    try { localStorage.setItem('panels', JSON.stringify({ at: this.at, size: this.size })); } catch { /* a page from disk may have no storage */ }
  }
}

/** Where panels stood before. @returns {{at: Partial<Record<Which, string>>, size: Partial<Record<Which, number>>}} */
function remembered() {
  /** @type {{at: Partial<Record<Which, string>>, size: Partial<Record<Which, number>>}} */
  const found = { at: {}, size: {} };
  try {
    const kept = JSON.parse(localStorage.getItem('panels') ?? '{}');
    for (const which of /** @type {Which[]} */ (['talk', 'aside'])) {
      if (places[which].includes(kept.at?.[which])) found.at[which] = kept.at[which];
      if (kept.size?.[which] >= sizes[which].least && kept.size[which] <= sizes[which].most) found.size[which] = kept.size[which];
    }
  } catch { /* nothing was kept, or by another page */ }
  return found;
}
