package explorer

import (
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A message is handed over once, in order if the link service promises it, and may be handed
// over again after the receiver's next boot.
func TestLedger(t *testing.T) {
	const ping, pong protocol.Kind = 1, 2
	route := func(to protocol.ID, k protocol.Kind) posted { return posted{from: 1, to: to, kind: k, judged: true} }
	send := func(to protocol.ID, k protocol.Kind) posted {
		return posted{from: 1, to: to, kind: k, judged: true, ordered: true}
	}
	for _, c := range []struct {
		name   string
		posted []posted
		taken  []protocol.Kind // by node 2, of node 1
		crash  protocol.ID     // before the last is taken
		wrong  string
	}{
		{"once", []posted{route(2, ping)}, []protocol.Kind{ping}, 0, ""},
		{"never sent", nil, []protocol.Kind{ping}, 0, "handed over to B again"},
		{"sent to another", []posted{route(3, ping)}, []protocol.Kind{ping}, 0, "handed over to B again"},
		{"sent to all", []posted{{from: 1, kind: ping}}, []protocol.Kind{ping, ping}, 0, ""},
		{"twice", []posted{route(2, ping)}, []protocol.Kind{ping, ping}, 0, "A's message is handed over to B again"},
		{"sent twice", []posted{route(2, ping), route(2, ping)}, []protocol.Kind{ping, ping}, 0, ""},
		{"routed, late", []posted{route(2, ping), route(2, pong)}, []protocol.Kind{pong, ping}, 0, ""},
		{"sent, late", []posted{send(2, ping), send(2, pong)}, []protocol.Kind{pong, ping}, 0, "too late"},
		{"routed, after a later send", []posted{route(2, ping), send(2, pong)}, []protocol.Kind{pong, ping}, 0, ""},
		{"given up", []posted{send(2, ping), send(2, pong)}, []protocol.Kind{pong}, 0, ""},
		{"no link", []posted{{from: 1, to: 2, kind: ping}}, []protocol.Kind{ping, ping}, 0, ""},
		{"after the next boot", []posted{route(2, ping)}, []protocol.Kind{ping, ping}, 2, ""},
		{"by a node that crashed", []posted{route(2, ping)}, []protocol.Kind{ping, ping}, 1, ""},
		{"crash of another", []posted{route(2, ping)}, []protocol.Kind{ping, ping}, 3, "again"},
	} {
		var l ledger
		for _, p := range c.posted {
			l.post(p)
		}
		for i, k := range c.taken {
			if i == len(c.taken)-1 && c.crash != protocol.Nobody {
				l.crashed(c.crash)
			}
			l.take(1, 2, k)
		}
		if (l.wrong == "") != (c.wrong == "") || !strings.Contains(l.wrong, c.wrong) {
			t.Errorf("%s: %q, want %q", c.name, l.wrong, c.wrong)
		}
	}
}

// begun returns a search and its first run.
func begun(t *testing.T, algorithm, text string) (*search, *run) {
	t.Helper()
	o, err := Parse(algorithm, text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearch(scenarios.Algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	return s, s.begin(&s.roots[0])
}

// A message that was sent and is no longer on its way has been handed over, unless a fault
// explains the loss.
func TestWhatNeverComesIsJudged(t *testing.T) {
	for _, c := range []struct {
		name   string
		posted posted
		faults map[Fault]uint8
		wrong  bool
	}{
		{"routed", posted{from: 1, to: 3, judged: true}, nil, true},
		{"not judged", posted{from: 1, to: 3}, nil, false},
		{"routed, one lost", posted{from: 1, to: 3, judged: true}, map[Fault]uint8{faultLoss: 1}, false},
		{"routed, duplicated", posted{from: 1, to: 3, judged: true}, map[Fault]uint8{faultDuplicate: 1}, true},
		{"routed, a crash", posted{from: 1, to: 3, judged: true}, map[Fault]uint8{faultCrash: 1}, false},
		{"routed to no node", posted{from: 1, to: 9, judged: true}, nil, false},
		{"sent", posted{from: 1, to: 2, judged: true, ordered: true}, nil, true},
		{"sent to a dead node", posted{from: 1, to: 2, judged: true, ordered: true}, map[Fault]uint8{}, false},
		{"sent, one lost", posted{from: 1, to: 2, judged: true, ordered: true}, map[Fault]uint8{faultLoss: 1}, true},
		{"sent, two lost", posted{from: 1, to: 2, judged: true, ordered: true}, map[Fault]uint8{faultLoss: 2}, false},
		{"sent to a node without a link", posted{from: 1, to: 3, judged: true, ordered: true}, nil, false},
	} {
		_, r := begun(t, "bully", "line of 3, services flood/link")
		for f, n := range c.faults {
			r.used[f] = n
		}
		if c.name == "sent to a dead node" {
			r.Crash(2)
		}
		l := ledger{posted: []posted{c.posted}}
		l.close(r)
		if (l.wrong != "") != c.wrong || len(l.posted) > 0 {
			t.Errorf("%s: %q, %d left", c.name, l.wrong, len(l.posted))
		}
	}
}

// A neighbour list must be true once the service's bound has passed since the last fault, and
// not before.
func TestNeighbourListsAreHeldToTheTruth(t *testing.T) {
	for want, spoil := range map[string]func(v *served){
		"": func(*served) {},
		"A hears B and does not take it for a neighbour": func(v *served) {
			v.Record(&trace.Record{Kind: trace.NeighbourDown, Node: 1, Peer: 2})
		},
		"A takes C for a neighbour and does not hear it": func(v *served) {
			v.Record(&trace.Record{Kind: trace.NeighbourUp, Node: 1, Peer: 3})
		},
		"A takes B for the neighbour that it was before its restart": func(v *served) {
			v.Record(&trace.Record{Kind: trace.Boot, Node: 2, Value: 2})
			v.Record(&trace.Record{Kind: trace.NeighbourUp, Node: 2, Peer: 1})
			v.Record(&trace.Record{Kind: trace.NeighbourUp, Node: 2, Peer: 3})
		},
	} {
		s, r := begun(t, "vasudevan", "line of 3, services hello")
		for r.Now.Sub(r.faultAt) < r.root.notice || len(r.Air.Frames()) > 0 {
			next := append(r.Air.Deliveries(nil), r.Alarms.Due(nil)...)
			s.take(r, next[0])
			if wrong := s.fault(r, next[0]); wrong != "" {
				t.Fatal(wrong)
			}
		}
		spoil(r.served)
		r.faultAt = r.Now.Add(-r.root.notice)
		if wrong := r.served.fault(r, AtRest); wrong != "" {
			t.Errorf("%q at the bound: %s", want, wrong)
		}
		r.faultAt = r.faultAt.Add(-time.Nanosecond)
		if got := r.served.fault(r, AtRest); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Searches with services of the nodes' own come to an end, and find no fault: neighbours,
// routes and acknowledged sends are what package overlay says of them.
func TestServicesHold(t *testing.T) {
	for i, c := range []struct {
		algorithm, text string
		long            bool
	}{
		{"vasudevan", "services hello/link, line of 2, crashes 1, restarts 1, values ascending", true},
		{"vasudevan", "services hello/link, line of 2, losses 1, values ascending", false},
		{"vasudevan", "services link, line of 2, losses 1, duplicates 1", true},
		{"simple-sync", "services flood, complete of 3, values ascending, idle 0s", false},
		{"bully", "services hello, complete of 3, start each/all", true},
		{"flood-max", "services hello, line of 3, cuts 1, mends 1, values ascending", true},
		{"chang-roberts", "services hello/flood/link, line of 2, crashes 1", true},
	} {
		if c.long && testing.Short() || !sample.Takes(i, 3) {
			continue
		}
		o, err := Parse(c.algorithm, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r := explore(t, o); r.Verdict != Holds {
			t.Errorf("%s, %s: %v\n%s", c.algorithm, c.text, r, r.Story)
		}
	}
}
