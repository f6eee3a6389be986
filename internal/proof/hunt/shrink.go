package hunt

import (
	"context"
	"slices"

	"bellwether/internal/base/parallel"
)

// Bounds of the effort to shrink one world.
const (
	// DefaultEffort is enough runs to shrink the planted faults of the tests and of
	// .ci/mutants.d to worlds that no reduction makes smaller.
	DefaultEffort = 600
	batch         = 8 // candidates in a batch; independent of the number of goroutines
	// eventsPerRun is how many events count as one more run: a run of a large world takes
	// seconds. Most small worlds have some thousand events.
	eventsPerRun = 200_000
)

// shrinker makes a world that breaks a law smaller.
type shrinker struct {
	jobs   int
	breaks func(ctx context.Context, w *World) (trialResult, error)
	left   int // runs that may still be made, by the count of eventsPerRun
	made   int
	ctx    context.Context
}

// shrink returns the smallest world it finds that breaks the same law, its breach, and whether no
// reduction makes it smaller. The result does not depend on the number of goroutines: candidates
// are tried in batches, and the first of a batch that breaks the law is taken. An interrupt ends
// it with the smallest world so far.
func shrink(ctx context.Context, w *World, b *Breach, s *shrinker) (*World, *Breach, bool) {
	s.ctx = ctx
	for {
		before := weigh(w)
		for _, r := range reductions() {
			w, b = s.pass(w, b, r)
		}
		if s.left <= 0 || ctx.Err() != nil {
			return w, b, false
		}
		if weigh(w) >= before {
			return w, b, true
		}
	}
}

// A reduction lists candidates that are simpler than a world in one respect; the ones that
// leave out most come first.
type reduction func(w *World) []*World

// pass applies a reduction until no candidate of it breaks the law.
func (s *shrinker) pass(w *World, b *Breach, r reduction) (*World, *Breach) {
	for {
		next, breach := s.first(r(w), w, b)
		if next == nil {
			return w, b
		}
		w, b = next, breach
	}
}

// first returns the first candidate that weighs less and breaks the same law; nil if no
// candidate does.
func (s *shrinker) first(candidates []*World, than *World, b *Breach) (*World, *Breach) {
	weight := weigh(than)
	candidates = slices.DeleteFunc(candidates, func(c *World) bool { return weigh(c) >= weight })
	for len(candidates) > 0 && s.left > 0 && s.ctx.Err() == nil {
		now := candidates[:min(batch, len(candidates), s.left)]
		candidates = candidates[len(now):]
		tried := make([]trialResult, len(now))
		parallel.Each(s.ctx, s.jobs, len(now), func(i int) {
			if got, err := s.breaks(s.ctx, now[i]); err == nil { // otherwise it is not a valid scenario
				tried[i] = got
			}
		})
		if s.ctx.Err() != nil {
			return nil, nil
		}
		s.made += len(now)
		found := -1
		for i := range tried {
			s.left -= 1 + int(tried[i].Events/eventsPerRun)
			if found < 0 && tried[i].Breach.same(b) {
				found = i
			}
		}
		if found >= 0 {
			return now[found], tried[found].Breach
		}
	}
	return nil, nil
}

// weigh measures how much there is to read in a world. Parts that should be left out first
// weigh most.
func weigh(w *World) int {
	weight := 10_000 * w.Nodes
	for i := range w.Faults {
		f := &w.Faults[i]
		weight += 2000 + 20*len(f.Nodes) + digits(int64(f.At)) + digits(int64(f.For)) + digits(int64(f.PPM)) + digits(int64(f.Delay)) + digits(int64(f.Up)) + digits(int64(f.Down))
		if f.Kind != "crash" {
			weight += 50
		}
		if f.Whom != "" {
			weight += 40
		}
		if f.LoseStorage {
			weight += 30
		}
		if f.For > 0 {
			weight += 10
		}
	}
	for _, c := range w.Cuts {
		weight += 1500 + digits(int64(c.From)) + digits(int64(c.Until))
	}
	if w.Loss != "" {
		weight += 3000 + digits(int64(w.LossEnds))
	}
	weight += w.placesWeight() + 200*len(w.Params)
	if w.Hello > 0 {
		weight += 800
	}
	if w.Flood {
		weight += 600
	}
	if w.AODV != "" {
		weight += 700
	}
	if w.Share > 0 {
		weight += 300
	}
	if w.Leader > 0 {
		weight += 60
	}
	if !w.StartsAll {
		weight += 20 * len(w.Starts)
	} else {
		weight += 25
	}
	for _, v := range w.Values {
		weight += digits(v)
	}
	return weight + digits(int64(w.Interval)) + digits(int64(w.Misses)) + digits(int64(w.Seed)) + digits(int64(latest(w)))
}

func (w *World) placesWeight() int {
	switch {
	case w.Field == nil && w.Graph == nil:
		if w.Move == "" {
			return 0
		}
		return 1000 + digits(int64(w.Still))
	case w.Field == nil:
		weight := digits(int64(w.Graph.Latency))
		if !complete(w.Nodes, w.Graph.Edges) {
			weight += 100 + 10*len(w.Graph.Edges)
		}
		return weight
	case w.Field.Move != "":
		return 5000 + digits(int64(w.Field.Still))
	}
	return 1000 + 20*len(w.Field.At)
}

// latest returns when the last fault or cut ends, or begins if it does not end.
func latest(w *World) (at int64) {
	for i := range w.Faults {
		at = max(at, int64(w.Faults[i].At+w.Faults[i].For))
	}
	for _, c := range w.Cuts {
		at = max(at, int64(c.From), int64(c.Until))
	}
	return at
}

// digits weighs a number: 3 for each significant digit, 1 for each zero at the end and for a
// sign. So 10 s is simpler than 9.87 s, and 1 s is simpler than 10 s.
func digits(v int64) (n int) {
	if v < 0 {
		v = -v
		n++
	}
	for v > 0 && v%10 == 0 {
		v /= 10
		n++
	}
	for v > 0 {
		v /= 10
		n += 3
	}
	return n
}
