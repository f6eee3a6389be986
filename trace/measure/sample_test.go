package measure

import (
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

type ids = []protocol.ID

// five boots nodes 1 … 5 that offer 10, 20, 30, 40, 50.
func five() story {
	var s story
	for id := protocol.ID(1); id <= 5; id++ {
		s.tell(boot(0, id), offers(0, id, 10*int64(id)))
	}
	return s
}

// One sample of {1,2,3} and {4,5}: 1, 2, 3 name 3; 4 names 5; 5 knows nobody.
//
//	unstable: 5 alone                       1/5
//	agreed: the first component             3/5, likewise of the connected
//	quality: 1, 1, 1, 1 (4 has the best), 0: 4/5
func TestSampleWhereMostIsWell(t *testing.T) {
	s := five()
	s.tell(elected(1, 1, 3, 1), elected(1, 2, 3, 1), elected(1, 3, 3, 1), elected(1, 4, 5, 1))
	s.sample(2, ids{1, 2, 3}, ids{4, 5})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 1.0 / 5, "goal_instability_fraction": 1.0 / 5,
		"agreement_fraction": 3.0 / 5, "agreement_connected_fraction": 3.0 / 5,
		"multi_leader_fraction": 0, "unreachable_leader_fraction": 0,
		"leader_quality": 4.0 / 5, "component_size_mean": 2.5, "component_count_mean": 2,
	})
}

// One sample of {1,2,3}, {4}, and 5 dead. 1 names 2; 2 and 3 name themselves; 4
// names 5, which is dead.
//
//	unstable: 1, 2, 4                       3/4
//	agreed: none                            0; of the connected three none
//	many leaders: {1,2,3}, as 2 and 3 lead  3/4
//	unreachable: 4                          1/4
//	quality: 20/30, 20/30, 1, 0             (7/3)/4
func TestSampleWhereMostIsWrong(t *testing.T) {
	s := five()
	s.tell(elected(1, 1, 2, 1), elected(1, 2, 2, 1), elected(1, 3, 3, 1), elected(1, 4, 5, 1), crash(2, 5, trace.WhyFault))
	s.sample(2, ids{1, 2, 3}, ids{4})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 3.0 / 4, "agreement_fraction": 0, "agreement_connected_fraction": 0,
		"multi_leader_fraction": 3.0 / 4, "unreachable_leader_fraction": 1.0 / 4,
		"leader_quality": 7.0 / 12, "component_size_mean": 2, "component_count_mean": 2,
	})
}

// A leader beyond the partition is unreachable, worth nothing and not best here,
// however good it is: {1,2} name 5, which is alive elsewhere.
func TestLeaderInAnotherComponent(t *testing.T) {
	s := five()
	s.tell(elected(1, 1, 5, 1), elected(1, 2, 5, 1), elected(1, 5, 5, 1), absent(1, 3), absent(1, 4))
	s.sample(2, ids{1, 2}, ids{5})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 2.0 / 3, "agreement_fraction": 1.0 / 3, "agreement_connected_fraction": 0,
		"unreachable_leader_fraction": 2.0 / 3, "leader_quality": 1.0 / 3,
	})
}

// In an election a node knows no leader, whatever it knew before.
func TestElectingNodesKnowNobody(t *testing.T) {
	s := five()[:4] // 1 and 2
	s.tell(elected(1, 1, 2, 1), elected(1, 2, 2, 1), electing(2, 1, 2))
	s.sample(3, ids{1, 2})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 0.5, "agreement_fraction": 0, "unreachable_leader_fraction": 0, "leader_quality": 0.5,
	})
}

// Each sample counts its nodes once. {1,2} agree on 2 at two samples of three;
// at the third they are apart, each with itself as leader.
//
//	agreement 6/6, of the connected 4/4; size: 6 nodes in 4 components
func TestSamplesWeighAlike(t *testing.T) {
	s := five()[:4]
	s.tell(elected(1, 1, 2, 1), elected(1, 2, 2, 1))
	s.sample(1, ids{1, 2})
	s.sample(2, ids{1, 2})
	s.tell(elected(3, 1, 1, 2))
	s.sample(3, ids{1}, ids{2})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"agreement_fraction": 1, "agreement_connected_fraction": 1, "instability_fraction": 0,
		"component_size_mean": 1.5, "component_count_mean": 4.0 / 3,
	})
}

