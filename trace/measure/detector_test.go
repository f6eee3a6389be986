package measure

import (
	"math"
	"slices"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

func suspect(at float64, node, peer protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Suspect, Node: node, Peer: peer}
}

func trust(at float64, node, peer protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Trust, Node: node, Peer: peer}
}

// watched is n nodes in one component, sampled at each of the given instants.
func watched(n protocol.ID) (s story, all ids) {
	for id := protocol.ID(1); id <= n; id++ {
		s.tell(boot(0, id))
		all = append(all, id)
	}
	s.sample(0, all)
	return s, all
}

// expectTime asks for a metric with its median and numbers of observations.
func expectTime(t *testing.T, m Metrics, name string, mean, median float64, n, censored int) {
	t.Helper()
	v := m.Get(name)
	if !v.Known || math.Abs(v.X-mean) > 1e-9 || v.Median != median || v.N != n || v.Censored != censored {
		t.Errorf("%s: %+v, want mean %v, median %v, %d observations, %d cut off", name, v, mean, median, n, censored)
	}
}

func expectSuspicions(t *testing.T, m Metrics, crash, unreachable, mistakes int) {
	t.Helper()
	if s := m.Suspicions; s.Crash != crash || s.Unreachable != unreachable || s.False != mistakes {
		t.Errorf("suspicions %+v, want %d of a crash, %d unreachable, %d mistakes", s, crash, unreachable, mistakes)
	}
}

func expectDeaths(t *testing.T, m Metrics, deaths, found int) {
	t.Helper()
	if s := m.Suspicions; s.Deaths != deaths || s.Found != found {
		t.Errorf("%d of %d deaths found, want %d of %d", s.Found, s.Deaths, found, deaths)
	}
}

// Node 4 dies at 2 s; 1 suspects it at 5 s, 2 at 7 s, 3 never. Node 3 dies at 6 s
// and is found after 3 s and a half by 1, by 2 after 1 s.
func TestDetectionTimeByHand(t *testing.T) {
	s, _ := watched(4)
	s.tell(crash(2, 4, trace.WhyFault), suspect(5, 1, 4), crash(6, 3, trace.WhyFault), suspect(7, 2, 4),
		suspect(7, 2, 3), suspect(9.5, 1, 3), end(10))
	m := s.measured(Options{})
	expectTime(t, m, "detection_time_s", 2, 2, 2, 0)
	expectSuspicions(t, m, 4, 0, 0)
	expectDeaths(t, m, 2, 2)
	expect(t, m, map[string]float64{"mistakes_per_node_h": 0, "query_accuracy": 1})
	expectNone(t, m, "mistake_duration_s")
}

// 4 comes back at 6 s, which ends the time to find that it died at 2 s: 1 had
// found it, and 3 suspects it too late, by mistake.
func TestAComebackEndsTheSearch(t *testing.T) {
	s, all := watched(4)
	s.tell(crash(2, 4, trace.WhyFault), suspect(5, 1, 4), reboot(6, 4, 2))
	s.sample(6, all)
	s.tell(suspect(8, 3, 4), end(10))
	m := s.measured(Options{})
	expectTime(t, m, "detection_time_s", 3, 3, 1, 0)
	expectSuspicions(t, m, 1, 0, 1)
	expectDeaths(t, m, 1, 1)
}

// A departure is a death. It is detected by nodes that could reach the dead one, by 1
// first. 3, in another component, suspected it before, which detects nothing. No node
// detects 2's own death. Before the warm-up there are no deaths.
func TestWhichDeathsAreToBeFound(t *testing.T) {
	s, _ := watched(4)
	s.sample(1, ids{1, 2, 4}, ids{3})
	s.tell(absent(2, 4), suspect(4, 3, 4), suspect(5, 1, 4), suspect(6, 2, 4), crash(7, 2, trace.WhyFault), end(10))
	m := s.measured(Options{})
	expectTime(t, m, "detection_time_s", 3, 3, 1, 0)
	expectDeaths(t, m, 2, 1)
	late := s.measured(Options{Warmup: sec(3)})
	expectNone(t, late, "detection_time_s")
	expectSuspicions(t, late, 3, 0, 0)
	expectDeaths(t, late, 1, 0)
}

