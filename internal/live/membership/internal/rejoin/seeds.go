package rejoin

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/view"
)

// seeds are the addresses to join at. Each is tried until it answered once, and again while
// no member is alive.
type seeds struct {
	mu      sync.Mutex
	all     []string
	reached map[string]bool
}

func newSeeds(all []string) *seeds { return &seeds{all: slices.Clone(all), reached: map[string]bool{}} }

func (s *seeds) reach(seed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reached[seed] = true
}

func (s *seeds) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.reached)
}

// add adds seeds, SeedLimit at most in all.
func (s *seeds) add(more []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range more {
		switch {
		case slices.Contains(s.all, a):
		case address.SeedFault(a) != nil:
			return address.SeedFault(a)
		case len(s.all) >= SeedLimit:
			return fmt.Errorf("more than %d seeds", SeedLimit)
		default:
			s.all = append(s.all, a)
		}
	}
	return nil
}

// every returns all of them.
func (s *seeds) every() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// missing returns those that never answered.
func (s *seeds) missing() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.all), func(a string) bool { return s.reached[a] })
}

// lost are members that failed and were forgotten. Where a partition was longer than
// ForgetAfter, one of them that answers joins the halves again.
type lost struct {
	mu   sync.Mutex
	all  []view.Member // the newest last
	last time.Time
}

const (
	// lostLimit bounds the addresses that are kept; the oldest are dropped first.
	lostLimit = 256
	// lostEvery is the time between two calls to lost members. A machine that was taken away
	// without a goodbye is called for ever, so the calls must cost nothing.
	lostEvery = 10 * time.Minute
)

func (l *lost) add(more []view.Member) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, more...)
	l.all = slices.Clone(l.all[max(0, len(l.all)-lostLimit):])
}

// next picks a member to call now, if it is time for one. Those that are known again are no
// more lost.
func (l *lost) next(known func(name string) bool, pick func(n int) int, now time.Time) (m view.Member, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = slices.DeleteFunc(l.all, func(m view.Member) bool { return known(m.Name) })
	if len(l.all) == 0 || now.Sub(l.last) < lostEvery {
		return view.Member{}, false
	}
	l.last = now
	return l.all[pick(len(l.all))], true
}
