//go:build view

package main

// crowdChecks check a page of thousands of nodes.
var crowdChecks = []struct {
	name, act, true string
}{
	{"WebGL2 draws", ``, `app.brush.works && app.stages[0].field.nodes.length > 1500`},
	{"what is left out is told", ``, `$('note').textContent.startsWith('With more than 1500 nodes trails and ')`},
	{"nodes and links are painted", `app.seek(app.end)`, `colours() > 8`},
	{"links are drawn", `window.before = inked(); $('tab-look').click(); $('layer-links').click()`, `window.before > 1.5 * inked()`},
	{"links are drawn again", `$('layer-links').click()`, `inked() > 0.9 * window.before`},
	{"it is hurried", `app.spans = [60, 60, 20, 60]; app.hurry(); window.early = app.hurried; app.spans = [60, 60, 60, 60]; app.hurry(); app.play(true)`, `!window.early && $('note').textContent.includes('Links are drawn when it pauses')`},
	{"links come back", `app.seek(app.end); if (app.playing) app.play(false)`, `!app.playing && inked() > 0.9 * window.before`},
	{"a node is chosen by the pointer", `const f = app.stages[0].field, n = f.nodes[7], [x, y] = f.at(n.x, n.y); app.chosen = 0; app.choose(f.near(x, y))`, `app.chosen > 0 && $('tab-node').click() === undefined && $('panel-node').textContent.includes('Node ' + app.chosen)`},
	{"without WebGL2 it is told", `app.brush.gl = null; app.notes(); app.note(''); app.changed()`, `$('note').textContent.startsWith('This browser has no WebGL2') && colours() > 2`},
	{"the note is closed, and its words are kept", `key('Escape'); $('tab-node').click(); if (!$('note').hidden) $('note').querySelector('.close').click()`, `$('note').hidden && app.stages[0].field.banner === 0 && $('panel-node').textContent.includes('This browser has no WebGL2')`},
	{"another note does not bring it back", `app.note('Something else.'); app.note('')`, `$('note').hidden`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// eyes are helpers with which crowdChecks read pixels.
const eyes = `const pixels = () => { const e = app.stages[0].field.canvas.element; return new Uint32Array(e.getContext('2d').getImageData(0, 0, e.width, e.height).data.buffer); },
	colours = () => new Set(pixels()).size, inked = () => { const p = pixels(); return p.filter((x) => x !== p[0]).length; };`
