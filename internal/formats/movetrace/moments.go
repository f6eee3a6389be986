package movetrace

import (
	"iter"
	"time"

	"bellwether/internal/base/errs"
)

const (
	// DefaultStep is how often a trace is sampled: SUMO's step, and the sampling
	// interval of most published traces.
	DefaultStep = time.Second

	// late is how much longer than its last step a trace may last: a speed and a distance
	// that are rounded to decimals do not make exact whole seconds.
	late = time.Microsecond

	// maxMoments bounds the samples of a trace: more than a day, every 10 ms.
	maxMoments = 10_000_000
)

// Moments returns the instants at which a format with steps writes the trace: 0, step,
// 2·step … until its duration is reached. A step of 0 is the default.
func (t *Trace) Moments(step time.Duration) (iter.Seq[time.Duration], error) {
	if step == 0 {
		step = DefaultStep
	}
	if step < 0 || t.duration/step >= maxMoments {
		return nil, errs.Mobility.Errorf("a step of %v in %v: want at most %d steps", step, t.duration, maxMoments)
	}
	return func(yield func(time.Duration) bool) {
		for now := time.Duration(0); yield(now) && now < t.duration-late; now += step {
		}
	}, nil
}