// A suspicion that is taken back while the node is dead is not lasting: the one in the end
// counts. A mistake that becomes true is a detection at once.
func TestOnlyTheLastingSuspicionCounts(t *testing.T) {
	s, _ := watched(3)
	s.tell(crash(2, 3, trace.WhyFault), suspect(4, 1, 3), trust(5, 1, 3), suspect(8, 1, 3), end(10))
	expectTime(t, s.measured(Options{}), "detection_time_s", 6, 6, 1, 0)

	s, _ = watched(3)
	s.tell(suspect(1, 1, 3), crash(2, 3, trace.WhyFault), end(10))
	m := s.measured(Options{})
	expectTime(t, m, "detection_time_s", 0, 0, 1, 0)
	expectTime(t, m, "mistake_duration_s", 1, 1, 1, 0) // then it came true

	s, _ = watched(3) // the later of two who took it back; then 2 finds it after all
	s.tell(crash(2, 3, trace.WhyFault), suspect(3, 2, 3), suspect(4, 1, 3), trust(4, 2, 3), trust(5, 1, 3))
	finds := append(slices.Clone(s), suspect(9, 2, 3), end(10))
	expectTime(t, finds.measured(Options{}), "detection_time_s", 7, 7, 1, 0)
	s.tell(end(10))
	expectTime(t, s.measured(Options{}), "detection_time_s", 3, math.Inf(1), 1, 1) // cut off at 5 s
}

// A suspicion of a former incarnation that is never taken back detects no other death.
func TestSuspicionOfAFormerIncarnationFindsNothing(t *testing.T) {
	s, all := watched(2)
	s.tell(crash(1, 2, trace.WhyFault), suspect(3, 1, 2), reboot(4, 2, 2))
	s.sample(5, all)
	s.tell(crash(6, 2, trace.WhyFault), end(10))
	m := s.measured(Options{})
	expectTime(t, m, "detection_time_s", 2, 2, 1, 0)
	expectDeaths(t, m, 2, 1)

	s, all = watched(2) // taken back in time, it does not stand in the way
	s.tell(crash(1, 2, trace.WhyFault), suspect(3, 1, 2), reboot(4, 2, 2))
	s.sample(5, all)
	s.tell(trust(5, 1, 2), crash(6, 2, trace.WhyFault), suspect(9, 1, 2), end(10))
	m = s.measured(Options{})
	expectTime(t, m, "detection_time_s", 2.5, 2.5, 2, 0)
	expectDeaths(t, m, 2, 2)
}

// Three nodes live for 10 s: 30 node-seconds. 1 suspects 2, in its component,
// from 2 to 5 s: a mistake of 3 s. It suspects 3, elsewhere, from 3 to 6 s: none.
// 2 suspects 1 from 7 s to the end: a mistake of 3 s, cut off. Samples at 0, 1, …
// 9 s, of 2 ordered pairs each; 1's mistake stands at 2, 3, 4 s, 2's at 7, 8, 9 s.
func TestMistakesByHand(t *testing.T) {
	var s story
	s.tell(boot(0, 1), boot(0, 2), boot(0, 3))
	records := map[int][]trace.Record{
		1: {suspect(1.5, 1, 2)},
		2: {suspect(2.5, 1, 3)},
		4: {trust(4.5, 1, 2)},
		5: {trust(5.5, 1, 3)},
		6: {suspect(6.5, 2, 1)},
	}
	for second := range 10 {
		s.sample(float64(second), ids{1, 2}, ids{3})
		s.tell(records[second]...)
	}
	s.tell(end(10))
	m := s.measured(Options{})
	expectSuspicions(t, m, 0, 1, 2)
	expect(t, m, map[string]float64{"mistakes_per_node_h": 2 * 3600 / 30.0, "query_accuracy": 1 - 6/20.0})
	// Times 3 and 3.5, the second cut off: S = 1 to 3 s, 1/2 to 3.5 s.
	expectTime(t, m, "mistake_duration_s", 3.25, 3.25, 2, 1)
	expectNone(t, m, "detection_time_s")

	// From 4 s on: 18 node-seconds, one mistake begins, of 12 pairs 1's stands at 4
	// s and 2's three times.
	m = s.measured(Options{Warmup: sec(4)})
	expectSuspicions(t, m, 0, 0, 1)
	expect(t, m, map[string]float64{"mistakes_per_node_h": 3600 / 18.0, "query_accuracy": 1 - 4/12.0})
	expectTime(t, m, "mistake_duration_s", 3.5, math.Inf(1), 1, 1)
}

