package fd

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// Upper tails of the normal distribution, from printed tables: the probability
// that a value lies more than z standard deviations above the mean.
var tails = []struct{ z, tail float64 }{
	{-1, 0.841344746}, {0, 0.5}, {1, 0.158655254}, {2, 0.022750132}, {3, 1.349898e-3},
	{4, 3.167124e-5}, {5, 2.866516e-7}, {6, 9.865876e-10},
}

func TestLevelIsTheLogarithmOfTheNormalTail(t *testing.T) {
	for _, row := range tails {
		if got := math.Pow(10, -level(row.z)); math.Abs(got/row.tail-1) > 1e-6 {
			t.Errorf("φ of %v deviations is %v: a tail of %g, want %g", row.z, level(row.z), got, row.tail)
		}
	}
}

// "Φ = 1 means a mistake in ten, 2 in a hundred, 3 in a thousand": upper quantiles
// of the normal distribution for 10^−Φ, from printed tables.
func TestQuantilesOfThresholds(t *testing.T) {
	for threshold, z := range map[float64]float64{
		1: 1.281551566, 2: 2.326347874, 3: 3.090232306, 4: 3.719016485, 8: 5.612001244, 12: 7.034483825,
	} {
		if got := quantile(threshold); math.Abs(got-z) > 2e-8 {
			t.Errorf("threshold %v is reached at %.9f deviations, want %.9f", threshold, got, z)
		}
	}
	if got := quantile(100); math.Abs(level(got)-100) > 1e-6 {
		t.Errorf("threshold 100 is reached at %v deviations, where φ is %v", got, level(got))
	}
}

// patient is an owner of a Phi that it calls by hand.
type patient struct {
	env protocol.Env
	phi *phi
	now protocol.Time
}

type roster []protocol.ID

func (r roster) Neighbours() []protocol.ID { return nil }
func (r roster) Members() []protocol.ID    { return r }

func newPatient(o PhiOptions) *patient {
	o.Self = 1
	p := &patient{phi: NewPhi(o)}
	p.at(0, p.phi.Start)
	return p
}

func (p *patient) at(now protocol.Time, call func(env *protocol.Env)) []protocol.Effect {
	p.now = now
	p.env.Driver().Enter(protocol.Facts{Self: 1, Now: now, View: roster{1, 2}, Rand: rand.New(rand.NewPCG(1, 2))})
	call(&p.env)
	return p.env.Driver().Effects()
}

func (p *patient) heartbeat(now protocol.Time) {
	p.at(now, func(env *protocol.Env) { p.phi.Receive(env, 2, heartbeat{}) })
}

// patience is how long after its newest heartbeat the peer will be suspected.
func (p *patient) patience() time.Duration { return p.phi.peers[0].deadline.Sub(p.phi.peers[0].last) }

// By hand: the first estimate of 2 s, give or take a quarter, has mean 2 s and
// deviation 0.5 s; ten intervals of 2 s more make that √(0.5/12) = 0.204124145 s.
// φ reaches 8 at 5.612001244 deviations.
func TestPatienceFollowsTheSamples(t *testing.T) {
	o := PhiOptions{Interval: 2 * second, Threshold: 8}
	p := newPatient(o)
	near := func(when string, want time.Duration) {
		t.Helper()
		if got := p.patience(); (got-want).Abs() > time.Microsecond || got%time.Microsecond != 0 {
			t.Errorf("%s: %v, want %v in whole microseconds", when, got, want)
		}
	}
	near("at first", 4806001*time.Microsecond)
	p.heartbeat(at(1.3)) // the beginning of the watch does not count as a heartbeat
	near("after the first heartbeat", 4806001*time.Microsecond)
	for k := range 10 {
		p.heartbeat(at(1.3 + 2*float64(k+1)))
	}
	near("after ten intervals", 3145545*time.Microsecond)
	for k := range 1000 { // the deviation falls to the least, 0.1 s
		p.heartbeat(at(21.3 + 2*float64(k+1)))
	}
	near("after a thousand", 2561200*time.Microsecond)
	o.Pause = 3 * second
	p = newPatient(o)
	near("with a pause", 7806001*time.Microsecond)
	o.Cap = 4 * second // less than the first estimate needs
	p = newPatient(o)
	near("with a cap", 7806001*time.Microsecond)
	if got := o.Worst(); got != p.patience() {
		t.Errorf("worst %v, but a peer may go unsuspected for %v", got, p.patience())
	}
}

