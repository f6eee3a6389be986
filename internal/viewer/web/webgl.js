// Lines and points by the graphics processor: what a canvas draws one by one is drawn here by
// two calls. A page has one such brush, for browsers bound the number of WebGL contexts.

/** The shapes of points, by number: shader and callers share it. */
export const shapes = { disc: 0, hollow: 1, ring: 2, cross: 3 };

const vertex = `#version 300 es
in vec2 place; in vec2 form; in vec4 colour;
uniform vec2 size; uniform float ratio; uniform bool points;
out vec2 kind; out vec4 ink;
void main() {
  gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
  kind = form;
  ink = colour;
  if (points) gl_PointSize = form.x * ratio;
}`;

// form is of a point its width and its shape; of a line's end the way from its beginning, and
// whether it is dashed.
const fragment = `#version 300 es
precision highp float;
in vec2 kind; in vec4 ink;
uniform bool points; uniform float ratio;
out vec4 pixel;
void main() {
  float alpha = ink.a;
  if (!points) {
    if (kind.y > 0.5 && mod(kind.x, 7.0) > 3.0) discard;
  } else {
    vec2 at = (gl_PointCoord - 0.5) * kind.x;
    float soft = 0.5 / ratio, edge = kind.x / 2.0 - soft, far = length(at);
    float inside = 1.0 - smoothstep(edge - soft, edge + soft, far);
    if (kind.y < 0.5) alpha *= inside;
    else if (kind.y < 2.5) alpha *= inside * smoothstep(edge - 1.5 - soft, edge - 1.5 + soft, far);
    else alpha *= step(min(abs(at.x - at.y), abs(at.x + at.y)), 1.0);
  }
  pixel = vec4(ink.rgb * alpha, alpha);
}`;

/** Bytes of a vertex: four floats and a colour. */
const stride = 20;

/** Vertices that grow. */
class Batch {
  constructor() {
    this.count = 0;
    this.grow(1 << 12);
  }

  /** @param {number} room vertices */
  grow(room) {
    const bytes = new ArrayBuffer(room * stride);
    if (this.bytes) new Uint8Array(bytes).set(new Uint8Array(this.bytes));
    this.bytes = bytes;
    this.floats = new Float32Array(bytes);
    this.colours = new Uint32Array(bytes);
    this.room = room;
  }

  /** @param {number} x @param {number} y @param {number} a @param {number} b @param {number} colour */
  add(x, y, a, b, colour) {
    if (this.count === this.room) this.grow(2 * this.count);
    const k = this.count++ * 5;
    const floats = /** @type {Float32Array} */ (this.floats);
    floats[k] = x; floats[k + 1] = y; floats[k + 2] = a; floats[k + 3] = b;
    /** @type {Uint32Array} */ (this.colours)[k + 4] = colour;
  }
}

/** A brush gathers lines and points, and paints them onto a canvas's context. */
export class Brush {
  constructor() {
    this.canvas = document.createElement('canvas');
    /** @type {WebGL2RenderingContext | null | undefined} undefined: not asked yet */
    this.gl = undefined;
    this.lines = new Batch();
    this.points = new Batch();
    /** @type {Map<string, number>} colours as one number, by their words */
    this.inks = new Map();
    /** @type {CanvasRenderingContext2D | undefined} a pixel that tells what colour words mean */
    this.plain = undefined;
    this.canvas.addEventListener('webglcontextlost', () => { this.gl = null; });
  }

  /** Whether this browser has WebGL2. */
  get works() {
    if (this.gl === undefined) this.begin();
    return Boolean(this.gl);
  }

  begin() {
    const gl = this.canvas.getContext('webgl2', { antialias: false });
    this.gl = null;
    if (!gl) return;
    const program = gl.createProgram();
    for (const [type, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    ['place', 'form', 'colour'].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return;
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride, 0);
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, stride, 8);
    gl.vertexAttribPointer(2, 4, gl.UNSIGNED_BYTE, true, stride, 16);
    for (const i of [0, 1, 2]) gl.enableVertexAttribArray(i);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.gl = gl;
    this.program = program;
  }

  /** A colour as the shader reads it. @param {string} words as of CSS @param {number} [alpha] */
  ink(words, alpha = 1) {
    let rgb = this.inks.get(words);
    if (rgb === undefined) {
      this.plain ??= /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
      this.plain.fillStyle = words;
      this.plain.fillRect(0, 0, 1, 1);
      const [r, g, b] = this.plain.getImageData(0, 0, 1, 1).data;
      rgb = r | g << 8 | b << 16;
      this.inks.set(words, rgb);
    }
    return (rgb | Math.round(255 * alpha) << 24) >>> 0;
  }

  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 pixels @param {number} ink @param {0 | 1} [dashed] */
  line(x1, y1, x2, y2, ink, dashed = 0) {
    this.lines.add(x1, y1, 0, dashed, ink);
    this.lines.add(x2, y2, dashed ? Math.hypot(x2 - x1, y2 - y1) : 0, dashed, ink);
  }

  /** @param {number} x @param {number} y @param {number} width pixels @param {number} shape @param {number} ink */
  point(x, y, width, shape, ink) { this.points.add(x, y, width, shape, ink); }

  /** Paints what was gathered: lines first, then points, each in the order of their calls.
   * @param {CanvasRenderingContext2D} c @param {number} width @param {number} height pixels of the page */
  paint(c, width, height) {
    const { gl, program } = this;
    const ratio = c.canvas.width / width;
    if (gl && program) {
      if (this.canvas.width !== c.canvas.width) this.canvas.width = c.canvas.width;
      if (this.canvas.height !== c.canvas.height) this.canvas.height = c.canvas.height;
      gl.viewport(0, 0, this.canvas.width, this.canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(gl.getUniformLocation(program, 'size'), width, height);
      gl.uniform1f(gl.getUniformLocation(program, 'ratio'), ratio);
      for (const [batch, mode] of /** @type {[Batch, number][]} */ ([[this.lines, gl.LINES], [this.points, gl.POINTS]])) {
        if (!batch.count) continue;
        gl.uniform1i(gl.getUniformLocation(program, 'points'), Number(mode === gl.POINTS));
        gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(/** @type {ArrayBuffer} */ (batch.bytes), 0, batch.count * stride), gl.STREAM_DRAW);
        gl.drawArrays(mode, 0, batch.count);
      }
      c.drawImage(this.canvas, 0, 0, width, height);
    }
    this.lines.count = 0;
    this.points.count = 0;
  }
}