// A mistake that a partition makes true ends there, and its Trust later is no
// second end; one whose holder dies ends there.
func TestMistakesThatComeTrue(t *testing.T) {
	s, all := watched(3)
	s.tell(suspect(1, 1, 2), suspect(1, 3, 2))
	s.sample(2, all)
	s.tell(crash(3, 3, trace.WhyFault))
	s.sample(4, ids{1}, ids{2})
	s.sample(6, ids{1, 2})
	s.tell(trust(8, 1, 2), end(10))
	m := s.measured(Options{})
	// 3 s for 1; 2 s for 3, cut off.
	expectTime(t, m, "mistake_duration_s", 3, 3, 2, 1)
	// Pairs: 6 at 0, 6 at 2 (2 of them wrong), none at 4, 2 at 6.
	expect(t, m, map[string]float64{"query_accuracy": 1 - 2/14.0})
}

// A node that booted since the last sample is in no component yet: to suspect it is no
// mistake. Nor is a suspicion of a node that the trace never had.
func TestNewcomersAreUnreachable(t *testing.T) {
	s, _ := watched(2)
	s.tell(crash(1, 2, trace.WhyFault))
	s.sample(2, ids{1})
	s.tell(reboot(3, 2, 2), suspect(4, 1, 2), suspect(4, 1, 77), end(10))
	expectSuspicions(t, s.measured(Options{}), 1, 1, 0)
}

// An algorithm without a detector has no quality of detection; one whose
// detector is never wrong and has nothing to find has.
func TestDetectorMetricsApplyWhereADetectorSpeaks(t *testing.T) {
	s, _ := watched(2)
	s.tell(says(1, 1, 2, protocol.ClassBeacon), end(10))
	expectNone(t, s.measured(Options{}), "detection_time_s", "mistakes_per_node_h", "mistake_duration_s", "query_accuracy")

	s, _ = watched(2)
	s.tell(says(1, 1, 2, protocol.ClassDetector), end(10))
	m := s.measured(Options{})
	expect(t, m, map[string]float64{"mistakes_per_node_h": 0, "query_accuracy": 1})
	expectNone(t, m, "detection_time_s", "mistake_duration_s")
}

// Records without effect are ignored: the dead suspect no node, no node suspects itself,
// and a second suspicion, or trust in a trusted node, changes nothing.
func TestIdleReports(t *testing.T) {
	s, _ := watched(3)
	s.tell(crash(1, 3, trace.WhyFault), suspect(2, 3, 1), trust(2, 3, 1), suspect(2, 1, 1), trust(2, 1, 2),
		suspect(9, 9, 1), trust(9, 9, 1), suspect(3, 1, 2), suspect(4, 1, 2), trust(5, 1, 2), trust(6, 1, 2), end(10))
	m := s.measured(Options{})
	expectSuspicions(t, m, 0, 0, 1)
	expectTime(t, m, "mistake_duration_s", 2, 2, 1, 0)
}

// A clerk is a reference: it records each second which node suspects which, and which
// suspicions are mistakes.
type clerk struct {
	live, apart            [watchedNodes + 1]bool
	suspects, mistake      [watchedNodes + 1][watchedNodes + 1]bool
	pairs, wrong, mistaken int
}

// watchedNodes is how many nodes a clerk records.
const watchedNodes = 4

func (c *clerk) together(a, b int) bool { return c.live[a] && c.live[b] && c.apart[a] == c.apart[b] }

