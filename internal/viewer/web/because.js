// The box of a node that answers why: a button, the sentences, and the chain that the conversation shows.
import { element } from './element.js';
import { Why } from './why.js';

export class Because {
  /**
   * @param {HTMLElement} box
   * @param {import('./app.js').App} app
   */
  constructor(box, app) {
    this.app = app;
    this.box = box;
    this.button = element('button', { type: 'button', title: 'Why it stands as it does at this instant: the messages and time-outs that led there (w)' }, 'Why?');
    this.button.addEventListener('click', () => this.ask());
    this.list = element('div', { class: 'because' });
    this.said = element('p', { class: 'heard', role: 'status' });
    box.replaceChildren(this.button, this.list, this.said);
    /** @type {import('./why.js').Answer | undefined} */
    this.answer = undefined;
    /** What was asked. @type {{stage: import('./stage.js').Stage, node: number} | undefined} */
    this.asked = undefined;
    /** @type {{stage: import('./stage.js').Stage, why: Why} | undefined} */
    this.former = undefined;
  }

  /** The object that answers questions about a stage. @param {import('./stage.js').Stage} stage */
  about(stage) {
    if (this.former?.stage !== stage) this.former = { stage, why: new Why(stage) };
    return this.former.why;
  }

  /** Answers for the chosen node at the instant of the cursor. */
  async ask() {
    const { app } = this;
    const [stage, node, t] = [app.main, app.chosen, Math.min(app.t, app.main.head.end_ns)];
    if (!stage.scene.slots.has(node)) return app.note('Choose a node first, in the field or with n: then w tells why it stands as it does.');
    if (app.playing) app.play(false);
    const asked = { stage, node };
    this.asked = asked;
    this.answer = undefined;
    this.list.replaceChildren(element('p', { class: 'empty' }, 'Reading …'));
    try {
      const answer = await this.about(stage).follow(node, t);
      if (this.asked !== asked) return; // another question came meanwhile
      this.answer = answer;
      this.tell(answer);
    } catch (error) {
      this.list.replaceChildren(element('p', { class: 'empty' }, `There is no answer: ${error instanceof Error ? error.message : error}.`));
    }
    app.changed();
  }

  /** Writes an answer, and announces it to screen readers. @param {import('./why.js').Answer} answer */
  tell(answer) {
    const steps = element('ol', { class: 'events' });
    const rest = [];
    for (const { text, at } of answer.sentences.slice(1)) {
      if (at === undefined && text.startsWith('…')) steps.append(element('li', { class: 'empty' }, text));
      else if (at === undefined) rest.push(element('p', {}, text));
      else {
        const [when, what] = text.split('  ');
        const go = element('button', { type: 'button' }, element('span', { class: 'when' }, when), element('span', { class: 'what' }, what));
        go.addEventListener('click', () => this.app.seek(at));
        steps.append(element('li', {}, go));
      }
    }
    const more = element('div', { class: 'filters' });
    if (answer.steps.length) {
      const show = element('button', { type: 'button', title: 'Show this chain in the conversation (W)' }, 'Show the chain');
      show.addEventListener('click', () => this.show());
      more.append(show);
    }
    const close = element('button', { type: 'button' }, 'Close');
    close.addEventListener('click', () => { this.forget(); this.button.focus(); });
    more.append(close);
    this.list.replaceChildren(element('h2', {}, answer.sentences[0].text), ...(steps.children.length ? [steps] : []), ...rest, more);
    this.said.textContent = answer.sentences.map((s) => s.text).join(' ');
  }

  /** Moves the conversation to the chain since the election began: the wait before may be longer than the rest. */
  show() {
    const { answer, app } = this;
    if (!answer?.steps.length || !app.conversation) return;
    const last = Math.max(...answer.steps.map((s) => s.until));
    const first = Math.max(answer.began < last ? answer.began : 0, Math.min(...answer.steps.map((s) => s.since)));
    app.panelsOf.fold('talk', false);
    app.conversation.width = Math.max(1e4, Math.min(app.end ?? 0, 1.4 * (last - first)));
    app.seek((first + last) / 2);
  }

  /** The answer that the conversation shows. */
  shown() { return this.answer && this.asked?.stage === this.app.main ? this.answer : undefined; }

  /** Shows the button for a chosen node, and forgets an answer about another. */
  draw() {
    const { app } = this;
    const chosen = app.main.scene.slots.has(app.chosen) ? app.chosen : 0;
    this.box.hidden = !chosen;
    if (this.asked && (this.asked.node !== chosen || this.asked.stage !== app.main)) this.forget();
  }

  forget() {
    this.asked = undefined;
    this.answer = undefined;
    this.list.replaceChildren();
    this.said.textContent = '';
    this.app.changed();
  }
}
