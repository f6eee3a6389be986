// What an agent tells over HTTP: its status, and its events as they happen.

/** @typedef {{name: string, id: number}} Node */
/** @typedef {Node & {addr: string, state: string, since: string, capability: number, rtt_ns: number, link_quality?: number, neighbour: boolean, leader: boolean, same_algorithm: boolean, differs?: string}} Member */
/** @typedef {{self: Node, algorithm: string, phase: string, incarnation: number, leader: Node | null, since: string, electing: boolean,
 *   resigned: boolean, unheard: boolean, members: Member[], link_quality: number, neighbours: Node[] | null, leaders?: Node[], uptime_ns: number,
 *   majority?: {needed: number, granting: number}}} Status */
/** @typedef {{number: number, at: string, event: string, leader: Node | null, former_leader?: Node, reconfirmed?: boolean, members?: string[],
 *   why?: string, self: Node, user?: {name: string, payload: string, from: Node}}} AgentEvent */

/** How long to wait after a failure before asking again, at first and at most. */
const patience = { first: 500, most: 8000 };
/** Between two questions for the status: at rest, and during an election. */
const pause = { calm: 2000, electing: 400 };
/** A request that takes longer has failed: the agent answers within 2 s unless its disk hangs. */
const answerTime = 5000;
/** A stream that is silent for longer than two heartbeats of 15 s has lost its connection. */
const silence = 35000;

export class Feed {
  /**
   * @param {(s: Status) => void} onStatus
   * @param {(e: AgentEvent[]) => void} onEvents
   * @param {() => void} onRestart the agent began a new life: its events are numbered anew
   * @param {(why: string) => void} onLost
   */
  constructor(onStatus, onEvents, onRestart, onLost) {
    this.onStatus = onStatus;
    this.onEvents = onEvents;
    this.onRestart = onRestart;
    this.onLost = onLost;
    this.seen = 0;
    this.life = 0;
    /** @type {AbortController | undefined} */
    this.open = undefined;
    this.hurry = () => {};
  }

  /** Begins. A page that nobody sees asks for nothing: see stop. */
  start() {
    if (this.open) return;
    this.open = new AbortController();
    this.watch(this.open.signal);
    this.listen(this.open.signal);
  }

  stop() {
    this.open?.abort();
    this.open = undefined;
  }

  /** Asks for the status again and again. @param {AbortSignal} end */
  async watch(end) {
    for (let wait = patience.first; !end.aborted;) {
      let next = pause.calm;
      try {
        const reply = await fetch('v1/status', { signal: AbortSignal.any([end, AbortSignal.timeout(answerTime)]), cache: 'no-store' });
        if (!reply.ok) throw new Error(await reason(reply));
        const status = /** @type {Status} */ (await reply.json());
        if (end.aborted) return;
        if (this.life && this.life !== status.incarnation) {
          this.seen = 0;
          this.onRestart();
          this.again?.abort();
        }
        this.life = status.incarnation;
        this.onStatus(status);
        wait = patience.first;
        if (status.electing || !status.leader) next = pause.electing;
      } catch (e) {
        if (end.aborted) return;
        this.onLost(said(e));
        next = wait;
        wait = Math.min(2 * wait, patience.most);
      }
      await this.sleep(next, end);
    }
  }

  /** Waits, or less if an event comes. @param {number} ms @param {AbortSignal} end */
  sleep(ms, end) {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.hurry = () => { clearTimeout(timer); setTimeout(done, 50); };
      end.addEventListener('abort', done, { once: true });
    });
  }

  /** Reads the stream of events, and opens it again when it ends. @param {AbortSignal} end */
  async listen(end) {
    for (let wait = patience.first; !end.aborted;) {
      const again = this.again = new AbortController();
      try {
        const reply = await fetch(`v1/events?after=${this.seen}`, { signal: AbortSignal.any([end, again.signal]), cache: 'no-store' });
        if (!reply.ok || !reply.body) throw new Error(await reason(reply));
        for await (const events of messages(reply.body, again)) {
          wait = patience.first;
          if (end.aborted) return;
          this.seen = events[events.length - 1].number;
          this.onEvents(events);
          this.hurry();
        }
      } catch (e) {
        // Only the status shows that the connection is lost, so that nothing is said twice.
        if (end.aborted) return;
      }
      await new Promise((done) => { setTimeout(done, wait); end.addEventListener('abort', done, { once: true }); });
      wait = Math.min(2 * wait, patience.most);
    }
  }
}

/**
 * The events of a stream, as many together as came together.
 * @param {ReadableStream<Uint8Array>} body
 * @param {AbortController} again ends it when it is silent for too long
 */
async function* messages(body, again) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = '';
  for (;;) {
    const timer = setTimeout(() => again.abort(), silence);
    const { done, value } = await reader.read();
    clearTimeout(timer);
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = /** @type {string} */ (parts.pop());
    /** @type {AgentEvent[]} */
    const events = [];
    for (const part of parts) {
      const data = part.split('\n').find((line) => line.startsWith('data: '));
      if (data) events.push(JSON.parse(data.slice(6)));
    }
    if (events.length > 0) yield events;
  }
}

/** @param {Response} reply */
async function reason(reply) {
  try {
    return (await reply.json()).error;
  } catch {
    return `it answers with ${reply.status}`;
  }
}

/** @param {unknown} e */
function said(e) {
  if (e instanceof DOMException && e.name === 'TimeoutError') return 'It does not answer.';
  if (e instanceof TypeError) return 'It cannot be reached.';
  return e instanceof Error ? `It says: ${e.message}.` : 'It cannot be reached.';
}
