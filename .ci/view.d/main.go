//go:build view

// Command view drives the viewer's page in Chromium: each view, each key, a page from disk and
// one that is served, wide and narrow, light and dark. It prints how long a page takes to open
// and its frames a second.
//
//	view PAGE.html… http://ADDRESS/
//
// Where a trace stands beside a page, PAGE.ndjson, the page's answers to why are compared with the answers of package causality.
//
// WIDTHS=1280 leaves out the other widths. REPORTS has the pages of reports, which have other checks.
//
// It prints frame times and does not judge them, because they depend on the machine.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// checks run one after another. Each script may be asked several times: it must not act twice.
var checks = []struct {
	name, act, true string
}{
	{"it opens at the first election, and plays by events", ``, `app.t === app.opening(app.main.head) && app.byEvents && (app.t > 0 || app.main.head.words.some((w) => w.at_ns === 0 && w.text.includes('election')))`},
	{"the sentence of an instant", `window.said = app.main.head.words.find((w) => / leads /.test(w.text)); app.seek(window.said.at_ns)`, `$('says').textContent === window.said.text && $('because').textContent.endsWith(window.said.why ?? '') && $('says').getAttribute('aria-live') === 'polite'`},
	{"the sentence before", `app.seek(window.said.at_ns - 1)`, `$('says').textContent !== window.said.text && $('says').textContent.length > 5`},
	{"a name in it chooses its node", `app.seek(window.said.at_ns)`, `(() => { const b = [...document.querySelectorAll('#says button')].at(-1); if (!b) return false; if (!app.chosen) b.click(); return (app.main.head.names[app.chosen] ?? String(app.chosen)) === b.textContent; })()`},
	{"no node is chosen", `key('Escape')`, `app.chosen === 0`},
	{"the next thing that matters", `app.seek(0); key('Enter')`, `app.t > 0 && app.beats.main.includes(app.t)`},
	{"the thing before", `window.from = app.t; app.seek(app.end); key('Backspace')`, `app.beats.main.includes(app.t) && app.t < app.end`},
	{"it reaches how the run ends", `window.last = app.main.head.words.at(-1).at_ns; app.seek(Math.max(0, window.last - 10)); key('Enter')`, `window.last < 10 || app.t === window.last`},
	{"no pace while it is paused", ``, `!app.playing && !$('pace').checkVisibility()`},
	{"what has happened ends with the sentence of now", `app.seek(Math.max(0, window.last - 1)); $('tab-node').click()`, `!document.querySelector('.story .last') || document.querySelector('.story .last .what').textContent === $('says').textContent`},
	{"what has happened stays in the list", `window.told = [...document.querySelectorAll('.story li:not(.last) .what')].map((e) => e.textContent); app.seek(app.end)`, `(() => { const all = [...document.querySelectorAll('.story .what')].map((e) => e.textContent); return all.length > 0 && window.told.every((x) => all.includes(x)); })()`},
	{"the timeline says what its colours mean", ``, `/pink.*purple.*red/i.test(app.timeline.canvas.element.title)`},
	{"the pace is stated", `app.seek(window.from)`, `/^(slow: .* here takes |fast: .* a second|real pace)/.test($('pace').textContent)`},
	{"dense moments are slow", ``, `(() => { const b = app.beats, gaps = [...b.all].map((at, i) => [(b.all[i + 1] ?? b.end) - at, at]).filter(([g]) => g > 2).sort((x, y) => x[0] - y[0]); return b.pace(gaps.at(-1)[1] + 1) > 10 * b.pace(gaps[0][1] + 1) && b.pace(gaps[0][1] + 1) < 0.1; })()`},
	{"real pace on demand", `key('r')`, `!app.byEvents && app.pace() === 1 && $('pace').textContent === 'real pace' && $('speed').value === '1'`},
	{"by events again", `key('r')`, `app.byEvents && $('speed').value === 'events'`},
	{"playing does not pass a beat", `window.seen = []; const b = app.beats, at = b.all[b.all.length - 1]; app.seek(Math.max(0, at - 1)); window.beat = at; const draw = app.sentence.draw; app.sentence.draw = function (...x) { window.seen.push(x[1]); return draw.apply(this, x); }; app.play(true)`, `window.seen.includes(window.beat) && (delete app.sentence.draw)`},
	{"and pauses", `if (app.playing) key(' ')`, `!app.playing`},
	{"the field is fitted to its nodes", `app.seek(app.end); key('0')`, `(() => { const f = app.main.field, p = f.nodes.filter((x) => x.standing !== 'absent').map((x) => f.at(x.x, x.y)), w = (k) => Math.max(...p.map((q) => q[k])) - Math.min(...p.map((q) => q[k])); return Math.max(w(0) / (f.canvas.width - 64), w(1) / (f.canvas.height - 64)) > 0.65; })()`},
	{"the field rests at the end", `app.seek(app.end); window.full = ''`, `!app.pending && (window.full === picture() || ((window.full = picture()), false))`},
	{"a sleeper differs", `window.plain = picture(); app.main.scene.struck = () => [{ name: 'pause', until: -1 }]; app.changed()`, `picture() !== window.plain && $('legend').textContent.includes('asleep')`},
	{"a silent radio differs", `window.sleeping = picture(); app.main.scene.struck = () => [{ name: 'radio-off', until: -1 }]; app.changed()`, `picture() !== window.plain && picture() !== window.sleeping && $('legend').textContent.includes('radio off') && !$('legend').textContent.includes('asleep')`},
	{"and is on again", `delete app.main.scene.struck; app.changed()`, `!$('legend').textContent.includes('radio off')`},
	{"what has happened is told", `app.seek(app.end); $('tab-node').click()`, `app.main.head.words.length < 3 || document.querySelectorAll('.story button').length > 0 && [...document.querySelectorAll('.story .what')].at(-1).textContent.length > 5`},
	{"a partition is told", `const c = app.main.scene.partitioned()[0]; if (c) app.seek(c.from + 1e9)`, `app.main.scene.partitioned().length === 0 || /^A partition since .* keeps \d+ and \d+ nodes apart/.test($('because').textContent)`},
	{"the sides of a partition", `const c = app.main.scene.partitioned()[0]; if (c) app.seek(c.from + 1e9)`, `app.main.scene.partitioned().length === 0 || $('legend').textContent.includes('sides of a partition') && app.main.scene.parted(app.t).links.length > 0`},
	{"no sides before it", `const c = app.main.scene.partitioned()[0]; if (c) app.seek(c.from - 1e9)`, `!$('legend').textContent.includes('partition')`},
	{"a leader's colour goes by its ID", ``, `app.main.head.nodes.every((id, i) => app.main.leaders.order.get(id) === i) && app.main.leaders.colour(app.main.head.nodes[1]) === '#e69f00'`},
	{"a note moves nothing", `const top = () => app.main.field.canvas.element.getBoundingClientRect().top; app.note(''); window.top0 = top(); app.note('a note'); window.top1 = top(); app.note('')`, `window.top0 === window.top1`},
	{"the field has nodes", ``, `app.stages[0].field.nodes.length > 0`},
	{"a seek moves the cursor", `app.seek(2e9)`, `app.t === 2e9 && $('instant').value === '2.000s'`},
	{"the link keeps the moment", ``, `location.hash.startsWith('#t=2.0')`},
	{"the next event", `key('.')`, `app.t > 2e9`},
	{"the event before", `app.seek(2e9); key(',')`, `app.t < 2e9`},
	{"the next message", `app.seek(2e9); key('m')`, `app.t > 2e9 && messages(app.t) > 0`},
	{"the message before", `app.seek(app.t); window.from = app.t; key('M')`, `app.t < window.from && messages(app.t) > 0`},
	{"the next mark", `app.seek(0); key(']')`, `app.t === (app.timeline.head.moments.find((m) => m.at_ns > 1)?.at_ns ?? 0)`},
	{"the mark before", `key('[')`, `true`},
	{"an election", `app.seek(0); key('e')`, `app.timeline.head.moments.some((m) => m.kind === 'election' && m.at_ns === app.t)`},
	{"two leaders, or none such", `key('2')`, `!$('note').hidden || app.timeline.head.moments.some((m) => m.kind === 'rivals' && m.at_ns === app.t)`},
	{"a second on", `app.seek(5e9); key('ArrowRight')`, `app.t === 6e9`},
	{"a second back", `app.seek(5e9); key('ArrowLeft')`, `app.t === 4e9`},
	{"the beginning", `key('Home')`, `app.t === 0`},
	{"the end", `key('End')`, `app.t === app.end`},
	{"a node is chosen", `app.seek(5e9); key('n')`, `app.chosen === app.stages[0].head.nodes[0] && $('panel-node').textContent.includes('Node ')`},
	{"what it said is told", ``, `/The last 10 s.*sent.*received.*lost on the way to it.*last time-out.*next time-out/.test($('panel-node').textContent)`},
	{"the next node", `key('n')`, `app.chosen === app.stages[0].head.nodes[1]`},
	{"why wants a node", `key('Escape'); key('w')`, `$('note').textContent.startsWith('Choose a node first') && $('why').hidden`},
	{"why is answered", `app.seek(app.end); app.chosen = 0; app.choose(app.main.scene.nodes(app.end).find((x) => x.standing === 'following' && x.leader !== x.id).id); $('tab-node').click(); key('w')`, `app.because.answer?.steps.length > 0 && / follows /.test(document.querySelector('.because h2').textContent) && document.querySelectorAll('.because ol button').length > 1 && document.querySelector('#why [role=status]').textContent.length > 40`},
	{"its chain is shown", `key('W')`, `app.t < app.end && app.conversation.rows.length > 0 && (() => { const of = app.because.answer.steps.at(-1); return app.conversation.rows.includes(of.to) && app.conversation.x(of.until) < app.conversation.canvas.width; })()`},
	{"the conversation rests", `window.full = ''`, `!app.pending && (window.full === talk() || ((window.full = talk()), false))`},
	{"its chain is drawn", `window.chained = talk(); for (const s of app.because.answer.steps) [s.since, s.until] = [s.since - 1e9, s.until - 1e9]; app.changed()`, `talk() !== window.chained`},
	{"the link keeps the question", ``, `location.hash.endsWith('&why')`},
	{"a step is gone to", `app.conversation.width = 2e9; document.querySelector('.because ol button').click()`, `app.because.answer.sentences.some((s) => s.at === app.t)`},
	{"what is too far back is told", `const c = app.because.about(app.main).causes; c.begin = () => { c.left = 0; }; c.read.clear(); app.main.speech.pages.clear(); app.seek(app.end); key('w')`, `document.querySelector('.because').textContent.includes('farther back than this page reads') && (app.because.former = undefined) === undefined`},
	{"no node", `key('Escape')`, `app.chosen === 0 && $('panel-node').textContent.includes('Who is followed') && $('why').hidden && !app.because.answer`},
	{"the next trace", `window.wasShown = app.shown; key('v')`, `app.shown === (window.wasShown + 1) % app.stages.length && app.conversation.head === app.main.head && app.timeline.head === app.main.head`},
	{"the first trace", `app.turn(app.stages[0])`, `app.shown === 0`},
	{"the field is nearer", `key('i')`, `app.stages[0].field.view.zoom === 1.5`},
	{"the whole field", `key('0')`, `app.stages[0].field.view.zoom === 1`},
	{"the instant is said", `app.seek(4e9)`, `/^4\.000s: .* nodes? follow a leader/.test($('told').textContent)`},
	{"faster", `key('+')`, `app.speed === 2`},
	{"slower", `key('-')`, `app.speed === 1`},
	{"events are listed", `$('tab-events').click()`, `document.querySelectorAll('ol.events button').length > 5`},
	{"events are filtered", `{ const f = document.querySelector('.filters input'); f.value = 'elected'; f.dispatchEvent(new Event('input')); }`, `[...document.querySelectorAll('ol.events .what')].every((e) => /elected|knows no leader/.test(e.textContent)) && document.querySelectorAll('ol.events .what').length > 0`},
	{"an event is gone to", `document.querySelector('ol.events button').click()`, `document.querySelector('ol.events li.now') !== null || app.t >= 0`},
	{"curves are drawn", `$('tab-numbers').click()`, `document.querySelectorAll('#panel-numbers canvas').length > 1`},
	{"layers are switched", `$('tab-look').click(); $('layer-links').click()`, `app.layers.links === false`},
	{"the field rests", `app.seek(app.end); if (app.layers.components) $('layer-components').click(); if (app.layers.offers) $('layer-offers').click(); window.full = ''`, `!app.pending && (window.full === picture() || ((window.full = picture()), false))`},
	{"components are outlined", `window.plain = picture(); if (!app.layers.components) $('layer-components').click()`, `app.layers.components && picture() !== window.plain`},
	{"it rests with outlines", `window.full = ''`, `!app.pending && (window.full === picture() || ((window.full = picture()), false))`},
	{"offers are written", `window.plain = picture(); if (!app.layers.offers) $('layer-offers').click()`, `app.layers.offers && picture() !== window.plain`},
	{"the curves are an SVG", ``, `svg(app.numbers.svg(app.palette, app.t)).querySelectorAll('path').length > 3`},
	{"the conversation is folded", `app.panelsOf.put('talk', 'bottom'); key('c')`, `app.panelsOf.folded('talk') && !$('said').checkVisibility()`},
	{"the conversation is shown", `key('c')`, `!app.panelsOf.folded('talk') && $('said').checkVisibility()`},
	{"the details are folded", `key('f')`, `app.panelsOf.folded('aside') && (innerWidth <= 760 || !document.querySelector('aside [role=tabpanel]:not([hidden])').checkVisibility() && document.querySelector('aside').clientWidth < 40)`},
	{"the details are shown", `key('f')`, `!app.panelsOf.folded('aside') && document.querySelector('aside [role=tabpanel]:not([hidden])').checkVisibility() && document.querySelector('aside').clientWidth > 200`},
	{"the conversation is wider", `key('z')`, `app.conversation.width === 4e9`},
	{"the theme changes", `window.was = document.documentElement.dataset.theme; key('t')`, `document.documentElement.dataset.theme !== window.was && app.palette.ground !== ''`},
	{"the keys are told", `key('?')`, `$('keys').open && $('keys').textContent.includes('play and pause') && $('keys').textContent.includes('purple') && $('keys').scrollTop === 0`},
	{"the keys are closed", `$('keys').close()`, `!$('keys').open`},
	{"a node is found under the pointer", ``, `(() => { const f = app.stages[0].field; const n = f.nodes.find((x) => x.standing !== 'absent'); return f.near(...f.at(n.x, n.y)) !== 0; })()`},
	{"something is painted", ``, `(() => { const e = app.stages[0].field.canvas.element; const d = e.getContext('2d').getImageData(0, 0, e.width, e.height).data; const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return seen.size > 8; })()`},
	{"it plays", `app.seek(1e9); key(' ')`, `app.playing && app.t > 2e9`},
	{"it pauses", `key(' ')`, `!app.playing`},
	{"a link is followed", `location.hash = '#t=3s&node=' + app.stages[0].head.nodes[0]`, `app.t === 3e9 && app.chosen === app.stages[0].head.nodes[0]`},
	{"a leader leads", `app.seek(app.end); app.chosen = 0; const l = app.main.scene.nodes(app.end).find((x) => x.leader === x.id && x.standing === 'following'); app.choose(l.id); $('tab-node').click()`, `/^Node \S+isleads/.test($("node").textContent)`},
	{"minutes and seconds", `app.seek(1e9); type('0:03')`, `app.t === 3e9`},
	{"what is no instant is told", `type('abc')`, `app.t === 3e9 && $('note').textContent.startsWith('abc is no instant')`},
	{"why is told beside what follows", `key('w')`, `document.querySelector('.because h2') !== null`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// lessonChecks check the page of a lesson.
var lessonChecks = []struct {
	name, act, true string
}{
	{"it begins with the first step", ``, `app.t === app.lesson.steps[0].at_ns && current() === 0`},
	{"the next step", `key('s')`, `app.t === app.lesson.steps[1].at_ns && current() === 1`},
	{"the step before", `key('S')`, `app.t === app.lesson.steps[0].at_ns && current() === 0`},
	{"back to the beginning of a step", `app.seek(app.lesson.steps[1].at_ns + 1e6); key('S')`, `app.t === app.lesson.steps[1].at_ns`},
	{"a step is chosen", `document.querySelectorAll('#lesson .step')[3].click()`, `app.t === app.lesson.steps[3].at_ns && document.documentElement.dataset.look === app.lesson.steps[3].look`},
	{"the last step has no next", `app.lesson.go(app.lesson.steps.length - 1); key('s')`, `app.t === app.lesson.steps.at(-1).at_ns && app.lesson.after.disabled`},
	{"it plays to the next step and stops", `app.lesson.go(0); key('p')`, `!app.playing && app.t === app.lesson.steps[1].at_ns`},
	{"a seek beyond the next step stays", `app.lesson.go(0); key('p'); app.seek(app.lesson.steps[1].at_ns + 1e6)`, `app.t > app.lesson.steps[1].at_ns + 1e6`},
	{"it pauses after that", `key(' ')`, `!app.playing`},
	{"it plays on", `app.lesson.go(1); key(' ')`, `app.playing && app.t > app.lesson.steps[1].at_ns`},
	{"it pauses", `key(' ')`, `!app.playing`},
	{"its steps are in sight", `app.lesson.go(0)`, `(() => { const seen = [...document.querySelectorAll('#lesson .step')].filter((b) => { const r = b.getBoundingClientRect(); return b.checkVisibility() && r.top >= 0 && r.bottom <= document.querySelector(innerWidth > 760 ? '#lesson' : 'footer').getBoundingClientRect()[innerWidth > 760 ? 'bottom' : 'top']; }).length; return innerWidth > 760 ? seen >= 3 : seen === 1 && app.main.field.canvas.element.getBoundingClientRect().bottom <= document.querySelector('footer').getBoundingClientRect().top; })()`},
	{"its tools stay under the pointer, and the step before is seen", `app.lesson.go(0); app.lesson.draw(app.t); window.tools = document.querySelector('#lesson .steps').getBoundingClientRect().top; app.lesson.go(2)`, `innerWidth <= 760 || current() === 2 && document.querySelector('#lesson .steps').getBoundingClientRect().top === window.tools && (() => { const before = document.querySelectorAll('#lesson .step')[1].getBoundingClientRect(), tools = document.querySelector('#lesson .steps').getBoundingClientRect(); return before.top >= tools.bottom - 1 && before.bottom < innerHeight; })()`},
	{"answers wait", ``, `document.querySelectorAll('#lesson details').length > 3 && [...document.querySelectorAll('#lesson details')].every((d) => !d.open)`},
	{"a link opens at the first question, its answer hidden", `app.lesson.go(0); location.hash = '#question=1'`, `(() => { const q = app.lesson.questions[0], r = q.getBoundingClientRect(); return app.t === app.lesson.steps.at(-1).at_ns && !q.open && document.activeElement === q.querySelector('summary') && r.top >= 0 && r.bottom <= innerHeight; })()`},
	{"an answer is told", `document.querySelector('#lesson summary').click()`, `document.querySelector('#lesson details').open`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// sleepChecks check the page of the lesson two-leaders, where node 5 sleeps from 10 s to 22 s.
var sleepChecks = []struct {
	name, act, true string
}{
	{"nothing waits at a node that is awake", `app.seek(9.9e9)`, `held(9.9e9).length === 0 && !$('legend').textContent.includes('wait until it wakes')`},
	{"pings wait at the sleeper", `app.seek(16.2e9)`, `held(16.2e9).length > 10 && held(16.2e9).every((w) => app.main.head.classes[w.class] === 'detector' && w.sent >= 9.9e9 && w.sent <= 16.2e9) && $('legend').textContent.includes('wait until it wakes')`},
	{"the Election waits with them", `app.seek(21.9e9)`, `held(21.9e9).filter((w) => w.from === 4 && app.main.head.classes[w.class] === 'election').length === 1`},
	{"what waits is counted as the trace has it", ``, `(() => { let n = 0; const s = app.main.speech; s.each(22e9, 22e9, (t, i) => { if (t.node[i] === 5 && t.kind[i] === s.kind.receive && t.sent[i] <= 21.9e9) n++; }); return n > 0 && held(21.9e9).length === n; })()`},
	{"it does not fly for six seconds", `app.seek(18e9)`, `app.main.field.flying({ t: 18e9, speed: 0.001 }).every((f) => f.class !== app.main.head.classes.indexOf('election'))`},
	{"it flies to the sleeper at first", ``, `app.main.field.flying({ t: held(21.9e9).find((w) => app.main.head.classes[w.class] === 'election').sent + 1e6, speed: 0.01 }).some((f) => f.b === app.main.scene.slot(5) && app.main.head.classes[f.class] === 'election')`},
	{"the picture rests", `app.seek(16.2e9); window.full = ''`, `!app.pending && (window.full === picture() || ((window.full = picture()), false))`},
	{"the pile is painted", `window.full = picture(); app.main.field.waiting = () => []; app.changed()`, `picture() !== window.full`},
	{"the red band ends as the second leader does", ``, `(() => { const c = app.main.head.curves, r = app.main.head.moments.find((m) => m.kind === 'rivals'), k = Math.floor(r.until_ns / c.span_ns); return c.wrong[k - 1] > 0.5 && c.wrong[k + 1] === 0 && c.wrong.every((x) => x >= 0); })()`},
	{"the pile is gone when it wakes", `delete app.main.field.waiting; app.seek(22.1e9)`, `held(22.1e9).length === 0 && !$('legend').textContent.includes('wait until it wakes')`},
}

// classChecks check the page of all lessons and worlds, as it plays the lesson two-leaders without a server.
var classChecks = []struct {
	name, act, true string
}{
	{"its lesson stands beside its world", ``, `app.lesson?.steps.length > 3 && app.session.state.scenario === 'two-leaders' && document.querySelectorAll('#lesson details').length > 3`},
	{"a change begins here", `[...document.querySelectorAll('#lesson button')].filter((b) => b.textContent === 'Do it here')[1].click()`, `app.session.state.revision > 1 && app.session.state.whole && app.session.film === app.session.state.film && app.lesson !== undefined`},
	{"another world has no lesson", `const s = document.querySelector('[aria-label="The world"]'); s.value = 'two-islands'; s.dispatchEvent(new Event('change'))`, `app.main.head.scenario === 'two-islands' && app.lesson === undefined && document.querySelector('#lesson') === null`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// oldChecks check a film of format 1, which has no sentences.
var oldChecks = []struct {
	name, act, true string
}{
	{"it opens at the first election of its moments", ``, `app.main.head.words === undefined && app.main.head.format === undefined && app.stages.length === 1`},
	{"it says that it has no words", `app.seek(app.end / 2)`, `$('says').textContent.startsWith('This film is of an older bellwether and has no words') && !$('because').textContent.includes('Before that')`},
	{"the next thing that matters is found", `app.seek(0); key('Enter')`, `app.t > 0`},
	{"something is painted", ``, `app.stages[0].field.nodes.length > 1 && picture().length > 1000`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// hostileChecks check the page of hostile.ndjson, whose names are all markup, scripts and
// signs that turn the direction of the text after them.
var hostileChecks = []struct {
	name, act, true string
}{
	{"names are shown as they are", `app.seek(500000); app.choose(1); app.conversation.width = 3e6`, `$('panel-node').textContent.includes('Node <img src=x onerror=') && $('title').textContent.includes('<script>')`},
	{"all tabs are opened", `for (const t of ['events', 'numbers', 'look', 'node']) $('tab-' + t).click(); key('.'); key('m')`, `app.t > 0`},
	{"no name is an element", ``, `document.querySelector('main img, header img, aside img, main script, aside script, img[src=x]') === null`},
	{"no name is run", ``, `window.pwned === undefined`},
	{"no name turns the others", ``, `!/[\u202a-\u202e]/.test(app.stages[0].head.names[1])`},
	{"names in an SVG are text", ``, `svg(app.numbers.svg(app.palette, app.t)).querySelector('script, img') === null`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// playChecks check the page of an interactive world, whose address ends with ?play. The
// pointer or keys do each action; it must be shown, and be in the server's session.
var playChecks = []struct {
	name, act, true string
}{
	{"another world is there at once", `choice('The world', 'ten-nodes')`, `whole() && app.session.state.scenario === 'ten-nodes' && app.main.head.scenario === 'ten-nodes' && $('total').textContent === 'of 1m00s' && app.timeline.end === app.main.head.end_ns && app.end === app.main.head.end_ns && actions().length === 0`},
	{"it has other knobs", ``, `!$('knob-range') && $('knob-loss') !== null`},
	{"the first world is there again", `choice('The world', 'campus-walk')`, `whole() && app.main.head.scenario === 'campus-walk' && $('total').textContent === 'of 40s'`},
	{"a knob makes the run again", `app.seek(5e9); window.links = app.main.scene.links.seek(5e9).size; const k = $('knob-range'); k.value = '90'; k.dispatchEvent(new Event('change'))`, `whole() && app.t === 5e9 && app.session.state.knobs.find((k) => k.name === 'range').value === 90 && app.main.head.range_m === 90 && app.main.scene.links.seek(5e9).size < window.links && $('note').textContent.startsWith('The run is made again from its start, with range 90 m')`},
	{"it begins again", `if (!app.session.state.actions.length && app.session.state.seed === 3) return; $('actions') && (document.querySelector('header input').value = '3', document.querySelector('[aria-label="The algorithm"]').value = 'vasudevan', [...document.querySelectorAll('header button')].find((b) => b.textContent === 'Begin again').click())`, `whole() && actions().length === 0 && app.session.state.seed === 3`},
	{"undo has nothing to take back", ``, `button('Undo').disabled && button('Redo').disabled`},
	{"a node's menu opens by keys", `app.seek(5e9); app.chosen = 0; key('n'); key('d')`, `app.actions.menu.open && document.activeElement.textContent === 'Crash'`},
	{"the menu goes on by keys", `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))`, `document.activeElement.textContent.startsWith('Crash, and')`},
	{"the menu closes", `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))`, `!app.actions.menu.open && app.chosen === 1`},
	{"a node crashes", `key('d'); choose('Crash')`, `whole() && actions().at(-1).say === 'node 1 crashes' && node(1).standing === 'down' && $('note').textContent.includes('Done: node 1 crashes')`},
	{"it starts again", `app.seek(7e9); key('d'); choose('Start it again')`, `whole() && actions().at(-1).say === 'node 1 starts again' && node(1).standing !== 'down'`},
	{"undo goes back", `key('u')`, `whole() && actions().length === 1 && app.t === 7e9 && node(1).standing === 'down'`},
	{"redo does it again", `key('U')`, `whole() && actions().length === 2 && node(1).standing !== 'down'`},
	{"a pause is shown", `document.querySelector('#actions select').value = '5'; app.choose(2); key('d'); choose('Pause')`, `whole() && $('tab-node').click() === undefined && /struck by.*pause, until/.test($('panel-node').textContent)`},
	{"it is taken back", `app.chosen = 0; key('u')`, `whole() && actions().length === 2`},
	{"for five seconds", `document.querySelector('#actions select').value = '5'; app.choose(2); key('d'); choose('Pause')`, `whole() && actions().at(-1).say === 'node 2 pauses for 5s'`},
	{"a battery is drained", `app.choose(3); key('d'); choose('Drain its battery to a tenth')`, `whole() && actions().at(-1).say.includes('drained to 10 %')`},
	{"a message is lost", `app.choose(4); key('d'); choose('Lose its next message')`, `whole() && /^the message 4@.* is lost$/.test(actions().at(-1).say)`},
	{"a node is dragged", `const [x, y] = app.main.field.at(node(5).x, node(5).y); const s = x > app.main.field.canvas.width / 2 ? -1 : 1; drag(x, y, x + 50 * s, y + 30); window.put = app.main.field.place(x + 50 * s, y + 30)`, `whole() && actions().at(-1).say.startsWith('node 5 is put at') && Math.hypot(node(5).x - window.put[0], node(5).y - window.put[1]) < 1`},
	{"a node moves by keys", `app.choose(6); key('d'); choose('Move it by the arrow keys'); key('ArrowRight'); key('ArrowDown'); key('Enter')`, `whole() && actions().at(-1).say.startsWith('node 6 is put at')`},
	{"it is let go", `app.seek(9e9); app.chosen = 6; key('d'); choose('Let it go on where it would be')`, `whole() && actions().at(-1).say.startsWith('node 6 goes on')`},
	{"a link is cut by the pointer", `const l = clear(); window.cut = l.ids; drag(l.x, l.y, l.x, l.y); choose('Cut it')`, `whole() && actions().at(-1).say === 'the link ' + window.cut.join('–') + ' is cut'`},
	{"it is mended by keys", `app.seek(10e9); app.chosen = window.cut[0]; key('d'); choose('Mend the link to ' + window.cut[1])`, `whole() && actions().at(-1).say.includes('as its places make it')`},
	{"a partition is drawn", `key('P'); const f = app.main.field, n = node(8), [x, y] = f.at(n.x, n.y); drag(x - 12, y - 12, x + 12, y + 12)`, `whole() && actions().at(-1).say.startsWith('a partition: [') && actions().at(-1).say.endsWith('for 5s')`},
	{"a jam is drawn", `key('J'); const f = app.main.field; drag(40, 40, 90, 90)`, `whole() && actions().at(-1).say.startsWith('a jam of')`},
	{"a drag is given up", `key('J'); key('Escape')`, `app.actions.mode === ''`},
	{"what cannot be is told", `app.seek(11e9); app.session.change('do', { action: { kind: 'mend', node: 1, peer: 2, at_ns: 11e9 } })`, `$('note').classList.contains('bad') && $('note').textContent.includes('not held')`},
	{"another world is asked for, since something was done", `choice('The world', 'ten-nodes', false)`, `document.querySelector('dialog.question')?.open && /What was done (stays in|is lost)/.test(document.querySelector('dialog.question').textContent)`},
	{"one stays here", `[...document.querySelectorAll('.question button')].find((b) => b.textContent === 'Stay here').click()`, `!document.querySelector('dialog.question') && app.session.state.scenario === 'campus-walk' && document.querySelector('[aria-label="The world"]').value === 'campus-walk' && actions().length > 3`},
	{"the actions are listed", `$('tab-actions').click()`, `document.querySelectorAll('#panel-actions ol button').length === actions().length && $('panel-actions').textContent.includes('bellwether run ')`},
	{"the trace hash does not overflow", ``, `/[0-9a-f]{64}/.test($('panel-actions').textContent) && $('panel-actions').scrollWidth <= $('panel-actions').clientWidth`},
	{"one goes to an action", `document.querySelector('#panel-actions ol button').click()`, `app.t === actions()[0].at_ns`},
	{"the past stays", ``, `app.seek(4e9) || (node(1).standing === 'following' || node(1).standing === 'electing')`},
	{"it plays on after an action", `app.seek(12e9); app.play(true); app.choose(7); key('d'); choose('Call an election')`, `whole() && app.playing && app.t > 12e9`},
	{"it pauses", `key(' ')`, `!app.playing`},
	{"the keys are told", `key('?')`, `$('keys').open && $('keys').textContent.includes('take the last action back')`},
	{"the keys are closed", `$('keys').close()`, `!$('keys').open`},
	{"nothing overflows sideways", ``, `document.documentElement.scrollWidth <= window.innerWidth`},
}

// hands are helpers with which playChecks do actions.
const hands = `const actions = () => app.session.state.actions, whole = () => app.session.state.whole && app.session.film === app.session.state.film && app.film0 !== app.session.film,
	node = (id) => app.main.scene.node(app.main.scene.slot(id), app.t), button = (text) => [...document.querySelectorAll('#actions button')].find((b) => b.textContent === text),
	choose = (text) => [...document.querySelectorAll('.menu button')].find((b) => b.textContent === text).click(),
	drag = (x1, y1, x2, y2) => {
		const e = app.main.field.canvas.element, r = e.getBoundingClientRect();
		e.setPointerCapture = () => {};
		const at = (kind, x, y) => e.dispatchEvent(new PointerEvent(kind, { clientX: r.left + x, clientY: r.top + y, bubbles: true, pointerId: 1 }));
		at('pointerdown', x1, y1); if (x1 !== x2 || y1 !== y2) { at('pointermove', (x1 + x2) / 2, (y1 + y2) / 2); at('pointermove', x2, y2); } at('pointerup', x2, y2);
	},
	choice = (label, value, sure = true) => { const s = document.querySelector('[aria-label="' + label + '"]'); s.value = value; s.dispatchEvent(new Event('change')); if (sure) [...document.querySelectorAll('.question button')].find((b) => b.textContent === 'Begin again')?.click(); },
	clear = () => {
		const f = app.main.field, n = f.nodes.length;
		for (const k of app.main.scene.links.seek(app.t).keys()) {
			const a = f.nodes[Math.floor(k / n)], b = f.nodes[k % n], [p, q] = [f.at(a.x, a.y), f.at(b.x, b.y)];
			for (const part of [0.5, 0.4, 0.6, 0.3, 0.7]) {
				const x = p[0] + part * (q[0] - p[0]), y = p[1] + part * (q[1] - p[1]), found = f.near(x, y) ? undefined : app.actions.line(x, y);
				if (found && found.every((id) => node(id).standing !== 'down')) return { x, y, ids: found };
			}
		}
	};`

const prelude = `const app = window.bellwether, $ = (id) => document.getElementById(id), key = (k) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true, cancelable: true })), talk = () => app.conversation.canvas.element.toDataURL(), picture = () => app.stages[0].field.canvas.element.toDataURL(), messages = (t) => { let n = 0; const s = app.main.speech; s.each(t, t, (table, i) => { if ([s.kind.receive, s.kind.lost].includes(table.kind[i])) n++; }); return n; }, svg = (text) => { const d = new DOMParser().parseFromString(text, 'image/svg+xml'); if (d.querySelector('parsererror')) throw new Error(text.slice(0, 200)); return d; }, type = (text) => { const f = $('instant'); f.value = text; f.dispatchEvent(new Event('change')); }, current = () => [...document.querySelectorAll('#lesson .step')].findIndex((b) => b.getAttribute('aria-current') === 'step');`

func main() {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	failed := 0
	for _, url := range os.Args[1:] {
		for _, size := range [][2]int64{{1280, 800}, {1920, 1080}, {390, 844}} {
			if only := os.Getenv("WIDTHS"); only != "" && only != fmt.Sprint(size[0]) {
				continue
			}
			failed += drive(ctx, url, size[0], size[1])
		}
	}
	failed += formats(ctx, os.Getenv("FORMATS"))
	failed += reports(ctx, strings.Fields(os.Getenv("REPORTS")))
	if failed > 0 {
		fmt.Printf("%d checks fail\n", failed)
		os.Exit(1)
	}
}

// drive runs all checks on one page, and returns how many fail.
func drive(parent context.Context, url string, width, height int64) (failed int) {
	page, done := newTab(parent, fmt.Sprintf("%s, %d wide", url, width), 3*time.Minute)
	defer done()
	ctx, fail := context.Context(page), page.fail
	own := url[:strings.LastIndex(url, "/")]
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			fail("an exception: %s", e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			text, _ := json.Marshal(e.Args)
			fail("the console: %s", text)
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, own) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:") {
				fail("it asks for %s", u)
			}
		}
	})
	began := time.Now()
	if err := chromedp.Run(ctx, network.Enable(), chromedp.EmulateViewport(width, height), chromedp.Navigate(url), chromedp.WaitReady("html[data-ready=yes]")); err != nil {
		fail("it does not open: %v", err)
		return page.failed
	}
	opened := time.Since(began)
	these, setup := checks, ""
	if strings.HasSuffix(url, "?play") {
		these, setup = playChecks, hands
	}
	if strings.HasSuffix(url, "sleep.html") {
		these, setup = sleepChecks, "const held = (t) => app.main.field.waiting(app.main.scene.slot(5), t);"
	}
	if strings.HasSuffix(url, "old.html") {
		these = oldChecks
	}
	if strings.HasSuffix(url, "lesson.html") {
		these = lessonChecks
	}
	if strings.HasSuffix(url, "hostile.html") {
		these = hostileChecks
	}
	if strings.Contains(url, "?lesson=") {
		these = classChecks
	}
	if strings.HasSuffix(url, "crowd.html") {
		these, setup = crowdChecks, eyes
	}
	for _, c := range these {
		if err := chromedp.Run(ctx, chromedp.Evaluate("(() => {"+prelude+setup+c.act+"})()", nil)); err != nil {
			fail("%s: %v", c.name, err)
			continue
		}
		if !holds(ctx, setup, c.true) {
			var note string
			_ = chromedp.Run(ctx, chromedp.Evaluate("document.getElementById('note').textContent", &note))
			fail("%s (%s)", c.name, note)
		}
	}
	if width == 1280 {
		answers(ctx, url, fail)
	}
	defer func() {
		if width == 1280 && !strings.HasSuffix(url, "?play") && !strings.HasSuffix(url, "crowd.html") && !strings.HasSuffix(url, "hostile.html") {
			page.fills()
		}
		failed = page.failed
	}()
	for range 2 { // light and dark
		page.unkind()
		_ = chromedp.Run(ctx, chromedp.Evaluate("window.bellwether.theme()", nil))
	}
	var frames []float64
	_ = chromedp.Run(ctx, chromedp.Evaluate("(() => {"+prelude+"if (app.byEvents) key('r'); app.seek(1e9); app.play(true);})()", nil), chromedp.Sleep(3*time.Second), chromedp.Evaluate("window.bellwether.spans", &frames))
	slices.Sort(frames)
	if len(frames) == 0 { // how many is a measurement, of a busy machine too
		fail("no frame in three seconds")
	} else {
		fmt.Printf("%s, %d×%d: opens in %v; %.0f frames a second, 95 %% within %.0f ms\n", url, width, height, opened.Round(10*time.Millisecond), float64(len(frames))/3, frames[len(frames)*95/100])
	}
	return page.failed
}

// holds asks until a script is true, for half a minute at most: a busy machine draws few frames a second.
func holds(ctx context.Context, setup, script string) bool {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		var yes bool
		if err := chromedp.Run(ctx, chromedp.Evaluate("(() => {"+prelude+setup+"return Boolean("+script+");})()", &yes)); err == nil && yes {
			return true
		}
	}
	return false
}
