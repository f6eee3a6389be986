package replay

import (
	"fmt"
	"math"
	"time"
)

// MistakesPerHour bounds what suggested timers allow: one false suspicion of a
// leader in some four days, by all members together.
const MistakesPerHour = 0.01

// maxMisses and minMisses bound what is suggested: one lost frame is never a
// death, and beyond 1000 a scenario takes no more.
const (
	minMisses = 2
	maxMisses = 1000
)

// helloSpread is by how much a hello's interval may be longer than asked for: a
// tenth (package overlay).
const helloSpread = 1.1

// Timers are what suits a network.
type Timers struct {
	Interval time.Duration // between two signs of life
	Misses   int           // of them before a suspicion
	Timeout  time.Duration // of hellos
	Loss     float64       // that they are made for, of the worst link
	Frames   uint64        // that its loss was seen on
	PerHour  float64       // mistakes of all members together
}

// need is what timers are made from.
type need struct {
	nodes    int
	loss     float64       // of the worst link, the upper end of an interval
	frames   uint64        // that it was seen on
	interval time.Duration // as agents have it
	late     time.Duration // 99th percentile of the slowest way
}

// mistakes is how many an hour n-1 watchers make who wait for so many signs: see
// the package comment for the formula.
func (n need) mistakes(misses int) float64 {
	signs := float64(time.Hour) / float64(n.interval)
	return float64(n.nodes-1) * signs * (1 - n.loss) * math.Pow(n.loss, float64(misses))
}

// suggest gives the least misses that make few enough mistakes, for an interval
// of at least twice the delays.
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

// twoDigits rounds a measured interval to what was asked for: hellos vary by a
// tenth, their mean by less.
func twoDigits(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 100 {
		unit *= 10
	}
	return max((d+unit/2)/unit*unit, time.Millisecond)
}

// fewFrames are too few to tell a loss below a percent: if none of so many is
// lost, the upper end of the interval is 0.9 %.
const fewFrames = 300

// String states them with what they rest on.
func (t Timers) String() string {
	text := fmt.Sprintf("interval %v, %d misses, hello time-out %v; at a loss of %.2f %% (worst link, %d frames) %.2g mistakes an hour",
		t.Interval, t.Misses, t.Timeout, 100*t.Loss, t.Frames, t.PerHour)
	if t.Frames < fewFrames {
		text += "; so few frames say little, record for longer"
	}
	return text
}

// timersOf are those that agents with such hellos have: a time-out of whole
// intervals (package live's presets).
func timersOf(interval, timeout time.Duration) Timers {
	t := Timers{Interval: interval, Timeout: timeout}
	t.Misses = max(int((timeout+t.Interval/2)/t.Interval), 1)
	return t
}
