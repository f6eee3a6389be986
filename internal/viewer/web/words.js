// Records in words, as "bellwether show" prints them.
import { clock } from './look.js';

/** @typedef {import('./film.js').Table} Table */
/** @typedef {import('./film.js').Head} Head */

/**
 * The fields of a message in one line.
 * @param {string} content JSON, or ''
 * @returns {string}
 */
export function describe(content) {
  if (!content) return '';
  try {
    return fields(JSON.parse(content));
  } catch {
    return '';
  }
}

/** @param {any} value @returns {string} */
function fields(value) {
  if (Array.isArray(value)) return value.length > 8 ? `${value.length} entries` : `[${value.map(fields).join(' ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  if ('num' in value && 'source' in value && Object.keys(value).length === 2) return `⟨${value.num},${value.source}⟩`;
  if ('id' in value && 'value' in value && Object.keys(value).length === 2) return `${value.id} (${value.value < 0 ? 'not eligible' : value.value})`;
  return Object.entries(value).filter(([, v]) => v !== false && v !== null)
    .map(([k, v]) => (v === true ? k : k === 'computation' ? fields(v) : `${k} ${fields(v)}`)).join(', ');
}

/**
 * A record: who, what, and whether it is loud.
 * @param {Head} head
 * @param {Table} table
 * @param {number} i
 * @returns {{who: string, what: string, loud: boolean}}
 */
export function tell(head, table, i) {
  const kind = head.kinds[table.kind[i]];
  const name = (/** @type {number} */ id) => (id ? head.names[id] ?? String(id) : 'all');
  const node = table.node[i] ? name(table.node[i]) : 'world';
  const peer = name(table.peer[i]);
  const why = head.whys[table.why[i]];
  const text = table.text[i] ? table.texts[table.text[i] - 1] : '';
  const because = why ? ` (${why})` : '';
  const election = table.number[i] || table.source[i] ? ` ⟨${table.number[i]},${table.source[i]}⟩` : '';
  const said = () => [head.messages[table.message[i]] || `kind ${table.message[i]}`, describe(text)].filter(Boolean).join(' ');
  const calm = (/** @type {string} */ who, /** @type {string} */ what) => ({ who, what, loud: false });
  switch (kind) {
    case 'send': return calm(`${node} → ${peer}`, said());
    case 'receive': return calm(`${node} ← ${peer}`, said());
    case 'lost': return { who: `${node} ✗ ${peer}`, what: `${said()} lost${because}`, loud: why !== 'duplicate' };
    case 'transmit': return calm(`${node} ⇢ ${peer}`, `frame ${table.frame[i]}, ${why}, try ${table.value[i]}, ${table.bytes[i]} bytes`);
    case 'held': return calm(`${node} ⇢ ${peer}`, `frame ${table.frame[i]} held back by the duty cycle`);
    case 'timer': return calm(node, `timer ${table.value[i]} fires`);
    case 'boot': return calm(node, table.value[i] > 1 ? `boots again, incarnation ${table.value[i]}` : 'boots');
    case 'crash': return { who: node, what: `crashes${because}`, loud: true };
    case 'absent': return calm(node, `absent${because}`);
    case 'link-up': return calm(`${node} — ${peer}`, 'in reach');
    case 'link-down': return calm(`${node} — ${peer}`, 'out of reach');
    case 'neighbour-up': return calm(node, `meets ${peer}`);
    case 'neighbour-down': return calm(node, `parts from ${peer}`);
    case 'capability': return calm(node, table.value[i] < 0 ? `is not eligible: ${text}` : `can offer ${table.value[i]}`);
    case 'electing': return calm(node, `in election${election}`);
    case 'elected': return calm(node, table.peer[i] ? `elected ${peer}${election}` : `knows no leader${table.frame[i] ? `: ${name(table.frame[i])} is elected and not eligible` : ''}${election}`);
    case 'suspect': return { who: node, what: `suspects ${peer}`, loud: true };
    case 'trust': return calm(node, `trusts ${peer} again`);
    case 'fault': return { who: node, what: `fault ${table.value[i]}: ${text}`, loud: true };
    case 'over': return calm(node, `${text} is over`);
    case 'intervened': return { who: node, what: `intervention ${table.value[i]}: ${text}`, loud: true };
    case 'state': return calm(node, `${text} = ${table.value[i]}`);
    case 'move': return calm(node, `moves at ${Math.hypot(table.vx[i], table.vy[i]).toFixed(2)} m/s until ${clock(table.value[i], 1)}`);
    case 'altitude': return calm(node, `is ${table.x[i].toFixed(1)} m above the ground${table.vx[i] ? `, climbs at ${table.vx[i].toFixed(2)} m/s` : ''}`);
    case 'strike': return calm(node, `strike ${table.frame[i]}, ${text}, ${table.value[i] < 0 ? 'for good' : `until ${clock(table.value[i])}`}`);
    case 'group': return calm(node, `is in group ${table.value[i]} of strike ${table.frame[i]}`);
    case 'end': return calm('world', 'the run ends');
    default: return calm(node, kind);
  }
}
