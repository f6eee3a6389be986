//go:build view

package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A tab of the browser has the checks of one page, and counts those that fail.
type tab struct {
	context.Context
	where string // the page, in messages

	mu     sync.Mutex // events come while checks run
	failed int
}

// newTab opens a tab that closes by itself after a time.
func newTab(parent context.Context, where string, limit time.Duration) (t *tab, done func()) {
	ctx, closes := chromedp.NewContext(parent, chromedp.WithErrorf(func(string, ...any) {})) // of events that it does not know
	ctx, stop := context.WithTimeout(ctx, limit)
	return &tab{Context: ctx, where: where}, func() { stop(); closes() }
}

func (t *tab) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed++
	fmt.Printf("FAIL %s: %s\n", t.where, fmt.Sprintf(format, args...))
}

// unkind reports which accessibility rules the page breaks as it is shown now, by axe-core.
func (t *tab) unkind() {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.fail("axe-core: %v", err)
		return
	}
	var broken []string
	err = chromedp.Run(t, chromedp.Evaluate(string(axe)+";0", nil), chromedp.Evaluate(
		`axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 5).map((n) => n.html.slice(0, 120)).join(", ")))`, &broken,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil {
		t.fail("axe-core: %v", err)
	}
	for _, rule := range broken {
		t.fail("axe-core: %s", rule)
	}
}
