package rejoin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/conflict"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/view"
)

// A joiner exchanges the whole state with agents at addresses. Each address may be led by the
// name of the agent and a slash.
type joiner interface{ Join(addrs []string) error }

// Rejoiner calls the agents with which this one should exchange the whole state: seeds, members
// that failed, and members that came back.
type Rejoiner struct {
	own       *self.Agent
	view      *view.View
	conflicts *conflict.Detector
	ids       *signing.Identities
	report    *report.Report
	logger    *slog.Logger
	rand      *rand.Rand // of the loop alone
	timing    Timing

	first    []string // the seeds of the options
	seeds    *seeds
	lost     lost
	returned returned
	soon     chan struct{} // ends the wait for the next round
}

// Timing has the periods of package rejoin; see membership's Timing.
type Timing struct{ Probe, ProbeTimeout, Rejoin, RejoinMax time.Duration }

// Options are what a rejoiner is made of.
type Options struct {
	Own        *self.Agent
	View       *view.View
	Conflicts  *conflict.Detector
	Identities *signing.Identities
	Report     *report.Report
	Rand       *rand.Rand
	Timing     Timing
	Join       []string
}

// New returns one that has nothing to do yet.
func New(o Options) *Rejoiner {
	return &Rejoiner{own: o.Own, view: o.View, conflicts: o.Conflicts, ids: o.Identities, report: o.Report, logger: o.Report.Log(),
		rand: o.Rand, timing: o.Timing, first: o.Join, seeds: newSeeds(o.Join), returned: make(returned, firstFan), soon: make(chan struct{}, 1)}
}

// Add adds seeds, SeedLimit at most in all.
func (r *Rejoiner) Add(more []string) error { return r.seeds.add(more) }

// Renew tries all seeds again, after this agent left.
func (r *Rejoiner) Renew() { r.seeds.reset() }

// DropLost forgets the lost members, and returns how many they were. Only tests need it.
func (r *Rejoiner) DropLost() int {
	r.lost.mu.Lock()
	defer r.lost.mu.Unlock()
	n := len(r.lost.all)
	r.lost.all = nil
	return n
}

// Hurry begins the next round now, because the keys have changed.
func (r *Rejoiner) Hurry() {
	select {
	case r.soon <- struct{}{}:
	default:
	}
}

// Back notes that a datagram of a failed member came.
func (r *Rejoiner) Back(name string) { r.returned.note(name) }

// How many targets are tried at once: in the first round, and in later ones. One answer is
// enough to join two halves again, and each member of both halves tries.
const (
	firstFan = 16
	fan      = 3
)

// SeedLimit bounds the seeds, with the remembered peers.
const SeedLimit = 256

// settleRounds is the number of first rounds in which a living member is called, too. When many
// agents start at once their news travel in the same few packets. An agent that misses
// all of these would wait for the next exchange of memberlist, half a minute later. The
// same is done while others may believe that we are at another address, and while it is not sure
// that they take our key.
const settleRounds = 4

// A target is an agent to exchange the whole state with.
type target struct {
	name    string // "" if only the address is known
	addr    string
	seed    bool
	vouches bool // what it reports decides whether this agent enters: see entry
}

// Run tries seeds that never answered, for ever, and members that failed: until they are
// forgotten after ForgetAfter, then seldom. All seeds are tried again when a member that
// failed is forgotten. Without it a partition longer than GossipToTheDead would be final, since
// memberlist forgets failed members then. It runs until ctx ends, and calls tried after the first
// round.
func (r *Rejoiner) Run(ctx context.Context, to joiner, tried func()) {
	wait := r.timing.Rejoin
	for round := 0; ; round++ {
		targets := r.targets(round)
		reached, why := r.reach(ctx, to, targets)
		if round == 0 {
			r.sayFirst(len(targets), reached, why)
			tried()
		}
		if failed := r.view.Forget(time.Now().Add(-view.ForgetAfter)); len(failed) > 0 {
			r.lost.add(failed)
			r.seeds.reset()
		}
		if round+1 >= settleRounds && len(r.first) == 0 {
			r.conflicts.Settle()
		}
		if reached > 0 || len(targets) == 0 {
			wait = r.timing.Rejoin
		} else {
			wait = min(2*wait, r.timing.RejoinMax)
		}
		// Wait between half and all of it, so that not all agents of a healed half call
		// at once.
		select {
		case <-ctx.Done():
			return
		case <-r.soon:
			wait = r.timing.Rejoin
		case <-time.After(wait/2 + time.Duration(r.rand.Int64N(int64(wait/2)+1))):
		}
	}
}

// sayFirst logs how the first round went.
func (r *Rejoiner) sayFirst(tried, reached int, why error) {
	switch {
	case tried == 0:
		r.logger.Info("no seeds and no remembered peers: waiting to be joined", "addr", r.own.At())
	case reached == 0:
		r.logger.Warn("nobody answered: this agent is alone for now and goes on trying", "tried", tried, "error", why)
	default:
		r.logger.Info("joined", "answered", reached, "tried", tried)
	}
}

