package measure

import (
	"fmt"
	"math"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

// exact begins a story whose components are followed.
func exact() story { return story{{Kind: trace.Truth, Name: trace.TruthExact}} }

// joins tells that nodes are in the component of the first of them from now on.
func (s *story) joins(at float64, members ...protocol.ID) {
	for _, id := range members {
		s.tell(trace.Record{At: sec(at), Kind: trace.Component, Node: id, Peer: members[0]})
	}
}

// Two nodes elect for 100 ms at whole seconds, ten times in 20 s. Sampling at whole seconds
// saw them without a leader half of the time; they are for a twentieth.
func TestElectionsAtWholeSecondsCountAsLongAsTheyLast(t *testing.T) {
	s := exact()
	s.tell(boot(0, 1), boot(0, 2), offers(0, 1, 10), offers(0, 2, 20))
	s.joins(0, 1, 2)
	s.tell(elected(0, 1, 2, 1), elected(0, 2, 2, 1))
	for n := range uint32(10) {
		at := float64(2 * n)
		s.tell(electing(at, 1, n+2), electing(at, 2, n+2), elected(at+0.1, 1, 2, n+2), elected(at+0.1, 2, 2, n+2))
	}
	s.tell(end(20))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 0.05, "badly_led_fraction": 0.05, "leaderless_fraction": 0.05, "agreement_fraction": 0.95,
		"leader_changes_per_node_h": 0, "unreachable_leader_fraction": 0, "leader_quality": 0.95,
	})
}

// A contact of 10 s within 40 s, between samples or not: node 1 follows 2 all the time, which
// is right while they meet and follows somebody out of reach while they do not.
func TestAContactCountsAsLongAsItLasts(t *testing.T) {
	s := exact()
	s.tell(boot(0, 1), boot(0, 2), offers(0, 1, 10), offers(0, 2, 20), elected(0, 1, 2, 1), elected(0, 2, 2, 1))
	s.joins(0, 1)
	s.joins(0, 2)
	s.joins(10.25, 1, 2)
	s.joins(20.25, 2)
	s.tell(end(40))
	expect(t, s.measured(Options{}), map[string]float64{
		"unreachable_leader_fraction": 30.0 / 80, "instability_fraction": 30.0 / 80, "badly_led_fraction": 30.0 / 80,
		"agreement_fraction": 50.0 / 80, "agreement_connected_fraction": 1, "multi_leader_fraction": 0,
		"component_count_mean": 1.75, "component_size_mean": 80.0 / 70, "leader_quality": 50.0 / 80,
	})
}

// The best of three crashes 0.3 s after a whole second and another leads 0.4 s later: both
// who are left follow a dead node in between.
func TestACrashBetweenSamplesCounts(t *testing.T) {
	s := exact()
	for id := protocol.ID(1); id <= 3; id++ {
		s.tell(boot(0, id), offers(0, id, 10*int64(id)), elected(0, id, 3, 1))
	}
	s.joins(0, 1, 2, 3)
	s.tell(crash(4.3, 3, trace.WhyFault), elected(4.7, 1, 2, 2), elected(4.7, 2, 2, 2), end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"unreachable_leader_fraction": 0.8 / 24.3, "instability_fraction": 0.8 / 24.3,
		"leader_changes_per_node_h": 3600 * 2 / 24.3, "component_size_mean": 2.43,
	})
}

// A leader that the scenario's margin keeps in office is not an error: the leader offers 100,
// a member 104, then 115, then 130, with a hysteresis of 10 % and a bonus of 10: it may be
// replaced above 121.
func TestTheMarginOfAScenarioIsNoError(t *testing.T) {
	own := protocol.Margin{Share: 100, Bonus: 10}
	s := exact()
	s.tell(boot(0, 1), boot(0, 2), offers(0, 1, 100), offers(0, 2, 90), elected(0, 1, 1, 1), elected(0, 2, 1, 1))
	s.joins(0, 1, 2)
	s.tell(offers(10, 2, 104), offers(20, 2, 115), offers(30, 2, 130), end(40))
	for name, c := range map[string]struct {
		options       Options
		within, badly float64
	}{
		"own":       {Options{Margin: own, Tolerance: ToleranceOf(own)}, 0.5, 0.25},
		"none":      {Options{Tolerance: ToleranceOf(protocol.Margin{})}, 0, 0.5},
		"fixed":     {Options{Margin: own, Tolerance: Tolerance{Share: 200}}, 0.5, 0.25},
		"all of it": {Options{Margin: own, Tolerance: Tolerance{Share: 400}}, 0.5, 0},
		"strict":    {Options{}, 0, 0.75},
	} {
		t.Run(name, func(t *testing.T) {
			expect(t, s.measured(c.options), map[string]float64{
				"instability_fraction": 0.75, "instability_within_margin_fraction": c.within, "badly_led_fraction": c.badly,
			})
		})
	}
}

