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

// A phase is how far an agent has come.
type phase string

const (
	phaseGathering phase = "waiting for members" // fewer than expected are known
	phaseListening phase = "listening"           // the machine runs; no election yet
	phaseRunning   phase = "running"
	phaseSilent    phase = "storage failed"     // crashed until the disk accepts writes
	phaseRefused   phase = "refused by members" // they know another key for it: see reviewRefused
	phaseLeaving   phase = "leaving"
)

// loop is an agent's state. Its goroutine alone touches it, Options.Sinks and the
// storage.
type loop struct {
	o       Options
	self    Identity
	network Network
	log     *Log

	started   time.Time
	zero      time.Time // monotonic: time 0 of the machine
	codec     *protocol.Codec
	described []protocol.MessageKind // by number of kind
	stack     uint32
	make      func() protocol.Machine

	machine protocol.Machine // nil: not booted, or crashed
	env     protocol.Env
	wire    protocol.Wire // used again for each message
	rand    *mrand.Rand
	timers  timers
	air     air
	phase   phase
	boots   uint32 // of the machine in this life of the agent

	roster     roster
	heard      map[protocol.ID]uint32 // by sender: the newest incarnation that a frame came from
	neighbours map[protocol.ID]bool

	value    int64 // newest reading
	resigned bool

	lead      leadership
	tenure    tenure
	unheard   unheard
	watch     watch
	word      *lease.Node // nil: no majority is needed
	slept     slept
	granting  int             // members that granted this node's newest claims, as shown last
	wordStack uint32          // marks the messages of word
	told      membership.Meta // the metadata told last
	counted   Counters
	frames    uint64
	names     map[protocol.ID]string // names already in the trace
	record    trace.Record           // reused
	shown     map[string]int64
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
		o: o, self: self, network: n, log: newLog(), started: time.Now(),
		codec: codec, described: kinds, make: whole,
		stack:  stackOf(o.Algorithm.Name, kinds),
		rand:   mrand.New(mrand.NewPCG(entropy(), entropy())),
		timers: newTimers(count), phase: phaseGathering, value: o.Offer,
		heard: map[protocol.ID]uint32{}, neighbours: map[protocol.ID]bool{},
		names: map[protocol.ID]string{}, shown: map[string]int64{},
	}
	l.zero = l.started
	if !o.Epoch.IsZero() {
		// The difference is taken once: a later jump of the wall clock changes nothing.
		l.zero = l.zero.Add(-time.Since(o.Epoch))
	}
	l.unheard.since = never
	l.lead = leadership{since: l.started, epoch: uint64(self.Incarnation) << 32, lost: map[protocol.ID]bool{}}
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

func (l *loop) now() protocol.Time { return protocol.Time(time.Since(l.zero)) }

// run is the agent's goroutine.
func (l *loop) run(ctx context.Context, calls <-chan func(*loop)) error {
	clock := time.NewTimer(0)
	defer clock.Stop()
	l.startWord()
	l.timers.set(timerWatch, l.now())
	l.begin()
	readings := l.o.Readings
	for {
		if b := l.env.Driver().Broken(); b != nil {
			l.o.Logger.Error("the algorithm breaks its contract: this node leaves", "error", b)
			l.end()
			return errors.Join(b, l.network.Leave(leaveTimeout))
		}
		l.askWord()
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
			l.tell(Event{Kind: UserTold, User: &User{u.Name, u.Payload, Node{l.named(u.ID), u.ID}, u.Clock, u.Each}})
		case value, open := <-readings:
			if !open {
				readings = nil
				break
			}
			l.onReading(value)
		case f := <-calls:
			l.askWord() // the process may have been paused: no answer shows a lease that is over
			f(l)
		}
		if l.phase == phaseLeaving && l.gone() {
			l.releaseWord()
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
			p := crash.By(v, fmt.Sprintf("%s at node %v, %v after the start,", l.o.Algorithm.Name, l.self.ID, l.now()))
			l.o.Logger.Error("code panics: this node leaves", "error", p)
			err = errors.Join(p, l.network.Leave(leaveTimeout))
		}
	}()
	return l.run(ctx, calls)
}

// leaveTimeout bounds the spreading of a goodbye.
const leaveTimeout = 5 * time.Second

// next is the time until something is due.
func (l *loop) next() time.Duration {
	due := min(l.timers.earliest(), l.air.earliest())
	return max(due.Sub(l.now()), 0)
}

// burst bounds how many timers fire before packets are read again, so that a timer that the
// machine sets to 0 again and again does not delay packets.
const burst = 64

// onClock does what is due.
func (l *loop) onClock() {
	for _, f := range l.air.due(l.now()) {
		l.launch(f)
	}
	for range burst {
		t, due := l.timers.take(l.now())
		if !due {
			return
		}
		if t < ownTimers {
			l.onOwnTimer(t)
		} else if l.machine != nil {
			l.note(trace.Record{Kind: trace.Timer, Node: l.self.ID, Value: int64(t - ownTimers)})
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
	case timerWord: // the loop asks in each turn
	}
}