// targets picks some of the agents to try, at random.
func (r *Rejoiner) targets(round int) []target {
	var all []target
	alive := r.view.List(func(m view.Member) bool { return m.State == view.Alive })
	seeds := r.seeds.missing()
	if len(alive) == 0 {
		seeds = r.seeds.every()
	}
	for _, s := range seeds {
		if s != r.own.At() {
			all = append(all, target{addr: s, seed: true, vouches: slices.Contains(r.first, s)})
		}
	}
	for _, m := range r.view.List(func(m view.Member) bool { return m.State == view.Failed }) {
		if m.Addr != r.own.At() {
			all = append(all, target{name: m.Name, addr: m.Addr})
		}
	}
	r.rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	width := fan
	if round == 0 {
		width = firstFan
	}
	all = all[:min(len(all), width)]
	known := func(name string) bool { _, is := r.view.Find(name); return is }
	if m, ok := r.lost.next(known, r.rand.IntN, time.Now()); ok && m.Addr != r.own.At() {
		all = append(all, target{name: m.Name, addr: m.Addr})
	}

	if n := len(alive); n > 0 && (round < settleRounds || r.conflicts.Disputed(r.timing.Probe) || r.ids.Unsure()) {
		m := alive[r.rand.IntN(n)]
		all = append(all, target{name: m.Name, addr: m.Addr})
	}
	for i := range all {
		all[i].vouches = all[i].vouches || round < settleRounds
	}
	return all
}

// reach tries all targets at the same time and counts those that answered. why is the
// last failure.
func (r *Rejoiner) reach(ctx context.Context, to joiner, targets []target) (reached int, why error) {
	type result struct {
		target
		err error
	}
	results := make(chan result, len(targets))
	for _, t := range targets {
		go func() { results <- result{t, r.call(ctx, to, t)} }() // all are waited for below
	}
	for range targets {
		done := <-results
		if errors.Is(done.err, errOurselves) {
			r.seeds.reach(done.addr)
			continue
		}
		if done.err != nil {
			r.report.Count(func(c *report.Counters) { c.RejoinFailures++ })
			r.logger.Debug("rejoin", "addr", done.addr, "error", done.err)
			why = done.err
			continue
		}
		r.report.Count(func(c *report.Counters) { c.Rejoins++ })
		if done.seed {
			r.seeds.reach(done.addr)
		}
		reached++
	}
	return reached, why
}

// errOurselves marks a seed that is this agent: one list of seeds for all agents contains
// each of them.
var errOurselves = errors.New("that seed is this agent itself")

// call exchanges the whole state with one target.
func (r *Rejoiner) call(ctx context.Context, to joiner, t target) error {
	addrs, err := address.Resolve(ctx, t.addr)
	if err != nil {
		return err
	}
	var all []string
	for _, a := range addrs {
		if a.String() == r.own.At() {
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
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.vouches {
		for _, a := range all {
			defer r.conflicts.Calling(a[strings.LastIndexByte(a, '/')+1:])()
		}
	}
	return explain(to.Join(all))
}

// Now adds seeds, and tries them at once. It returns how many answered and, if not all did,
// why; or that an agent there claims this one's name or id, if that shows at once. The seeds that
// did not answer are tried in the background.
func (r *Rejoiner) Now(ctx context.Context, to joiner, seeds []string) (answered int, why error) {
	if err := r.Add(seeds); err != nil {
		return 0, err
	}
	results := make([]error, len(seeds), len(seeds)+1)
	r.conflicts.ForgetKept()
	var calling sync.WaitGroup
	for i, s := range seeds {
		calling.Go(func() {
			if results[i] = r.call(ctx, to, target{addr: s, seed: true}); results[i] != nil {
				results[i] = fmt.Errorf("%s: %w", s, results[i])
			}
		})
	}
	calling.Wait()
	for i, err := range results {
		if err == nil {
			r.seeds.reach(seeds[i])
			answered++
		}
	}
	r.conflicts.Judged(ctx)
	if c := r.conflicts.Lost(); c != nil {
		results = append(results, c)
	} else if why := r.conflicts.Kept(); why != "" {
		results = append(results, errors.New(why))
	}
	return answered, errors.Join(results...)
}

// backTries is how often the whole state is exchanged with such a member. In the first
// exchange each of the two learns that the other holds it for failed, and refutes that; the
// second carries the refutation.
const backTries = 2

// TakeBack calls the members in returned. So a cluster that was cut is whole again after two
// exchanges, without the waits of rejoin.
func (r *Rejoiner) TakeBack(ctx context.Context, to joiner) {
	for {
		select {
		case <-ctx.Done():
			return
		case name := <-r.returned:
			names := r.returned.take(name)
			for range backTries {
				if targets := r.failed(names); len(targets) > 0 {
					_, _ = r.reach(ctx, to, targets)
				}
			}
		}
		// Between calls to a member that is heard, but cannot be called, there is a pause.
		if !sleep(ctx, r.timing.ProbeTimeout) {
			return
		}
	}
}

// failed returns the members of these names that have failed, each once.
func (r *Rejoiner) failed(names []string) (targets []target) {
	seen := map[string]bool{}
	for _, name := range names {
		if m, ok := r.view.Find(name); ok && m.State == view.Failed && !seen[name] {
			seen[name] = true
			targets = append(targets, target{name: m.Name, addr: m.Addr})
		}
	}
	return targets
}

// sleep waits for d, and reports whether ctx has not ended then.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
