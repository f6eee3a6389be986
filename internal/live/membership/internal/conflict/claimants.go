package conflict

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/wire"
)

// Bounds on the queries to claimants.
const (
	claimantLimit = 16 // addresses queried at a time, and queries that wait
	rivalTries    = 8  // at 30 % loss each way all eight fail with 0.51⁸ = 0.5 %
)

// disputedFor is the number of probe periods that others may need to give up this agent's
// former run at another address: lan's longest suspicion among up to ten members, 4 × 6.
const disputedFor = 24

// claimants are the addresses at which our name or id is reported. It may be our own
// former run, which does not answer, or a second agent, which does.
type claimants struct {
	met     chan struct{} // signals a claimant to query
	quiet   chan struct{} // signals that a claimant was judged
	packets chan queryPacket

	mu    sync.Mutex
	at    []claimant
	last  time.Time   // when a claimant was last reported
	pairs [][2]string // addresses of two others that share a name or id, to be informed
}

// A claimant is one address to query, with the token of the last query.
type claimant struct {
	addr    string
	tries   int
	token   uint64
	vouched bool // a call that vouches reported it: see entry
}

// A queryPacket is a query or an answer that came in.
type queryPacket struct {
	wire.Header
	wire.Claim
}

func newClaimants() *claimants {
	return &claimants{met: make(chan struct{}, 1), quiet: make(chan struct{}, 1), packets: make(chan queryPacket, claimantLimit)}
}

// meet notes an address to query. It is called under memberlist's lock.
func (r *claimants) meet(addr string) { r.hinted(addr, rivalTries) }

// vouched notes an address that a call which vouches reported.
func (r *claimants) vouched(addr string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = time.Now()
	i := slices.IndexFunc(r.at, func(x claimant) bool { return x.addr == addr })
	if i < 0 && len(r.at) == claimantLimit {
		i = slices.IndexFunc(r.at, func(x claimant) bool { return !x.vouched })
	}
	x := claimant{addr: addr, vouched: true}
	switch {
	case i >= 0 && r.at[i].addr == addr && r.at[i].vouched:
		return
	case i >= 0:
		r.at[i] = x
	case len(r.at) < claimantLimit:
		r.at = append(r.at, x)
	}
	poke(r.met)
}

// hinted notes an address to query so many times.
func (r *claimants) hinted(addr string, tries int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = time.Now()
	if len(r.at) < claimantLimit && !slices.ContainsFunc(r.at, func(x claimant) bool { return x.addr == addr }) {
		r.at = append(r.at, claimant{addr: addr, tries: rivalTries - min(tries, rivalTries)})
		poke(r.met)
	}
}

// pair notes two addresses at which one name or id of others is reported. The two agents
// may never hear of each other by themselves, so hint informs them.
func (r *claimants) pair(a, b string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := [2]string{a, b}; len(r.pairs) < claimantLimit && !slices.Contains(r.pairs, p) {
		r.pairs = append(r.pairs, p)
	}
}

func (r *claimants) takePairs() [][2]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pairs
	r.pairs = nil
	return p
}

// hear queues a query or an answer. A full queue drops more, which limits the rate of our
// answers.
func (r *claimants) hear(h queryPacket) {
	select {
	case r.packets <- h:
	default:
	}
}

func (r *claimants) waiting() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.at) > 0
}

func (r *claimants) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = nil
}

// disputed reports whether others may still believe that we are at another address.
func (r *claimants) disputed(within time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.last.IsZero() && time.Since(r.last) < within
}

// next returns the claimants to query now, with new tokens, and drops those that never
// answered.
func (r *claimants) next() []claimant {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = slices.DeleteFunc(r.at, func(x claimant) bool { return x.tries >= rivalTries })
	for i := range r.at {
		r.at[i].tries++
		r.at[i].token = rand.Uint64()
	}
	if len(r.at) == 0 {
		poke(r.quiet)
	}
	return slices.Clone(r.at)
}

// asked returns the claimant whose last query has this token.
func (r *claimants) asked(token uint64) (claimant, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.at {
		if x.tries > 0 && x.token == token {
			return x, true
		}
	}
	return claimant{}, false
}

// settle removes the claimant whose query has this token.
func (r *claimants) settle(token uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = slices.DeleteFunc(r.at, func(x claimant) bool { return x.tries > 0 && x.token == token })
}

// poke sends a signal unless one waits already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