// A gap counts only as long as its suspicion took, and once: the gap of a partition does not
// count as an outlier, and a slower peer is learned.
func TestPhiLearnsASlowerPeerAndForgetsAPartition(t *testing.T) {
	p := newPatient(PhiOptions{Interval: second, Threshold: 3, Samples: 20})
	now := protocol.Time(0)
	beats := func(n int, every time.Duration) (mistakes int) {
		for range n {
			if now = now.Add(every); now >= p.phi.peers[0].deadline {
				p.at(p.phi.peers[0].deadline, p.phi.Fire)
				if !p.phi.Suspected(2) {
					t.Fatalf("not suspected at its deadline, %v", p.now)
				}
				mistakes++
			}
			p.heartbeat(now)
			if p.phi.Suspected(2) {
				t.Fatalf("suspected after a heartbeat, at %v", now)
			}
		}
		return mistakes
	}
	beats(20, second)
	before := p.patience()
	if beats(1, 10*time.Minute) != 1 {
		t.Error("not suspected for 10 min of silence")
	}
	if got := p.patience(); got > before+second {
		t.Errorf("patience %v before the gap, %v after it", before, got)
	}
	if n := beats(100, 2*second); n == 0 || n > 20 {
		t.Errorf("%d mistakes until the slower rhythm was learned, want 1 … 20", n)
	}
	if n := beats(100, 2*second); n != 0 {
		t.Errorf("%d mistakes in a rhythm that is known", n)
	}
}

// oracle is φ by its definition, over its own list of samples: the tail by Simpson's rule,
// without erfc.
func oracle(samples []float64, o PhiOptions, elapsed float64) float64 {
	mean, squares := 0.0, 0.0
	for _, s := range samples {
		mean += s / float64(len(samples))
	}
	for _, s := range samples {
		squares += (s - mean) * (s - mean) / float64(len(samples))
	}
	deviation := max(math.Sqrt(squares), o.MinDeviation.Seconds())
	z := (elapsed - mean - o.Pause.Seconds()) / deviation
	density := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	const steps = 800
	sum, width := 0.0, (max(z, 0)+12-z)/steps // nothing is left beyond
	for k := range steps {
		x := z + float64(k)*width
		sum += width / 6 * (density(x) + 4*density(x+width/2) + density(x+width))
	}
	return -math.Log10(sum)
}

// Whatever the arrivals, a peer is suspected exactly when φ has reached the threshold; no
// other peer is, and never the node itself.
func TestSuspectedExactlyWhenPhiReachesTheThreshold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := PhiOptions{
			Interval:     second,
			Threshold:    rapid.Float64Range(0.5, 9).Draw(t, "threshold"),
			Samples:      rapid.IntRange(2, 12).Draw(t, "samples"),
			MinDeviation: time.Duration(rapid.IntRange(20, 300).Draw(t, "deviation")) * time.Millisecond,
			Pause:        time.Duration(rapid.IntRange(0, 2000).Draw(t, "pause")) * time.Millisecond,
			Cap:          time.Hour,
		}
		p := newPatient(o)
		samples := []float64{0.75, 1.25}
		var last protocol.Time
		for k := range rapid.IntRange(1, 25).Draw(t, "heartbeats") {
			gap := time.Duration(rapid.Int64Range(1, 4e6).Draw(t, "gap")) * time.Microsecond
			looked := time.Duration(rapid.Int64Range(0, int64(gap)).Draw(t, "looked"))
			deadline := p.phi.peers[0].deadline
			p.at(last.Add(looked), p.phi.Fire)
			want := oracle(samples, o, looked.Seconds())
			if got := p.phi.Suspected(2); got != (want >= o.Threshold) && math.Abs(want-o.Threshold) > 1e-3 {
				t.Fatalf("%v after heartbeat %d φ is %v, threshold %v, suspected %v", looked, k, want, o.Threshold, got)
			}
			if p.phi.Suspected(1) || p.phi.Suspected(3) {
				t.Fatal("suspects itself, or a node that is not watched")
			}
			now := last.Add(gap)
			p.heartbeat(now)
			if k > 0 { // the first ends no interval
				samples = append(samples, min(now, deadline).Sub(last).Seconds())
				samples = samples[max(0, len(samples)-o.Samples):]
			}
			last = now
		}
	})
}

// A threshold, however low, is reached after the heartbeat, not before.
func TestPatienceIsPositive(t *testing.T) {
	p := newPatient(PhiOptions{Interval: second, Threshold: 1e-9, MinDeviation: time.Minute})
	if got := p.patience(); got != time.Microsecond {
		t.Errorf("patience %v, want the least", got)
	}
}
