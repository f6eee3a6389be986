// Why a node follows its leader, in the sentences of "bellwether why", and the steps that led there.
import { Causes, Far, stands } from './causes.js';
import { shortName } from './look.js';

/** @typedef {import('./causes.js').Entry} Entry */

/** The most lines that a chain shows; the lines between are counted. */
const mostLines = 10;

/**
 * A step of a chain: a message, or a wait of one node.
 * @typedef {{from: number, to: number, since: number, until: number, what: string}} Step what: '' for a wait
 */

/**
 * @typedef {object} Answer
 * @property {{text: string, at?: number}[]} sentences at: the instant of a step of the chain
 * @property {Step[]} steps
 * @property {number} began when the election began, 0 if there is none
 * @property {{node: number, at: number}[]} lost messages that were lost on their way to who waited
 */

/** A length of time as Go writes it. @param {number} ns a whole number, 0 or more */
function duration(ns) {
  const part = (/** @type {number} */ whole, /** @type {number} */ unit) => {
    const rest = String(whole % unit).padStart(String(unit).length - 1, '0').replace(/0+$/, '');
    return `${Math.floor(whole / unit)}${rest ? `.${rest}` : ''}`;
  };
  if (ns === 0) return '0s';
  if (ns < 1e3) return `${ns}ns`;
  if (ns < 1e6) return `${part(ns, 1e3)}µs`;
  if (ns < 1e9) return `${part(ns, 1e6)}ms`;
  const minutes = Math.floor(ns / 60e9);
  const seconds = `${part(ns % 60e9, 1e9)}s`;
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}

/** @param {number} ns @param {number} to */
const rounded = (ns, to) => Math.round(ns / to) * to;
/** An instant of the run, to the millisecond. @param {number} ns */
const instant = (ns) => duration(rounded(ns, 1e6));
/** How long something took. @param {number} ns */
export const took = (ns) => duration(rounded(ns, ns < 1e6 ? 1e3 : ns < 1e9 ? 1e4 : 1e6));

/** Answers questions about one film. */
export class Why {
  /** @param {{head: import('./film.js').Head, scene: import('./scene.js').Scene, speech: import('./speech.js').Speech}} stage */
  constructor(stage) {
    this.head = stage.head;
    this.scene = stage.scene;
    this.causes = new Causes(stage);
  }

  /** @param {number} id */
  name(id) { return shortName(this.head.names[id] ?? String(id)); }

  /**
   * Why a node stands as it does at an instant.
   * @param {number} node
   * @param {number} t
   * @returns {Promise<Answer>}
   */
  async follow(node, t) {
    const { scene, causes } = this;
    causes.begin();
    const k = scene.slots.has(node) ? scene.standings.last(scene.slot(node), t) : -1;
    if (k < 0) return { sentences: [{ text: `Nothing is known of node ${this.name(node)} up to here.` }], steps: [], began: 0, lost: [] };
    const last = causes.staged(scene.standings.items[k]);
    const election = await causes.election(last);
    /** @type {Answer} */
    const answer = { sentences: [{ text: await this.standing(last, election) }], steps: [], began: 0, lost: [] };
    const { begin, far: farther } = await this.beginning(last, t);
    const since = begin?.at ?? 0;
    answer.began = since;
    const { chain, far } = await causes.back(last, since);
    const told = chain[0].at < since ? chain.slice(1) : chain;
    const lines = await this.lines(told, far);
    const over = lines.length - mostLines;
    if (over > 1) lines.splice(mostLines / 2, over, { text: `…  ${over} steps before` });
    answer.sentences.push(...lines);
    let out = farther;
    try {
      if (begin) await this.election(answer, begin, chain, t);
    } catch (error) {
      if (!(error instanceof Far)) throw error;
      out = true;
    }
    if (out) answer.sentences.push({ text: 'What began the election is farther back than this page reads: bellwether why tells it.' });
    answer.steps.push(...await this.steps(chain));
    this.offers(answer, last, t);
    if (far || out) return answer;
    const lacks = await causes.lacks(told[0], t);
    if (lacks) answer.sentences.push({ text: lacks });
    return answer;
  }

  /** @param {Entry} last @param {number} t @returns {Promise<{begin: Entry | undefined, far: boolean}>} */
  async beginning(last, t) {
    try {
      return await this.causes.beginning(last, t);
    } catch (error) {
      if (!(error instanceof Far)) throw error;
      return { begin: undefined, far: true };
    }
  }

