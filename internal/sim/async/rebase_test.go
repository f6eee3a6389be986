package async_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/election"
	"bellwether/election/tanist"
	"bellwether/protocol"
	"bellwether/trace"
)

// pulsed are algorithms that count the pulses of a common clock: their machines cannot be
// moved in time.
var pulsed = []string{"s-elect-leader-c", "simple-sync"}

// TestRebasedSystemsRunLikeOthers runs two systems of every algorithm by the same steps,
// without services and with all, and rebases one of them after each step. Every ten steps a
// copy of the other is rebased once: then both have the same state.
func TestRebasedSystemsRunLikeOthers(t *testing.T) {
	const long, often = 1000, 10
	for _, a := range append(baseline.All(), election.Vasudevan(), tanist.Algorithm()) {
		for k, s := range stacks {
			t.Run(a.Name, func(t *testing.T) {
				t.Parallel()
				g := rand.New(rand.NewPCG(2, uint64(k)))
				still, moved := fresh(t, a, s, 1), fresh(t, a, s, 1)
				for step := range long {
					next, ok := randomStep(still, g)
					if !ok {
						break
					}
					still.Take(next)
					moved.Take(next)
					if (s.AODV != nil || s.OLSR != nil) && slices.ContainsFunc(still.Members(), func(id protocol.ID) bool { return still.Machines.Boots(id) > 1 }) {
						return // a node's first number is the time of its boot, which rebasing changes
					}
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

// told is a sink for the instants of records, the values that nodes show, and what messages say.
type told []trace.Record

func (*told) Wants() trace.Set {
	return trace.Of(trace.Timer, trace.Boot, trace.State, trace.Send, trace.Receive)
}

func (n *told) Record(r *trace.Record) {
	out := trace.Record{At: r.At, Node: r.Node, Name: r.Name, Value: r.Value}
	if r.Content != nil {
		out.Name = fmt.Sprint(r.Content)
	}
	*n = append(*n, out)
}

// TestRecordsHaveTheTimeWithoutRebasing fires timers of a system that is rebased, and of
// one that is not. Nodes of VKT04 show when they were informed of their leader; messages of tanist
// say when a leader was alive.
func TestRecordsHaveTheTimeWithoutRebasing(t *testing.T) {
	for _, c := range []struct {
		of    protocol.Algorithm
		shows string
		least int64
	}{{election.Vasudevan(), "leader_told_ms", 1000}, {tanist.Algorithm(), "stamp_ns", int64(origin)}} {
		var still, moved told
		for _, to := range []*told{&still, &moved} {
			w := fresh(t, c.of, stacks[0], 1)
			w.Records.Attach(to)
			for range 200 {
				w.DeliverAll()
				w.Take(w.Alarms.Due(nil)[0])
				if to == &moved {
					w.Rebase(origin)
				}
			}
		}
		last := still[len(still)-1]
		if !slices.Equal(still, moved) || last.At < origin+protocol.Time(time.Second) {
			t.Errorf("%s: records\n%v, and where the system is rebased\n%v", c.of.Name, still, moved)
		}
		if !slices.ContainsFunc(still, func(r trace.Record) bool { return r.Name == c.shows && r.Value > c.least }) {
			t.Errorf("%s: no node shows a later %s", c.of.Name, c.shows)
		}
	}
}

// TestRenumberedSystemsRunLikeOthers runs two systems of VKT04 by the same steps, in each
// signalling, and renumbers one of them after each step. Every ten steps a copy of the other
// is renumbered once: then both have the same state.
func TestRenumberedSystemsRunLikeOthers(t *testing.T) {
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
					next, ok := randomStep(still, g)
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
