package warn

import (
	"time"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// A Run is when a run is over, and when measuring begins.
type Run struct{ Warmup, Duration section.Duration }

const (
	fewSamples = 10 // least number of drawn instants in the measured time
	fewRuns    = 2  // an interval needs so many
)

// Times warns about times and numbers of runs with which little is measured.
type Times struct {
	File         *keys.File
	Run          Run
	Every        section.Duration // between two samples
	EveryDefault time.Duration
	Nodes        int
	MostFollowed int // of more nodes components are sampled
	Runs, Rows   int
	Detection    section.Detection
}

func (t Times) All() {
	if t.Run.Warmup >= t.Run.Duration {
		t.File.Warn("warmup", "nothing is measured: the warm-up of %v is not shorter than the run of %v", t.Run.Warmup, t.Run.Duration)
	} else if samples := (t.Run.Duration - t.Run.Warmup) / t.Every; samples < fewSamples && t.Nodes > t.MostFollowed {
		t.File.Warn("measure.every", "is coarse: %d samples in the measured %v", samples, t.Run.Duration-t.Run.Warmup)
	}
	if t.Nodes <= t.MostFollowed && t.Every.Std() != t.EveryDefault {
		t.File.Warn("measure.every", "has no effect: it is for worlds of more than %d nodes whose links come and go; elsewhere each change counts from its own instant", t.MostFollowed)
	}
	if t.Runs < fewRuns && t.Rows > 1 {
		t.File.Warn("runs", "%d run has no interval: what tells two algorithms apart may be chance; it takes %d at least", t.Runs, fewRuns)
	}
	if budget := t.Detection.Protocol().Timeout(); budget > t.Run.Duration.Std() {
		t.File.Warn("detection", "no death can be noticed: the budget is %v (%v × %d), the run %v",
			section.Duration(budget), t.Detection.Interval, t.Detection.Misses, t.Run.Duration)
	}
}
