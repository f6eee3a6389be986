package emulator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// meet returns a contact between two times in milliseconds; until 0 means for ever.
func meet(a, b protocol.ID, from, until int) radio.Contact {
	c := radio.Contact{A: a, B: b, From: protocol.Time(from) * protocol.Time(ms), Until: protocol.Time(until) * protocol.Time(ms)}
	if until == 0 {
		c.Until = radio.Never
	}
	return c
}

// contactsOf returns a world of keepers whose medium is a list of contacts.
func contactsOf(t *testing.T, n int, list []radio.Contact, faults ...Fault) (Config, *[]string) {
	t.Helper()
	cfg, log := keepers(radio.Line(n), protocol.Nobody, faults...)
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: list})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Medium = c
	return cfg, log
}

// changesOf returns the records of links as text.
func changesOf(j *journal) []string {
	var out []string
	for _, r := range j.records {
		if r.Kind == trace.LinkUp || r.Kind == trace.LinkDown {
			out = append(out, fmt.Sprintf("%v %v %d-%d", time.Duration(r.At), r.Kind, r.Node, r.Peer))
		}
	}
	return out
}

// Links come and go at the instants of the list. At one instant, ends come before
// beginnings. Links of time 0 are there from the start, and no machine is told of them.
func TestLinksAreTheContacts(t *testing.T) {
	cfg, log := contactsOf(t, 4, []radio.Contact{
		meet(1, 2, 0, 20), meet(3, 2, 5, 20), meet(1, 3, 20, 0), meet(1, 2, 30, 31), meet(3, 4, 1500, 1600),
	})
	_, j := run(t, cfg)
	want := []string{
		"0s link-up 1-2", "5ms link-up 2-3", "20ms link-down 1-2", "20ms link-down 2-3", "20ms link-up 1-3",
		"30ms link-up 1-2", "31ms link-down 1-2",
	}
	if got := changesOf(j); !slices.Equal(got, want) {
		t.Errorf("links\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	told := []string{
		"2 meets 3", "3 meets 2", "1 parts from 2", "2 parts from 1", "2 parts from 3", "3 parts from 2",
		"1 meets 3", "3 meets 1", "1 meets 2", "2 meets 1", "1 parts from 2", "2 parts from 1",
	}
	if got := (*log)[4:]; !slices.Equal(got, told) { // after four boots
		t.Errorf("told %v, want %v", got, told)
	}
}

// A node that is down or in another partition has no links. When it is back it has the
// links of the contacts of that time.
func TestContactsAndFaults(t *testing.T) {
	cfg, _ := contactsOf(t, 3, []radio.Contact{meet(1, 2, 0, 30), meet(2, 3, 10, 0), meet(1, 3, 12, 18)},
		Fault{At: 5 * ms, For: 10 * ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}},
		Fault{At: 20 * ms, For: 20 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{3}}},
		Fault{At: 50 * ms, For: 5 * ms, Kind: FaultRadioOff, Target: TargetNodes, Nodes: []protocol.ID{3}})
	_, j := run(t, cfg)
	want := []string{
		"0s link-up 1-2", "5ms link-down 1-2", "12ms link-up 1-3", "15ms link-up 1-2", "15ms link-up 2-3",
		"18ms link-down 1-3", "20ms link-down 2-3", "30ms link-down 1-2", "40ms link-up 2-3", "50ms link-down 2-3", "55ms link-up 2-3",
	}
	if got := changesOf(j); !slices.Equal(got, want) {
		t.Errorf("links\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A frame is heard by the nodes that its sender meets when the frame ends, a millisecond
// after it began. It is not heard if the contact ends at that instant, or begins later.
func TestAFrameIsHeardOverTheContactsAtItsEnd(t *testing.T) {
	for _, c := range []struct {
		from, until int // of the contact; the frame is on the air from 10 ms to 11 ms
		heard       bool
	}{{0, 0, true}, {0, 10, false}, {0, 11, false}, {0, 12, true}, {11, 12, true}, {12, 20, false}, {10, 11, false}} {
		cfg, _ := contactsOf(t, 2, []radio.Contact{meet(1, 2, c.from, c.until)})
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(rumour) })
		cfg.Faults = []Fault{{At: 10 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}}}
		_, j := run(t, cfg)
		heard := slices.ContainsFunc(j.of(trace.Receive), func(r trace.Record) bool { return r.Node == 2 && r.At == protocol.Time(11*ms) })
		if heard != c.heard {
			t.Errorf("contact from %d to %d ms: heard %v, want %v", c.from, c.until, heard, c.heard)
		}
	}
}

