package measure

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

// Two nodes, 10 s.
//
//	node 1: boots at 0, electing 1-3, leader from 3 on, dies at 8
//	node 2: boots at 2, electing 4-5, again 6-9, leader 9-10
//
//	live:       8 + 8 = 16 node-seconds
//	leaderless: node 1 for 0-3, node 2 for 2-5 and 6-9: 9
//	entries:    3, thus 3·60/16 a minute
//	times:      2, 1, 3: mean 2, median 2
func TestTwoNodesByHand(t *testing.T) {
	m := story{
		boot(0, 1),
		electing(1, 1, 1),
		boot(2, 2),
		elected(3, 1, 1, 1),
		electing(4, 2, 2),
		elected(5, 2, 1, 2),
		electing(6, 2, 3),
		crash(8, 1, trace.WhyFault),
		elected(9, 2, 2, 3),
		end(10),
	}.measured(Options{})
	expect(t, m, map[string]float64{
		"leaderless_fraction":   9.0 / 16,
		"election_rate_per_min": 3 * 60 / 16.0,
		"election_time_s":       2,
	})
	if v := m.Get("election_time_s"); v.Median != 2 || v.N != 3 || v.Censored != 0 {
		t.Errorf("election_time_s has median %v, %d observations, %d censored", v.Median, v.N, v.Censored)
	}
	if want := (elections{Begun: 3, Completed: 3}); m.Elections != want {
		t.Errorf("elections %+v, want %+v", m.Elections, want)
	}
}

// The same story with a warm-up of 5 s and a horizon at 9 s, exclusive.
//
//	live:       node 1 for 5-8, node 2 for 5-9: 7
//	leaderless: node 2 for 6-9: 3
//	entries:    one, at 6; cut off at 9 after 3 s, since the horizon comes first
func TestWarmupAndHorizonAreLeftOut(t *testing.T) {
	m := story{
		boot(0, 1),
		electing(1, 1, 1),
		boot(2, 2),
		says(2.5, 1, 0, protocol.ClassElection),
		elected(3, 1, 1, 1),
		electing(4, 2, 2),
		frame(4.9, 1, 99),
		elected(5, 2, 1, 2),
		says(5, 2, 0, protocol.ClassElection), // the warm-up ends before it
		electing(6, 2, 3),
		frame(6.5, 1, 14),
		crash(8, 1, trace.WhyFault),
		says(9, 2, 0, protocol.ClassElection), // at the horizon: out
		elected(9, 2, 2, 3),
		end(10),
	}.measured(Options{Warmup: sec(5), Horizon: sec(9)})
	expect(t, m, map[string]float64{
		"leaderless_fraction":      3.0 / 7,
		"election_rate_per_min":    60 / 7.0,
		"election_time_s":          3,
		"messages_per_election":    1,
		"messages_per_node_s":      1 / 7.0,
		"transmissions_per_node_s": 1 / 7.0,
		"bytes_per_node_s":         2,
	})
	if want := (elections{Begun: 1, Censored: 1}); m.Elections != want {
		t.Errorf("elections %+v, want %+v", m.Elections, want)
	}
}

// A node that leaves and comes back is leaderless from its return until it is
// told of a leader; while it is away it does not count.
//
//	live: 0-2, 5-10: 7; leaderless: 5-6: 1 (settled at 0)
func TestAbsenceDoesNotCount(t *testing.T) {
	m := story{boot(0, 1), elected(0, 1, 1, 0), absent(2, 1), boot(5, 1), elected(6, 1, 1, 0), end(10)}.measured(Options{})
	expect(t, m, map[string]float64{"leaderless_fraction": 1.0 / 7, "election_rate_per_min": 0})
	expectNone(t, m, "election_time_s", "messages_per_election")
}

// A leader that is given up without an election leaves its node leaderless.
//
//	live 10, leaderless 4-10: 6
func TestKnowingNobodyIsLeaderless(t *testing.T) {
	m := story{boot(0, 1), elected(0, 1, 1, 0), elected(4, 1, 0, 0), end(10)}.measured(Options{})
	expect(t, m, map[string]float64{"leaderless_fraction": 0.6, "election_rate_per_min": 0})
}

// Traffic of 2 nodes over 10 s, 2 elections.
//
//	election:     3 broadcast + 2 unicast, announcement: 1 broadcast: M = 6/2,
//	of which 4/2 broadcast and 2/2 unicast
//	beacon 4, probe 1, detector 2, hello 5, routing 1: 19 in all over 20 node-seconds
//	frames 2 of 30 and 50 bytes
func TestTrafficByHand(t *testing.T) {
	s := story{boot(0, 1), boot(0, 2), electing(1, 1, 1), electing(1, 2, 1), elected(2, 1, 2, 1), elected(2, 2, 2, 1)}
	for class, to := range map[protocol.Class][]protocol.ID{
		protocol.ClassElection:     {0, 0, 0, 2, 1},
		protocol.ClassAnnouncement: {0},
		protocol.ClassBeacon:       {0, 0, 0, 0},
		protocol.ClassProbe:        {2},
		protocol.ClassDetector:     {2, 1},
		protocol.ClassHello:        {0, 0, 0, 0, 0},
		protocol.ClassRouting:      {1},
	} {
		for _, id := range to {
			s.tell(says(3, 1, id, class))
		}
	}
	s.tell(frame(3, 1, 30), frame(4, 2, 50), end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"messages_per_election":            3,
		"messages_per_election_broadcast":  2,
		"messages_per_election_unicast":    1,
		"messages_per_node_s":              19 / 20.0,
		"election_messages_per_node_s":     5 / 20.0,
		"announcement_messages_per_node_s": 1 / 20.0,
		"beacon_messages_per_node_s":       4 / 20.0,
		"probe_messages_per_node_s":        1 / 20.0,
		"detector_messages_per_node_s":     2 / 20.0,
		"hello_messages_per_node_s":        5 / 20.0,
		"routing_messages_per_node_s":      1 / 20.0,
		"transmissions_per_node_s":         2 / 20.0,
		"bytes_per_node_s":                 80 / 20.0,
	})
}

