package emulator

import (
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// told sends 1499 tokens, 2 ms apart, from node 1 of a plane to its neighbour 2, and
// returns the frames that were sent and those that node 2 heard.
func told(t *testing.T, faults ...Fault) (said, heard []trace.Record) {
	t.Helper()
	cfg := plane([][2]float64{{0, 0}, {100, 0}})
	cfg.Until = 3 * time.Second
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &courier{to: []protocol.ID{2}, made: make([]*courier, 2)} })
	cfg.Faults = append(faults, Fault{At: 2 * ms, Every: 2 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{1}})
	_, j := run(t, cfg)
	for _, r := range j.of(trace.Receive) {
		if r.Node == 2 {
			heard = append(heard, r)
		}
	}
	for _, r := range j.of(trace.Transmit) {
		if r.Why == trace.WhyData {
			said = append(said, r)
		}
	}
	return said, heard
}

func TestEveryFrameTwiceOneAirtimeLater(t *testing.T) {
	said, heard := told(t, Fault{For: 2 * time.Second, Kind: FaultDuplicate, Probability: 1})
	// By hand: 33 bytes at 1 Mbit/s last 264 µs. Frames from 2 s on arrive once.
	times := map[uint64][]protocol.Time{}
	for _, r := range heard {
		times[r.Frame] = append(times[r.Frame], r.At)
	}
	for _, r := range said {
		want := []protocol.Time{r.At, r.At.Add(264 * time.Microsecond)}
		if r.At > protocol.Time(2*time.Second) {
			want = want[:1]
		}
		if !slices.Equal(times[r.Frame], want) {
			t.Fatalf("frame %d of %v arrived at %v, want %v", r.Frame, r.At, times[r.Frame], want)
		}
	}
}

// Of 1499 frames, each struck with probability p, the number struck is binomial. It is
// within five standard deviations.
func TestAsManyAreStruckAsTheProbabilitySays(t *testing.T) {
	const p = 0.3
	said, heard := told(t, Fault{Kind: FaultDuplicate, Probability: p})
	n := float64(len(said))
	if d := float64(len(heard)-len(said)) - p*n; math.Abs(d) > 5*math.Sqrt(n*p*(1-p)) {
		t.Errorf("%d of %v frames arrived twice", len(heard)-len(said), n)
	}
	said, heard = told(t, Fault{Kind: FaultReorder, Probability: p, Delay: 10 * ms})
	at := map[uint64]protocol.Time{}
	for _, r := range said {
		at[r.Frame] = r.At
	}
	held, overtaken, sum := 0, 0, time.Duration(0)
	for k, r := range heard {
		wait := r.At.Sub(at[r.Frame])
		switch {
		case wait < 0 || wait > 10*ms:
			t.Fatalf("frame %d was held back for %v", r.Frame, wait)
		case wait > 0:
			held, sum = held+1, sum+wait
		}
		if k > 0 && r.Frame < heard[k-1].Frame {
			overtaken++
		}
	}
	if d := float64(held) - p*n; math.Abs(d) > 5*math.Sqrt(n*p*(1-p)) || overtaken < held/4 {
		t.Errorf("%d of %v frames were held back, %d overtaken", held, n, overtaken)
	}
	// Uniform over 10 ms: mean 5 ms, standard deviation of the mean 10/√(12·held).
	mean := sum.Seconds() / float64(held)
	if math.Abs(mean-5e-3) > 5*10e-3/math.Sqrt(12*float64(held)) {
		t.Errorf("held back for %v s on average", mean)
	}
}

func TestOnlyTheLinksNamedAreStruck(t *testing.T) {
	_, heard := told(t, Fault{Kind: FaultDuplicate, Probability: 1, Links: [][2]protocol.ID{{2, 1}}})
	if _, other := told(t, Fault{Kind: FaultDuplicate, Probability: 1, Links: [][2]protocol.ID{{2, 2}}}); len(heard) != 2*len(other) {
		t.Errorf("%d frames heard on the link named, %d on another", len(heard), len(other))
	}
}

// Which frames of a link are struck does not depend on what else is on the air.
func TestFrameFaultsAreAFunctionOfLinkAndTime(t *testing.T) {
	struck := func(more ...Fault) (out []protocol.Time) {
		said, heard := told(t, append(more, Fault{Kind: FaultDuplicate, Probability: 0.5})...)
		n := map[uint64]int{}
		for _, r := range heard {
			n[r.Frame]++
		}
		for _, r := range said {
			if n[r.Frame] == 2 {
				out = append(out, r.At)
			}
		}
		return out
	}
	// The draws depend on the fault's number. So the first world has a fault without
	// effect before it.
	quiet := struck(Fault{At: time.Hour, Kind: FaultElect, Target: TargetAll})
	busy := struck(Fault{Every: 10 * ms, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{2}})
	if len(quiet) < 500 || !slices.Equal(quiet, busy) {
		t.Errorf("%d frames struck, %d when node 2 sends too", len(quiet), len(busy))
	}
}

func TestALateFrameDiesWithItsReceiver(t *testing.T) {
	cfg, _ := couriers(radio.Line(2), []protocol.ID{2}, false)
	cfg.Faults = []Fault{{Kind: FaultReorder, Probability: 1, Delay: 500 * ms},
		{At: 2 * ms, For: ms, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{2}}}
	_, j := run(t, cfg)
	for _, r := range j.of(trace.Receive) {
		if r.Peer == 1 {
			t.Errorf("a node heard at %v a frame from before its crash", r.At)
		}
	}
	if n := j.count(trace.Transmit, trace.WhyAck); n != 1 {
		t.Errorf("%d frames were acknowledged, want 1", n)
	}
}
