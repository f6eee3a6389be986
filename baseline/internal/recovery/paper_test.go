package recovery_test

import (
	"testing"

	"bellwether/protocol"
)

// fixes of Algorithm 5.3, in the order in which they are found to be necessary.
type fixes int

const (
	asPrinted fixes = iota
	upserting       // an unknown q becomes a candidate
	withSelf        // and so is the process itself, each window
)

// printed is Algorithm 5.3 literally, at one process.
type printed struct {
	fixes
	self        protocol.ID
	incarnation int
	candidates  map[protocol.ID]int
	leader      protocol.ID
	interval    int // IntervaloHeartbeats
	missed      int // heartbeats of unknown members that the guard refused
}

// criterion is CritérioLíder; it has no value for the empty set (Nobody).
func (p *printed) criterion() (best protocol.ID) {
	for id, incarnation := range p.candidates {
		if best == protocol.Nobody || incarnation < p.candidates[best] ||
			incarnation == p.candidates[best] && id < best {
			best = id
		}
	}
	return best
}

// receive is "se ∃ (q, enc) ∈ Candidatos | encarnação_recebida_q > enc".
func (p *printed) receive(q protocol.ID, incarnation int) {
	known, ok := p.candidates[q]
	if !ok {
		p.missed++
	}
	if ok && incarnation > known || !ok && p.fixes >= upserting {
		p.candidates[q] = incarnation
	}
}

// period is "Repita periodicamente no IntervaloHeartbeats", up to the sending.
func (p *printed) period() {
	if next := p.criterion(); next != p.leader {
		p.interval++
		p.leader = next
	}
	clear(p.candidates)
	if p.fixes >= withSelf {
		p.candidates[p.self] = p.incarnation
	}
}

// run lets processes 1 … n of the given incarnations exchange heartbeats in lock-step,
// without a loss, and returns them.
func run(f fixes, periods int, incarnations ...int) []*printed {
	var all []*printed
	for i, incarnation := range incarnations {
		all = append(all, &printed{fixes: f, self: protocol.ID(i + 1), incarnation: incarnation,
			candidates: map[protocol.ID]int{}})
	}
	for range periods {
		for _, p := range all {
			p.period()
		}
		for _, from := range all { // no channel leads from a process to itself
			for _, to := range all {
				if from != to {
					to.receive(from.self, from.incarnation)
				}
			}
		}
	}
	return all
}

// As printed no process is ever elected: in a thousand periods without a fault each process
// gets all heartbeats and accepts none.
func TestPrintedVersionNeverElectsAnybody(t *testing.T) {
	for _, incarnations := range [][]int{{1, 1}, {1, 1, 1}, {2, 1, 3, 1}} {
		for _, p := range run(asPrinted, 1000, incarnations...) {
			if p.leader != protocol.Nobody || p.interval != 0 {
				t.Errorf("%v names %v", p.self, p.leader)
			}
			if want := 1000 * (len(incarnations) - 1); p.missed != want {
				t.Errorf("%v refused %d heartbeats, want all %d", p.self, p.missed, want)
			}
		}
	}
}

// If unknown members are accepted, the process that should lead names another: it is not a
// candidate itself.
func TestWithoutItselfTheStablestNamesAnother(t *testing.T) {
	all := run(upserting, 1000, 1, 1, 1)
	if all[0].leader != 2 || all[1].leader != 1 || all[2].leader != 1 {
		t.Errorf("leaders %v %v %v, want 2 1 1", all[0].leader, all[1].leader, all[2].leader)
	}
}

// With both, the algorithm does what its text says.
func TestWithBothFixesTheStablestLeads(t *testing.T) {
	for _, row := range []struct {
		incarnations []int
		want         protocol.ID
	}{{[]int{1, 1, 1}, 1}, {[]int{2, 1, 1}, 2}, {[]int{3, 2, 1, 1}, 3}} {
		for _, p := range run(withSelf, 1000, row.incarnations...) {
			if p.leader != row.want {
				t.Errorf("%v: %v names %v, want %v", row.incarnations, p.self, p.leader, row.want)
			}
			// "Toda vez que um novo líder é eleito": the first election lengthened the
			// interval, though no time-out was wrong.
			if p.interval == 0 {
				t.Error("the first election should lengthen the printed interval")
			}
		}
	}
}

// One variable is the period of sending and the window of listening, and it grows
// at one process only: 2, which should lead, has come to send once in five units;
// 1, whose window is one unit, drops it between two heartbeats, though none is
// lost or late: once for each of eight. Where both have one length, nobody is dropped.
func TestLongPeriodFallsOutOfShortWindows(t *testing.T) {
	for _, row := range []struct {
		intervals [2]int
		drops     int
	}{{[2]int{1, 1}, 0}, {[2]int{5, 5}, 0}, {[2]int{1, 5}, 8}} {
		all := run(withSelf, 0, 2, 1) // incarnations: 2 should lead
		drops := 0
		for i, p := range all {
			p.interval = row.intervals[i]
		}
		due := [2]int{}
		for unit := range 40 {
			var sending []*printed
			for i, p := range all {
				if unit < due[i] {
					continue
				}
				had, interval := p.leader, p.interval
				p.period()
				p.interval = interval // the growth by changes of leader is another fault
				if due[i] += p.interval; p.self == 1 && had == 2 && p.leader == 1 {
					drops++
				}
				sending = append(sending, p)
			}
			for _, from := range sending {
				all[2-from.self].receive(from.self, from.incarnation)
			}
		}
		if drops != row.drops {
			t.Errorf("intervals %v: 2 is dropped %d times, want %d", row.intervals, drops, row.drops)
		}
	}
}