// A run in which nothing is live, one that is all warm-up, and one without an end have nothing
// to tell; none gives NaN or infinity.
func TestNothingToMeasure(t *testing.T) {
	names := []string{}
	for _, k := range Keys() {
		names = append(names, k.Name)
	}
	expectNone(t, story{end(10)}.measured(Options{}), names...)
	expectNone(t, story{boot(0, 1), end(10)}.measured(Options{Warmup: sec(10)}), names...)
	expectNone(t, story{boot(0, 1)}.measured(Options{}), names...)
	expectNone(t, story{}.measured(Options{Horizon: sec(5)}), names...)
}

// Without an End record a known horizon is the end.
func TestHorizonWithoutEnd(t *testing.T) {
	m := story{boot(0, 1), elected(1, 1, 1, 0)}.measured(Options{Horizon: sec(4)})
	expect(t, m, map[string]float64{"leaderless_fraction": 0.25})
}

// An End before the horizon, as of a run that was stopped, is the end.
func TestEndBeforeHorizon(t *testing.T) {
	m := story{boot(0, 1), elected(1, 1, 1, 0), end(2), elected(3, 1, 0, 0)}.measured(Options{Horizon: sec(4)})
	expect(t, m, map[string]float64{"leaderless_fraction": 0.5})
}

// A million nodes over a day are more nanoseconds than an int64 holds.
//
//	2·10^6 nodes · 86400 s, all leaderless except the first, which is so for half
func TestNodeTimeDoesNotOverflow(t *testing.T) {
	var sum nodeTime
	for range 24 {
		sum.add(2_000_000, 3600*1_000_000_000+1)
	}
	if want := 24 * (2e6*3600 + 2e6*1e-9); sum.inSeconds() != want {
		t.Errorf("%v node-seconds, want %v", sum.inSeconds(), want)
	}
}

// IDs of live nodes may be any number.
func TestGreatIDs(t *testing.T) {
	const great = protocol.ID(1<<32 - 1)
	s := story{boot(0, great), boot(0, 7), elected(1, great, 7, 0), elected(2, 7, 7, 0), offers(2, great, 1), offers(2, 7, 1)}
	s.sample(3, []protocol.ID{7, great})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"leaderless_fraction": 3 / 20.0, "agreement_fraction": 1, "instability_fraction": 1,
	})
}

// Any sequence of events gives the counts of a reference, a clerk that records the state of
// every node each second.
func TestExactMeasuresAgainstAClerk(t *testing.T) {
	type noted struct{ live, electing, led bool }
	rapid.Check(t, func(t *rapid.T) {
		const nodes, seconds = 3, 20
		warmup := rapid.IntRange(0, 5).Draw(t, "warmup")
		var s story
		var now [nodes + 1]noted
		live, leaderless, within, entries := 0, 0, 0, 0
		for second := range seconds {
			at := float64(second)
			for id := protocol.ID(1); id <= nodes; id++ {
				n := &now[id]
				switch rapid.IntRange(0, 9).Draw(t, "event") {
				case 0:
					s.tell(boot(at, id))
					*n = noted{live: true}
				case 1:
					s.tell(crash(at, id, trace.WhyFault))
					*n = noted{}
				case 2, 3:
					s.tell(electing(at, id, uint32(second)))
					if n.live && !n.electing && second >= warmup {
						entries++
					}
					*n = noted{live: n.live, electing: n.live}
				case 4, 5:
					s.tell(elected(at, id, 2, uint32(second)))
					*n = noted{live: n.live, led: n.live}
				case 6:
					s.tell(elected(at, id, 0, uint32(second)))
					*n = noted{live: n.live}
				}
				if second >= warmup && n.live {
					live++
					if !n.led {
						leaderless++
					}
					if n.electing {
						within++
					}
				}
			}
		}
		s.tell(end(seconds))
		m := s.measured(Options{Warmup: sec(float64(warmup))})
		if m.Elections.Begun != entries {
			t.Fatalf("%d entries, the clerk counts %d", m.Elections.Begun, entries)
		}
		if e := m.Elections; e.Completed+e.Censored+e.Interrupted != e.Begun {
			t.Fatalf("elections do not add up: %+v", e)
		}
		v := m.Get("leaderless_fraction")
		if v.Known != (live > 0) || live > 0 && v.X != float64(leaderless)/float64(live) {
			t.Fatalf("leaderless %v, the clerk counts %d of %d", v, leaderless, live)
		}
		if v := m.Get("election_fraction"); v.Known != (live > 0) || live > 0 && v.X != float64(within)/float64(live) {
			t.Fatalf("in elections %v, the clerk counts %d of %d", v, within, live)
		}
	})
}