  /** @param {Entry} e @param {string} election */
  async standing(e, election) {
    const node = this.name(e.node);
    switch (e.kind) {
      case 'boot': return `${node} follows nobody: since it booted at ${instant(e.at)} it has heard of no leader.`;
      case 'electing': return `${node} is in election ${election} since ${instant(e.at)}.`;
      case 'elected': return e.peer ? `${node} follows ${this.name(e.peer)} since ${instant(e.at)}.` : `${node} knows no leader since ${instant(e.at)}.`;
      default: return `${await this.happened(e)} at ${instant(e.at)}, and follows nobody.`;
    }
  }

  /** The lines of a chain, the last first. Successive waits of a node for time-outs count as one.
   * @param {Entry[]} chain @param {boolean} far */
  async lines(chain, far) {
    /** @type {{text: string, at?: number}[]} */
    const lines = [];
    for (let k = chain.length - 1; k >= 0; k--) {
      const e = chain[k];
      const say = (/** @type {string} */ text) => lines.push({ text: `${instant(e.at)}  ${text}`, at: e.at });
      if (k === 0) {
        const open = ['receive', 'timer'].includes(e.kind) && (far || !await this.causes.cause(e));
        say(`${await this.happened(e)}${far ? '; what led to it is farther back than this page reads: bellwether why tells it' : open ? '; what led to it is not in the trace' : ''}`);
      } else if (e.kind === 'receive') say(`${await this.happened(e)}, sent ${took(e.at - chain[k - 1].at)} before`);
      else if (e.kind === 'timer') {
        let outs = 1;
        for (; k > 1 && chain[k - 1].kind === 'timer'; k--) outs++;
        const from = chain[k - 1];
        const many = outs > 1 ? `${outs} time-outs one after another, ` : '';
        say(`${this.name(e.node)} has waited for ${many}${took(e.at - from.at)}, since ${await this.happened(from)}`);
      } else if (k === chain.length - 1 || e.kind !== 'send' && chain[k - 1].at < e.at) say(await this.happened(e));
    }
    return lines;
  }

  /** What began an election. @param {Answer} answer @param {Entry} begin @param {Entry[]} chain of the answer @param {number} t */
  async election(answer, begin, chain, t) {
    const say = (/** @type {string} */ text) => answer.sentences.push({ text });
    const began = `${this.name(begin.node)} began election ${await this.causes.election(begin)} at ${instant(begin.at)}`;
    const cause = await this.causes.cause(begin);
    if (!cause) return say(await this.causes.lacks(begin, t) ? `${began}.` : `${began}, on an order from outside.`);
    const waits = [cause];
    while (waits[0].kind === 'timer') {
      const c = await this.causes.cause(waits[0]);
      if (!c) break;
      waits.unshift(c);
    }
    const from = waits[0];
    if (from === cause) return say(`${began}: ${await this.happened(cause)}.`);
    const since = `at ${instant(from.at)} ${await this.happened(from)}.`;
    const waited = took(begin.at - from.at);
    say(waits.length === 2 ? `${began}, when it had waited for ${waited}: ${since}` : `${began}, after ${waits.length - 1} time-outs one after another, ${waited} in all: ${since}`);
    await this.silence(answer, from, cause);
    if (chain.some((e) => e.page === cause.page && e.i === cause.i)) answer.steps.push(...(await this.steps(waits)));
  }

