// The agent's own page: its cluster as it is. It reads, and gives no orders.
import { leaderColours } from './look.js';
import { Feed } from './agentfeed.js';
import { ago, alarms, loss, roundTrip, tellEvent } from './agentwords.js';
import { draw } from './star.js';

/** @typedef {import('./agentfeed.js').Status} Status */
/** @typedef {import('./agentfeed.js').AgentEvent} AgentEvent */

/** Events that the page keeps: more than an agent does. */
const kept = 500;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** An element with text: what a member is called is never markup.
 * @param {string} tag @param {string} [text] @param {string} [look] */
function element(tag, text = '', look = '') {
  const e = document.createElement(tag);
  e.textContent = text;
  if (look) e.className = look;
  return e;
}

/** Writes text that changed, so that a screen reader says it once. @param {HTMLElement} e @param {string} text */
function write(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

class Page {
  constructor() {
    /** @type {Status | undefined} */
    this.status = undefined;
    /** @type {AgentEvent[]} */
    this.events = [];
    /** The history of leaders as it is shown. */
    this.told = '';
    this.feed = new Feed((s) => this.show(s), (e) => this.add(e), () => this.forget(), (why) => this.lose(why));
    this.dress(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    $('theme').addEventListener('click', () => this.turn());
    document.addEventListener('keydown', (e) => { if (e.key === 't' && !e.ctrlKey && !e.metaKey && !e.altKey) this.turn(); });
    document.addEventListener('visibilitychange', () => this.look());
    setInterval(() => this.age(), 1000);
    this.look();
  }

  /** A page in a hidden tab asks the agent for nothing. */
  look() {
    if (document.hidden) this.feed.stop();
    else this.feed.start();
  }

  turn() { this.dress(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'); }

  /** @param {string} theme */
  dress(theme) { document.documentElement.dataset.theme = theme; }

  /** A member's colour, as a leader: by its place among the names, so that all agents' pages agree.
   * @param {number} id */
  colour(id) {
    const i = this.status?.members.findIndex((m) => m.id === id) ?? -1;
    return i < 0 ? '#787878' : leaderColours[i % leaderColours.length];
  }

  /** @param {Status} s */
  show(s) {
    this.status = s;
    write($('link'), 'Connected');
    $('link').className = '';
    $('note').hidden = true;
    document.querySelector('main')?.classList.remove('old');
    const alive = s.members.filter((m) => m.state === 'alive').length;
    write($('title'), s.self.name);
    write($('subtitle'), `${s.algorithm}, ${s.phase}, ${alive} of ${s.members.length} members alive`);
    document.title = `${s.leader ? s.leader.name : 'no leader'} · ${s.self.name}`;
    const leader = $('leader');
    write(leader, s.leader ? s.leader.name : s.electing ? 'An election runs' : 'No leader');
    leader.className = s.leader ? '' : 'none';
    this.warn(alarms(s));
    this.table(s);
    draw($('picture'), s, (id) => this.colour(id));
    const quality = s.neighbours?.length ? ` Lost: the share of a member's last ten hellos that did not reach ${s.self.name}; a link that loses half or more is red.` : '';
    write($('key'), `Lines: the links of ${s.self.name} with their round trips; broken, to members that it does not hear directly. Double ring: the leader.${quality}`);
    this.age();
    this.past();
    document.documentElement.dataset.ready = 'yes';
  }

  /** @param {string[]} found */
  warn(found) {
    const list = $('alarms');
    if (found.join('\n') === [...list.children].map((e) => e.textContent).join('\n')) return;
    list.replaceChildren(...found.map((text) => element('li', text)));
  }

  /** @param {Status} s */
  table(s) {
    const now = Date.now();
    const rows = s.members.map((m) => {
      const row = element('tr', '', m.leader ? 'leader' : '');
      const name = element('th', '', m.state === 'alive' ? '' : 'quiet');
      name.setAttribute('scope', 'row');
      name.title = m.name;
      if (m.leader) {
        const dot = element('span', '', 'dot');
        dot.style.background = this.colour(m.id);
        name.append(dot);
      }
      name.append(m.name);
      const role = [m.state, m.leader && 'leader', m.id === s.self.id && 'this agent'].filter(Boolean).join(', ');
      row.append(name, element('td', role, m.state), element('td', (m.state === 'alive' && roundTrip(m.rtt_ns)) || '–', 'number'),
        element('td', (m.state === 'alive' && loss(m)) || '–', 'number'), element('td', m.state === 'alive' || m.capability ? String(m.capability) : '–', 'number'),
        element('td', ago(m.since, now), 'quiet'), element('td', m.addr, 'quiet'));
      return row;
    });
    $('members').querySelector('tbody')?.replaceChildren(...rows);
    $('alone').hidden = s.members.length > 1;
    write($('alone'), `No other member is known. Start another agent with --join and the address of ${s.self.name}.`);
  }

  /** What grows older by itself. */
  age() {
    const s = this.status;
    if (!s) return;
    const since = ago(s.since, Date.now());
    const parts = [s.leader ? `leads for ${since}` : since && `without a leader for ${since}`, s.electing && s.leader && 'an election runs',
      s.leader?.id === s.self.id && 'this agent', s.resigned && 'this agent has resigned'];
    write($('standing'), parts.filter(Boolean).join(', '));
  }

  /** @param {AgentEvent[]} events */
  add(events) {
    const last = this.events.at(-1)?.number ?? 0;
    const fresh = events.filter((e) => e.number > last);
    this.events = [...this.events, ...fresh].slice(-kept);
    $('events').prepend(...fresh.map((e) => this.line(e)).reverse());
    while ($('events').children.length > kept) $('events').lastChild?.remove();
    this.past();
  }

  /** @param {AgentEvent} e */
  line(e) {
    const { what, loud } = tellEvent(e);
    const line = document.createElement('li');
    line.append(this.instant(e.at), element('span', what, loud ? 'loud' : ''));
    return line;
  }

  /** @param {string} at */
  instant(at) {
    const time = /** @type {HTMLTimeElement} */ (element('time', new Date(at).toLocaleTimeString([], { hour12: false }), 'when'));
    time.dateTime = at;
    time.title = new Date(at).toLocaleString();
    return time;
  }

  /** The leaders that this agent followed, the newest first. */
  past() {
    /** @type {HTMLElement[]} */
    const lines = [];
    const told = [];
    let before = -1;
    for (const e of this.events) {
      const id = e.leader?.id ?? 0;
      if (id === before || !/^leader-(gained|lost|changed)$/.test(e.event)) continue;
      before = id;
      const line = document.createElement('li');
      const dot = element('span', '', e.leader ? 'dot' : 'dot none');
      if (e.leader) dot.style.background = this.colour(id);
      const who = element('span', '', e.leader ? '' : 'loud');
      who.append(dot, e.leader ? e.leader.name : 'none');
      line.append(this.instant(e.at), who);
      lines.unshift(line);
      told.push(e.number, dot.style.background);
    }
    if (lines.length === 0) lines.push(element('li', this.status?.leader ? 'The agent keeps no event about an earlier leader.' : 'None yet.', 'empty'));
    const now = told.join() || `${lines[0].textContent}`;
    if (this.told === now) return; // a list that is the same stays where a reader scrolled it
    this.told = now;
    $('leaders').replaceChildren(...lines);
  }

  /** The agent began again: its events are others. */
  forget() {
    this.events = [];
    $('events').replaceChildren();
  }

  /** @param {string} why */
  lose(why) {
    write($('link'), 'Connection lost');
    $('link').className = 'lost';
    write($('note'), `${why} ${this.status ? 'What is shown is old.' : ''} The page tries again.`);
    $('note').hidden = false;
    document.querySelector('main')?.classList.add('old');
  }
}

new Page();
