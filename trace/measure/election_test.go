package measure

import (
	"math"
	"testing"

	"bellwether/trace"
)

func times(t *testing.T, s story, o Options) (Value, elections) {
	t.Helper()
	m := s.measured(o)
	return m.Get("election_time_s"), m.Elections
}

// VKT04: an orphaned subtree announces its own best, so one computation may
// yield several leaders; T runs to the last. Entered at 1, C at 2, H at 4: 3 s.
func TestTimeRunsToTheLastLeaderOfAComputation(t *testing.T) {
	v, _ := times(t, story{boot(0, 1), electing(1, 1, 5), elected(2, 1, 3, 5), elected(4, 1, 8, 5), end(10)}, Options{})
	if v.X != 3 || v.N != 1 {
		t.Errorf("T is %v of %d", v.X, v.N)
	}
}

// What does not prolong T: the same leader told again; a leader of another
// computation, as after a merge; of no computation; after the leader was given
// up. In each the election took from 1 to 2.
func TestTimeDoesNotRunOn(t *testing.T) {
	for name, s := range map[string]story{
		"same leader again":    {elected(2, 1, 3, 5), elected(4, 1, 3, 5)},
		"another computation":  {elected(2, 1, 3, 5), elected(4, 1, 8, 6)},
		"and back again":       {elected(2, 1, 3, 5), elected(4, 1, 8, 6), elected(6, 1, 9, 5)},
		"after it was dropped": {elected(2, 1, 3, 5), elected(4, 1, 0, 5), elected(6, 1, 9, 5)},
	} {
		s = append(story{boot(0, 1), electing(1, 1, 5)}, append(s, end(10))...)
		if v, e := times(t, s, Options{}); v.X != 1 || v.N != 1 || e.Completed != 1 {
			t.Errorf("%s: T is %v of %d, %+v", name, v.X, v.N, e)
		}
	}
	none := story{
		boot(0, 1), {At: sec(1), Kind: trace.Electing, Node: 1},
		{At: sec(2), Kind: trace.Elected, Node: 1, Peer: 3}, {At: sec(4), Kind: trace.Elected, Node: 1, Peer: 8}, end(10),
	}
	if v, _ := times(t, none, Options{}); v.X != 1 {
		t.Errorf("no computation: T is %v", v.X)
	}
}

// Passing from one computation to a higher one is still the same election: δ
// stays 1. Entered at 1, adopted ⟨6⟩ at 2, over at 5: one election of 4 s.
func TestTimeRunsThroughComputations(t *testing.T) {
	v, e := times(t, story{boot(0, 1), electing(1, 1, 5), electing(2, 1, 6), elected(5, 1, 3, 6), end(10)}, Options{})
	if v.X != 4 || e.Begun != 1 {
		t.Errorf("T is %v, %+v", v.X, e)
	}
}

// A crash or a departure ends an election nobody knows the length of: it is
// left out and counted. One that had its leader already is complete.
func TestInterruptedElections(t *testing.T) {
	for name, stop := range map[string]trace.Record{
		"crash": crash(3, 1, trace.WhyFault), "absence": absent(3, 1), "unseen crash": reboot(3, 1, 2),
	} {
		v, e := times(t, story{boot(0, 1), electing(1, 1, 5), stop, end(10)}, Options{})
		if v.Known || e != (elections{Begun: 1, Interrupted: 1}) {
			t.Errorf("%s: T is %v, %+v", name, v, e)
		}
		v, e = times(t, story{boot(0, 1), electing(1, 1, 5), elected(2, 1, 7, 5), stop, end(10)}, Options{})
		if v.X != 1 || e != (elections{Begun: 1, Completed: 1}) {
			t.Errorf("%s after the election: T is %v, %+v", name, v, e)
		}
	}
}

// An election that still runs at the end has lasted at least so long: 1-2, 3-5
// and 6-10 without an end. Kaplan-Meier: 1 s and 2 s ended, 4 s cut off.
//
//	S falls to 2/3 at 1 and to 1/3 at 2; area to 4: 1 + 2/3 + 2/3 = 7/3
func TestElectionsCutOffAtTheEnd(t *testing.T) {
	v, e := times(t, story{
		boot(0, 1), electing(1, 1, 1), elected(2, 1, 7, 1), electing(3, 1, 2), elected(5, 1, 7, 2),
		electing(6, 1, 3), end(10),
	}, Options{})
	if math.Abs(v.X-7.0/3) > 1e-12 || v.Median != 2 || v.N != 3 || v.Censored != 1 || e.Censored != 1 {
		t.Errorf("T is %v, median %v, %d of %d cut off", v.X, v.Median, v.Censored, v.N)
	}
}

// An election that gives up without a leader was seen that long; the next one is
// a new entry. 1-3 given up, 4-5 led: S falls to 1/2 … of one left at risk.
//
//	1 s ended with 2 at risk: S = 1/2; 2 s cut off: area 1 + 1/2 = 1.5
func TestElectionsGivenUp(t *testing.T) {
	v, e := times(t, story{
		boot(0, 1), electing(1, 1, 1), elected(3, 1, 0, 1), electing(4, 1, 2), elected(5, 1, 7, 2), end(10),
	}, Options{})
	if v.X != 1.5 || e != (elections{Begun: 2, Completed: 1, Censored: 1}) {
		t.Errorf("T is %v, %+v", v.X, e)
	}
}

// Records of a node that is not running, such as a late effect of a crash, do not count.
func TestTheDeadElectNobody(t *testing.T) {
	_, e := times(t, story{
		electing(0, 1, 1), elected(0, 1, 1, 1), boot(1, 1), crash(2, 1, trace.WhyFault),
		electing(3, 1, 2), elected(4, 1, 1, 2), end(10),
	}, Options{})
	if e != (elections{}) {
		t.Errorf("%+v", e)
	}
}
