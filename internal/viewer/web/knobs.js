// The knobs of a world that answers: range, loss, speed and the like. Another value makes the run again from its start.
import { element } from './element.js';

/** @typedef {import('./session.js').Knob} Knob */

export class Knobs {
  /** @param {import('./session.js').Session} session @param {{note: (text: string, bad?: boolean) => void, read?: number, changed: () => void}} page */
  constructor(session, page) {
    this.session = session;
    this.page = page;
    this.rows = element('div', { class: 'rows' });
    this.box = /** @type {HTMLDetailsElement} */ (element('details', { id: 'knobs', open: '' }, element('summary', {}, 'Turn the world'), this.rows));
    document.querySelector('aside .bar')?.after(this.box);
    this.names = '';
  }

  /** Shows the values of the session. @param {Knob[]} knobs */
  told(knobs) {
    const names = knobs.map((k) => `${k.name} ${k.least} ${k.most}`).join();
    if (names !== this.names) {
      this.names = names;
      this.rows.replaceChildren(...knobs.map((k) => this.row(k)));
    }
    for (const k of knobs) {
      const input = /** @type {HTMLInputElement | null} */ (document.getElementById(`knob-${k.name}`));
      if (!input || document.activeElement === input && input.dataset.held) continue;
      input.value = String(k.value);
      input.dispatchEvent(new Event('input'));
    }
  }

  /** @param {Knob} k */
  row(k) {
    const input = /** @type {HTMLInputElement} */ (element('input', { type: 'range', id: `knob-${k.name}`, min: String(k.least), max: String(k.most), step: String(k.step), value: String(k.value) }));
    const value = element('output', { for: `knob-${k.name}` });
    input.step = 'any'; // so that a value of the scenario between two steps stands
    const stepped = () => Math.max(k.least, Math.min(k.most, Math.round(Math.round(Number(input.value) / k.step) * k.step * 1e6) / 1e6));
    input.addEventListener('input', () => { value.textContent = `${Math.round(Number(input.value) * 1e3) / 1e3} ${k.unit}`; });
    input.addEventListener('pointerdown', () => { input.dataset.held = 'yes'; });
    input.addEventListener('keydown', (e) => {
      const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[e.key];
      if (!way) return;
      e.preventDefault();
      input.value = String(Math.max(k.least, Math.min(k.most, stepped() + way * k.step)));
      input.dispatchEvent(new Event('change'));
    });
    input.addEventListener('change', () => {
      delete input.dataset.held;
      input.value = String(stepped());
      input.dispatchEvent(new Event('input'));
      this.turn(k, stepped());
    });
    return element('label', { for: input.id }, element('span', {}, k.title), input, value);
  }

  /** @param {Knob} k @param {number} value */
  async turn(k, value) {
    if (await this.session.change('turn', { knob: k.name, value })) this.page.note(`The run is made again from its start, with ${k.title} ${value} ${k.unit}. The cursor stays where it is; Home shows the start.`);
  }
}
