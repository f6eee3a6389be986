package baseline_test

import (
	"fmt"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/emulator"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// tally is a sink that counts the logical messages of election and announcement
// by name, the others by class, and remembers whom each node named last.
type tally struct {
	names   map[protocol.Kind]string
	said    map[string]int
	frames  int
	leaders map[protocol.ID]protocol.ID
}

func (*tally) Wants() trace.Set { return trace.Of(trace.Send, trace.Transmit, trace.Elected) }

func (c *tally) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Send:
		if r.Class <= protocol.ClassAnnouncement {
			c.said[c.names[r.Message]]++
		} else {
			c.said[r.Class.String()]++
		}
	case trace.Transmit:
		c.frames++
	case trace.Elected:
		c.leaders[r.Node] = r.Peer
	}
}

// emulate runs an algorithm on a graph in the emulator.
func emulate(t *testing.T, name string, g radio.Graph, change func(*emulator.Config)) *tally {
	t.Helper()
	var a protocol.Algorithm
	for _, b := range baseline.All() {
		if b.Name == name {
			a = b
		}
	}
	c := emulator.Config{
		Seed: 1, Nodes: g.Nodes(), Until: 1900 * time.Millisecond, Medium: g,
		Algorithm: a, Setup: smallworld.Config(a, nil), Link: radio.DefaultLink(),
		Services: overlay.Services{Detection: smallworld.Budget},
	}
	for id := range g.Nodes() {
		c.Capability.Values = append(c.Capability.Values, int64(id+1))
	}
	counted := &tally{names: map[protocol.Kind]string{}, said: map[string]int{}, leaders: map[protocol.ID]protocol.ID{}}
	for _, k := range a.Kinds {
		counted.names[k.Kind()] = k.Name
	}
	c.Sinks = []trace.Sink{counted}
	change(&c)
	w, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return counted
}

// The counts of the literature hold in the emulator as in the tests' own world, and no
// other message is sent before the first detection interval.
func TestExactCountsInTheEmulator(t *testing.T) {
	dead := []emulator.Fault{{Kind: emulator.FaultCrash, Target: emulator.TargetNodes, Nodes: []protocol.ID{7}}}
	for _, row := range []struct {
		what, algorithm string
		start           emulator.Start
		faults          []emulator.Fault
		want            string
		leader          protocol.ID
	}{
		{"7 dead, 4 notices", "bully", emulator.Start{Leader: 7, Elect: []protocol.ID{4}}, dead,
			"map[coordinator:5 election:6 ok:3]", 6},
		{"7 dead, 1 notices", "bully", emulator.Start{Leader: 7, Elect: []protocol.ID{1}}, dead,
			"map[coordinator:5 election:21 ok:15]", 6},
		{"all alive, 1 starts", "bully", emulator.Start{Leader: 7, Elect: []protocol.ID{1}}, nil,
			"map[coordinator:6 election:21 ok:21]", 7},
		{"all start, rising", "chang-roberts", emulator.Start{All: true}, nil, "map[elected:7 election:13]", 7},
		{"3 starts, 4 before the best", "chang-roberts", emulator.Start{Elect: []protocol.ID{3}}, nil,
			"map[elected:7 election:11]", 7},
		{"all start", "chang-roberts-replacing", emulator.Start{All: true}, nil, "map[elected:49 election:70]", 7},
		{"3 starts, 4 before the best", "chang-roberts-replacing", emulator.Start{Elect: []protocol.ID{3}}, nil,
			"map[elected:7 election:11]", 7},
		{"3 starts", "ring-list", emulator.Start{Elect: []protocol.ID{3}}, nil, "map[coordinator:7 election:7]", 7},
		{"all start", "ring-list", emulator.Start{All: true}, nil, "map[coordinator:49 election:49]", 7},
		{"3, 5 and 7 start", "le-lann", emulator.Start{Elect: []protocol.ID{3, 5, 7}}, nil, "map[elected:7 token:21]", 7},
		{"all start", "le-lann", emulator.Start{All: true}, nil, "map[elected:7 token:49]", 7},
		{"all start, sorted", "franklin", emulator.Start{All: true}, nil, "map[elected:7 election:28]", 7},
		{"one starts, sorted", "franklin", emulator.Start{Elect: []protocol.ID{3}}, nil, "map[elected:7 election:28]", 7},
		{"the best starts", "flood-max", emulator.Start{Elect: []protocol.ID{7}}, nil, "map[claim:7]", 7},
		{"3 alone starts", "a-elect-leader-c", emulator.Start{Elect: []protocol.ID{3}}, nil, "map[ack:6 capture:6 leader:6]", 3},
		{"all start, rising", "s-elect-leader-c", emulator.Start{All: true}, nil,
			"map[ack:6 capture:12 leader:6 refuse:6]", 7},
		{"all start", "simple-sync", emulator.Start{All: true}, nil, "map[candidate:42]", 7},
		{"3 and 7 start", "simple-sync", emulator.Start{Elect: []protocol.ID{3, 7}}, nil, "map[candidate:12]", 7},
	} {
		c := emulate(t, row.algorithm, radio.Complete(7), func(c *emulator.Config) {
			c.Start, c.Faults = row.start, row.faults
		})
		if got := fmt.Sprint(c.said); got != row.want {
			t.Errorf("%s, %s: %s, want %s", row.algorithm, row.what, got, row.want)
		}
		for id, leader := range c.leaders {
			if leader != row.leader && (id != 7 || row.faults == nil) {
				t.Errorf("%s, %s: %v names %v, want %v", row.algorithm, row.what, id, leader, row.leader)
			}
		}
	}
}

