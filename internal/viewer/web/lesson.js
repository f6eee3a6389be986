// A lesson beside its run: steps to go through, questions, and what to change.
import { element } from './element.js';
import { clock } from './look.js';

/**
 * A lesson as package lesson outlines it.
 * @typedef {{at_ns: number, say: string, look: 'field' | 'conversation' | 'numbers'}} Step
 * @typedef {{title: string, about: string, steps: Step[], questions: {ask: string, answer: string}[],
 *   changes: {do: string, command: string, then: string}[], play: string}} Outline
 */

/**
 * What a lesson asks of the page.
 * @typedef {{t: number, end?: number, conversation?: {width: number}, panelsOf: import('./panels.js').Panels, seek: (t: number) => void, playTo: (until: number) => void, changed: () => void}} Player
 */

const partOfPage = { field: 'the field', conversation: 'the conversation', numbers: 'the numbers' };

export class Lesson {
  /**
   * @param {Outline} outline
   * @param {Player} player
   * @param {(i: number) => unknown} [change] begins again with a change, in a world that answers
   */
  constructor(outline, player, change) {
    this.title = outline.title;
    this.steps = outline.steps;
    this.player = player;
    this.current = -1;
    const title = element('h2', { id: 'lesson-title' }, outline.title);
    this.before = this.button('‹ step', 'The step before (S)', () => this.step(-1));
    this.after = this.button('step ›', 'The next step (s)', () => this.step(1));
    this.through = this.button('play to it', 'Play up to the next step (p)', () => this.playOn());
    this.buttons = outline.steps.map((s, i) => {
      const b = this.button('', '', () => this.go(i));
      b.replaceChildren(element('span', { class: 'when' }, clock(s.at_ns), element('i', { class: 'where' }, ` look at ${partOfPage[s.look]}`)), element('span', {}, s.say));
      b.className = 'step';
      return b;
    });
    const here = (/** @type {number} */ i) => change ? [this.button('Do it here', 'Begin again with this change', () => change(i))] : [];
    const told = change ? 'The steps tell of this world as it is until you change it.' : '';
    const breaks = outline.changes.map((c, i) => element('details', {}, element('summary', {}, c.do), ...here(i), element('pre', {}, c.command),
      element('details', {}, element('summary', {}, 'What comes of it'), element('p', {}, c.then))));
    if (!change) breaks.push(element('p', { class: 'about' }, 'Or crash nodes and cut links in the browser:'), element('pre', {}, outline.play));
    this.questions = outline.questions.map((q) => element('details', {}, element('summary', {}, q.ask), element('p', {}, q.answer)));
    const steps = this.tools = element('div', { class: 'steps', role: 'toolbar', 'aria-label': 'Steps' }, this.before, this.after, this.through); // first, so that it stays under the pointer
    const panel = this.panel = element('section', { id: 'lesson', 'aria-labelledby': 'lesson-title', tabindex: '0' }, steps, title, element('p', { class: 'about' }, outline.about),
      ...(told ? [element('p', { class: 'about' }, told)] : []),
      element('ol', {}, ...this.buttons.map((b) => element('li', {}, b))),
      element('div', { class: 'rest' }, ...lessonPart('Questions', this.questions), ...lessonPart('Now break it', breaks)));
    document.querySelector('main')?.prepend(panel);
    if (!location.hash.includes('t=')) this.go(0);
  }

  /** Another world is shown. */
  close() {
    this.panel.remove();
    delete document.documentElement.dataset.look;
  }

  /** @param {string} text @param {string} title @param {() => void} act */
  button(text, title, act) {
    const b = /** @type {HTMLButtonElement} */ (element('button', { type: 'button', ...(title ? { title } : {}) }, text));
    b.addEventListener('click', act);
    return b;
  }

  /** The last step at or before an instant; -1: none yet. @param {number} t */
  at(t) {
    return this.steps.findLastIndex((s) => s.at_ns <= t);
  }

  /** To a step. @param {number} i */
  go(i) {
    this.show(i);
    this.player.seek(this.steps[i].at_ns);
  }

  /** To a question, with its answer closed, at the last step. @param {number} n from 1 */
  question(n) {
    const asked = this.questions[n - 1];
    if (!asked) return;
    this.go(this.steps.length - 1);
    this.draw(this.player.t); // now: a later one would scroll to the step
    for (const q of this.questions) q.removeAttribute('open');
    asked.scrollIntoView({ block: 'center' });
    asked.querySelector('summary')?.focus({ preventScroll: true });
  }

  /** @param {1 | -1} way */
  step(way) {
    const here = this.at(this.player.t);
    const within = way < 0 && here >= 0 && this.steps[here].at_ns < this.player.t; // back to the step that one is in
    this.go(Math.max(0, Math.min(this.steps.length - 1, within ? here : here + way)));
  }

  playOn() {
    const next = this.at(this.player.t) + 1;
    if (next < this.steps.length) this.player.playTo(this.steps[next].at_ns);
  }

  /** Shows the part of the page that a step is about. @param {number} i */
  show(i) {
    const { look, at_ns: at } = this.steps[i];
    const since = i > 0 ? this.steps[i - 1].at_ns : 0;
    if (look === 'conversation') this.player.panelsOf.fold('talk', false);
    if (look === 'numbers') document.getElementById('tab-numbers')?.click();
    if (this.player.conversation && at > since) this.player.conversation.width = Math.max(5e7, Math.min(this.player.end ?? 0, 2.4 * (at - since)));
  }

  /** Marks the step of an instant. @param {number} t */
  draw(t) {
    const i = this.at(t);
    if (i === this.current) return;
    this.current = i;
    this.panel.toggleAttribute('data-begun', i >= 0);
    this.before.disabled = i < 1;
    this.after.disabled = this.through.disabled = i === this.steps.length - 1;
    this.buttons.forEach((b, k) => {
      if (k === i) b.setAttribute('aria-current', 'step');
      else b.removeAttribute('aria-current');
    });
    if (i < 0) return;
    document.documentElement.dataset.look = this.steps[i].look;
    if (innerWidth > 760) this.panel.scrollTop = i > 0 ? this.buttons[i - 1].offsetTop - this.tools.offsetHeight : 0; // the step before stays in sight, and the next ones come
  }
}

/** A heading and what stands below it, if there is anything. @param {string} name @param {HTMLElement[]} items */
function lessonPart(name, items) {
  return items.length > 0 ? [element('h2', {}, name), ...items] : [];
}