// Each hop of a route uses the contacts of the instant at which the hop begins.
func TestRoutesAreOverContacts(t *testing.T) {
	made := make([]*courier, 4)
	cfg, _ := contactsOf(t, 4, []radio.Contact{meet(1, 2, 0, 10), meet(2, 3, 0, 0), meet(3, 4, 0, 0), meet(1, 4, 5, 10)})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{4}, route: true, made: made} })
	cfg.Algorithm.Needs = protocol.NeedsRouting
	for _, at := range []time.Duration{1 * ms, 6 * ms, 20 * ms} {
		cfg.Faults = append(cfg.Faults, Fault{At: at, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}})
	}
	_, j := run(t, cfg)
	var way []string
	for _, r := range j.records {
		switch {
		case r.Kind == trace.Transmit && r.Why != trace.WhyAck:
			way = append(way, fmt.Sprintf("%v %d-%d", time.Duration(r.At), r.Node, r.Peer))
		case r.Kind == trace.Lost:
			way = append(way, fmt.Sprintf("%v %v", time.Duration(r.At), r.Why))
		}
	}
	// At 1 ms over three hops, at 6 ms over one hop, at 20 ms node 1 meets nobody: one
	// frame that nobody hears.
	want := []string{"2ms 1-2", "3ms 2-3", "4ms 3-4", "7ms 1-4", "21ms 1-0", "21ms no-route"}
	if !slices.Equal(way, want) {
		t.Errorf("%v, want %v", way, want)
	}
	if got := len(made[3].got); got != 2 {
		t.Errorf("%d messages arrived, want 2", got)
	}
}

// Hellos detect a neighbour within one interval after the contact begins, and its loss
// within the time-out after the contact ends.
func TestHellosOverContacts(t *testing.T) {
	cfg, _ := contactsOf(t, 2, []radio.Contact{meet(1, 2, 1000, 5000)})
	cfg.Until = 10 * time.Second
	cfg.Services = overlay.Services{Detection: protocol.Detection{Interval: time.Second, Misses: 3},
		Hello: &overlay.HelloOptions{Interval: 200 * ms, Timeout: 700 * ms}}
	_, j := run(t, cfg)
	for kind, within := range map[trace.Kind][2]time.Duration{
		trace.NeighbourUp: {1000 * ms, 1250 * ms}, trace.NeighbourDown: {5000*ms + 450*ms, 5000*ms + 750*ms},
	} {
		got := j.of(kind)
		if len(got) != 2 {
			t.Errorf("%d records of %v, want one from each node", len(got), kind)
		}
		for _, r := range got {
			if at := time.Duration(r.At); at < within[0] || at > within[1] {
				t.Errorf("%v at %v, want it from %v to %v", kind, at, within[0], within[1])
			}
		}
	}
}

// TestContactComponentsAreExact compares samples, receivers and links with the list of
// contacts; with links followed and without.
func TestContactComponentsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "n")
		var list []radio.Contact
		for a := range n {
			for b := a + 1; b < n; b++ {
				for at := rapid.IntRange(0, 400).Draw(t, "gap"); at < 900; {
					until := at + rapid.IntRange(1, 200).Draw(t, "lasts")
					list = append(list, meet(id(a), id(b), at, until))
					at = until + rapid.IntRange(1, 600).Draw(t, "gap")
				}
			}
		}
		met := func(a, b protocol.ID, at protocol.Time) bool {
			return slices.ContainsFunc(list, func(c radio.Contact) bool {
				return c.A == min(a, b) && c.B == max(a, b) && c.From <= at && at < c.Until
			})
		}
		contacts, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: list})
		if err != nil {
			t.Fatal(err)
		}
		cfg := wires(radio.Line(n))
		cfg.Medium = contacts
		cfg.TruthEvery = 50 * ms
		cfg.Faults = []Fault{{Every: 29 * ms, Kind: FaultElect, Target: TargetAll}}
		followed, alone := new(journal), new(silent)
		for _, sink := range []trace.Sink{followed, alone} {
			play(t, cfg, sink)
		}
		for _, j := range []*journal{followed, &alone.journal} {
			for _, r := range j.of(trace.Component) {
				if want := lowestMet(n, r.Node, func(a, b protocol.ID) bool { return met(a, b, r.At) }); r.Peer != want {
					t.Fatalf("at %v node %d is in the component of %d, want %d", r.At, r.Node, r.Peer, want)
				}
			}
			got := map[uint64][]protocol.ID{}
			for _, r := range j.of(trace.Receive) {
				got[r.Frame] = append(got[r.Frame], r.Node)
			}
			for _, r := range j.of(trace.Transmit) {
				for b := range n {
					if want := met(r.Node, id(b), r.At); slices.Contains(got[r.Frame], id(b)) != want {
						t.Fatalf("at %v node %d heard node %d: %v, want %v", r.At, b+1, r.Node, !want, want)
					}
				}
			}
		}
	})
}

