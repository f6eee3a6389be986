// An agent's status and events in words.

/** @typedef {import('./agentfeed.js').Status} Status */
/** @typedef {import('./agentfeed.js').AgentEvent} AgentEvent */

const named = (/** @type {{name: string} | null | undefined} */ n) => n?.name || 'a member without a name';
const all = (/** @type {string[] | undefined} */ names) => names?.join(', ') || 'members';
const because = (/** @type {string | undefined} */ why) => (why ? `: ${why}` : '');

/** What each kind of event says; loud ones need somebody's eyes. */
const sentences = /** @type {Record<string, {loud?: boolean, say: (e: AgentEvent) => string}>} */ ({
  'leader-gained': { say: (e) => `${named(e.self)} leads${e.reconfirmed ? ', as before' : ''}` },
  'leader-lost': { say: (e) => `${named(e.self)} leads no longer` },
  'leader-changed': { say: (e) => (e.leader ? `${named(e.leader)} leads${e.reconfirmed ? ', as before' : ''}` : 'no leader is known') },
  merged: { say: (e) => `back: ${all(e.members)}` },
  partitioned: { loud: true, say: (e) => `lost without a goodbye: ${all(e.members)}` },
  'member-joined': { say: (e) => `joined: ${all(e.members)}` },
  'member-left': { say: (e) => `left: ${all(e.members)}` },
  'state-restored': { say: (e) => e.why },
  'member-updated': { say: (e) => `other tags: ${all(e.members)}` },
  'storage-failed': { loud: true, say: (e) => `the state directory takes no writes${because(e.why)}` },
  'storage-healed': { say: () => 'the state directory takes writes again' },
  'algorithm-differs': { loud: true, say: (e) => `another algorithm or version: ${all(e.members)}` },
  'packets-replayed': { loud: true, say: (e) => `packets were sent again${because(e.why)}` },
  'name-contested': { loud: true, say: (e) => `another agent claims this name or id${because(e.why)}` },
  'leader-unheard': { loud: true, say: (e) => `${named(e.self)} stepped down: no member followed it` },
  'identity-refused': { loud: true, say: (e) => `an identity is refused${because(e.why)}` },
  'two-leaders': { loud: true, say: (e) => `two leaders: ${all(e.members)}` },
  'leader-failed': { loud: true, say: (e) => `the leader has failed and none was elected: ${all(e.members)}` },
  'settings-differ': { loud: true, say: (e) => `other settings: ${all(e.members)}` },
  'clock-jumped': { loud: true, say: (e) => `the clock was set, or the computer slept${because(e.why)}` },
  'hook-late': { loud: true, say: (e) => `a hook began late${because(e.why)}` },
  'version-refused': { loud: true, say: (e) => `an agent with no version in common is no member${because(e.why)}` },
  'user-event': { say: (e) => `${named(e.user?.from)} tells: ${e.user?.name} ${e.user?.payload}` },
});

/** @param {AgentEvent} e @returns {{what: string, loud: boolean}} */
export function tellEvent(e) {
  const sentence = Object.hasOwn(sentences, e.event) ? sentences[e.event] : undefined;
  return sentence ? { what: sentence.say(e), loud: sentence.loud === true } : { what: e.event, loud: true };
}

/** What is wrong now. @param {Status} s */
export function alarms(s) {
  const found = [];
  const alive = s.members.filter((m) => m.state === 'alive');
  const names = (/** @type {{name: string}[]} */ of) => of.map((m) => m.name).join(', ');
  if ((s.leaders?.length ?? 0) > 1) found.push(`Several lead: ${names(s.leaders ?? [])}.`);
  if (s.leader && !alive.some((m) => m.id === s.leader?.id)) found.push(`The leader ${named(s.leader)} has failed or left.`);
  if (s.unheard) found.push('This node led and no member followed it, so it stepped down.');
  const failed = s.members.filter((m) => m.state === 'failed');
  if (failed.length > 0) found.push(`Failed: ${names(failed)}.`);
  const others = alive.filter((m) => !m.same_algorithm);
  if (others.length > 0) found.push(`Another algorithm or version: ${names(others)}.`);
  for (const m of alive) if (m.same_algorithm && m.differs) found.push(`${m.name} has other settings: ${m.differs}.`);
  if (s.majority && s.majority.granting < s.majority.needed && s.leader === null) found.push(`${s.majority.granting} of ${s.majority.needed} members that are needed grant a leader.`);
  return found;
}

/** A round trip, like 0.4 ms. @param {number} ns */
export function roundTrip(ns) {
  if (!ns) return '';
  const ms = ns / 1e6;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** The share of a neighbour's last hellos that did not arrive, like 10 %; '' where none are counted.
 * @param {{link_quality?: number}} m */
export function loss(m) {
  return m.link_quality === undefined ? '' : `${Math.round(100 * (1 - m.link_quality))} %`;
}

/** How long ago, like 3 min. @param {string} at @param {number} now */
export function ago(at, now) {
  const s = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (!Number.isFinite(s) || Date.parse(at) < 0) return '';
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor(s / 3600) % 24} h`;
}
