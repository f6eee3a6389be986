package hunt

import (
	"context"
	"slices"

	"bellwether/internal/runs"
)

// Effort bounds the shrinking of one world.
const (
	// DefaultEffort is enough for the planted faults of the tests and of .ci/mutants.d to
	// come to a world of which nothing more can be left out.
	DefaultEffort = 600
	batch         = 8 // candidates that are tried at a time, whatever the number of goroutines
	// dear is how many events count as another run: those of a large world take seconds. Most
	// small worlds have some thousand.
	dear = 200_000
)

// shrinker makes a world smaller that breaks a law.
type shrinker struct {
	jobs   int
	breaks func(ctx context.Context, w *World) (Trial, error)
	left   int // runs that may still be made, see dear
	made   int
	ctx    context.Context
}

// shrink gives the smallest world it finds that breaks the same law, and how. It is a function
// of the world alone: candidates are tried in batches, and the first of a batch that breaks
// the law counts. An interrupt ends it with the smallest so far.
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

// A reduction lists candidates that are simpler than a world in one respect, the boldest
// first.
type reduction func(w *World) []*World

// pass reduces a world in one respect until nothing helps.
func (s *shrinker) pass(w *World, b *Breach, r reduction) (*World, *Breach) {
	for {
		next, breach := s.first(r(w), w, b)
		if next == nil {
			return w, b
		}
		w, b = next, breach
	}
}

// first is the first candidate that is lighter and breaks the same law.
func (s *shrinker) first(candidates []*World, than *World, b *Breach) (*World, *Breach) {
	weight := weigh(than)
	candidates = slices.DeleteFunc(candidates, func(c *World) bool { return weigh(c) >= weight })
	for len(candidates) > 0 && s.left > 0 && s.ctx.Err() == nil {
		now := candidates[:min(batch, len(candidates), s.left)]
		candidates = candidates[len(now):]
		tried := make([]Trial, len(now))
		runs.Each(s.ctx, s.jobs, len(now), func(i int) {
			if got, err := s.breaks(s.ctx, now[i]); err == nil { // else it is no scenario
				tried[i] = got
			}
		})
		if s.ctx.Err() != nil {
			return nil, nil
		}
		s.made += len(now)
		found := -1
		for i := range tried {
			s.left -= 1 + int(tried[i].Events/dear)
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

// weigh is how much there is to read in a world. What counts first weighs most.
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

// latest is when the last thing happens.
func latest(w *World) (at int64) {
	for i := range w.Faults {
		at = max(at, int64(w.Faults[i].At+w.Faults[i].For))
	}
	for _, c := range w.Cuts {
		at = max(at, int64(c.From), int64(c.Until))
	}
	return at
}

// digits is how many significant digits a number has, and how many there are at all: 10 s is
// simpler than 9.87 s, and 1 s is simpler than 10 s.
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
