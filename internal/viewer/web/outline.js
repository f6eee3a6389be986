// Components, each with an outline around its nodes: the convex hull.

/** How far an outline stands from the nodes, in pixels. */
const off = 22;

/** @param {import('./field.js').Field} field @param {CanvasRenderingContext2D} c @param {import('./look.js').Palette} p */
export function outlines(field, c, p) {
  /** @type {Map<number, [number, number][]>} */
  const of = new Map();
  for (const node of field.nodes) {
    if (!node.component || ['absent', 'down', 'empty'].includes(node.standing) || Number.isNaN(node.x)) continue;
    const list = of.get(node.component) ?? [];
    // Corners around a node, so that one alone has an outline, too.
    const [x, y] = field.at(node.x, node.y);
    for (let k = 0; k < 8; k++) list.push([x + off * Math.cos(k * Math.PI / 4), y + off * Math.sin(k * Math.PI / 4)]);
    of.set(node.component, list);
  }
  c.strokeStyle = p.dim;
  c.fillStyle = p.faint;
  c.lineWidth = 1;
  for (const points of of.values()) {
    c.beginPath();
    hull(points).forEach(([x, y], i) => { if (i) c.lineTo(x, y); else c.moveTo(x, y); });
    c.closePath();
    c.globalAlpha = 0.25;
    c.fill();
    c.globalAlpha = 1;
    c.stroke();
  }
}

/**
 * The convex hull, by Andrew's monotone chain (1979).
 * @param {[number, number][]} points
 * @returns {[number, number][]}
 */
export function hull(points) {
  const sorted = [...points].sort(([a, b], [x, y]) => a - x || b - y);
  /** @type {[number, number][]} */
  const out = [];
  for (const way of [sorted, [...sorted].reverse()]) {
    const from = out.length;
    for (const p of way) {
      while (out.length >= from + 2 && turn(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      out.push(p);
    }
    out.pop(); // the first of the way back
  }
  return out;
}

/** Whether two convex rings overlap: no side of either parts them.
 * @param {[number, number][]} a @param {[number, number][]} b */
export function overlap(a, b) {
  return [[a, b], [b, a]].every(([of, other]) => of.every((from, i) => other.some((p) => turn(from, of[(i + 1) % of.length], p) > 0)));
}

/** Above 0 for a turn to the left. @param {[number, number]} a @param {[number, number]} b @param {[number, number]} c */
function turn(a, b, c) { return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]); }