// A node that comes back to its leader, or follows its first one, has not changed it.
func TestChangesAreToAnotherLeader(t *testing.T) {
	s := exact()
	s.tell(boot(0, 1), elected(1, 1, 7, 1), electing(2, 1, 2), elected(3, 1, 7, 2), // back to 7
		elected(4, 1, 0, 3), elected(5, 1, 8, 3), // the only change
		crash(6, 1, trace.WhyFault), reboot(7, 1, 2), elected(8, 1, 9, 4), end(11)) // another life
	expect(t, s.measured(Options{}), map[string]float64{"leader_changes_per_node_h": 360})
	expect(t, s.measured(Options{Warmup: sec(5.5)}), map[string]float64{"leader_changes_per_node_h": 0})
}

// In any history each metric of followed components is that of samples in the middle of
// every quarter of a second, where all changes fall on quarters of seconds.
func TestStepsAreTheLimitOfSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const quarters, nodes = 40, 6
		steps, samples := exact(), story{}
		part, live, boots := map[protocol.ID]protocol.ID{}, map[protocol.ID]bool{}, int64(0)
		both := func(r ...trace.Record) { steps.tell(r...); samples.tell(r...) }
		for q := range quarters {
			at := float64(q) / 4
			for range rapid.IntRange(0, 4).Draw(t, "changes") {
				id := protocol.ID(rapid.IntRange(1, nodes).Draw(t, "node"))
				peer := protocol.ID(rapid.IntRange(0, nodes).Draw(t, "peer"))
				switch kind := rapid.IntRange(0, 8).Draw(t, "kind"); {
				case kind < 3 && !live[id]:
					boots++
					both(reboot(at, id, boots), offers(at, id, rapid.Int64Range(0, 9).Draw(t, "value")))
					steps.joins(at, id)
					live[id], part[id] = true, id
				case kind == 3 && live[id]:
					both(crash(at, id, trace.WhyFault))
					live[id] = false
				case kind == 4:
					both(offers(at, id, rapid.Int64Range(0, 9).Draw(t, "value")))
				case kind < 7 && live[id]:
					both(elected(at, id, peer, uint32(q)))
				case kind == 7 && live[id] && peer != id && peer > 0:
					both(trace.Record{At: sec(at), Kind: trace.Suspect, Node: id, Peer: peer})
				case kind == 8 && live[id] && peer != id && peer > 0:
					both(trace.Record{At: sec(at), Kind: trace.Trust, Node: id, Peer: peer})
				}
			}
			// Everybody may change its component. The lowest live member names it.
			sides := map[bool][]protocol.ID{}
			cut := rapid.IntRange(0, nodes).Draw(t, "cut")
			for id := protocol.ID(1); id <= nodes; id++ {
				if live[id] {
					sides[int(id) > cut] = append(sides[int(id) > cut], id)
				}
			}
			for _, side := range []bool{false, true} {
				for _, id := range sides[side] {
					if part[id] != sides[side][0] {
						part[id] = sides[side][0]
						steps.tell(trace.Record{At: sec(at), Kind: trace.Component, Node: id, Peer: part[id]})
					}
				}
			}
			samples.sample(at+0.125, sides[false], sides[true])
		}
		both(end(quarters / 4))
		goals := []protocol.Goal{protocol.GoalBest, protocol.GoalSmallestID, protocol.GoalStablest, protocol.GoalAny}
		margin := protocol.Margin{Share: 200, Bonus: 1}
		o := Options{Goal: goals[rapid.IntRange(0, 3).Draw(t, "goal")], Warmup: sec(float64(rapid.IntRange(0, 12).Draw(t, "warm-up")) / 4),
			Margin: margin, Tolerance: ToleranceOf(margin)}
		got, want := steps.measured(o), samples.measured(o)
		for _, k := range Keys() {
			if k.Time || k.Name == "mistakes_per_node_h" {
				continue // judged at the instants of suspicions, about which samples know less
			}
			if a, b := got.Get(k.Name), want.Get(k.Name); k.Name != "query_accuracy" && (a.Known != b.Known || math.Abs(a.X-b.X) > 1e-9) {
				t.Fatalf("%s: steps %v, samples %v", k.Name, a, b)
			}
		}
	})
}

// The work of a change is that of the part which changes: a component of a thousand whose
// members change their offers one by one is judged only when it matters.
func BenchmarkOffersOfALargeComponent(b *testing.B) {
	for _, members := range []int{100, 10_000} {
		b.Run(fmt.Sprint(members), func(b *testing.B) {
			r := NewRun(Options{})
			tell := func(rec trace.Record) { r.Record(&rec) }
			tell(trace.Record{Kind: trace.Truth, Name: trace.TruthExact})
			for id := 1; id <= members; id++ {
				tell(boot(0, protocol.ID(id)))
				tell(offers(0, protocol.ID(id), int64(id)))
				tell(trace.Record{Kind: trace.Component, Node: protocol.ID(id), Peer: 1})
				tell(elected(0, protocol.ID(id), protocol.ID(members), 1))
			}
			n := 0
			for b.Loop() {
				n++
				tell(trace.Record{At: protocol.Time(n) * 1000, Kind: trace.Capability, Node: protocol.ID(n%(members-1) + 1), Value: int64(n % 7)})
			}
		})
	}
}
