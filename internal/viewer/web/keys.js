// The keys, and the dialog that tells them.
import { element } from './element.js';
import { timelineMarks } from './timeline.js';

const keys = [
  ['space', 'play and pause'], ['Enter', 'the next thing that matters; Backspace: the one before'], ['r', 'real pace, or the pace of what happens'], ['← →', 'a second back or on'], ['shift ← →', 'ten seconds'], [', .', 'the event before, the next event'],
  ['[ ]', 'the mark before, the next mark: faults, elections, several leaders'], ['m M', 'the next message, the one before'], ['e E', 'the next election, the one before'], ['2', 'the next moment with two leaders in one part'],
  ['+ −', 'faster, slower'], ['n N', 'the next node, the one before'], ['Esc', 'no node'], ['Home End', 'the beginning, the end'], ['c f', 'fold the conversation, the details; or show them again'], ['z Z', 'conversation wider, narrower'], ['s S', 'the next step of a lesson, the one before'], ['p', 'play to the next step of a lesson'], ['i o', 'the field nearer, farther, about the chosen node'], ['0', 'the whole field'], ['w', 'why the chosen node stands as it does'], ['W', 'that chain in the conversation'], ['a', 'the world from above, or from the side: where nodes have altitudes'], ['t', 'dark or light'], ['v', 'of several traces: the next one for conversation, events, node and timeline'], ['?', 'these keys'],
];

const playKeys = [['d', 'what can be done to the chosen node'], ['u U', 'take the last action back, do it again'], ['P', 'partition: drag around nodes'], ['J', 'jam: drag a region']];

/** @param {boolean} playing whether a world answers */
export function showKeys(playing) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('keys'));
  const close = element('button', { type: 'button' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  const all = playing ? [...keys, ...playKeys] : keys;
  dialog.replaceChildren(element('h2', { tabindex: '-1', autofocus: '' }, 'Keys'), close, element('table', { class: 'facts' }, ...all.map(([key, what]) => element('tr', {}, element('th', {}, ...key.split(' ').flatMap((k) => [element('kbd', {}, k), ' '])), element('td', {}, what)))),
    element('p', { class: 'empty' }, `The timeline: ${timelineMarks}`),
    element('p', { class: 'empty' }, 'In the field: drag to shift, wheel to zoom, click a node, double-click for all. A link to this page keeps the moment.'));
  dialog.showModal();
  dialog.scrollTop = 0;
}
