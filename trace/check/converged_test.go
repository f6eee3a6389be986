package check

import (
	"slices"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"

	"pgregory.net/rapid"
)

type ids = []protocol.ID

// three boots nodes 1, 2, 3 that offer 10, 30, 20.
func three() []trace.Record {
	return append(append(boot(0, 1, 10), boot(0, 2, 30)...), boot(0, 3, 20)...)
}

// all elects one leader at all three nodes.
func all(at float64, leader protocol.ID) []trace.Record {
	return []trace.Record{elected(at, 1, leader), elected(at, 2, leader), elected(at, 3, leader)}
}

func calm(from, deadline float64) ConvergedOptions {
	return ConvergedOptions{Calm: sec(from), Deadline: sec(deadline)}
}

func settledAt(t *testing.T, c *Converged, want float64) {
	t.Helper()
	if at, ok := c.SettledAt(); !ok || at != sec(want) {
		t.Errorf("settled at %v (%v), want %v", at, ok, sec(want))
	}
}

func unsettled(t *testing.T, c *Converged) {
	t.Helper()
	if at, ok := c.SettledAt(); ok {
		t.Errorf("settled at %v", at)
	}
}

// All name the best, the last at 4.
func TestConvergedInTime(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(0, ids{1}, ids{2, 3}), elected(1, 2, 2),
		sample(2, ids{1, 2, 3}), elected(3, 1, 2), elected(4, 3, 2), sample(5, ids{1, 2, 3}), end(10)), "converged")
	settledAt(t, c, 4)
}

// A state that was right before the calm counts from the calm on.
func TestConvergedBeforeTheCalm(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 2), sample(3, ids{1, 2, 3}), end(10)), "converged")
	settledAt(t, c, 2)
}

// The first sample may come some time after the calm: the change before it
// counts, not the sample.
func TestConvergedBetweenCalmAndSample(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(2.5, 2), sample(3, ids{1, 2, 3}), sample(4, ids{1, 2, 3}), end(10)), "converged")
	settledAt(t, c, 2.5)
}

// At the deadline is in time.
func TestConvergedAtTheDeadline(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(2, ids{1, 2, 3}), all(6, 2), end(10)), "converged")
	settledAt(t, c, 6)
}

func TestConvergedTooLate(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(2, ids{1, 2, 3}), elected(3, 1, 2), elected(3, 2, 2), elected(7, 3, 2), end(10)), "converged",
		"6s: converged: not by the deadline, 4s after the calm: the component of 1, 3 nodes, should name 2, but 3 knows no leader")
	settledAt(t, c, 7)
}

func TestNeverConverged(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 3), sample(2, ids{1, 2, 3}), end(10)), "converged",
		"should name 2, but 1 names 3, 2 names 3, 3 names 3")
	unsettled(t, c)
}

// Two components, two leaders; the one that is wrong is named.
func TestConvergedPerComponent(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), elected(1, 1, 1), elected(1, 2, 2), elected(1, 3, 2), sample(2, ids{1}, ids{2, 3}), end(10)), "converged")
	settledAt(t, c, 2)

	c = NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 2), sample(2, ids{1}, ids{2, 3}), end(10)), "converged",
		"the component of 1, 1 node, should name 1, but 1 names 2")
}

// Once converged, a new election after the deadline is a violation, and the
// state counts as settled from its end on.
func TestConvergedMustLast(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(3, 2), sample(2, ids{1, 2, 3}), electing(8, 1, 9, 1), elected(9, 1, 2), end(10)), "converged",
		"8s: converged: it had converged at 3s, and did not stay so: the component of 1, 3 nodes, should name 2, but 1 knows no leader")
	settledAt(t, c, 9)
}

// Before the deadline it may still break.
func TestConvergedMayBreakBeforeTheDeadline(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(2, ids{1, 2, 3}), all(3, 2), electing(4, 1, 9, 1), elected(5, 1, 2), end(10)), "converged")
	settledAt(t, c, 5)
}

