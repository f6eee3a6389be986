package hello_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/hello"
	"bellwether/protocol"
)

func lab(nodes int, o overlay.HelloOptions) *smallworld.Lab {
	return smallworld.Probes(protocol.NeedsNeighbours, overlay.Services{Hello: &o}, smallworld.Options{Nodes: nodes})
}

func TestHelloFindsNeighboursWithinAnInterval(t *testing.T) {
	w := lab(4, overlay.HelloOptions{})
	w.Line().Boot()
	if got := w.NeighboursOf(2); len(got) != 0 {
		t.Fatalf("neighbours %v before anything was heard", got)
	}
	w.Run(time.Second)
	for id, want := range map[protocol.ID][]protocol.ID{1: {2}, 2: {1, 3}, 3: {2, 4}, 4: {3}} {
		if got := w.NeighboursOf(id); !slices.Equal(got, want) {
			t.Errorf("neighbours of %v: %v, want %v", id, got, want)
		}
		if d, _ := overlay.Degree(w.Machine(id)); d != len(want) {
			t.Errorf("degree of %v: %d, want %d", id, d, len(want))
		}
		if got := w.Changes(id); len(got) != len(want) {
			t.Errorf("events at %v: %v", id, got)
		}
	}
	if met := len(w.Events); met != 6 {
		t.Errorf("%d reports to the trace, want 6 meetings", met)
	}
}

func TestHelloDropsTheSilentAfterTheTimeout(t *testing.T) {
	w := lab(3, overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second})
	w.Complete().Boot()
	w.Run(10 * time.Second)
	w.Crash(3)
	w.Run(1900 * time.Millisecond) // its last greeting is at most 1.1 s older than the crash
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{2, 3}) {
		t.Errorf("neighbours %v before the time-out, want 2 and 3", got)
	}
	w.Run(1100*time.Millisecond + 2*time.Millisecond)
	if got := w.NeighboursOf(1); !slices.Equal(got, []protocol.ID{2}) {
		t.Errorf("neighbours %v after the time-out, want 2", got)
	}
	if got := w.Changes(1); !slices.Equal(got, []string{"up 2", "up 3", "down 3"}) && !slices.Equal(got, []string{"up 3", "up 2", "down 3"}) {
		t.Errorf("events %v", got)
	}
	last := w.Events[len(w.Events)-1]
	if last.Op != protocol.OpPart || last.To != 3 {
		t.Errorf("reported %+v, want a parting from 3", last)
	}
}

// "A neighbour that rebooted between two hellos is reported down, then up."
func TestHelloNoticesAReboot(t *testing.T) {
	w := lab(2, overlay.HelloOptions{})
	w.Complete().Boot()
	w.Run(5 * time.Second)
	w.Crash(2)
	w.Boot(2)
	w.Run(1500 * time.Millisecond)
	if got := w.Changes(1); !slices.Equal(got, []string{"up 2", "down 2", "up 2"}) {
		t.Errorf("events %v", got)
	}
}

// "An Elect during the first interval is remembered and delivered once", with a
// table that is no longer empty.
func TestElectWaitsForTheFirstInterval(t *testing.T) {
	w := lab(3, overlay.HelloOptions{Interval: 2 * time.Second})
	w.Complete().Boot()
	var known int
	w.Probe(1).On = func(env *protocol.Env, call string) {
		if call == "elect" {
			known = len(env.Neighbours())
		}
	}
	elects := func() (n int) {
		for _, call := range w.Probe(1).Log {
			if call == "elect" {
				n++
			}
		}
		return n
	}
	w.Elect(1)
	w.Run(time.Second)
	w.Elect(1)
	w.Run(time.Second - 1)
	if elects() != 0 {
		t.Fatal("elected before it has listened")
	}
	w.Run(1)
	if elects() != 1 || known != 2 {
		t.Errorf("%d elections, %d neighbours known, want 1 and 2", elects(), known)
	}
	w.Elect(1)
	if elects() != 2 {
		t.Error("an election after the first interval waits")
	}
}

func TestHelloIgnoresTheDriversNeighbours(t *testing.T) {
	w := lab(2, overlay.HelloOptions{})
	w.Complete().Boot()
	h := w.Machine(1).(*hello.Hello)
	h.NeighbourUp(nil, 9)
	h.NeighbourDown(nil, 9)
	if got := w.Changes(1); len(got) != 0 {
		t.Errorf("events %v", got)
	}
}

