package steps_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/protocol"
	"bellwether/trace"
)

// pulsed count the pulses of a clock that all share: their machines cannot be moved in time.
var pulsed = []string{"s-elect-leader-c", "simple-sync"}

// TestRebasedSystemsGoOnAlike runs two systems of every algorithm by the same steps, without
// services and with all, and rebases one of them after each step. Now and then the other is
// rebased once: then both have the same state.
func TestRebasedSystemsGoOnAlike(t *testing.T) {
	const long, often = 1000, 10
	for _, a := range append(baseline.All(), election.Vasudevan()) {
		for k, s := range stacks {
			t.Run(a.Name, func(t *testing.T) {
				t.Parallel()
				g := rand.New(rand.NewPCG(2, uint64(k)))
				still, moved := fresh(t, a, s, 1), fresh(t, a, s, 1)
				for step := range long {
					next, ok := some(still, g)
					if !ok {
						break
					}
					still.Take(next)
					moved.Take(next)
					if can := moved.Rebase(origin); can == slices.Contains(pulsed, a.Name) {
						t.Fatalf("rebased: %t", can)
					} else if !can {
						return
					}
					if step%often > 0 {
						continue
					}
					once := still.Copy()
					if once.Rebase(origin); !bytes.Equal(once.Snapshot(nil), moved.Snapshot(nil)) {
						t.Fatalf("after %d steps, the last %v, the system that was rebased after each differs", step+1, next)
					}
				}
				if late := moved.Now - origin; late < 0 || late >= protocol.Time(time.Millisecond) || still.Now-origin < protocol.Time(time.Second) {
					t.Errorf("it is %v after the origin, and %v without rebasing", late, still.Now-origin)
				}
			})
		}
	}
}

// times notes the instants of records.
type times []protocol.Time

func (*times) Wants() trace.Set         { return 1<<trace.Timer | 1<<trace.Boot }
func (n *times) Record(r *trace.Record) { *n = append(*n, r.At) }

// TestRecordsTellTheTimeAsItWas fires timers of a system that is rebased, and of one that is
// not.
func TestRecordsTellTheTimeAsItWas(t *testing.T) {
	var still, moved times
	for _, to := range []*times{&still, &moved} {
		w := fresh(t, election.Vasudevan(), stacks[0], 1)
		w.Attach(to)
		for range 20 {
			w.DeliverAll()
			w.Take(w.Due(nil)[0])
			if to == &moved {
				w.Rebase(origin)
			}
		}
	}
	if len(still) < 20 || !slices.Equal(still, moved) || still[19] < origin+protocol.Time(time.Second) {
		t.Errorf("records at %v, and at %v where the system is rebased", still, moved)
	}
}

// TestRenumberedSystemsGoOnAlike runs two systems of VKT04 by the same steps, in each
// signalling, and renumbers one of them after each step. Now and then the other is
// renumbered once: then both have the same state, and they say the same by kinds and ways.
func TestRenumberedSystemsGoOnAlike(t *testing.T) {
	const long, often = 3000, 10
	a := election.Vasudevan()
	for _, p := range a.Params {
		for _, choice := range p.Choices {
			t.Run(choice, func(t *testing.T) {
				t.Parallel()
				of := a
				of.New = func(c protocol.Config) (func() protocol.Machine, error) {
					c.Values, _ = protocol.Resolve(a.Params, map[string]string{p.Name: choice}, c.Detection)
					return a.New(c)
				}
				g := rand.New(rand.NewPCG(3, 3))
				still, moved := fresh(t, of, stacks[0], 1), fresh(t, of, stacks[0], 1)
				for step := range long {
					next, ok := some(still, g)
					if !ok {
						break
					}
					still.Take(next)
					moved.Take(next)
					if !moved.Renumber() {
						t.Fatal("it cannot be renumbered")
					}
					if step%often > 0 {
						continue
					}
					once := still.Copy()
					if once.Renumber(); !bytes.Equal(once.Snapshot(nil), moved.Snapshot(nil)) {
						t.Fatalf("after %d steps, the last %v, the system that was renumbered after each differs", step+1, next)
					}
				}
			})
		}
	}
}
