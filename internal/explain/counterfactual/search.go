package counterfactual

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"bellwether/protocol"
)

// A Budget bounds the work of an answer.
type Budget struct {
	Runs int           // default 400: half a minute for sixty nodes and ten minutes
	Time time.Duration // of the wall; default a minute
}

// mostTried bounds how many suspects are tried one by one, mostTogether how many at once,
// mostCauses how many causes an answer names.
const (
	mostTried    = 64
	mostTogether = 1000 // a scenario may have ten thousand interventions
	mostCauses   = 3
)

// A Cause is a set of suspects without which the effect does not happen.
type Cause struct {
	Suspects []Suspect `json:"suspects"` // one, or a least set
	Left     float64   `json:"left"`     // share of the effect that remains without it
	Run      string    `json:"run"`      // the command that makes the run without it
	With     *share    `json:"with,omitempty"`
	Without  *share    `json:"without,omitempty"`
}

// changes returns the interventions that leave a cause out.
func (c *Cause) changes() (list []string) {
	for _, s := range c.Suspects {
		list = append(list, s.Change)
	}
	return list
}

// A search tries suspects.
type search struct {
	world *World
	e     *effect
	whole int64 // weight of the effect in the run as it was
	runs  int   // made so far
	most  int
	until time.Time
}

// errSpent is the error for a budget that does not allow more.
var errSpent = errors.New("the budget is spent")

// left returns the share of the effect that remains with each of some changes. It makes the
// runs side by side.
func (s *search) left(ctx context.Context, changes []change) ([]float64, error) {
	if s.runs+len(changes) > s.most || time.Now().After(s.until) {
		return nil, errSpent
	}
	s.runs += len(changes)
	shares, faults := make([]float64, len(changes)), make([]error, len(changes))
	var group sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range changes {
		room <- struct{}{}
		group.Go(func() {
			defer func() { <-room }()
			out, err := s.world.run(ctx, s.e.End, changes[i])
			if err != nil {
				faults[i] = err
				return
			}
			shares[i] = float64(s.e.weight(out)) / float64(s.whole)
		})
	}
	group.Wait()
	return shares, errors.Join(faults...)
}

// mended reports whether a remaining share is below one half. For an election it must also be
// above 0: an election that does not happen is not shorter.
func (e *effect) mended(left float64) bool { return left < 0.5 && (e.Kind != longElection || left > 0) }

// batch is how many suspects are tried between two looks at the clock.
const batch = 8

// alone tries suspects one by one. It returns the causes among them, and how many it tried.
func (s *search) alone(ctx context.Context, list []Suspect) (causes []Cause, tried int, err error) {
	list = list[:min(len(list), mostTried)]
	for tried < len(list) && s.runs < s.most/2 {
		some := list[tried:min(tried+batch, len(list), tried+s.most-s.runs)]
		changes := make([]change, len(some))
		for i := range some {
			changes[i].interventions = []string{some[i].Change}
		}
		shares, err := s.left(ctx, changes)
		if err != nil {
			return causes, tried, err
		}
		tried += len(some)
		for i, share := range shares {
			if s.e.mended(share) {
				causes = append(causes, Cause{Suspects: some[i : i+1], Left: share})
			}
		}
		if len(causes) > mostCauses {
			break
		}
	}
	return causes, tried, nil
}

// least looks for a least set: first among the strikes, then with everything else that
// concerns the nodes, then among all suspects. A smaller group of suspects disturbs less that
// has nothing to do with the effect.
func (s *search) least(ctx context.Context, list []Suspect) (*Cause, error) {
	of := func(in func(*Suspect) bool) (some []Suspect) {
		for i := range list {
			if in(&list[i]) {
				some = append(some, list[i])
			}
		}
		return some
	}
	last := 1 // sets of one were tried before
	for _, some := range [][]Suspect{
		of(func(o *Suspect) bool { return o.class == strike }),
		of(func(o *Suspect) bool { return o.class != linked && o.related }),
		of(func(o *Suspect) bool { return o.related }),
		list,
	} {
		some = some[:min(len(some), mostTogether)]
		if len(some) <= last {
			continue
		}
		last = len(some)
		if set, err := s.together(ctx, some); set != nil || err != nil {
			return set, err
		}
	}
	return nil, nil
}

// together looks for a least set of suspects that mends the effect, by delta debugging. It
// returns nil if even all of them do not mend it.
func (s *search) together(ctx context.Context, list []Suspect) (*Cause, error) {
	try := func(set []Suspect) (float64, error) {
		shares, err := s.left(ctx, []change{{interventions: (&Cause{Suspects: set}).changes()}})
		if err != nil {
			return 1, err
		}
		return shares[0], nil
	}
	share, err := try(list)
	if err != nil || !s.e.mended(share) {
		return nil, err
	}
	found := Cause{Suspects: slices.Clone(list), Left: share}
	for parts := 2; len(found.Suspects) > 1; {
		fewer := false
		size := (len(found.Suspects) + parts - 1) / parts
		for from := 0; from < len(found.Suspects); from += size {
			rest := slices.Delete(slices.Clone(found.Suspects), from, min(from+size, len(found.Suspects)))
			share, err := try(rest)
			if err != nil {
				return &found, err // no least set yet, but one that mends
			}
			if s.e.mended(share) {
				found, fewer = Cause{Suspects: rest, Left: share}, true
				break
			}
		}
		switch {
		case fewer:
			parts = max(parts-1, 2)
		case size == 1:
			return &found, nil
		default:
			parts = min(2*parts, len(found.Suspects))
		}
	}
	return &found, nil
}

// futuresTried is the number of futures in which a cause is tried.
const futuresTried = 100

// A share says in how many futures an effect happened.
type share struct {
	Came int     `json:"came"`
	Of   int     `json:"of"`
	Low  float64 `json:"low"` // of Wilson's 95 % interval (JASA 22, 1927)
	High float64 `json:"high"`
}

// slot is the time whose frames share a draw of loss, after which others are drawn; see radio.DefaultSlot.
const slot = protocol.Time(time.Millisecond)

// futures makes n runs with a cause and n without it, in which the losses after it are drawn
// again.
func (s *search) futures(ctx context.Context, c *Cause, n int) error {
	after := protocol.Time(0)
	for _, one := range c.Suspects {
		after = max(after, one.AtNs)
	}
	after = (after/slot + 1) * slot
	for _, of := range []struct {
		share *(*share)
		list  []string
	}{{&c.With, nil}, {&c.Without, c.changes()}} {
		changes := make([]change, n)
		for i := range changes {
			changes[i] = change{interventions: of.list, from: after, seed: i + 1}
		}
		left, err := s.left(ctx, changes)
		if err != nil {
			return err
		}
		came := 0
		for _, share := range left {
			if !s.e.mended(share) {
				came++
			}
		}
		share := shareOf(came, n)
		*of.share = &share
	}
	return nil
}

func (s share) String() string { return fmt.Sprintf("%d of %d", s.Came, s.Of) }