// Greetings cost what the comment promises: about one per node and interval, and nodes do
// not send them in step.
func TestGreetingsSpread(t *testing.T) {
	w := lab(20, overlay.HelloOptions{Interval: time.Second})
	w.Boot()
	w.Run(100 * time.Second)
	if n := w.Count("hello"); n < 20*98 || n > 20*103 {
		t.Errorf("%d greetings of 20 nodes in 100 s", n)
	}
	var last protocol.Time
	shortest, longest := time.Hour, time.Duration(0)
	for _, s := range w.Said {
		if s.From == 1 && last != 0 {
			shortest, longest = min(shortest, s.At.Sub(last)), max(longest, s.At.Sub(last))
		}
		if s.From == 1 {
			last = s.At
		}
	}
	if shortest < 900*time.Millisecond || shortest > 950*time.Millisecond ||
		longest < 1050*time.Millisecond || longest > 1100*time.Millisecond {
		t.Errorf("intervals of one node from %v to %v, want nearly 0.9 s to 1.1 s", shortest, longest)
	}
	busy := map[int64]int{}
	for _, s := range w.Said {
		if s.At > protocol.Time(90*time.Second) {
			busy[int64(s.At)/int64(50*time.Millisecond)]++
		}
	}
	for slot, n := range busy {
		if n > 8 { // 1 on average
			t.Errorf("%d greetings within 50 ms, in slot %d", n, slot)
		}
	}
}

// A model: a node that was heard within the time-out, in its present life, is in the table,
// which is sorted; a node that was not is out of the table by the next greeting.
func TestTableHoldsWhoWasHeard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		probe := &smallworld.Probe{}
		whole, _, _ := overlay.Compose(protocol.Algorithm{}, func() protocol.Machine { return probe }, overlay.Services{Hello: &overlay.HelloOptions{}})
		m := whole()
		env := new(protocol.Env)
		now := protocol.Time(rapid.Int64Range(0, 1<<62).Draw(t, "epoch"))
		random := rand.New(rand.NewPCG(1, 2))
		var due protocol.Time
		call := func(f func()) {
			env.Driver().Enter(protocol.Facts{Self: 1, Now: now, Rand: random})
			f()
			for _, e := range env.Driver().Effects() {
				if e.Op == protocol.OpSetTimer {
					due = now.Add(e.Within)
				}
			}
		}
		call(func() { m.Start(env, nil) })
		heard := map[protocol.ID]protocol.Time{}
		for range 60 {
			now = min(due, now.Add(time.Duration(rapid.IntRange(0, 1500).Draw(t, "ms"))*time.Millisecond))
			if now == due {
				call(func() { m.Fire(env, 0) })
				for id, at := range heard {
					// Instants are kept in whole milliseconds.
					if age := now.Sub(at); age >= 3*time.Second+time.Millisecond {
						delete(heard, id)
					}
				}
			} else {
				id := protocol.ID(rapid.IntRange(2, 6).Draw(t, "id"))
				call(func() { m.Receive(env, id, hello.Greeting{Boot: 1}) })
				heard[id] = now
			}
			table := m.(*hello.Hello).Neighbours()
			if !slices.IsSorted(table) {
				t.Fatalf("table %v", table)
			}
			for id, at := range heard {
				if _, ok := slices.BinarySearch(table, id); !ok && now.Sub(at) < 3*time.Second-time.Millisecond {
					t.Fatalf("%v, heard %v ago, is not in %v", id, now.Sub(at), table)
				}
			}
			for _, id := range table {
				if _, ok := heard[id]; !ok {
					t.Fatalf("%v in the table %v is long silent", id, table)
				}
			}
		}
	})
}

// "One Hello message value allocated at most per broadcast": a greeting that is received or
// sent allocates nothing.
func TestGreetingsDoNotAllocate(t *testing.T) {
	whole, _, _ := overlay.Compose(protocol.Algorithm{Needs: protocol.NeedsNeighbours, Timers: 2},
		func() protocol.Machine { return &smallworld.Probe{} }, overlay.Services{Hello: &overlay.HelloOptions{}})
	m := whole()
	env := new(protocol.Env)
	random := rand.New(rand.NewPCG(1, 2))
	now := protocol.Time(0)
	enter := func() { env.Driver().Enter(protocol.Facts{Self: 1, Now: now, Rand: random}) }
	enter()
	m.Start(env, nil)
	greeting := protocol.Message(hello.Greeting{Boot: 7})
	for id := protocol.ID(2); id < 22; id++ {
		enter()
		m.Receive(env, id, greeting)
	}
	if n := testing.AllocsPerRun(100, func() {
		now = now.Add(100 * time.Millisecond)
		enter()
		m.Receive(env, 2+protocol.ID(now/1e8%20), greeting)
		enter()
		m.Fire(env, 2)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleDegree() {
	w := lab(3, overlay.HelloOptions{})
	w.Complete().Boot()
	w.Run(time.Second)
	fmt.Println(overlay.Degree(w.Machine(1)))
	// Output: 2 true
}
