// Places for a film without any: the graph of all links that ever were, laid out once, so that
// the picture stays steady while links come and go. Pairs that were linked for long are near.

/**
 * Fruchterman and Reingold's layout (1991), from a circle, the same for the same film. Its cost
 * is the square of the nodes; beyond 1500 they stay on a spiral.
 * @param {import('./scene.js').Scene} scene
 * @returns {Float64Array} x and y of each slot
 */
export function layOut(scene) {
  const n = scene.head.nodes.length;
  const at = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) {
    const angle = n > 1500 ? i * 2.399963 : 2 * Math.PI * i / n - Math.PI / 2; // the golden angle fills a disk
    const radius = n > 1500 ? Math.sqrt(i / n) : 1;
    at[2 * i] = radius * Math.cos(angle);
    at[2 * i + 1] = -radius * Math.sin(angle);
  }
  if (n > 1500 || n < 3) return at;
  const pairs = edges(scene);
  const linked = new Set(pairs.flatMap(([a, b]) => [a, b])).size;
  const same = pairs.every(([, , share]) => share > 0.9);
  if (same && pairs.length >= linked * (linked - 1) / 2 * 0.9) return at; // of a clique the circle shows each pair
  const ideal = 1.6 / Math.sqrt(n);
  const push = new Float64Array(2 * n);
  const rounds = 300;
  for (let round = 0; round < rounds; round++) {
    push.fill(0);
    for (let a = 0; a < n; a++) {
      for (let b = a + 1; b < n; b++) spread(at, push, a, b, (d) => ideal * ideal / d);
    }
    for (const [a, b, share] of pairs) spread(at, push, a, b, (d) => -share * d * d / ideal);
    const heat = 0.12 * (1 - round / rounds);
    for (let i = 0; i < n; i++) {
      push[2 * i] -= at[2 * i] * ideal; // towards the middle, so that a node without links stays in the picture
      push[2 * i + 1] -= at[2 * i + 1] * ideal;
      const length = Math.hypot(push[2 * i], push[2 * i + 1]) || 1;
      const step = Math.min(length, heat) / length;
      at[2 * i] += push[2 * i] * step;
      at[2 * i + 1] += push[2 * i + 1] * step;
    }
  }
  return at;
}

/**
 * Adds the force between two nodes.
 * @param {Float64Array} at
 * @param {Float64Array} push
 * @param {number} a
 * @param {number} b
 * @param {(distance: number) => number} force away from each other
 */
function spread(at, push, a, b, force) {
  const dx = at[2 * a] - at[2 * b] || 1e-6;
  const dy = at[2 * a + 1] - at[2 * b + 1] || 1e-6;
  const d = Math.hypot(dx, dy);
  const f = force(d) / d;
  push[2 * a] += dx * f; push[2 * a + 1] += dy * f;
  push[2 * b] -= dx * f; push[2 * b + 1] -= dy * f;
}

/**
 * Pairs of slots that were ever linked, in truth or, without links, in belief; and how much of
 * the longest link of all each lasted.
 * @param {import('./scene.js').Scene} scene
 * @returns {[number, number, number][]}
 */
function edges(scene) {
  const n = scene.head.nodes.length;
  const { table, kind, head } = scene;
  const [up, down] = scene.links.items.length ? [kind['link-up'], kind['link-down']] : [kind['neighbour-up'], kind['neighbour-down']];
  /** @type {Map<number, number>} */
  const lasted = new Map();
  for (let i = 0; i < table.count; i++) {
    if (table.kind[i] !== up && table.kind[i] !== down) continue;
    const [a, b] = [scene.slots.get(table.node[i]), scene.slots.get(table.peer[i])];
    if (a === undefined || b === undefined || a === b) continue;
    const key = Math.min(a, b) * n + Math.max(a, b);
    // Up from here to the end, or no more from here on.
    lasted.set(key, (lasted.get(key) ?? 0) + (table.kind[i] === up ? 1 : -1) * (head.end_ns - table.at[i]));
  }
  const most = Math.max(1, ...lasted.values());
  return [...lasted].filter(([, ns]) => ns > 0).sort(([p], [q]) => p - q)
    .map(([key, ns]) => [Math.floor(key / n), key % n, ns / most]);
}
