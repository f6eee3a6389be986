// Colours, shapes and instants: one look for all views, that of the figures.

/** The colours of Okabe and Ito in the order in which figures give them to leaders; then each
 * darker, and each lighter. */
export const leaderColours = ['#0072b2', '#e69f00', '#009e73', '#f0e442', '#d55e00', '#56b4e9', '#cc79a7',
  '#004a74', '#966800', '#00674b', '#9c942b', '#8a3d00', '#387598', '#854f6d', '#66aad1', '#f0c566', '#66c5ab', '#f6f08e', '#e69e66', '#9ad2f2', '#e0afca'];
/** The colour of elections. */
export const electionColour = '#9b5de5';
const otherLeader = '#787878';

/** The colours of the classes of messages, in the order of package protocol. */
const classColours = ['#0072b2', '#009e73', '#e69f00', '#cc79a7', '#56b4e9', '#9aa3ad', '#d55e00', '#8c6d31', '#787878'];

/** @param {number} c a class */
export const classColour = (c) => classColours[c % classColours.length];

/** The sign of a class of messages in a text, by the shape that marks.js draws. @param {string} name */
export const classMark = (name) => ({ election: '■', probe: '■', announcement: '▲', beacon: '▲', detector: '◆', standby: '◆' }[name] ?? '•');

/** The colours of the page, from the style sheet. */
export class Palette {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    const get = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.ground = get('--ground');
    this.panel = get('--panel');
    this.ink = get('--ink');
    this.dim = get('--dim');
    this.faint = get('--faint');
    this.road = get('--road');
    this.sideA = get('--side-a');
    this.sideB = get('--side-b');
    this.accent = get('--accent');
    this.bad = get('--bad');
    this.font = get('--font');
  }
}

/** Gives leaders their colours: by the place of their IDs among all nodes, so that a leader has the
 * same colour in each run of the same nodes, and after a reload. */
export class Leaders {
  /** @param {import('./scene.js').Scene} scene */
  constructor(scene) {
    this.order = new Map(scene.head.nodes.map((id, place) => [id, place]));
  }

  /** @param {number} id */
  colour(id) {
    const i = this.order.get(id);
    if (i === undefined) return otherLeader;
    // Beyond the list hues go by the golden angle: two that follow each other are far apart.
    return leaderColours[i] ?? `hsl(${Math.round(i * 137.508) % 360} 42% ${[40, 55, 70][i % 3]}%)`;
  }
}

/** Black or white: what is read better on a colour, given as #rrggbb or hsl. @param {string} colour */
export function inkOn(colour) {
  let light = 0;
  const hsl = /^hsl\(\S+ \S+ (\d+)%\)$/.exec(colour);
  if (hsl) light = (Number(hsl[1]) / 100) ** 2.2;
  else {
    const [r, g, b] = [1, 3, 5].map((i) => { const v = parseInt(colour.slice(i, i + 2), 16) / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  return light > 0.179 ? '#000000' : '#ffffff';
}

/** Signs that turn the direction of what stands after them. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name as it may stand among other words. @param {string} name */
export const plainName = (name) => name.replace(turning, '');

/** A name for a picture, where a long one would lie on others. @param {string} name */
export const shortName = (name) => (name.length > 16 ? `${name.slice(0, 15)}…` : name);

/**
 * An instant, like 2m03.250s.
 * @param {number} ns
 * @param {number} [digits] after the seconds
 */
export function clock(ns, digits = 3) {
  const sign = ns < 0 ? '−' : '';
  const whole = Math.round(Math.abs(ns) / 10 ** (9 - digits)) / 10 ** digits;
  const minutes = Math.floor(whole / 60);
  const seconds = (whole - 60 * minutes).toFixed(digits);
  if (minutes === 0) return `${sign}${seconds}s`;
  const hours = Math.floor(minutes / 60);
  const padded = seconds.padStart(digits > 0 ? digits + 3 : 2, '0');
  return hours === 0 ? `${sign}${minutes}m${padded}s` : `${sign}${hours}h${String(minutes % 60).padStart(2, '0')}m${padded}s`;
}

/** An instant as the sentences write it: 2m05.37. @param {number} ns */
export function moment(ns) {
  const ms = Math.round(Math.abs(ns) / 1e6);
  const [hours, minutes, rest] = [Math.floor(ms / 3600e3), Math.floor(ms / 60e3) % 60, ms % 1000];
  const part = rest ? `.${String(rest).padStart(3, '0').replace(/0+$/, '')}` : '';
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${ns < 0 ? '−' : ''}${hours ? `${hours}h${two(minutes)}` : minutes}m${two(Math.floor(ms / 1000) % 60)}${part}`;
}

/**
 * Reads an instant as clock writes it, as 2:03, or as seconds; NaN for anything else.
 * @param {string} text
 */
export function parseClock(text) {
  const colons = /^\s*(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)\s*$/.exec(text);
  if (colons) return (3600 * Number(colons[1] ?? 0) + 60 * Number(colons[2]) + Number(colons[3])) * 1e9;
  const match = /^\s*(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+(?:\.\d+)?)\s*s?)?\s*$/.exec(text);
  if (!match || !match.slice(1).some(Boolean)) return NaN;
  const [h, m, s] = match.slice(1).map((x) => Number(x ?? 0));
  return (3600 * h + 60 * m + s) * 1e9;
}

/**
 * A span, with a unit that suits it.
 * @param {number} ns
 */
export function span(ns) {
  if (ns < 1e3) return `${ns.toFixed(0)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toPrecision(3)} µs`;
  if (ns < 1e9) return `${(ns / 1e6).toPrecision(3)} ms`;
  if (ns < 120e9) return `${(ns / 1e9).toPrecision(3)} s`;
  return clock(ns, 0);
}

/** Steps of a clock, in seconds, beyond the steps of ticks. */
const clockSteps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

/**
 * Instants for an axis of time, in seconds.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 * @returns {{steps: number[], digits: number}} digits that they need after the seconds
 */
export function instants(low, high, wanted) {
  const raw = (high - low) / Math.max(1, wanted);
  const step = raw > 10 ? clockSteps.find((s) => s >= raw) ?? 86400 * Math.ceil(raw / 86400) : NaN;
  if (step > 0) {
    const steps = [];
    for (let s = Math.ceil(low / step) * step; s <= high; s += step) steps.push(s);
    return { steps, digits: 0 };
  }
  const steps = ticks(low, high, wanted);
  const between = steps.length > 1 ? steps[1] - steps[0] : 1;
  return { steps, digits: Math.max(0, Math.min(7, Math.ceil(-Math.log10(between) - 1e-9))) };
}

/**
 * Steps of a scale: about so many round values from low to high.
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 * @param {number[]} [bases] the round steps within a factor of ten
 */
export function ticks(low, high, wanted, bases = [1, 2, 5]) {
  const raw = (high - low) / Math.max(1, wanted);
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [...bases, 10].map((b) => b * power).find((s) => s >= raw) ?? raw;
  const found = [];
  for (let x = Math.ceil(low / step) * step; x <= high; x += step) found.push(x);
  return found;
}

/** Saves a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const a = document.createElement('a');
  a.download = name;
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