// What a handler reports first and corrects in the same instant is not judged.
func TestConvergedJudgesInstants(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(2, ids{1, 2, 3}), all(3, 2), electing(8, 1, 9, 1), elected(8, 1, 2), end(10)), "converged")
	settledAt(t, c, 3)
}

// A crash after convergence is reported by its effect on the component.
func TestConvergedAfterACrash(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 2), sample(2, ids{1, 2, 3}), crash(7, 2), end(10)), "converged",
		"the component of 1, 2 nodes, should name 3, but 1 names 2, 3 names 2")
}

// A sample that changes the components after the calm is a change.
func TestConvergedAfterAMerge(t *testing.T) {
	c := NewConverged(calm(2, 9))
	expect(t, feed(c, three(), all(1, 2), sample(2, ids{1}, ids{2, 3}), sample(4, ids{1, 2, 3}), end(10)), "converged")
	settledAt(t, c, 4)
}

func TestConvergedWithoutTruth(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 2), sample(1, ids{1, 2, 3}), end(10)), "converged", "no components are known since the calm")
	unsettled(t, c)
}

func TestConvergedInARunTooShort(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, three(), sample(2, ids{1, 2, 3}), end(4)), "converged",
		"4s: converged: not by the end of the run, before the deadline of 6s")
	// A run that is right when it ends early has no violation.
	c = NewConverged(calm(2, 6))
	expect(t, feed(c, three(), all(1, 2), sample(2, ids{1, 2, 3}), end(4)), "converged")
}

// The same world under each goal: node 2 is best, 1 smallest, 3 restarted least.
func TestConvergedByGoal(t *testing.T) {
	for goal, want := range map[protocol.Goal]protocol.ID{
		"": 2, protocol.GoalBest: 2, protocol.GoalSmallestID: 1, protocol.GoalStablest: 3,
	} {
		for leader := protocol.ID(1); leader <= 3; leader++ {
			o := calm(2, 6)
			o.Goal = goal
			c := NewConverged(o)
			story := three()
			story[0].Value, story[2].Value, story[4].Value = 2, 5, 1
			got := feed(c, story, all(1, leader), sample(2, ids{1, 2, 3}), end(10))
			if (len(got) == 0) != (leader == want) {
				t.Errorf("goal %q, all name %v: %v", goal, leader, got)
			}
		}
	}
}

// A node that lost its storage is in its first incarnation again at its next boot: an
// algorithm cannot know more. Nodes 2 and 3 have booted once; node 1 twice, and once or
// twice more after it lost its storage, or did not.
func TestConvergedWhereStorageWasLost(t *testing.T) {
	lost := []trace.Record{{At: sec(1), Kind: trace.Fault, Node: 1, Name: trace.StorageLost}}
	other := []trace.Record{{At: sec(1), Kind: trace.Fault, Node: 1, Name: "crash"}}
	for _, row := range []struct {
		what  []trace.Record
		after int64 // incarnation of node 1's next boot
		want  protocol.ID
	}{{lost, 3, 1}, {other, 3, 2}, {lost, 4, 2}} {
		o := calm(2, 6)
		o.Goal = protocol.GoalStablest
		c := NewConverged(o)
		story := three()
		story[0].Value, story[2].Value, story[4].Value = 2, 1, 1
		if row.after == 4 { // another boot since, which counts
			again := story[0]
			again.At, again.Value = sec(1), 3
			row.what = append(slices.Clone(row.what), again)
		}
		last := story[0]
		last.At, last.Value = sec(1), row.after
		got := feed(c, story, row.what, []trace.Record{last}, all(1.5, row.want), sample(2, ids{1, 2, 3}), end(10))
		if len(got) != 0 {
			t.Errorf("after %v and boot %d: %v", row.what[0].Name, row.after, got)
		}
	}
}