// lives draws who boots and who crashes, and who is on which side from now on.
func (c *clerk) lives(t *rapid.T, s *story, at float64) {
	for id := 1; id <= watchedNodes; id++ {
		switch up := rapid.IntRange(0, 9).Draw(t, "life"); {
		case !c.live[id] && (at == 0 || up < 3):
			s.tell(boot(at, protocol.ID(id)))
			c.live[id] = true
		case c.live[id] && up == 9:
			s.tell(crash(at, protocol.ID(id), trace.WhyFault))
			c.live[id] = false
			for other := range c.mistake {
				c.suspects[id][other], c.mistake[id][other], c.mistake[other][id] = false, false, false
			}
		}
		c.apart[id] = rapid.IntRange(0, 3).Draw(t, "side") == 0
	}
}

// parts are the components.
func (c *clerk) parts() []ids {
	var sides [2]ids
	for id := 1; id <= watchedNodes; id++ {
		if c.live[id] {
			side := &sides[protocol.Bit(c.apart[id])]
			*side = append(*side, protocol.ID(id))
		}
	}
	return slices.DeleteFunc(sides[:], func(side ids) bool { return len(side) == 0 })
}

// second counts the pairs that may be mistaken, and those that are.
func (c *clerk) second() {
	for a := 1; a <= watchedNodes; a++ {
		for b := 1; b <= watchedNodes; b++ {
			c.mistake[a][b] = c.mistake[a][b] && c.together(a, b)
			if a != b && c.together(a, b) {
				c.pairs++
				c.wrong += int(protocol.Bit(c.mistake[a][b]))
			}
		}
	}
}

// minds draws who changes its mind on whom.
func (c *clerk) minds(t *rapid.T, s *story, at float64) {
	for range 3 {
		a, b := rapid.IntRange(1, watchedNodes).Draw(t, "a"), rapid.IntRange(1, watchedNodes).Draw(t, "b")
		if a == b || !c.live[a] {
			continue
		}
		if c.suspects[a][b] {
			s.tell(trust(at, protocol.ID(a), protocol.ID(b)))
			c.mistake[a][b] = false
		} else {
			s.tell(suspect(at, protocol.ID(a), protocol.ID(b)))
			if c.mistake[a][b] = c.together(a, b); c.mistake[a][b] {
				c.mistaken++
			}
		}
		c.suspects[a][b] = !c.suspects[a][b]
	}
}

// Any story of suspicions, deaths and partitions gives what a clerk counts.
func TestDetectorsAgainstAClerk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const seconds = 15
		var s story
		var c clerk
		for second := range seconds {
			at := float64(second)
			c.lives(t, &s, at)
			s.sample(at, c.parts()...)
			c.second()
			c.minds(t, &s, at)
		}
		s.tell(end(seconds))
		m := s.measured(Options{})
		if m.Suspicions.False != c.mistaken {
			t.Fatalf("%d mistakes, the clerk counts %d", m.Suspicions.False, c.mistaken)
		}
		if v := m.Get("mistake_duration_s"); v.N != c.mistaken {
			t.Fatalf("%d mistakes have a duration, of %d", v.N, c.mistaken)
		}
		if v := m.Get("query_accuracy"); v.Known && math.Abs(v.X-(1-float64(c.wrong)/float64(c.pairs))) > 1e-12 {
			t.Fatalf("accuracy %v, the clerk has %d wrong of %d", v.X, c.wrong, c.pairs)
		}
	})
}

// A node that booted since the last sample was in no component, whether it lived before or
// not: a suspicion of it is no mistake.
func TestSuspicionOfWhoJustBootedAgainIsNoMistake(t *testing.T) {
	s, all := watched(3)
	s.tell(crash(2.1, 3, trace.WhyFault), reboot(2.2, 3, 2), suspect(2.3, 1, 3), trust(2.6, 1, 3))
	s.sample(3, all)
	s.tell(suspect(3.5, 2, 3), end(10))
	m := s.measured(Options{})
	expectSuspicions(t, m, 0, 1, 1)
}
