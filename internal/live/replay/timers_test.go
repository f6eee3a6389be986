package replay

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The rate of mistakes is that of a simulation, which counts a mistake when a sign arrives
// and the next m are lost.
func TestMistakesMatchASimulation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const signs = 2_000_000
	for _, c := range []struct {
		loss   float64
		misses int
	}{{0.1, 2}, {0.3, 3}, {0.5, 4}, {0.2, 1}} {
		count, lost := 0, c.misses // nothing was heard yet
		for range signs {
			if r.Float64() >= c.loss {
				lost = 0
			} else if lost++; lost == c.misses {
				count++
			}
		}
		hours := float64(signs) * 0.5 / 3600 // one sign every half second
		got := need{nodes: 2, loss: c.loss, interval: 500 * time.Millisecond}.mistakes(c.misses)
		if far := 5 * math.Sqrt(float64(count)); math.Abs(got*hours-float64(count)) > far {
			t.Errorf("loss %v, %d misses: %.0f expected, %d counted", c.loss, c.misses, got*hours, count)
		}
	}
}

// In every network, one miss fewer would make too many mistakes.
func TestSuggestedMissesAreTheLeast(t *testing.T) {
	for _, loss := range []float64{0.0001, 0.01, 0.1, 0.4} {
		for _, nodes := range []int{2, 8, 50} {
			n := need{nodes: nodes, loss: loss, interval: time.Second, late: 30 * time.Millisecond}
			s := suggest(n)
			if s.PerHour > MistakesPerHour || s.Misses < 2 {
				t.Errorf("loss %v, %d nodes: %v", loss, nodes, s)
			}
			if s.Misses > 2 && n.mistakes(s.Misses-1) <= MistakesPerHour {
				t.Errorf("loss %v, %d nodes: %d misses are enough", loss, nodes, s.Misses-1)
			}
			// Hellos are up to 1.1 s apart, and 30 ms late.
			if least := time.Duration(s.Misses)*1100*time.Millisecond + 30*time.Millisecond; s.Timeout < least || s.Timeout > least+10*time.Millisecond {
				t.Errorf("hello time-out %v, want %v", s.Timeout, least)
			}
		}
	}
	if slow := suggest(need{nodes: 2, loss: 0.01, interval: 100 * time.Millisecond, late: 295 * time.Millisecond}); slow.Interval != 600*time.Millisecond {
		t.Errorf("interval %v at delays of 295 ms, want twice that, whole tens", slow.Interval)
	}
}

// The 95 % point of the normal distribution is z = 1.6449. So for no loss in 10 frames
// the upper end is z²/(10+z²) = 2.7057/12.7057, and for 10 in 10 it is 1.
func TestWilsonsInterval(t *testing.T) {
	for _, c := range []struct {
		lost, sent uint64
		want       float64
	}{{0, 10, 0.21295}, {10, 10, 1}, {0, 0, 1}, {50, 100, 0.58116}} {
		if got := (Way{Sent: c.sent, Received: c.sent - c.lost}).lossAtMost(); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%d of %d: %v, want %v", c.lost, c.sent, got, c.want)
		}
	}
}

func TestIntervalsAreRoundedToTheConfiguredOnes(t *testing.T) {
	for measured, want := range map[time.Duration]time.Duration{
		1003 * time.Millisecond: time.Second, 997 * time.Millisecond: 1000 * time.Millisecond,
		251 * time.Millisecond: 250 * time.Millisecond, 4020 * time.Millisecond: 4 * time.Second, 0: time.Millisecond,
	} {
		if got := twoDigits(measured); got != want {
			t.Errorf("%v: %v, want %v", measured, got, want)
		}
	}
}