  /** What kept messages from a node while it waited. Links that break at one instant are told together.
   * @param {Answer} answer @param {Entry} from @param {Entry} to */
  async silence(answer, from, to) {
    const { causes } = this;
    const { node } = to;
    const struck = this.struck(from, to, await this.heard(from, to));
    /** @type {Map<number, number>} */
    const lost = new Map();
    let losses = 0;
    await causes.each(from.at, to.at, (table, i, page) => {
      if (table.node[i] !== node || table.peer[i] === node) return;
      const e = causes.entry(table, i, page);
      if (e.kind !== 'lost' || !stands(from, e) || !stands(e, to)) return;
      lost.set(e.peer, (lost.get(e.peer) ?? 0) + 1);
      losses++;
      answer.lost.push({ node, at: e.at });
    });
    const found = [];
    for (let k = 0; k < struck.length; k++) {
      const e = struck[k];
      if (e.kind !== 'link-down') {
        found.push(`at ${instant(e.at)} ${await this.happened(e)}`);
        continue;
      }
      const apart = [e];
      for (; struck[k + 1]?.kind === 'link-down' && struck[k + 1].at === e.at; k++) apart.push(struck[k + 1]);
      found.push(`at ${instant(e.at)} ${this.some(apart.map((x) => x.node === node ? x.peer : x.node))} ${apart.length === 1 ? 'goes' : 'go'} out of reach`);
    }
    const over = found.length - mostLines / 2;
    if (over > 1) found.splice(mostLines / 2, found.length, `and ${over} more`);
    const senders = [...lost].sort(([a, m], [b, n]) => n - m || a - b).map(([id]) => id);
    if (losses) found.push(`${losses} message${losses === 1 ? '' : 's'} to it lost, of ${this.some(senders)}`);
    if (found.length) answer.sentences.push({ text: `While it waited: ${found.join('; ')}.` });
  }

  /** What happened to the links of a node, and to the nodes that it had heard. @param {Entry} from @param {Entry} to @param {Set<number>} heard */
  struck(from, to, heard) {
    /** @type {Entry[]} */
    const struck = [];
    this.scene.within(from.at, to.at, (_, i) => {
      const e = this.causes.staged(i);
      if (!stands(from, e) || !stands(e, to)) return;
      if (e.kind === 'fault') {
        const what = e.table.text[e.i] ? e.table.texts[e.table.text[e.i] - 1] : '';
        if (what !== 'elect' && what !== 'crash' && (!e.node || heard.has(e.node))) struck.push(e); // the crash itself is listed
      } else if (e.kind === 'crash' || e.kind === 'absent') {
        if (heard.has(e.node)) struck.push(e);
      } else if (e.kind === 'link-down' && (e.node === to.node || e.peer === to.node)) struck.push(e);
    });
    return struck;
  }

  /** Whom a node heard while it waited, or for as long before, and whom it follows. @param {Entry} from @param {Entry} to */
  async heard(from, to) {
    const { causes, scene } = this;
    const { standings } = scene;
    /** @type {Set<number>} */
    const heard = new Set();
    const { receive } = this.causes.speech.kind;
    await causes.each(Math.max(0, 2 * from.at - to.at), to.at, (table, i, page) => {
      if (table.node[i] === to.node && table.kind[i] === receive && stands(causes.entry(table, i, page), to)) heard.add(table.peer[i]);
    });
    const slot = scene.slot(to.node);
    for (let k = standings.last(slot, to.at); k >= standings.starts[slot]; k--) {
      const e = causes.staged(standings.items[k]);
      if (e.kind !== 'elected' || !stands(e, to)) continue;
      heard.add(e.peer);
      break;
    }
    return heard;
  }

  /** The first of some nodes. @param {number[]} ids */
  some(ids) {
    const over = ids.length - mostLines;
    return [...ids.slice(0, mostLines).map((id) => this.name(id)), ...(over > 0 ? [`and ${over} more`] : [])].join(', ');
  }

  /** What the leader offers, beside the others of its component. @param {Answer} answer @param {Entry} e @param {number} t */
  offers(answer, e, t) {
    const { scene, head } = this;
    if (e.kind !== 'elected' || !e.peer || head.goal !== 'best' || !this.known(e.peer, t)) return;
    const linked = this.linked(t);
    const leader = scene.node(scene.slot(e.peer), t);
    const near = this.component(e.peer, t);
    const all = head.nodes.map((_, slot) => scene.node(slot, t)).filter((x) => runs(x) && (linked ? near.has(x.id) : x.component === leader.component));
    const members = all.filter((x) => x.offer >= 0); // the others are not eligible
    const able = members.length < all.length ? 'eligible ' : '';
    const better = members.filter((x) => x.offer > leader.offer).length;
    const where = linked || leader.component ? ' in its component' : '';
    const name = this.name(e.peer);
    answer.sentences.push({ text: !runs(leader) ? `${name} does not run any more.`
      : `${name} can offer ${leader.offer}; of the ${members.length} ${able}nodes${where} ${better ? `${better} can offer more now` : 'none can offer more'}.` });
  }

