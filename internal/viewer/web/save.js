// Saves what is shown as SVG.
import { clock, download } from './look.js';
import { SvgContext } from './svg.js';

/** Each field, the timeline, the curves and the conversation. @param {import('./app.js').App} app */
export function saveAll(app) {
  for (const stage of app.stages) {
    const { width, height } = stage.field.canvas;
    const field = new SvgContext(width, height);
    stage.field.draw(/** @type {any} */ (field), app.palette, app.seen(stage));
    download(`field-${stage.head.algorithm}-${clock(app.t, 3)}.svg`, String(field), 'image/svg+xml');
  }
  const line = app.timeline;
  if (line) {
    const svg = new SvgContext(line.canvas.width, line.canvas.height);
    line.draw(app.palette, app.t, /** @type {any} */ (svg));
    download(`timeline-${clock(app.t, 3)}.svg`, String(svg), 'image/svg+xml');
  }
  if (app.numbers) download(`numbers-${clock(app.t, 3)}.svg`, app.numbers.svg(app.palette, app.t), 'image/svg+xml');
  const talk = app.conversation && !app.panelsOf.folded('talk') ? app.conversation : undefined;
  if (!talk) return;
  const diagram = new SvgContext(talk.canvas.width, talk.canvas.height);
  talk.draw(/** @type {any} */ (diagram), app.palette, { t: app.t, chosen: app.chosen, because: app.because?.shown() });
  download(`conversation-${clock(app.t, 3)}.svg`, String(diagram), 'image/svg+xml');
}
