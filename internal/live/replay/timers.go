package replay

import (
	"fmt"
	"math"
	"time"
)

// MistakesPerHour bounds the mistakes of suggested timers: one false suspicion of a
// leader in about four days, by all members together.
const MistakesPerHour = 0.01

// maxMisses and minMisses bound the suggestion: one lost frame must never count as a
// death, and a scenario takes at most 1000.
const (
	minMisses = 2
	maxMisses = 1000
)

// helloSpread is how much longer than configured a hello's interval may be: by a tenth
// (package overlay).
const helloSpread = 1.1

// Timers are suggested timers for a network.
type Timers struct {
	Interval time.Duration // between two signs of life
	Misses   int           // missed signs before a suspicion
	Timeout  time.Duration // time-out of hellos
	Loss     float64       // loss of the worst link, which they are made for
	Frames   uint64        // frames on which that loss was measured
	PerHour  float64       // mistakes an hour of all members together
}

// need is what timers are computed from.
type need struct {
	nodes    int
	loss     float64       // of the worst link, the upper end of an interval
	frames   uint64        // frames on which it was measured
	interval time.Duration // interval of the agents
	late     time.Duration // 99th percentile of the slowest way
}

// mistakes is the number of mistakes an hour of n-1 watchers that wait for so many signs;
// the formula is in the package comment.
func (n need) mistakes(misses int) float64 {
	signs := float64(time.Hour) / float64(n.interval)
	return float64(n.nodes-1) * signs * (1 - n.loss) * math.Pow(n.loss, float64(misses))
}

// suggest returns the least misses with few enough mistakes, for an interval of at least
// twice the delays.
func suggest(n need) Timers {
	n.interval = max(n.interval, 2*roundUp(n.late, 10*time.Millisecond))
	misses := minMisses
	for misses < maxMisses && n.mistakes(misses) > MistakesPerHour {
		misses++
	}
	longest := time.Duration(float64(misses) * helloSpread * float64(n.interval))
	return Timers{
		Interval: n.interval, Misses: misses, Loss: n.loss, Frames: n.frames, PerHour: n.mistakes(misses),
		Timeout: roundUp(longest+n.late, 10*time.Millisecond),
	}
}

func roundUp(d, to time.Duration) time.Duration { return (d + to - 1) / to * to }

// twoDigits rounds a measured interval to the configured one: hellos vary by a tenth,
// their mean by less.
func twoDigits(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 100 {
		unit *= 10
	}
	return max((d+unit/2)/unit*unit, time.Millisecond)
}

// fewFrames are too few frames to measure a loss below a percent: if none of so many is
// lost, the upper end of the interval is 0.9 %.
const fewFrames = 300

// String returns the timers with the loss that they are made for.
func (t Timers) String() string {
	text := fmt.Sprintf("interval %v, %d misses, hello time-out %v; at a loss of %.2f %% (worst link, %d frames) %.2g mistakes an hour",
		t.Interval, t.Misses, t.Timeout, 100*t.Loss, t.Frames, t.PerHour)
	if t.Frames < fewFrames {
		text += "; these are few frames, record for longer"
	}
	return text
}

// timersOf are the timers of agents with such hellos: the time-out is a whole number of
// intervals (presets of package agent).
func timersOf(interval, timeout time.Duration) Timers {
	t := Timers{Interval: interval, Timeout: timeout}
	t.Misses = max(int((timeout+t.Interval/2)/t.Interval), 1)
	return t
}
