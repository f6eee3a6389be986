// Answers the page's requests: by a server, or by the program itself in a worker of the
// browser, if the page contains everything and fetches nothing.

/** @typedef {{ok: boolean, status: number, text: () => Promise<string>, json: () => Promise<any>, arrayBuffer: () => Promise<ArrayBuffer>}} Reply */

/** @type {Promise<Worker> | undefined} */
let within;
/** @type {Map<number, (reply: Reply) => void>} those who wait for the worker */
const waiting = new Map();
let asked = 0;

/** Asks for a part of the page, or with a body for a change. @param {string} path @param {string} [body] JSON @returns {Promise<Reply>} */
export async function ask(path, body) {
  if (document.documentElement.dataset.within !== 'yes') {
    return fetch(path, body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }
  within ??= startWorker();
  const worker = await within;
  return new Promise((answer) => {
    waiting.set(++asked, answer);
    worker.postMessage({ id: asked, method: body === undefined ? 'GET' : 'POST', path, body: body ?? '' });
  });
}

/** @param {string} id of an element whose text stands in the page */
const standing = (id) => document.getElementById(id)?.textContent ?? '';

/** Starts the program that stands in the page. @returns {Promise<Worker>} */
async function startWorker() {
  const packed = Uint8Array.from(atob(standing('program')), (c) => c.charCodeAt(0));
  const program = await unpacked(packed).arrayBuffer();
  const address = URL.createObjectURL(new Blob([standing('worker')], { type: 'text/javascript' }));
  const worker = new Worker(address);
  const ready = new Promise((then, fail) => {
    worker.onerror = (e) => fail(new Error(`the program does not start: ${e.message}`));
    worker.onmessage = ({ data }) => {
      if (data.id === 0) {
        if (data.wrong) fail(new Error(data.wrong));
        else then(worker);
        return;
      }
      const stream = data.packed ? unpacked(data.bytes) : new Response(data.bytes);
      waiting.get(data.id)?.({ ok: data.code < 400, status: data.code, text: () => stream.text(), json: () => stream.json(), arrayBuffer: () => stream.arrayBuffer() });
      waiting.delete(data.id);
    };
  });
  worker.postMessage({ id: 0, program, world: wanted() }, [program]);
  return /** @type {Promise<Worker>} */ (ready);
}

/** The world of the page, or the one that its address names: ?lesson=NAME or ?world=NAME. */
function wanted() {
  const [asked, world] = [new URLSearchParams(location.search), JSON.parse(standing('world'))];
  if (world.text) return world;
  if (asked.has('lesson')) return { name: '', text: '', lesson: asked.get('lesson') };
  return asked.has('world') ? { name: asked.get('world'), text: '', lesson: '' } : world;
}

/** @param {Uint8Array<ArrayBuffer>} bytes packed by gzip */
const unpacked = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