func TestConvergedOnAnySingleOne(t *testing.T) {
	o := calm(2, 6)
	o.Goal = protocol.GoalAny
	for name, c := range map[string]struct {
		leaders ids
		want    []string
	}{
		"one":            {ids{3, 3, 3}, nil},
		"two":            {ids{3, 3, 2}, []string{"should name any one live member, but 1 names 3, 3 names 2"}},
		"none":           {ids{0, 0, 0}, []string{"should name any one live member, but 1 knows no leader, 2 knows"}},
		"one outside":    {ids{9, 9, 9}, []string{"should name any one live member, but 1 names 9"}},
		"lowest knows 0": {ids{0, 2, 2}, []string{"should name 2, but 1 knows no leader"}},
	} {
		checker := NewConverged(o)
		got := feed(checker, three(), elected(1, 1, c.leaders[0]), elected(1, 2, c.leaders[1]), elected(1, 3, c.leaders[2]),
			sample(2, ids{1, 2, 3}), end(10))
		t.Run(name, func(t *testing.T) { expect(t, got, "converged", c.want...) })
	}
}

// Ties go to the greater ID, as in the protocol's order.
func TestConvergedOnTies(t *testing.T) {
	c := NewConverged(calm(2, 6))
	expect(t, feed(c, boot(0, 1, 5), boot(0, 2, 5), elected(1, 1, 2), elected(1, 2, 2), sample(2, ids{1, 2}), end(10)), "converged")
}

func TestLongExplanationsAreCut(t *testing.T) {
	c := NewConverged(calm(2, 6))
	var story []trace.Record
	var members ids
	for id := protocol.ID(1); id <= 50; id++ {
		story = append(story, boot(0, id, 1)...)
		members = append(members, id)
	}
	got := feed(c, story, sample(2, members), end(10))
	expect(t, got, "converged", "5 knows no leader, …")
	if len(got[0].Why) > 250 {
		t.Errorf("%d bytes: %s", len(got[0].Why), got[0].Why)
	}
}

// Any history: a reference that reads the leaders after every second finds the same
// settling instant and the same verdict.
func TestConvergedAgainstAClerk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const seconds, deadline = 12, 6
		c := NewConverged(calm(0, deadline))
		story := append(three(), sample(0, ids{1, 2, 3})...)
		var leader [4]protocol.ID
		good, since, broke, atDeadline := false, 0, false, false
		for s := range seconds {
			for id := protocol.ID(1); id <= 3; id++ {
				if rapid.IntRange(0, 2).Draw(t, "changes") == 0 {
					leader[id] = protocol.ID(rapid.SampledFrom([]int{0, 2, 2, 2, 3}).Draw(t, "leader"))
					story = append(story, elected(float64(s), id, leader[id]))
				}
			}
			now := leader[1] == 2 && leader[2] == 2 && leader[3] == 2
			if now && !good {
				since = s
			}
			broke = broke || s > deadline && good && !now
			good = now
			if s == deadline {
				atDeadline = good
			}
		}
		verdicts := feed(c, story, end(seconds))
		if at, ok := c.SettledAt(); ok != good || ok && at != sec(float64(since)) {
			t.Fatalf("settled at %v (%v), the reference has %d (%v)", at, ok, since, good)
		}
		if (len(verdicts) == 0) != (atDeadline && !broke) {
			t.Fatalf("%v, the reference has in time %v, broke %v", verdicts, atDeadline, broke)
		}
	})
}

// With a quorum, a component without it names no leader, and one with it names one.
func TestConvergedByQuorum(t *testing.T) {
	o := calm(2, 6)
	o.Goal, o.Quorum = protocol.GoalAny, 2
	for _, row := range []struct {
		name  string
		alone protocol.ID // whom 1 names, alone
		pair  protocol.ID // whom 2 and 3 name, together
		want  []string
	}{
		{"as it must be", protocol.Nobody, 3, nil},
		{"a leader in the minority", 1, 3, []string{"the component of 1, 1 node, should name nobody, but 1 names 1"}},
		{"none in the majority", protocol.Nobody, protocol.Nobody, []string{"the component of 2, 2 nodes, should name any one live member, but 2 knows no leader"}},
	} {
		c := NewConverged(o)
		expect(t, feed(c, three(), elected(1, 1, row.alone), elected(1, 2, row.pair), elected(1, 3, row.pair),
			sample(2, ids{1}, ids{2, 3}), end(10)), "converged", row.want...)
		if t.Failed() {
			t.Fatal(row.name)
		}
	}
}
