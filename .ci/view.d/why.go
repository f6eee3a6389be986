//go:build view

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"bellwether/internal/explain/causality"
	"bellwether/protocol"
)

// A question is one that the page and package causality both answer.
type question struct {
	Node protocol.ID   `json:"node"`
	At   protocol.Time `json:"at"`
	want []string
}

// instants is how many moments of a trace are asked about, and nodes how many nodes at each, at most.
const instants, nodes = 16, 24

// largest is the size, in bytes, of a trace that is read sixteen times here: a second each.
const largest = 50e6

// farther is what a page says when it has read its limit of pages.
const farther = "farther back than this page reads"

// answers compares what a page from disk answers why with what package causality answers of the trace beside it. It
// prints how many answers were the same, and does nothing for a page without a trace.
func answers(ctx context.Context, url string, fail func(format string, args ...any)) {
	file := strings.TrimSuffix(strings.TrimPrefix(url, "file://"), ".html") + ".ndjson"
	if at, err := os.Stat(file); err != nil || !strings.HasSuffix(url, ".html") || at.Size() > largest {
		return
	}
	var head struct {
		End   protocol.Time `json:"end_ns"`
		Nodes []protocol.ID `json:"nodes"`
	}
	nameless := "window.bellwether.main.head.names = {}" // package causality shows numbers
	if err := chromedp.Run(ctx, chromedp.Evaluate(nameless, nil), chromedp.Evaluate("window.bellwether.main.head", &head)); err != nil {
		fail("the head: %v", err)
		return
	}
	asked, far, longest := 0, 0, 0
	for i := range instants {
		all, err := questions(file, head.End*protocol.Time(i+1)/instants, head.Nodes)
		if err != nil {
			fail("%v", err)
			return
		}
		if len(all) == 0 { // no node has booted
			continue
		}
		list, _ := json.Marshal(all)
		var got [][]string
		err = chromedp.Run(ctx, chromedp.Evaluate(`(async () => { const b = window.bellwether.because, all = [];
			for (const q of `+string(list)+`) all.push((await b.about(window.bellwether.main).follow(q.node, q.at)).sentences.map((s) => s.text)); return all; })()`, &got,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		if err != nil {
			fail("why at %v: %v", all[0].At, err)
			return
		}
		for k, q := range all {
			asked++
			longest = max(longest, len(q.want))
			if slices.ContainsFunc(got[k], func(s string) bool { return strings.Contains(s, farther) }) {
				far++
				got[k], q.want = got[k][:1], q.want[:1]
			}
			if !slices.Equal(got[k], q.want) {
				fail("why node %v at %v ns:\n%s\nwant\n%s", q.Node, q.At, strings.Join(got[k], "\n"), strings.Join(q.want, "\n"))
				return
			}
		}
	}
	if asked < 2*instants || far == asked {
		fail("%d answers, %d of them cut", asked, far)
	}
	fmt.Printf("%s: %d answers to why equal the answers of bellwether why, up to %d lines; %d go farther back than the page reads\n", url, asked, longest, far)
}

// questions asks package causality about nodes at an instant. It leaves out nodes without
// records.
func questions(file string, at protocol.Time, of []protocol.ID) (all []question, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := causality.Read(f, file, at)
	if err != nil {
		return nil, err
	}
	step := max(1, len(of)/nodes)
	for i := 0; i < len(of); i += step {
		if a, err := h.Follow(of[i]); err == nil {
			all = append(all, question{of[i], at, a.Sentences})
		}
	}
	return all, nil
}