// Samples before the warm-up and from the end on do not count, whether the end
// was announced or not; the state before the warm-up does.
func TestSamplesOutsideTheWindow(t *testing.T) {
	s := five()[:4]
	s.sample(1, ids{1, 2})
	s.tell(elected(2, 1, 2, 1), elected(2, 2, 2, 1))
	s.sample(3, ids{1, 2})
	s.tell(crash(4, 2, trace.WhyFault))
	s.sample(5, ids{1})
	s.tell(end(5))
	for _, horizon := range []protocol.Time{0, sec(5)} {
		expect(t, s.measured(Options{Warmup: sec(3), Horizon: horizon}),
			map[string]float64{"agreement_fraction": 1, "component_count_mean": 1})
	}
}

// With one node alone there is no component of two to agree in.
func TestNoConnectedComponent(t *testing.T) {
	s := five()[:2]
	s.sample(1, ids{1})
	s.tell(end(10))
	m := s.measured(Options{})
	expectNone(t, m, "agreement_connected_fraction")
	expect(t, m, map[string]float64{"agreement_fraction": 0})
}

func TestNoSamples(t *testing.T) {
	s := append(five(), end(10))
	expectNone(t, s.measured(Options{}), "instability_fraction", "leader_quality", "component_size_mean", "component_count_mean")
}

// The newest capability counts: 2 falls below 1 after it was elected.
func TestBestIsByTheNewestCapability(t *testing.T) {
	s := five()[:4]
	s.tell(elected(1, 1, 2, 1), elected(1, 2, 2, 1))
	s.sample(1, ids{1, 2})
	s.tell(offers(2, 2, 5))
	s.sample(3, ids{1, 2})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{
		"instability_fraction": 0.5, "leader_quality": (1 + 5.0/10) / 2, "agreement_fraction": 1,
	})
}

// Equal values: the greater ID is best (VKT04), yet either is
// worth all.
func TestTiesAreBrokenByID(t *testing.T) {
	s := story{boot(0, 1), boot(0, 2), offers(0, 1, 7), offers(0, 2, 7), elected(1, 1, 1, 1), elected(1, 2, 1, 1)}
	s.sample(2, ids{1, 2})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{"instability_fraction": 1, "leader_quality": 1})
}

// Three nodes of equal worth, 2 and 3 restarted since. All name 2.
func TestInstabilityByGoal(t *testing.T) {
	s := story{reboot(0, 1, 3), reboot(0, 2, 2), reboot(0, 3, 2)}
	for id := protocol.ID(1); id <= 3; id++ {
		s.tell(offers(0, id, int64(id)), elected(1, id, 2, 1))
	}
	s.sample(2, ids{1, 2, 3})
	s.tell(end(10))
	for goal, want := range map[protocol.Goal]float64{
		"":                      1, // as best: 3 is
		protocol.GoalBest:       1,
		protocol.GoalSmallestID: 1, // 1 is
		protocol.GoalStablest:   0, // 2 and 3 have two incarnations, 2 the smaller ID
		protocol.GoalAny:        0,
	} {
		m := s.measured(Options{Goal: goal})
		expect(t, m, map[string]float64{"goal_instability_fraction": want, "instability_fraction": 1})
	}
}

// Node 1 booted twice, lost its storage, and booted again: its first incarnation,
// as node 2's, and it is the smaller. Both name 1.
func TestInstabilityWhereStorageWasLost(t *testing.T) {
	for name, want := range map[string]float64{trace.StorageLost: 0, "crash": 1} {
		s := story{reboot(0, 1, 1), reboot(0, 2, 1), crash(1, 1, trace.WhyFault), reboot(1, 1, 2), crash(1, 1, trace.WhyFault)}
		s.tell(trace.Record{At: sec(1), Kind: trace.Fault, Node: 1, Name: name}, reboot(1, 1, 3))
		s.tell(elected(1, 1, 1, 1), elected(1, 2, 1, 1))
		s.sample(2, ids{1, 2})
		s.tell(end(10))
		expect(t, s.measured(Options{Goal: protocol.GoalStablest}), map[string]float64{"goal_instability_fraction": want})
	}
}

