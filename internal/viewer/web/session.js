// A session of play: what was done to the world, as the server knows it, and the film of what
// follows.
import { ask } from './server.js';

/** A number of the world that can be turned. @typedef {{name: string, title: string, unit: string, value: number, least: number, most: number, step: number}} Knob */

/**
 * What a page knows of a session; package play describes it.
 * @typedef {object} State
 * @property {number} revision
 * @property {number} film 0: none yet
 * @property {boolean} whole the film is the whole run of this revision
 * @property {string} wrong why there is no film
 * @property {string} scenario
 * @property {string} algorithm
 * @property {number} seed
 * @property {{at_ns: number, say: string}[]} actions
 * @property {number} undone
 * @property {string} hash
 * @property {string[]} idle
 * @property {string} kept the file to which the session was written; '': none yet
 * @property {boolean} planar
 * @property {boolean} batteries
 * @property {number} width_m
 * @property {number} height_m
 * @property {Knob[]} knobs
 * @property {string[]} worlds
 * @property {string[]} algorithms
 */

/**
 * Something that the player does; package play describes it.
 * @typedef {{kind: string, at_ns?: number, node?: number, peer?: number, groups?: number[][], x?: number, y?: number, width?: number,
 *   height?: number, for_ns?: number, left?: number, ppm?: number, forgets?: boolean}} Action
 */

/** How often the server is asked while a run is emulated, in milliseconds. */
const askEvery = 120;

export class Session {
  /** @param {{film: (number: number, first: boolean) => Promise<void>, told: (state: State) => void, note: (text: string, bad?: boolean) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {State | undefined} */
    this.state = undefined;
    this.film = 0; // that the page shows
    this.asking = false;
  }

  /** Waits for the first film. @returns {Promise<number>} its number */
  async begin() {
    for (;;) {
      const reply = await ask('/play/state');
      const state = /** @type {State} */ (await reply.json());
      if (state.wrong) throw new Error(state.wrong);
      if (state.film) {
        this.state = state;
        this.film = state.film;
        if (!state.whole) this.ask();
        return state.film;
      }
      await new Promise((then) => setTimeout(then, askEvery));
    }
  }

  /** Changes the session. @param {'do' | 'undo' | 'redo' | 'begin' | 'turn'} how @param {object} [what] @returns {Promise<boolean>} whether it was taken */
  async change(how, what = {}) {
    try {
      const reply = await ask(`/play/${how}`, JSON.stringify({ revision: this.state?.revision ?? 0, ...what }));
      if (!reply.ok) {
        this.page.note(`Not done: ${(await reply.text()).trim()}.`, true);
        if (reply.status === 409) this.ask();
        return false;
      }
      this.take(/** @type {State} */ (await reply.json()));
      this.ask();
      return true;
    } catch {
      this.page.note('The program does not answer any more. What was done is kept in its file.', true);
      return false;
    }
  }

  /** Asks until the film of this revision is whole. */
  async ask() {
    if (this.asking) return;
    this.asking = true;
    try {
      for (;;) {
        const state = /** @type {State} */ (await (await ask('/play/state')).json());
        this.take(state);
        if (state.film !== this.film) {
          const first = this.film === 0;
          this.film = state.film;
          await this.page.film(state.film, first);
        }
        if (state.wrong) this.page.note(`The run fails: ${state.wrong}. Undo takes the last action back.`, true);
        const newest = state.revision === this.state?.revision; // else something was done while the answer was on its way
        if (newest && (state.whole && state.film === this.film || state.wrong)) return;
        await new Promise((then) => setTimeout(then, askEvery));
      }
    } catch {
      this.page.note('The program does not answer any more. What was done is kept in its file.', true);
    } finally {
      this.asking = false;
    }
  }

  /** The session as a scenario; '' if the program does not answer, which is told. */
  async text() {
    try {
      return await (await ask('/play/session.yaml')).text();
    } catch {
      this.page.note('The program does not answer any more. What was done is kept in its file.', true);
      return '';
    }
  }

  /** @param {State} state */
  take(state) {
    if (state.revision < (this.state?.revision ?? 0)) return;
    this.state = state;
    this.page.told(state);
  }
}
