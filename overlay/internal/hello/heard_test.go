package hello_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/hello"
	"bellwether/protocol"
)

// An ear is node 1, which receives greetings when a test says so, about once a second.
type ear struct {
	w *smallworld.Lab
	h *hello.Hello
	t *testing.T
}

func listen(t *testing.T, window int) *ear {
	w := lab(3, overlay.HelloOptions{Timeout: 3500 * time.Millisecond, Window: window})
	w.Boot(1)
	return &ear{w, w.Machine(1).(*hello.Hello), t}
}

// hears delivers a greeting from a node d later.
func (e *ear) hears(from protocol.ID, d time.Duration) {
	e.w.Run(d)
	e.w.Do(1, func(env *protocol.Env) { e.h.Receive(env, from, hello.Greeting{Boot: 7}) })
}

// quality checks the share of hellos that were received.
func (e *ear) quality(heard, due float64) {
	e.t.Helper()
	if got, _ := overlay.Quality(e.h, e.w.Now); math.Abs(got-heard/due) > 1e-15 {
		e.t.Errorf("at %v the share heard is %v, want %v of %v", e.w.Now, got, heard, due)
	}
}

func TestQualityIsTheShareOfHellosHeard(t *testing.T) {
	e := listen(t, overlay.QualityWindow)
	e.quality(0, 1)
	e.hears(2, time.Second)
	e.quality(1, 1)
	e.hears(2, 900*time.Millisecond) // a tenth early
	e.hears(2, 1100*time.Millisecond)
	e.quality(3, 3)
	e.hears(2, 2*time.Second) // one was lost
	e.quality(4, 5)
	e.hears(2, 0) // twice
	e.quality(4, 5)
	e.w.Run(1099 * time.Millisecond)
	e.quality(4, 5) // it may still come
	e.w.Run(time.Millisecond)
	e.quality(4, 6)
	e.hears(2, 1600*time.Millisecond) // 2.7 s after the last: two were lost
	e.quality(5, 8)
	e.hears(3, 0) // another neighbour: one of one
	e.quality(6, 9)
}

func TestQualityGoesByTheLastTen(t *testing.T) {
	e := listen(t, overlay.QualityWindow)
	e.hears(2, 0)
	e.hears(2, 3*time.Second)
	e.quality(2, 4)
	for range 7 {
		e.hears(2, time.Second)
	}
	e.quality(8, 10) // 9 of 11, and the first is forgotten
	e.hears(2, time.Second)
	e.quality(9, 10) // and one of the two that were lost
	for range 30 {
		e.hears(2, time.Second)
	}
	e.quality(10, 10)
}

func TestQualityForgetsWhoIsGone(t *testing.T) {
	e := listen(t, overlay.QualityWindow)
	e.hears(3, 0)
	e.hears(2, 0)
	e.hears(3, 2*time.Second)
	e.hears(2, 0)
	e.quality(4, 6)
	e.hears(3, time.Second)
	e.w.Do(1, func(env *protocol.Env) { e.h.Receive(env, 3, hello.Greeting{Boot: 8}) }) // it rebooted
	e.hears(2, 0)
	e.quality(1+3, 1+4)
	e.hears(3, 3*time.Second)
	e.w.Run(time.Second) // and 2 is silent too long
	e.quality(1, 1)
}

// TestQualityKeepsThePastOfAPoorLink: a neighbour that is dropped and comes back has lost the
// hellos between, unless it rebooted, or was away for a window.
func TestQualityKeepsThePastOfAPoorLink(t *testing.T) {
	e := listen(t, overlay.QualityWindow)
	e.hears(2, 0)
	e.hears(2, time.Second)
	e.w.Run(4600 * time.Millisecond)
	e.quality(0, 1) // it is dropped
	e.hears(2, 400*time.Millisecond)
	e.quality(3, 7)
	e.hears(3, 0)
	e.quality(4, 8)
	e.hears(2, 6*time.Second)
	e.quality(2, 10) // four of 13 came, two of them among the first three
	e.w.Run(5 * time.Second)
	e.w.Do(1, func(env *protocol.Env) { e.h.Receive(env, 2, hello.Greeting{Boot: 8}) })
	e.quality(1, 1)
	e.w.Run(5 * time.Second)
	e.hears(2, 0)
	e.quality(1, 1) // the life before is not this one
	e.hears(2, 10*time.Second)
	e.quality(1, 1) // an absence
	e.hears(2, 9*time.Second)
	e.quality(2, 10)
}

func TestQualityNeedsAWindow(t *testing.T) {
	e := listen(t, 0)
	e.hears(2, 0)
	if q, ok := overlay.Quality(e.h, e.w.Now); ok || q != 0 || e.h.Quality(e.w.Now) != 0 {
		t.Errorf("without a window the share heard is %v, %v", q, ok)
	}
	w := smallworld.Probes(protocol.NeedsNeighbours, overlay.Services{}, smallworld.Options{Nodes: 1})
	w.Boot()
	if q, ok := overlay.Quality(w.Machine(1), 0); ok || q != 0 {
		t.Errorf("without hellos it is %v, %v", q, ok)
	}
}

// TestQualityAgainstALedger plays hellos that arrive or not, each at most a tenth of an
// interval early or late, and compares the quality with a list of them.
func TestQualityAgainstALedger(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		window := rapid.IntRange(1, 31).Draw(r, "window")
		e := listen(t, window)
		e.hears(2, 0)
		ledger, since, lost := []bool{true}, time.Duration(0), 0
		for range rapid.IntRange(0, 60).Draw(r, "hellos") {
			since += time.Second + time.Duration(rapid.Int64Range(-100, 100).Draw(r, "jitter"))*time.Millisecond
			comes := lost == 2 || rapid.Bool().Draw(r, "comes") // never silent for so long that it is dropped
			ledger = append(ledger, comes)
			if lost++; comes {
				e.hears(2, since)
				since, lost = 0, 0
			}
		}
		ledger = ledger[:len(ledger)-lost] // it may not know yet that these are lost
		ledger = ledger[max(len(ledger)-window, 0):]
		heard := 0
		for _, came := range ledger {
			if came {
				heard++
			}
		}
		if got, want := e.h.Quality(e.w.Now), float64(heard)/float64(len(ledger)); math.Abs(got-want) > 1e-15 {
			r.Fatalf("the share heard is %v, want %v: %v", got, want, ledger)
		}
	})
}

// TestPastsBelongToTheState: two nodes that received the same last hellos, but not the same
// before, have different states with a window, and equal states without one.
func TestPastsBelongToTheState(t *testing.T) {
	for window, differ := range map[int]bool{0: false, 3: true} {
		var states [2][]byte
		for i, gaps := range [2][]time.Duration{{time.Second, time.Second}, {2 * time.Second}} {
			e := listen(t, window)
			e.hears(2, 0)
			for _, gap := range gaps {
				e.hears(2, gap)
			}
			states[i] = e.h.Snapshot(nil)
		}
		if slices.Equal(states[0], states[1]) == differ {
			t.Errorf("window %d: states differ %v, want %v", window, !differ, differ)
		}
	}
}
