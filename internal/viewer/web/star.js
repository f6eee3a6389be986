// The links of an agent: itself in the middle, the other members around it.
import { loss, roundTrip } from './agentwords.js';

/** @typedef {import('./agentfeed.js').Status} Status */
/** @typedef {import('./agentfeed.js').Member} Member */

const size = 640;
const middle = size / 2;
/** Beyond so many members names and round trips would lie upon each other. */
const legible = 32;
/** Beyond so many the picture is a ring of paint: the table has them. */
const drawable = 400;

/** Links that lose as much or more are red: with a half, three hellos in a row are lost with probability 1/8,
 * and a leader is missed now and then. `live doctor` warns from there on, too. */
const poor = 0.5;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(tag, attributes, text = '') {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  if (text) e.textContent = text;
  return e;
}

/**
 * @param {HTMLElement} into
 * @param {Status} s
 * @param {(id: number) => string} colour of a leader
 */
export function draw(into, s, colour) {
  const others = s.members.filter((m) => m.id !== s.self.id);
  const self = s.members.find((m) => m.id === s.self.id);
  const shown = others.slice(0, drawable);
  const image = shape('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': inWords(s, others) });
  const paint = s.leader ? colour(s.leader.id) : '#787878';
  const radius = shown.length > legible ? Math.max(4, 600 / shown.length) : 13;
  const place = (/** @type {number} */ i) => {
    const half = shown.length % 2 === 0 ? 0.5 : 0; // so that no line goes through the name below the middle
    const angle = 2 * Math.PI * ((i + half) / Math.max(1, shown.length)) - Math.PI / 2;
    return { x: middle + 0.72 * middle * Math.cos(angle), y: middle + 0.72 * middle * Math.sin(angle), angle };
  };
  shown.forEach((m, i) => {
    if (m.state !== 'alive') return;
    const { x, y } = place(i);
    image.append(shape('line', { x1: middle, y1: middle, x2: x, y2: y, class: !m.neighbour ? 'edge far' : 1 - (m.link_quality ?? 1) >= poor - 1e-9 ? 'edge poor' : 'edge' }));
  });
  shown.forEach((m, i) => {
    const { x, y, angle } = place(i);
    image.append(...node(m, x, y, radius, paint));
    if (shown.length > legible) return;
    const dx = Math.cos(angle), dy = Math.sin(angle);
    const anchor = Math.abs(dx) < 0.35 ? 'middle' : dx > 0 ? 'start' : 'end';
    const side = anchor === 'middle' ? 0 : Math.sign(dx) * (radius + 9);
    const down = anchor === 'middle' ? (dy > 0 ? radius + 22 : -radius - 12) : 5;
    image.append(shape('text', { x: x + side, y: y + down, 'text-anchor': anchor, class: 'label' }, short(m.name)));
    if (m.state === 'alive') {
      const lost = m.link_quality === undefined || m.link_quality === 1 ? '' : `${loss(m)} lost`;
      const said = [roundTrip(m.rtt_ns), lost].filter(Boolean);
      said.forEach((text, k) => image.append(shape('text', { x: middle + (x - middle) * 0.6, y: middle + (y - middle) * 0.6 + 4 + 15 * (k - (said.length - 1) / 2), 'text-anchor': 'middle', class: 'dim label' }, text)));
    }
  });
  if (self) {
    image.append(...node(self, middle, middle, 16, paint));
    image.append(shape('text', { x: middle, y: middle + 40, 'text-anchor': 'middle', class: 'label' }, short(s.self.name)));
  }
  if (others.length > shown.length) image.append(shape('text', { x: 8, y: size - 8, class: 'dim' }, `${others.length - shown.length} more members are in the table`));
  into.replaceChildren(image);
}

/** @param {Member} m @param {number} x @param {number} y @param {number} r @param {string} paint */
function node(m, x, y, r, paint) {
  if (m.state === 'left') return [shape('circle', { cx: x, cy: y, r, class: 'left' })];
  if (m.state === 'failed') {
    const c = r * 0.55;
    return [shape('circle', { cx: x, cy: y, r, class: 'gone' }),
      shape('path', { d: `M${x - c} ${y - c}L${x + c} ${y + c}M${x + c} ${y - c}L${x - c} ${y + c}`, class: 'cross' })];
  }
  const disc = shape('circle', { cx: x, cy: y, r, class: 'node', fill: paint });
  return m.leader ? [disc, shape('circle', { cx: x, cy: y, r: r + 4, class: 'crown' })] : [disc];
}

/** @param {string} name */
function short(name) {
  return name.length > 14 ? `${name.slice(0, 13)}…` : name;
}

/** @param {Status} s @param {Member[]} others */
function inWords(s, others) {
  const count = (/** @type {string} */ state) => others.filter((m) => m.state === state).length;
  const bad = others.filter((m) => m.state === 'alive' && 1 - (m.link_quality ?? 1) >= poor - 1e-9).length;
  return `${s.self.name} and ${others.length} other members: ${count('alive')} alive, ${count('failed')} failed, ${count('left')} left; ${s.leader ? `${s.leader.name} leads` : 'no leader'}${bad ? `; ${bad} of the links lose half of their hellos or more` : ''}. The table has each.`;
}