// Any single one: a member that knows no leader is unstable itself, but does not affect
// those that agree; a second name makes all unstable.
func TestGoalOfAnySingleOne(t *testing.T) {
	s := five()[:6]
	s.tell(elected(1, 1, 1, 1), elected(1, 2, 1, 1))
	s.sample(2, ids{1, 2, 3})
	s.tell(end(10))
	expect(t, s.measured(Options{Goal: protocol.GoalAny}), map[string]float64{"goal_instability_fraction": 1.0 / 3})

	s = s[:len(s)-1]
	s.tell(elected(3, 3, 2, 1))
	s.sample(4, ids{1, 2, 3})
	s.tell(end(10))
	expect(t, s.measured(Options{Goal: protocol.GoalAny, Warmup: sec(3)}), map[string]float64{"goal_instability_fraction": 1})
}

// If the best offers nothing or less, no node is worse; a leader that offers less than
// nothing among others has quality 0.
func TestQualityAtTheEnds(t *testing.T) {
	for _, c := range []struct {
		value, best int64
		want        float64
	}{{0, 0, 1}, {-5, 0, 1}, {-7, -5, 1}, {-5, 10, 0}, {0, 10, 0}, {3, 4, 0.75}, {4, 4, 1}} {
		if got := quality(c.value, c.best); got != c.want {
			t.Errorf("%d of %d is worth %v, want %v", c.value, c.best, got, c.want)
		}
	}
}

// A trace may have a node twice in a sample, or one that is down: neither counts.
func TestOddSamples(t *testing.T) {
	s := five()[:4]
	s.tell(crash(1, 2, trace.WhyFault))
	s.sample(2, ids{1, 2, 1})
	s.tell(end(10))
	expect(t, s.measured(Options{}), map[string]float64{"component_size_mean": 1, "component_count_mean": 1})
}

// In any world: the parts lie in [0, 1]; who is stable has a leader of full
// worth; who agrees under the goal of any is stable; under the goal of the best
// both instabilities are one.
func TestSampledMeasuresAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes = 5
		var s story
		for id := protocol.ID(1); id <= nodes; id++ {
			s.tell(boot(0, id), offers(0, id, rapid.Int64Range(0, 3).Draw(t, "value")))
		}
		for at := range 6 {
			for id := protocol.ID(1); id <= nodes; id++ {
				leader := protocol.ID(rapid.IntRange(0, nodes).Draw(t, "leader"))
				s.tell(elected(float64(at), id, leader, uint32(at)))
			}
			cut := rapid.IntRange(1, nodes).Draw(t, "cut")
			all := ids{1, 2, 3, 4, 5}
			s.sample(float64(at), all[:cut], all[cut:])
		}
		s.tell(end(10))
		best, any := s.measured(Options{}), s.measured(Options{Goal: protocol.GoalAny})
		get := func(m Metrics, name string) float64 {
			v := m.Get(name)
			if !v.Known && name != "agreement_connected_fraction" {
				t.Fatalf("%s does not apply", name)
			}
			if v.X < 0 || v.X > 1 {
				t.Fatalf("%s is %v", name, v.X)
			}
			return v.X
		}
		if get(best, "instability_fraction") != get(best, "goal_instability_fraction") {
			t.Fatal("two instabilities under the goal of the best")
		}
		if get(best, "leader_quality") < 1-get(best, "instability_fraction")-1e-12 {
			t.Fatal("stable nodes have a leader of less than full worth")
		}
		if 1-get(any, "goal_instability_fraction") < get(any, "agreement_fraction")-1e-12 {
			t.Fatal("nodes that agree are not stable")
		}
		if get(best, "agreement_fraction") > 0 && get(best, "multi_leader_fraction") == 1 {
			t.Fatal("a component with two leaders agrees")
		}
		get(best, "unreachable_leader_fraction")
		get(best, "agreement_connected_fraction")
	})
}
