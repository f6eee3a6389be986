package explorer

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/emulator/story"
	"bellwether/protocol"
)

// A rogue is a toy that counts the messages of each node, and remembers the instant of the
// last. breach names what it does wrong.
type rogue struct {
	toy
	breach string
	heard  map[protocol.ID]byte
	since  protocol.Time // of the last message
	calls  byte          // of Snapshot
}

// outside is a global variable, which machines must not use.
var outside int

func (m *rogue) Receive(env *protocol.Env, from protocol.ID, message protocol.Message) {
	m.heard[from] = min(m.heard[from]+1, 9)
	beat := message.Kind() == 2
	switch {
	case m.breach == "names a stranger" && beat:
		env.Send(7, message)
	case m.breach == "routes to a stranger" && beat:
		env.Route(99, message)
	case m.breach == "follows a stranger" && beat:
		env.Elected(99, protocol.Computation{})
	case m.breach == "sets a foreign timer" && beat:
		env.SetTimer(9, 1)
	case m.breach == "forgets in copies" && m.toy.told:
		return
	case m.breach == "remembers unmoved" && beat && m.since != 0 && env.Now().Sub(m.since) < time.Second/2:
		return // ignores the second of two beats
	case m.breach == "remembers unmoved for good" && beat && m.since != 0 && env.Now().Sub(m.since) < time.Second/2:
		env.SetTimer(toyWatch, 4*time.Second) // a little longer
		return
	case m.breach == "Snapshot leaves a map out" && m.heard[from]%3 == 2:
		return // ignores each third
	case m.breach == "looks outside" && beat:
		if outside++; outside%3 != 0 {
			return
		}
	}
	m.since = env.Now()
	m.toy.Receive(env, from, message)
}

// late reports whether it has elected somebody.
func (m *rogue) late() bool { return m.leader != protocol.Nobody }

func (m *rogue) Snapshot(b []byte) []byte {
	switch {
	case m.breach == "Snapshot panics" && m.late():
		panic("no picture")
	case m.breach == "Snapshot begins anew":
		b = nil
	case m.breach == "Snapshot counts":
		m.calls++
	}
	if m.breach == "Snapshot ranges over a map" {
		for id := range m.heard {
			b = protocol.AppendID(b, id)
		}
	}
	b = append(m.toy.Snapshot(b), m.calls)
	for _, id := range slices.Sorted(maps.Keys(m.heard)) {
		if m.breach == "Snapshot leaves a map out" {
			break
		}
		b = append(protocol.AppendID(b, id), m.heard[id])
	}
	if m.breach == "Snapshot is cut" {
		b = b[:4]
	}
	if strings.HasPrefix(m.breach, "remembers unmoved") {
		return b
	}
	return binary.BigEndian.AppendUint64(b, uint64(m.since))
}

func (m *rogue) Copy() protocol.Machine {
	if m.breach == "Copy panics" && m.late() {
		panic("no twin")
	}
	c := *m
	if m.breach == "forgets in copies" {
		c.told = true
	}
	if m.breach != "Copy shares a map" {
		c.heard = maps.Clone(m.heard)
	}
	return &c
}

func (m *rogue) Shift(_ protocol.Time, d time.Duration) {
	switch {
	case m.breach == "Shift panics" && m.late():
		panic("no time")
	case !strings.HasPrefix(m.breach, "remembers unmoved"):
		m.since = m.since.Shift(d)
	}
}

func (m *rogue) Inspect(show func(name string, value int64)) {
	if m.breach == "Inspect panics" && m.late() {
		panic("no view")
	}
	m.toy.Inspect(show)
}

func rogues(breach string) story.Finder {
	a, _ := toys("")("toy")
	a.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { return &rogue{breach: breach, heard: map[protocol.ID]byte{}} }, nil
	}
	if breach == "SettleBound panics" {
		a.SettleBound = func(s protocol.Scale, _ protocol.Config) time.Duration {
			if s.Nodes < 2 {
				panic("alone")
			}
			return 5 * time.Second
		}
	}
	return story.Only(a)
}

