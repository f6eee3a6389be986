//go:build view

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// reportChecks check a report on a screen, at each width, light and dark. A screen is 900 pixels
// high. wide says that a check is for screens of 1366 pixels and more.
var reportChecks = []struct {
	name string
	wide int64
	true string
}{
	{"nothing overflows sideways", 0, `document.documentElement.scrollWidth <= window.innerWidth`},
	{"it takes four screens at most", 1366, `document.documentElement.scrollHeight <= 4 * 900`},
	{"its first figure begins in the upper half of the first screen", 1366, `document.querySelector('figure svg').getBoundingClientRect().top <= 450`},
	{"it is as wide as the screen", 1366, `document.querySelector('main').getBoundingClientRect().width > 0.92 * window.innerWidth`},
	{"figures fill their panels", 0, `[...document.querySelectorAll('.panels > div')].filter((d) => d.checkVisibility()).every((d) => d.querySelector('svg').getBoundingClientRect().width > d.getBoundingClientRect().width - 1)`},
	{"the text of figures can be read", 0, `[...document.querySelectorAll('figure svg')].filter((s) => s.checkVisibility()).every((s) => { const size = 7 * s.getBoundingClientRect().width / s.viewBox.baseVal.width; return size >= 8.5 && size <= 20; })`},
	{"the ground of figures is that of the page", 0, `[...document.querySelectorAll('figure svg > g > path:first-child')].every((p) => getComputedStyle(p).fill === getComputedStyle(document.body).backgroundColor)`},
}

// printChecks check a report on paper: A4 without margins of 15 mm is 680 pixels wide.
var printChecks = []struct{ name, true string }{
	{"nothing is cut off on paper", `document.documentElement.scrollWidth <= window.innerWidth`},
	{"folded parts are printed", `document.querySelectorAll('details:not([open]) table').length > 0 && [...document.querySelectorAll('details table')].every((t) => t.checkVisibility())`},
	{"no figure is divided", `[...document.querySelectorAll('figure')].every((f) => getComputedStyle(f).breakInside === 'avoid')`},
	{"no row is divided, and heads repeat", `[...document.querySelectorAll('tr')].every((r) => getComputedStyle(r).breakInside === 'avoid') && [...document.querySelectorAll('thead')].every((h) => getComputedStyle(h).display === 'table-header-group')`},
}

// reports checks the pages of reports, and returns how many checks fail.
func reports(parent context.Context, urls []string) (failed int) {
	for _, url := range urls {
		failed += readReport(parent, url)
	}
	return failed
}

func readReport(parent context.Context, url string) int {
	page, done := newTab(parent, url, time.Minute)
	defer done()
	ctx, fail := context.Context(page), page.fail
	chromedp.ListenTarget(ctx, func(event any) {
		if e, is := event.(*network.EventRequestWillBeSent); is && e.Request.URL != url {
			fail("it asks for %s", e.Request.URL)
		}
	})
	is := func(script string) (yes bool) {
		if err := chromedp.Run(ctx, chromedp.Evaluate("Boolean("+script+")", &yes)); err != nil {
			fail("%v", err)
		}
		return yes
	}
	if err := chromedp.Run(ctx, network.Enable(), chromedp.Navigate(url)); err != nil {
		fail("it does not open: %v", err)
		return page.failed
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1366, 1920, 390} {
			_ = chromedp.Run(ctx, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}), chromedp.EmulateViewport(width, 900))
			for _, c := range reportChecks {
				if width >= c.wide && !is(c.true) {
					fail("%s, %d wide: %s", scheme, width, c.name)
				}
			}
		}
		_ = chromedp.Run(ctx, chromedp.Evaluate(`document.querySelectorAll('details').forEach((d) => { d.open = true; })`, nil))
		page.unkind()
		_ = chromedp.Run(ctx, chromedp.Navigate(url))
	}
	keyboard(ctx, fail, is)
	_ = chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(680, 1000))
	for _, c := range printChecks {
		if !is(c.true) {
			fail("%s", c.name)
		}
	}
	fmt.Printf("%s: read at three widths, light and dark, and printed\n", url)
	return page.failed
}

// keyboard opens the first folded part without a mouse.
func keyboard(ctx context.Context, fail func(format string, args ...any), is func(string) bool) {
	const folded = `document.querySelector('details:not([open])')`
	_ = chromedp.Run(ctx, chromedp.Evaluate(`window.first = `+folded+`; window.first.querySelector('summary').focus()`, nil), chromedp.KeyEvent("\r"))
	if !is(`window.first.open && window.first.lastElementChild.checkVisibility()`) {
		fail("a folded part does not open by the key Enter")
	}
	_ = chromedp.Run(ctx, chromedp.Evaluate(`window.first.open = false`, nil))
}
