package agent

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"slices"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/contract/optional"
	"bellwether/internal/live/lease"
	"bellwether/internal/live/membership"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// PhaseSilent is the phase of an agent whose storage has failed, in its status.
const PhaseSilent = "storage failed"

// A phase is how far an agent has come.
type phase string

const (
	phaseGathering phase = "waiting for members" // fewer than expected are known
	phaseListening phase = "listening"           // the machine runs; no election yet
	phaseRunning   phase = "running"
	phaseSilent    phase = PhaseSilent          // crashed until the disk accepts writes
	phaseRefused   phase = "refused by members" // they know another key for it: see reviewRefused
	phaseLeaving   phase = "leaving"
)

// loop drives one agent: it owns the machine and the order in which the parts are asked. Its
// goroutine alone touches the parts, Options.Sinks and the storage. The package comment lists the
// parts.
type loop struct {
	o       Options
	self    *Identity
	network Network

	clock     *clock
	codec     *protocol.Codec
	described []protocol.MessageKind // by number of kind
	stack     uint32
	make      func() protocol.Machine

	machine protocol.Machine // nil: not booted, or crashed
	env     protocol.Env
	rand    *mrand.Rand
	timers  timers
	phase   phase
	waited  bool   // it has waited for all expected members
	boots   uint32 // of the machine since the start of the agent

	counted   *Counters
	roster    *roster
	rec       *recorder
	outbox    *outbox
	inbox     *inbox
	links     *links
	offer     *offer
	lead      leadership
	tenure    tenure
	unheard   unheard
	eligible  eligible
	refusals  refusals
	rule      string // why this node must not lead, by its rules alone; "": it may
	majority  *majority
	watch     watch
	journal   *journal
	announced membership.Meta // the metadata that the network has
}

func newLoop(o Options, self Identity, n Network) (*loop, error) {
	setup, err := o.setup()
	if err != nil {
		return nil, err
	}
	make, err := optional.Maker(o.Algorithm.Algorithm, setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Algorithm.Name, err)
	}
	if err := o.Tenure.Check(o.Algorithm.Algorithm); err != nil {
		return nil, err
	}
	whole, kinds, count := compose(o, make)
	codec, err := protocol.NewCodec(kinds...)
	if err != nil {
		return nil, err
	}
	l := &loop{
		o: o, self: &self, network: n, clock: newClock(o.Epoch),
		codec: codec, described: kinds, make: whole,
		stack:  stackOf(o.Algorithm.Name, kinds),
		rand:   mrand.New(mrand.NewPCG(entropy(), entropy())),
		timers: newTimers(count), phase: phaseGathering,
		counted: new(Counters), roster: new(roster), offer: &offer{id: self.ID, value: o.Offer, barred: o.Barred},
		rule:    o.Barred,
		journal: &journal{self: Node{Name: o.Name, ID: self.ID}, log: newLog(), logger: o.Logger},
	}
	l.rec = newRecorder(self.ID, l.clock, o.Sinks)
	l.links = newLinks(l.rec)
	l.outbox = &outbox{self: l.self, stack: l.stack, clock: l.clock, roster: l.roster, rec: l.rec, counted: l.counted,
		codec: codec, network: n, mask: o.Mask, rand: l.rand, logger: o.Logger,
		toItself: func(frame uint64, m protocol.Message) { l.receive(self.ID, frame, m) }}
	l.inbox = &inbox{self: self.ID, stack: l.stack, codec: codec, roster: l.roster, rec: l.rec, counted: l.counted,
		heard: map[protocol.ID]uint32{}}
	l.majority = &majority{self: l.self, clock: l.clock, roster: l.roster, rec: l.rec, counted: l.counted, network: n}
	l.lead = leadership{since: l.clock.started, epoch: firstEpoch(self), lost: map[protocol.ID]bool{}}
	l.tenure = tenure{offer: l.offer}
	l.unheard = unheard{offer: l.offer, since: never}
	return l, nil
}

func compose(o Options, inner func() protocol.Machine) (func() protocol.Machine, []protocol.MessageKind, int) {
	whole, kinds, timers := overlay.Compose(o.Algorithm.Algorithm, inner, o.services())
	slices.SortFunc(kinds, func(a, b protocol.MessageKind) int { return cmp.Compare(a.Kind(), b.Kind()) })
	return whole, kinds, timers
}

// entropy is a random seed. A live run cannot be repeated from a seed.
func entropy() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return binary.LittleEndian.Uint64(b[:])
}

// run is the agent's goroutine.
func (l *loop) run(ctx context.Context, calls <-chan func(*loop)) error {
	clock := time.NewTimer(0)
	defer clock.Stop()
	l.majority.start(l.o, l.stack)
	l.timers.set(timerWatch, l.clock.now())
	l.begin()
	readings := l.o.Readings
	for {
		if b := l.env.Driver().Broken(); b != nil {
			b = l.clock.told(b)
			l.o.Logger.Error("the algorithm breaks its contract: this node leaves", "error", b)
			l.end()
			return errors.Join(b, l.network.Leave(leaveTimeout))
		}
		l.reviewMajority()
		clock.Reset(l.next())
		select {
		case <-ctx.Done():
			l.end()
			return nil
		case <-clock.C:
			l.onClock()
		case p := <-l.network.Packets():
			l.onPacket(p)
		case <-l.network.Changes():
			l.onMembers()
		case err := <-l.network.Conflicts():
			l.end()
			return errors.Join(err, l.network.Leave(leaveTimeout))
		case a := <-l.network.Alarms():
			l.tell(Event{Kind: alarmEvents[a.Kind], Why: a.Why})
		case u := <-l.network.UserEvents():
			l.tell(Event{Kind: UserTold, User: &User{u.Name, u.Payload, Node{l.rec.named(u.ID), u.ID}, u.Clock, u.Each}})
		case value, open := <-readings:
			if !open {
				readings = nil
				break
			}
			if l.offer.read(value, l.o.Logger) {
				l.changedCapability()
			}
		case why := <-l.o.Bars:
			l.bar(why)
		case f := <-calls:
			l.reviewMajority() // the process may have been paused: no answer shows a lease that is over
			f(l)
		}
		if l.phase == phaseLeaving && l.gone() {
			if l.majority.needed() { // give up what this node holds
				l.lead.named = protocol.Nobody
				l.reviewMajority()
			}
			l.end()
			return l.network.Leave(leaveTimeout)
		}
	}
}