// A breach of the machines' contract is reported with the node, the method and the steps that
// lead to it, as a story that replays.
func TestBreachesOfContractAreConvicted(t *testing.T) {
	for _, c := range []struct{ breach, world, why string }{
		{"", "line of 2, crashes 1", ""},
		{"names a stranger", "line of 2", "toy's Receive at node A, 2s after the start, breaks the contract: it names node 7, and there are nodes 1 to 2; name a node that it knows"},
		{"routes to a stranger", "line of 2", "toy's Receive at node A, 2s after the start, breaks the contract: it names node 99, and there are nodes 1 to 2"},
		{"follows a stranger", "line of 2", "it names node 99, and there are nodes 1 to 2"},
		{"sets a foreign timer", "line of 2", "toy's Receive at node A, 2s after the start, breaks the contract: it sets timer 9"},
		{"Snapshot panics", "line of 2", "toy's Snapshot at node A, 1s after the start, panics: no picture, in explorer.(*rogue).Snapshot (contract_test.go:"},
		{"Copy panics", "line of 2", "toy's Copy at node A, 2s after the start, panics: no twin, in explorer.(*rogue).Copy (contract_test.go:"},
		{"Shift panics", "line of 2", "toy's Shift at node A, 1s after the start, panics: no time, in explorer.(*rogue).Shift (contract_test.go:"},
		{"Inspect panics", "line of 2", "toy's Inspect at node A, 1s after the start, panics: no view, in explorer.(*rogue).Inspect (contract_test.go:"},
		{"SettleBound panics", "line of 2, crashes 1", "toy's SettleBound panics: alone, in explorer."},
		{"Snapshot begins anew", "line of 2", "toy's Snapshot at node A, 0s after the start, breaks the contract: it does not append to its argument"},
		{"Snapshot is cut", "line of 2", "toy's Snapshot at node A, 0s after the start, breaks the contract: it does not append to its argument"},
		{"Snapshot counts", "line of 2", "toy's Snapshot at node A gives other bytes when it is called again: it is not a function of the state"},
		{"Snapshot ranges over a map", "complete of 3", "gives other bytes when it is called again: it is not a function of the state"},
		{"Snapshot leaves a map out", "line of 3, start all", "leaves something out: two runs have the same Snapshots, and the same step does not do the same in both; before it their machines differ in heard"},
		{"Copy shares a map", "line of 2, start all", "toy's Copy shares memory with its original (the map heard, at node "},
		{"forgets in copies", "line of 3", "toy's Copy at node A gives a machine in another state: their Snapshots differ"},
		{"remembers unmoved", "line of 2", "its Shift does not move every instant that it remembers"},
		{"remembers unmoved for good", "line of 2", "its Shift does not move every instant that it remembers"},
		{"looks outside", "line of 3", "toy's machines do not do the same again from the same beginning"},
		{"looks outside", "line of 2", "toy's machines do not do the same again from the same beginning"},
	} {
		o, err := Parse("toy", c.world)
		if err != nil {
			t.Fatal(err)
		}
		switch c.breach {
		case "Inspect panics":
			o.Always = []string{"not A.best = 77"}
		case "looks outside":
			o.Workers = 1
		}
		outside = 0
		r, err := Explore(t.Context(), rogues(c.breach), o, nil)
		if err != nil {
			t.Errorf("%s: %v", c.breach, err)
			continue
		}
		if want := map[bool]Verdict{true: Holds, false: Convicted}[c.why == ""]; r.Verdict != want || !strings.Contains(r.Fault, c.why) {
			t.Errorf("%s: %v, want %s\n%s", c.breach, r, c.why, r.Story)
			continue
		}
		if c.why == "" || c.breach == "looks outside" {
			continue
		}
		s, err := story.Read("found", strings.NewReader(r.Story))
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if differences, err := s.Play(rogues(c.breach), &out); err != nil || len(differences) > 0 || !strings.HasPrefix(r.Story, "# "+r.Fault+"\nnodes toy ") {
			t.Errorf("%s: the story does not replay: %v, %v\n%s", c.breach, differences, err, r.Story)
		}
	}
}