// lowestMet returns the lowest node that can be reached.
func lowestMet(n int, from protocol.ID, met func(a, b protocol.ID) bool) protocol.ID {
	reached := []protocol.ID{from}
	for k := 0; k < len(reached); k++ {
		for b := range n {
			if !slices.Contains(reached, id(b)) && met(reached[k], id(b)) {
				reached = append(reached, id(b))
			}
		}
	}
	return slices.Min(reached)
}

func TestContactsRefuse(t *testing.T) {
	farther := radio.DefaultDistanceLoss()
	farther.RangeM = 1
	ranged, err := radio.NewDistanceLoss(farther, 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Config){
		"needs a mobility model":                           func(c *Config) { c.Medium = radio.Disk(1) },
		"the medium has 3 nodes, not 4":                    func(c *Config) { c.Nodes = 4; c.Capability.Values = nil },
		"a world without places has no distances":          func(c *Config) { c.Loss = ranged },
		"jam at 0s: a world without places has no regions": func(c *Config) { c.Faults = []Fault{{Kind: FaultJam, Region: Region{RadiusM: 1}}} },
		"crash at 0s: a world without places has no regions": func(c *Config) {
			c.Faults = []Fault{{Kind: FaultCrash, Target: TargetRegion, Region: Region{RadiusM: 1}}}
		},
		"latency must be above 0": func(c *Config) { c.Medium, _ = radio.NewContacts(radio.ContactOptions{Nodes: 3, Latency: -1}) },
	} {
		cfg, _ := contactsOf(t, 3, []radio.Contact{meet(1, 2, 0, 1)})
		spoil(&cfg)
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	cfg, _ := contactsOf(t, 3, []radio.Contact{meet(1, 2, 0, 1)})
	if cfg.Mobility, err = mobility.NewStatic(mobility.Area{Width: 1, Height: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := NewRadio(cfg); err != nil { // a mobility model is ignored
		t.Error(err)
	}
}

// evening lets each of n nodes meet the next four, again and again. Several contacts
// change at the same instant.
func evening(tb testing.TB, n, times int) (c radio.Timetable, instants int) {
	tb.Helper()
	var list []radio.Contact
	seen := map[protocol.Time]bool{}
	for i := range n {
		for step := 1; step <= 4; step++ {
			for k := range times {
				from := 1 + 1000*k + (i*7+step*131)%500
				one := meet(id(i), id((i+step)%n), from, from+100+i%300)
				list = append(list, one)
				seen[one.From], seen[one.Until] = true, true
			}
		}
	}
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: list})
	if err != nil {
		tb.Fatal(err)
	}
	return c, len(seen)
}

// There is one event for each instant at which contacts change, and one for the start: no
// more with more nodes. At most one of them is queued at a time.
func TestContactsCostAnEventAnInstant(t *testing.T) {
	for _, n := range []int{20, 200} {
		cfg := wires(radio.Line(n))
		contacts, instants := evening(t, n, 20)
		cfg.Medium, cfg.Until, cfg.Start = contacts, time.Minute, Start{}
		w := play(t, cfg)
		if got := w.Counters(); got.Events != uint64(instants+1) || got.QueuePeak > 2 {
			t.Errorf("%d nodes: %d events for %d instants, at most %d queued", n, got.Events, instants, got.QueuePeak)
		}
	}
}

// BenchmarkMeetings runs a world in which no node sends, with links followed.
func BenchmarkMeetings(b *testing.B) {
	const n, times = 1000, 25
	contacts, _ := evening(b, n, times)
	cfg := wires(radio.Line(n))
	cfg.Medium, cfg.Until, cfg.Start = contacts, time.Minute, Start{}
	cfg.Sinks = []trace.Sink{new(deafMute)}
	for b.Loop() {
		w, err := New(cfg)
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(4*n*times), "ns/contact")
}

// deafMute wants links and drops the records.
type deafMute struct{}

func (*deafMute) Wants() trace.Set     { return trace.Of(trace.LinkUp, trace.LinkDown) }
func (*deafMute) Record(*trace.Record) {}