// Logical counts hide a cost of the roster algorithms: on a line each message is carried
// over every hop, each with an acknowledgement.
func TestRoutesAreCharged(t *testing.T) {
	var edges [][2]protocol.ID
	for id := protocol.ID(1); id < 7; id++ {
		edges = append(edges, [2]protocol.ID{id, id + 1})
	}
	line, err := radio.Edges(7, edges)
	if err != nil {
		t.Fatal(err)
	}
	c := emulate(t, "chang-roberts", line, func(c *emulator.Config) {
		c.Start.Elect = []protocol.ID{7}
	})
	if got := fmt.Sprint(c.said); got != "map[elected:7 election:7]" {
		t.Errorf("sent %s", got)
	}
	// A lap is six hops to the right and six back, twice, each acknowledged.
	if c.frames != 2*12*2 {
		t.Errorf("%d frames, want 48", c.frames)
	}
}

// The same over a flood: each message is one broadcast of the origin, charged to its class,
// and one of each relay, charged to routing.
func TestFloodsAreCharged(t *testing.T) {
	c := emulate(t, "chang-roberts", radio.Complete(7), func(c *emulator.Config) {
		c.Start.Elect = []protocol.ID{7}
		c.Services.Flood = &overlay.FloodOptions{}
	})
	// 14 messages; in each, the five nodes that are neither origin nor destination relay.
	if got := fmt.Sprint(c.said); got != "map[elected:7 election:7 routing:70]" {
		t.Errorf("sent %s", got)
	}
	if c.frames != 84 {
		t.Errorf("%d frames, want 14 × 6", c.frames)
	}
}

// The quality of each detector in one world: seven nodes; the fourth and the best die after a
// minute. Every detector has the same budget, three misses of 2 s and one interval more, and
// makes no mistake if nothing is lost. Some watch only the leader, some their successor, some
// all members.
func TestEveryDetectorKeepsTheBudget(t *testing.T) {
	judged := 0
	each(t, func(t *testing.T, a protocol.Algorithm) {
		quality := measure.NewRun(measure.Options{})
		emulate(t, a.Name, radio.Complete(7), func(c *emulator.Config) {
			c.Until, c.SampleEvery, c.Start.All = 2*time.Minute, time.Second, true
			c.Sinks = append(c.Sinks, quality)
			c.Faults = []emulator.Fault{{At: time.Minute, Kind: emulator.FaultCrash, Target: emulator.TargetNodes, Nodes: []protocol.ID{4, 7}}}
		})
		m := quality.Metrics()
		s := m.Suspicions
		if s.Deaths == 0 {
			t.Skip("reports no suspicions: time-outs of beacons or of terms find its dead")
		}
		judged++
		if s.Deaths != 2 || s.Found < 1 || s.False != 0 || s.Unreachable != 0 {
			t.Errorf("%d deaths, %d found, %d false suspicions, %d of the unreachable: want 2 deaths, one found at least, and no mistake",
				s.Deaths, s.Found, s.False, s.Unreachable)
		}
		if v := m.Get("detection_time_s"); v.Known && (v.X < 4 || v.X > 8.1 || v.Censored != 0 || v.N != s.Found) {
			t.Errorf("detection takes %v s of %d deaths, want at most 8 s", v.X, v.N)
		}
		if v := m.Get("query_accuracy"); v.Known && v.X != 1 {
			t.Errorf("accuracy %v", v.X)
		}
	})
	if judged < 10 {
		t.Errorf("only %d algorithms report suspicions", judged)
	}
}

// The cost of Ω in 24 s of intervals of 2 s among seven nodes, in a world without loss.
// There are 7·6 = 42 ordered pairs. A pull begins in the second interval, which makes 11
// rounds of 84 messages; heartbeats are sent at boot and from the first interval on, 13
// rounds of 42. The smallest leads.
func TestDetectorsInTheEmulator(t *testing.T) {
	for name, want := range map[string]string{
		"omega": "map[detector:924]", "omega-crash-recovery": "map[detector:546]",
	} {
		c := emulate(t, name, radio.Complete(7), func(c *emulator.Config) { c.Until = 24 * time.Second })
		if got := fmt.Sprint(c.said); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		for id := protocol.ID(1); id <= 7; id++ {
			if c.leaders[id] != 1 {
				t.Errorf("%s: %v names %v", name, id, c.leaders[id])
			}
		}
	}
}