  /** Whether the trace has a record of a node: the trace of one agent has no records of others. @param {number} id @param {number} t */
  known(id, t) {
    const { table } = this.scene;
    for (let i = 0; i < table.count && table.at[i] <= t; i++) if (table.node[i] === id || table.kind[i] === this.scene.kind['link-up'] && table.peer[i] === id) return true;
    return false;
  }

  /** Whether the trace tells of links. @param {number} t */
  linked(t) {
    const { items, table, up } = this.scene.links;
    return items.some((i) => table.kind[i] === up && table.at[i] <= t);
  }

  /** The running nodes that a node reaches over links. @param {number} node @param {number} t */
  component(node, t) {
    const { scene, head } = this;
    const n = head.nodes.length;
    /** @type {Map<number, number[]>} */
    const beside = new Map();
    const link = (/** @type {number} */ a, /** @type {number} */ b) => { const of = beside.get(a); if (of) of.push(b); else beside.set(a, [b]); };
    for (const key of scene.links.seek(t).keys()) {
      const [a, b] = [head.nodes[Math.floor(key / n)], head.nodes[key % n]];
      link(a, b);
      link(b, a);
    }
    const found = new Set([node]);
    for (const id of found) for (const next of beside.get(id) ?? []) if (runs(scene.node(scene.slot(next), t))) found.add(next);
    return found;
  }

  /** The steps of a chain. @param {Entry[]} chain */
  async steps(chain) {
    /** @type {Step[]} */
    const steps = [];
    for (let k = 1; k < chain.length; k++) {
      const [from, e] = [chain[k - 1], chain[k]];
      if (e.kind === 'receive') steps.push({ from: from.node, to: e.node, since: from.at, until: e.at, what: await this.said(from) });
      if (e.kind === 'timer') steps.push({ from: e.node, to: e.node, since: from.at, until: e.at, what: '' });
    }
    return steps;
  }

  /** A message with the election that it names. @param {Entry} e */
  async said(e) {
    const name = this.head.messages[e.table.message[e.i]] || `kind-${e.table.message[e.i]}`;
    return `${name} ${await this.causes.election(e)}`.trim();
  }

  /** What a fault is, with its number in the scenario, if it has one. @param {Entry} e */
  strikes(e) {
    const [node, number, what] = [this.name(e.node), e.table.value[e.i], e.table.text[e.i] ? e.table.texts[e.table.text[e.i] - 1] : ''];
    if (this.causes.orders(e) && e.node) return `fault ${number} tells ${node} to ${what}`;
    if (!number) return what;
    return e.node ? `fault ${number}: ${what} of ${node}` : `fault ${number}: ${what}`;
  }

  /** What happened in a record. @param {Entry} e @returns {Promise<string>} */
  async happened(e) {
    const [node, peer, value] = [this.name(e.node), this.name(e.peer), e.table.value[e.i]];
    switch (e.kind) {
      case 'boot': return `${node} boots`;
      case 'crash': return this.head.whys[e.table.why[e.i]] === 'battery' ? `${node} stops with an empty battery` : `${node} crashes`;
      case 'absent': return e.at === 0 ? `${node} has not arrived yet` : `${node} leaves`;
      case 'send': return `${node} sends ${await this.said(e)}`;
      case 'receive': return `${node} hears ${await this.said(e)} of ${peer}`;
      case 'timer': return `a time-out of ${node}`;
      case 'neighbour-up': return `${node} meets ${peer}`;
      case 'neighbour-down': return `${node} parts from ${peer}`;
      case 'link-up': return `${node} and ${peer} come into reach`;
      case 'link-down': return `${node} and ${peer} go out of reach`;
      case 'capability': return value < 0 ? `${node} is not eligible` : `${node} can offer ${value}`;
      case 'electing': return `${node} enters election ${await this.causes.election(e)}`;
      case 'elected': return e.peer ? `${node} elects ${peer}` : `${node} knows no leader${e.table.frame[e.i] ? `, since ${this.name(e.table.frame[e.i])} is elected and not eligible` : ''}`;
      case 'suspect': return `${node} suspects ${peer}`;
      case 'trust': return `${node} trusts ${peer} again`;
      case 'fault': return this.strikes(e);
      default: return `${e.kind} of ${node}`;
    }
  }
}

/** @param {import('./scene.js').Node} x */
const runs = (x) => !['absent', 'down', 'empty'].includes(x.standing);
