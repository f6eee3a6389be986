package membership

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// How many targets are tried at once: in the first round, and in later ones. One answer is
// enough to join two halves again, and each member of both halves tries.
const (
	firstFan = 16
	fan      = 3
)

// settleRounds is the number of first rounds in which a living member is called, too. When many
// agents start at once their news travel in the same few packets. An agent that misses
// all of these would wait for the next exchange of memberlist, half a minute later. The
// same is done while others may believe that we are at another address, and while it is not sure
// that they take our key.
const settleRounds = 4

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

// add adds seeds, seedLimit at most in all.
func (s *seeds) add(more []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range more {
		switch {
		case slices.Contains(s.all, a):
		case checkSeed(a) != nil:
			return checkSeed(a)
		case len(s.all) >= seedLimit:
			return fmt.Errorf("more than %d seeds", seedLimit)
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
// forgetAfter, one of them that answers joins the halves again.
type lost struct {
	mu   sync.Mutex
	all  []Member // the newest last
	last time.Time
}

const (
	// lostLimit bounds the addresses that are kept; the oldest are dropped first.
	lostLimit = 256
	// lostEvery is the time between two calls to lost members. A machine that was taken away
	// without a goodbye is called for ever, so the calls must cost nothing.
	lostEvery = 10 * time.Minute
)

func (l *lost) add(more []Member) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, more...)
	l.all = slices.Clone(l.all[max(0, len(l.all)-lostLimit):])
}

// next picks a member to call now, if it is time for one. Those that are known again are no
// more lost.
func (l *lost) next(known func(name string) bool, pick func(n int) int, now time.Time) (m Member, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = slices.DeleteFunc(l.all, func(m Member) bool { return known(m.Name) })
	if len(l.all) == 0 || now.Sub(l.last) < lostEvery {
		return Member{}, false
	}
	l.last = now
	return l.all[pick(len(l.all))], true
}

// A target is an agent to exchange the whole state with.
type target struct {
	name    string // "" if only the address is known
	addr    string
	seed    bool
	vouches bool // what it reports decides whether this agent enters: see entry
}

// rejoin tries seeds that never answered, for ever, and members that failed: until they are
// forgotten after forgetAfter, then seldom. All seeds are tried again when a member that
// failed is forgotten. Without it a partition longer than GossipToTheDead would be final, since
// memberlist forgets failed members then.
func (g *Gossip) rejoin(r *instance) {
	wait := g.options.Timing.Rejoin
	for round := 0; ; round++ {
		targets := g.targets(round)
		reached, why := g.reach(r, targets)
		if round == 0 {
			g.sayFirst(len(targets), reached, why)
			close(r.first)
			g.agree(r)
		}
		if failed := g.view.forget(time.Now().Add(-forgetAfter)); len(failed) > 0 {
			g.lost.add(failed)
			g.seeds.reset()
		}
		if round+1 >= settleRounds && len(g.options.Join) == 0 {
			g.entry.note(settled)
		}
		if reached > 0 || len(targets) == 0 {
			wait = g.options.Timing.Rejoin
		} else {
			wait = min(2*wait, g.options.Timing.RejoinMax)
		}
		// Wait between half and all of it, so that not all agents of a healed half call
		// at once.
		if !r.sleep(wait/2 + time.Duration(g.rand.Int64N(int64(wait/2)+1))) {
			return
		}
	}
}

// sayFirst logs how the first round went.
func (g *Gossip) sayFirst(tried, reached int, why error) {
	switch {
	case tried == 0:
		g.logger.Info("no seeds and no remembered peers: waiting to be joined", "addr", g.identity().addr)
	case reached == 0:
		g.logger.Warn("nobody answered: this agent is alone for now and goes on trying", "tried", tried, "error", why)
	default:
		g.logger.Info("joined", "answered", reached, "tried", tried)
	}
}

// targets picks some of the agents to try, at random.
func (g *Gossip) targets(round int) []target {
	var all []target
	alive := g.view.list(func(m Member) bool { return m.State == Alive })
	seeds := g.seeds.missing()
	if len(alive) == 0 {
		seeds = g.seeds.every()
	}
	for _, s := range seeds {
		if s != g.identity().addr {
			all = append(all, target{addr: s, seed: true, vouches: slices.Contains(g.options.Join, s)})
		}
	}
	for _, m := range g.view.list(func(m Member) bool { return m.State == Failed }) {
		if m.Addr != g.identity().addr {
			all = append(all, target{name: m.Name, addr: m.Addr})
		}
	}
	g.rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	width := fan
	if round == 0 {
		width = firstFan
	}
	all = all[:min(len(all), width)]
	known := func(name string) bool { _, is := g.view.find(name); return is }
	if m, ok := g.lost.next(known, g.rand.IntN, time.Now()); ok && m.Addr != g.identity().addr {
		all = append(all, target{name: m.Name, addr: m.Addr})
	}

	if n := len(alive); n > 0 && (round < settleRounds || g.claimants.disputed(disputedFor*g.options.Timing.Probe) || g.unsure()) {
		m := alive[g.rand.IntN(n)]
		all = append(all, target{name: m.Name, addr: m.Addr})
	}
	for i := range all {
		all[i].vouches = all[i].vouches || round < settleRounds
	}
	return all
}

// reach tries all targets at the same time and counts those that answered. why is the
// last failure.
func (g *Gossip) reach(r *instance, targets []target) (reached int, why error) {
	type result struct {
		target
		err error
	}
	results := make(chan result, len(targets))
	for _, t := range targets {
		r.wg.Go(func() { results <- result{t, g.call(r, t)} })
	}
	for range targets {
		done := <-results
		if errors.Is(done.err, errOurselves) {
			g.seeds.reach(done.addr)
			continue
		}
		if done.err != nil {
			g.tally.count(func(c *Counters) { c.RejoinFailures++ })
			g.logger.Debug("rejoin", "addr", done.addr, "error", done.err)
			why = done.err
			continue
		}
		g.tally.count(func(c *Counters) { c.Rejoins++ })
		if done.seed {
			g.seeds.reach(done.addr)
		}
		reached++
	}
	return reached, why
}

// errOurselves marks a seed that is this agent: one list of seeds for all agents contains
// each of them.
var errOurselves = errors.New("that seed is this agent itself")

// call exchanges the whole state with one target.
func (g *Gossip) call(r *instance, t target) error {
	addrs, err := resolve(r.ctx, t.addr)
	if err != nil {
		return err
	}
	var all []string
	for _, a := range addrs {
		if a.String() == g.identity().addr {
			continue
		}
		if t.name != "" {
			all = append(all, t.name+"/"+a.String())
		} else {
			all = append(all, a.String())
		}
	}
	if len(all) == 0 {
		return errOurselves
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if t.vouches {
		for _, a := range all {
			defer g.entry.begin(a[strings.LastIndexByte(a, '/')+1:])()
		}
	}
	_, err = r.list.Join(all)
	return explain(err)
}

// causes translate memberlist's errors for an operator.
var causes = []struct{ part, plain string }{
	{errSealed.Error(), "it has a key and we have none"},
	{"EOF", "it closed the stream: of another cluster (label), with another key, or no agent"},
	{"connection reset", "it closed the stream: of another cluster (label), with another key, or no agent"},
}

// JoinNow adds seeds, and tries them at once. It returns how many answered and, if not all
// did, why; or that an agent there claims this one's name or id, if that shows at once. Those that did not are tried in the background, as those of Options are.
func (g *Gossip) JoinNow(seeds ...string) (answered int, why error) {
	r := g.run.Load()
	if r == nil {
		return 0, ErrLeft
	}
	if err := g.Join(seeds...); err != nil {
		return 0, err
	}
	results := make([]error, len(seeds), len(seeds)+1)
	g.contested.Store(nil)
	var calling sync.WaitGroup
	for i, s := range seeds {
		calling.Go(func() {
			if results[i] = g.call(r, target{addr: s, seed: true}); results[i] != nil {
				results[i] = fmt.Errorf("%s: %w", s, results[i])
			}
		})
	}
	calling.Wait()
	for i, err := range results {
		if err == nil {
			g.seeds.reach(seeds[i])
			answered++
		}
	}
	g.judged(r)
	if c := g.beaten.Load(); c != nil {
		results = append(results, c)
	} else if why := g.contested.Load(); why != nil {
		results = append(results, errors.New(*why))
	}
	return answered, errors.Join(results...)
}

// explain adds the translation. It takes one error out of memberlist's list, which prints
// over several lines.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if list, ok := err.(interface{ WrappedErrors() []error }); ok && len(list.WrappedErrors()) > 0 {
		err = list.WrappedErrors()[len(list.WrappedErrors())-1]
	}
	for _, c := range causes {
		if strings.Contains(err.Error(), c.part) {
			return fmt.Errorf("%s: %w", c.plain, err)
		}
	}
	return err
}
