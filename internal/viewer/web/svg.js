// A stand-in for a canvas's context that writes SVG: the same drawing code makes both.

/** @param {number} x */
const short = (x) => String(Math.round(x * 100) / 100);
/** @param {string} s */
const escape = (s) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** The methods and properties of a context that the views use. */
export class SvgContext {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {string[]} */
    this.parts = [];
    this.path = '';
    this.fillStyle = '#000';
    this.strokeStyle = '#000';
    this.lineWidth = 1;
    this.globalAlpha = 1;
    this.font = '12px sans-serif';
    this.textAlign = 'left';
    /** @type {number[]} */
    this.dash = [];
  }

  beginPath() { this.path = ''; }
  closePath() { this.path += 'Z'; }
  /** @param {number} x @param {number} y */
  moveTo(x, y) { this.path += `M${short(x)} ${short(y)}`; }
  /** @param {number} x @param {number} y */
  lineTo(x, y) { this.path += `L${short(x)} ${short(y)}`; }

  /** @param {number} x @param {number} y @param {number} r @param {number} from @param {number} to */
  arc(x, y, r, from, to) {
    const at = (/** @type {number} */ a) => `${short(x + r * Math.cos(a))} ${short(y + r * Math.sin(a))}`;
    const half = (from + to) / 2;
    this.path += `M${at(from)}A${short(r)} ${short(r)} 0 0 1 ${at(half)}A${short(r)} ${short(r)} 0 0 1 ${at(to)}`;
  }

  get alpha() { return this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : ''; }
  fill() { this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.alpha}/>`); }
  stroke() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    this.parts.push(`<path d="${this.path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"${dash}${this.alpha}/>`);
  }

  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  fillRect(x, y, w, h) { this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${this.fillStyle}"${this.alpha}/>`); }
  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  strokeRect(x, y, w, h) { this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"/>`); }
  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) { this.text(text, x, y, `fill="${this.fillStyle}"`); }
  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) { this.text(text, x, y, `fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"`); }

  /** @param {string} text @param {number} x @param {number} y @param {string} style */
  text(text, x, y, style) {
    const match = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? ['', '400', '12', 'sans-serif'];
    const anchor = { left: 'start', center: 'middle', right: 'end' }[this.textAlign] ?? 'start';
    this.parts.push(`<text x="${short(x)}" y="${short(y)}" text-anchor="${anchor}" font-size="${match[2]}" font-weight="${match[1] ?? 400}" font-family="${escape(match[3])}" ${style}>${escape(text)}</text>`);
  }

  /** @param {number[]} dash */
  setLineDash(dash) { this.dash = dash; }
  clearRect() {}
  save() {}
  restore() {}

  toString() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}">\n${this.parts.join('\n')}\n</svg>\n`;
  }
}
