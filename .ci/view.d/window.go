//go:build view

package main

import (
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// windows are sizes of screens at which a page must fill the window, and nothing overflow or lie on another.
var windows = [][2]int64{{1280, 800}, {1366, 768}, {1920, 1080}, {390, 844}}

// looks are helpers with which windowChecks measure.
const looks = `const field = app.main.field,
	extent = () => { const f = field, p = f.nodes.filter((n) => n.standing !== 'absent' && !Number.isNaN(n.x)).map((n) => f.at(n.x, n.y)), w = (k) => Math.max(...p.map((q) => q[k])) - Math.min(...p.map((q) => q[k])); return [w(0), w(1)]; },
	rects = () => [...document.querySelectorAll('body *')].filter((e) => !e.closest('#note, #told, .heard, dialog')).map((e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height].join(); }),
	overlaps = () => { const l = field.labelled; let n = 0; for (let i = 0; i < l.length; i++) for (let k = i + 1; k < l.length; k++) { const [a, b] = [l[i].box, l[k].box]; if (Math.abs(a.x - b.x) < a.w + b.w - 0.01 && Math.abs(a.y - b.y) < a.h + b.h - 0.01) n++; } return n; },
	pointer = (e, kind, x, y) => e.dispatchEvent(new PointerEvent(kind, { clientX: x, clientY: y, bubbles: true, pointerId: 1 })),
	drag = (e, x1, y1, x2, y2) => { e.setPointerCapture = () => {}; pointer(e, 'pointerdown', x1, y1); pointer(e, 'pointermove', (x1 + x2) / 2, (y1 + y2) / 2); pointer(e, 'pointermove', x2, y2); pointer(e, 'pointerup', x2, y2); },
	wide = innerWidth > 760;`

// windowChecks are asked at each size. A crowd of nodes has neither names nor a fit of its own.
var windowChecks = []struct {
	name, act, true string
}{
	{"the field has the greatest part of the window", `app.panelsOf.put('talk', 'folded'); app.panelsOf.put('aside', 'right'); key('Escape'); app.seek(app.end)`, `!wide || app.stages.length * field.canvas.width * field.canvas.height > (app.lesson ? 0.3 : 0.42) * innerWidth * innerHeight`},
	{"nodes fill the field", `app.seek(app.end)`, `(() => { const [w, h] = extent(), c = field.canvas, narrow = c.width < 500; return Math.max(w / (c.width - (narrow ? 52 : 88)), h / (c.height - (narrow ? 84 : 88))) > 0.8; })()`},
	{"a banner moves nothing", `app.note(''); window.before = rects(); app.note('A note that tells something at some length.'); window.moved = rects().filter((r, i) => r !== window.before[i]).length; app.note('')`, `window.moved === 0`},
	{"legend and notes cover no node", `app.note('A note that tells something.'); window.low = Math.max(...field.nodes.filter((n) => n.standing !== 'absent' && !Number.isNaN(n.x)).map((n) => field.at(n.x, n.y)[1] + field.size(n)))`, `(() => { const top = field.canvas.element.getBoundingClientRect().top, y = top + window.low, over = (e) => e.checkVisibility() && e.getBoundingClientRect().top < y && e.getBoundingClientRect().bottom > top; return !over($('legend')) && (!wide || !over($('note'))); })()`},
	{"a note goes", `app.note('')`, `true`},
	{"the transport's texts are whole", `app.seek(137300000000)`, `(() => { const i = $('instant'), s = $('speed'); return i.scrollWidth <= i.clientWidth && s.clientWidth >= 90 && $('matters').innerText.length > 3; })()`},
	{"no name lies on another", `window.most = 0; window.k = 0`, `(() => { if (app.t === window.at) window.most = Math.max(window.most, overlaps()); window.k++; app.seek(window.at = Math.floor(app.end * (window.k % 25) / 25)); return window.k > 25 && window.most === 0; })()`},
	{"most nodes are named", `app.seek(app.end)`, `field.labelled.length > 0 && (field.nodes.length > 60 || new Set(field.labelled.map((l) => l.node.id)).size >= 0.7 * field.nodes.filter((n) => n.standing !== 'absent').length)`},
	{"no text overflows", ``, `document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('button, h2, p, td, th, summary, label, output, .legend, [role=tab], [role=tabpanel], #lesson, #knobs')].filter((e) => e.checkVisibility() && e.clientWidth > 0 && !e.closest('.heard, #actions, [role=tablist]') && getComputedStyle(e).textOverflow !== 'ellipsis').every((e) => e.scrollWidth <= e.clientWidth + 1)`},
	{"the card of a node stands beside it", `app.chosen = 0; app.choose(field.nodes.find((n) => n.standing !== 'absent').id)`, `(() => { const b = document.querySelector('.card'), n = field.nodes.find((x) => x.id === app.chosen), c = b.getBoundingClientRect(), f = field.canvas.element.getBoundingClientRect(), [x, y] = field.at(n.x, n.y); if (!wide) { const above = document.querySelector('footer').getBoundingClientRect().top; return b.checkVisibility() && c.left === 0 && Math.abs(c.right - innerWidth) <= 1 && Math.abs(c.bottom - above) <= 1 && c.height < 0.16 * innerHeight && Math.min(f.bottom, c.top) - f.top > 0.8 * f.height; } return b.checkVisibility() && b.textContent.includes('Node ') && c.left >= f.left && c.right <= f.right && c.top >= f.top && c.bottom <= f.bottom + 1 && !(f.left + x > c.left && f.left + x < c.right && f.top + y > c.top && f.top + y < c.bottom); })()`},
	{"the card goes with its node", `key('Escape')`, `!document.querySelector('.card').checkVisibility()`},
	{"the conversation stands below the field", `app.panelsOf.put('talk', 'bottom'); window.high = NaN`, `!wide || $('talk').getBoundingClientRect().top >= field.canvas.element.getBoundingClientRect().bottom - 1 && (window.high = field.canvas.element.getBoundingClientRect().height) > 0`},
	{"the conversation folds", `$('fold-talk').click()`, `app.panelsOf.folded('talk') && !$('said').checkVisibility() && (!wide || field.canvas.element.getBoundingClientRect().height > window.high + 60)`},
	{"it is dragged beside the field", `app.panelsOf.put('talk', 'bottom'); if (wide) { const b = document.querySelector('#talk .bar'), r = document.querySelector('main').getBoundingClientRect(); drag(b, r.left + 300, r.bottom - 100, r.right - 40, r.top + 200); }`, `!wide || app.panelsOf.at.talk === 'side' && $('talk').getBoundingClientRect().left >= document.querySelector('aside').getBoundingClientRect().left - 1`},
	{"the border of the details is dragged", `app.panelsOf.put('talk', 'folded'); window.was = document.querySelector('aside').clientWidth; if (wide) { const b = $('border-aside'), r = b.getBoundingClientRect(); drag(b, r.left + 3, r.top + 99, r.left - 57, r.top + 99); }`, `!wide || document.querySelector('aside').clientWidth > window.was + 40`},
	{"its place is remembered", ``, `!wide || JSON.parse(localStorage.getItem('panels')).size.aside > window.was + 40`},
	{"panels stand as before", `localStorage.clear(); app.panelsOf.size = { talk: 0, aside: 0 }; app.panelsOf.show()`, `app.panelsOf.size.aside === 0`},
}

// fills checks a page at the sizes of all windows, and prints how much of the field its nodes have.
func (t *tab) fills() {
	for _, size := range windows {
		if err := chromedp.Run(t, chromedp.EmulateViewport(size[0], size[1]), chromedp.Sleep(200*time.Millisecond)); err != nil {
			t.fail("%v", err)
			return
		}
		for _, c := range windowChecks {
			if err := chromedp.Run(t, chromedp.Evaluate("(() => {"+prelude+looks+c.act+"})()", nil)); err != nil {
				t.fail("%d×%d, %s: %v", size[0], size[1], c.name, err)
			} else if !holds(t, looks, c.true) {
				t.fail("%d×%d: %s", size[0], size[1], c.name)
			}
		}
		var share float64
		_ = chromedp.Run(t, chromedp.Evaluate("(() => {"+prelude+looks+"const [w, h] = extent(); return w * h / field.canvas.width / field.canvas.height; })()", &share))
		fmt.Printf("%s at %d×%d: the nodes' rectangle is %.0f %% of the field\n", t.where, size[0], size[1], 100*share)
	}
}