// guarded is run, but turns a panic of the machine, the radio or a sink into an error. The
// trace then has no last record, like that of a killed agent.
func (l *loop) guarded(ctx context.Context, calls <-chan func(*loop)) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p := crash.By(v, fmt.Sprintf("%s at node %v, %v after the start,", l.o.Algorithm.Name, l.self.ID, l.clock.now()))
			l.o.Logger.Error("code panics: this node leaves", "error", p)
			l.ended()
			err = errors.Join(p, l.network.Leave(leaveTimeout))
		}
		l.ended()
	}()
	return l.run(ctx, calls)
}

// leaveTimeout bounds the spreading of a goodbye.
const leaveTimeout = 5 * time.Second

// next is the time until something is due.
func (l *loop) next() time.Duration {
	due := min(l.timers.earliest(), l.outbox.earliest())
	return max(due.Sub(l.clock.now()), 0)
}

// burst bounds how many timers fire before packets are read again, so that a timer that the
// machine sets to 0 again and again does not delay packets.
const burst = 64

// onClock does what is due.
func (l *loop) onClock() {
	l.outbox.launchDue()
	for range burst {
		t, due := l.timers.take(l.clock.now())
		if !due {
			return
		}
		if t < ownTimers {
			l.onOwnTimer(t)
		} else if l.machine != nil {
			l.rec.note(trace.Record{Kind: trace.Timer, Node: l.self.ID, Value: int64(t - ownTimers)})
			l.enter()
			l.machine.Fire(&l.env, protocol.Timer(t-ownTimers))
			l.carryOut()
		}
	}
}

func (l *loop) onOwnTimer(t slot) {
	switch t {
	case timerListened:
		l.listened()
	case timerReconfirm:
		l.reconfirm()
	case timerStorage:
		l.reboot()
	case timerGone: // gone reads it
	case timerTenure:
		l.reviewTenure()
	case timerUnheard:
		l.reviewUnheard()
	case timerWatch:
		l.look()
	case timerMajority: // the loop asks in each turn
	}
}

// look looks for what an operator should hear of, and sets the timer for the next look.
func (l *loop) look() {
	l.timers.set(timerWatch, l.clock.now().Add(l.o.Detection.Interval))
	l.refusals.look(l.network.Counters().Refused(), time.Now())
	found := l.watch.look(scene{roster: l.roster, rec: l.rec, clock: l.clock, own: l.common(), stack: l.stack,
		leader: l.lead.leader, leaders: l.leaders(), settled: l.o.Detection.Timeout() + l.o.Timing.Hello.Timeout,
		shown: l.o.Timing.Death - l.o.Detection.Timeout() + l.o.Detection.Interval}) // the last sign of life is up to an interval old
	for _, e := range found {
		if e.Kind == ClockJumped {
			l.counted.ClockJumps++
		}
		l.tell(e)
	}
}

// reviewTenure decides whether this node is kept, and tells the machine if that changed.
func (l *loop) reviewTenure() {
	l.timers.stop(timerTenure)
	kept, until := false, never
	if l.machine != nil && l.offer.barred == "" {
		kept, until = l.tenure.keeps(term{rules: l.o.Tenure, self: l.self.ID, settled: l.o.Detection.Timeout(),
			better: func() bool { return l.outdone() }}, l.clock.now())
	}
	if until != never {
		l.timers.set(timerTenure, until)
	}
	if kept == l.offer.kept {
		return
	}
	l.offer.kept = kept
	l.rec.state("kept", int64(one(kept)))
	l.changedCapability()
}

// reviewMajority asks for a majority's word, if one is needed, and reports a leader whose time is over.
func (l *loop) reviewMajority() {
	if !l.majority.needed() {
		return
	}
	now := l.clock.steady()
	due := l.majority.claim(l.acting(), now)
	l.setLeader(l.whom())
	l.refence()
	l.announceMeta()
	due = l.majority.next(due, now)
	l.timers.stop(timerMajority)
	if due != lease.Never {
		l.timers.set(timerMajority, l.clock.now().Add(due.Sub(now)))
	}
	l.majority.record(now)
}

// onPacket takes a datagram.
func (l *loop) onPacket(g membership.Packet) {
	a, counts := l.inbox.open(g, l.majority.stack)
	switch {
	case !counts:
	case a.m != nil && !l.partakes(a.from):
		l.counted.Guests++
	case a.m == nil:
		l.majority.heard(a.from, a.message)
	default:
		l.receive(a.from, a.frame, a.m)
	}
}

// receive passes a message to the machine.
func (l *loop) receive(from protocol.ID, frame uint64, m protocol.Message) {
	if l.machine == nil {
		return
	}
	l.inbox.received(from, frame, m)
	l.enter()
	l.machine.Receive(&l.env, from, m)
	l.carryOut()
}
