package emulator

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// Every fault that lasts has a record of its plan and place, and one of its true end. Times
// are milliseconds. If another event ends the fault, the second record comes at that event.
func TestEveryStrikeHasItsEnd(t *testing.T) {
	at := func(begin, lasts time.Duration, kind FaultKind, nodes ...protocol.ID) Fault {
		return Fault{At: begin * ms, For: lasts * ms, Kind: kind, Target: TargetNodes, Nodes: nodes}
	}
	with := func(f Fault, set func(*Fault)) Fault { set(&f); return f }
	drift := func(f Fault) Fault { f.PPM = 500; return f }
	for name, c := range map[string]struct {
		faults []Fault
		want   []string
	}{
		"crash":                    {[]Fault{at(10, 20, FaultCrash, 1, 2)}, []string{"10 strike 1 of 1, crash until 30", "10 strike 1 of 2, crash until 30", "30 over 1 of 1, crash", "30 over 1 of 2, crash"}},
		"crash for good":           {[]Fault{at(10, 0, FaultCrash, 1)}, []string{"10 strike 1 of 1, crash until -1"}},
		"a crash ended by another": {[]Fault{at(10, 50, FaultCrash, 1), at(20, 0, FaultRestart, 1)}, []string{"10 strike 1 of 1, crash until 60", "20 over 1 of 1, crash"}},
		"and one more after that":  {[]Fault{at(10, 50, FaultCrash, 1), at(20, 0, FaultRestart, 1), at(30, 50, FaultCrash, 1)}, []string{"10 strike 1 of 1, crash until 60", "20 over 1 of 1, crash", "30 strike 3 of 1, crash until 80", "80 over 3 of 1, crash"}},
		"of the dead nobody": {[]Fault{at(10, 50, FaultCrash, 1), at(20, 5, FaultPause, 1), at(20, 5, FaultRadioOff, 1), at(20, 5, FaultResign, 1)},
			[]string{"10 strike 1 of 1, crash until 60", "60 over 1 of 1, crash"}},
		"resign":          {[]Fault{at(10, 20, FaultResign, 3)}, []string{"10 strike 1 of 3, resign until 30", "30 over 1 of 3, resign"}},
		"resign, restart": {[]Fault{at(10, 90, FaultResign, 3), at(20, 5, FaultCrash, 3)}, []string{"10 strike 1 of 3, resign until 100", "20 strike 2 of 3, crash until 25", "25 over 1 of 3, resign", "25 over 2 of 3, crash"}},
		"radio":           {[]Fault{at(10, 20, FaultRadioOff, 2), at(15, 0, FaultRadioOn, 2)}, []string{"10 strike 1 of 2, radio-off until 30", "15 over 1 of 2, radio-off"}},
		"two pauses":      {[]Fault{at(10, 20, FaultPause, 2), at(15, 5, FaultPause, 2)}, []string{"10 strike 1 of 2, pause until 30", "15 strike 2 of 2, pause until 20", "20 over 2 of 2, pause", "30 over 1 of 2, pause"}},
		"pause, crash":    {[]Fault{at(10, 20, FaultPause, 2), at(15, 0, FaultCrash, 2)}, []string{"10 strike 1 of 2, pause until 30", "15 over 1 of 2, pause", "15 strike 2 of 2, crash until -1"}},
		"two drifts":      {[]Fault{drift(at(10, 50, FaultDrift, 2)), drift(at(15, 5, FaultDrift, 2))}, []string{"10 strike 1 of 2, drift until 60", "15 over 1 of 2, drift", "15 strike 2 of 2, drift until 20", "20 over 2 of 2, drift"}},
		"flap": {[]Fault{with(at(10, 35, FaultFlap, 1), func(f *Fault) { f.Down, f.Up = 5*ms, 10*ms })},
			[]string{"10 strike 1 of 1, flap until 45", "45 over 1 of 1, flap"}}, // down at 10, 25 and 40
		"two partitions": {[]Fault{{At: 10 * ms, For: 50 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1}, {2, 3}}}, {At: 20 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{3}}}, {At: 30 * ms, Kind: FaultHeal}},
			[]string{"10 strike 1 of world, partition until 60", "10 1 in group 1 of 1", "10 2 in group 2 of 1", "10 3 in group 2 of 1",
				"20 over 1 of world, partition", "20 strike 2 of world, partition until -1", "20 3 in group 1 of 2", "30 over 2 of world, partition"}},
		"jam": {[]Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultJam, Region: Region{X: 1, Y: 2, RadiusM: 3}}},
			[]string{"10 region 1: circle 1 2 6 6", "10 strike 1 of world, jam until 15", "15 over 1 of world, jam"}},
		"a region struck": {[]Fault{{At: 10 * ms, Every: 900 * ms, For: 5 * ms, Kind: FaultRadioOff, Target: TargetRegion, Region: Region{X: -1, Y: -2, WidthM: 3, HeightM: 40}}},
			[]string{"10 region 1: rectangle -1 -2 3 40", "10 strike 1 of 1, radio-off until 15", "15 over 1 of 1, radio-off"}},
		"duplicate": {[]Fault{{At: 10 * ms, For: 5 * ms, Kind: FaultDuplicate, Probability: 0.5, Links: [][2]protocol.ID{{1, 2}}}, {At: 11 * ms, For: 9 * ms, Kind: FaultReorder, Probability: 1, Delay: ms}},
			[]string{"10 strike 1 of world, duplicate until 15, probability 0.5", "10 1 with 2 in 1", "11 strike 2 of world, reorder until 20, probability 1, delay 0.001", "15 over 1 of world, duplicate", "20 over 2 of world, reorder"}},
	} {
		cfg := plane([][2]float64{{0, 0}, {100, 0}, {200, 0}})
		cfg.Until = 200 * ms
		log := new([]string)
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &keeper{log: log} })
		cfg.Faults = c.faults
		_, j := run(t, cfg)
		if got := strikesOf(j); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, c.want)
		}
	}
}

// strikesOf writes what a trace tells of strikes.
func strikesOf(j *journal) (lines []string) {
	whole := func(ns int64) int64 {
		if ns < 0 {
			return -1
		}
		return ns / int64(ms)
	}
	kinds := trace.Of(trace.Strike, trace.Over, trace.Region, trace.Group, trace.Affected)
	for _, r := range j.records {
		if !kinds.Has(r.Kind) {
			continue
		}
		who, line := r.Node.String(), fmt.Sprintf("%d ", whole(int64(r.At)))
		if r.Node == protocol.Nobody {
			who = "world"
		}
		switch r.Kind {
		case trace.Strike:
			line += fmt.Sprintf("strike %d of %s, %s until %d", r.Frame, who, r.Name, whole(r.Value))
			if r.X > 0 {
				line += fmt.Sprintf(", probability %g", r.X)
			}
			if r.Y > 0 {
				line += fmt.Sprintf(", delay %g", r.Y)
			}
		case trace.Over:
			line += fmt.Sprintf("over %d of %s, %s", r.Frame, who, r.Name)
		case trace.Region:
			line += fmt.Sprintf("region %d: %s %g %g %g %g", r.Frame, r.Name, r.X, r.Y, r.VX, r.VY)
		case trace.Group:
			line += fmt.Sprintf("%s in group %d of %d", who, r.Value, r.Frame)
		case trace.Affected:
			line += fmt.Sprintf("%s with %v in %d", who, r.Peer, r.Frame)
		}
		lines = append(lines, line)
	}
	return lines
}
