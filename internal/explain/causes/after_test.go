package causes

import (
	"testing"

	"bellwether/trace"
)

// A leader comes back from a partition after a better node has appeared in the other part: the
// cause is Merge.
func TestAReturnIsAMerge(t *testing.T) {
	p := plant(options{})
	p.elect(0, 3, all...)
	p.sample(1*s, all)
	p.sample(2*s, pair, alone)
	p.offer(5*s/2, 2, 20)
	p.sample(3*s, all)
	p.tell(trace.Record{At: 10 * s, Kind: trace.End})
	if got := p.m.total().Samples; got[detection] != 2 || got[merge] != 3 || got.sum() != 5 {
		t.Errorf("%v", got)
	}
}

// Causes that are planted one after another are distinguished.
func TestOneCauseAfterAnother(t *testing.T) {
	for name, c := range map[string]struct {
		samples, nanos map[Cause]int64
		play           func(p *planted)
	}{
		"a leader that offers less, and then a wrong one": {map[Cause]int64{offers: 4, choice: 2}, nil, func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.offer(3*s/2, 1, 20)
			p.elect(3*s/2, 1, 1)
			p.sample(2*s, all)
			p.sample(3*s, all)
			p.elect(7*s/2, 2, 2)
			p.elect(7*s/2, 1, 3)
			p.sample(4*s, all)
			p.sample(5*s, all)
			p.elect(11*s/2, 1, 2)
		}},
		"news of a leader elsewhere, who comes and goes": {map[Cause]int64{stale: 1, merge: 1, detection: 1}, nil, func(p *planted) {
			p.offer(0, 2, 20)
			p.elect(0, 2, pair...)
			p.elect(0, 3, 3)
			p.sample(1*s, pair, alone)
			p.elect(3*s/2, 3, 1)
			p.sample(2*s, pair, alone)
			p.elect(5*s/2, 2, 3)
			p.sample(3*s, all)
			p.elect(7*s/2, 3, 3)
			p.sample(4*s, pair, alone)
			p.elect(9*s/2, 2, 1)
		}},
		// The first sample falls on the arrival of the first message, the second on the way of the second.
		"a message, a wait, a message": {map[Cause]int64{onAir: 2}, map[Cause]int64{onAir: 12e8, waitTime: 5e8}, func(p *planted) {
			p.elect(0, 3, all...)
			p.sample(1*s, all)
			p.electing(3*s/2, 1)
			asks := p.send(3*s/2, 1)
			p.arrive(22*s/10, asks, 1, 2)
			p.sample(22*s/10, all)
			p.timeout(27*s/10, s/2, 2)
			tells := p.send(27*s/10, 2)
			p.sample(3*s, all)
			p.arrive(32*s/10, tells, 2, 1)
			p.elect(32*s/10, 3, 1)
		}},
	} {
		p := plant(options{})
		c.play(p)
		p.tell(trace.Record{At: 10 * s, Kind: trace.End})
		got := p.m.total()
		for cause := range causes {
			if got.Samples[cause] != c.samples[cause] || got.Nanos[cause] != c.nanos[cause] {
				t.Errorf("%s: %v has %d samples, %d ns, want %d and %d", name, cause, got.Samples[cause], got.Nanos[cause], c.samples[cause], c.nanos[cause])
			}
		}
	}
}

// A cause is heaviest at the first sample at which most nodes have it; the sample at the end does not count.
func TestACauseIsHeaviestAtOneInstant(t *testing.T) {
	p := plant(options{})
	p.elect(0, 3, all...)
	p.sample(1*s, all)
	p.electing(3*s/2, 1)
	p.sample(2*s, all)
	p.electing(5*s/2, 2)
	p.sample(3*s, all)
	p.sample(4*s, all)
	p.elect(9*s/2, 3, pair...)
	p.crash(19*s/2, 3)
	p.sample(10*s, pair)
	p.tell(trace.Record{At: 10 * s, Kind: trace.End})
	values := p.m.Values()
	when := values[2*int(causes):]
	for c, v := range when {
		if Cause(c) == waitTime != v.Known || v.Known && v.X != 3 {
			t.Errorf("%v is heaviest at %+v", Cause(c), v)
		}
	}
	if len(when) != int(causes) || values[waitTime].X != 5.0/12 {
		t.Errorf("%d instants, waiting %v", len(when), values[waitTime].X)
	}
}

// What a warm-up leaves out: node-time to the nanosecond, and its samples.
func TestTheWarmUpIsLeftOut(t *testing.T) {
	p := plant(options{Warmup: 3 * s / 2})
	p.sample(1*s, all)
	p.sample(2*s, all)
	p.elect(5*s/2, 3, all...)
	p.tell(trace.Record{At: 10 * s, Kind: trace.End})
	got := p.m.total()
	if got.Samples[boot] != 3 || got.Nodes != 3 || got.Nanos[boot] != 3e9 || got.Live != 3*85e8 {
		t.Errorf("%+v", got)
	}
}
