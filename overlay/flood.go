package overlay

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"bellwether/internal/ability"
	"bellwether/protocol"
)

// Limits of a Flood.
const (
	// hopLimit ends an envelope that outlives the memory of duplicates.
	hopLimit = 255
	// duplicateMemory is how long at least a node remembers an envelope it has
	// passed on: longer than any copy travels (hopLimit relays at the default
	// jitter take 5 s).
	duplicateMemory = 10 * time.Second
	// duplicateLimit is the number of envelopes remembered at most, twice: 4096
	// members that answer one another at once stay below it.
	duplicateLimit = 1 << 14
)

// FloodOptions of a Flood. Zero fields get their defaults.
type FloodOptions struct {
	// A relay waits uniformly up to this, since neighbours that heard the same frame
	// would collide. Default 20ms, some tens of airtimes at 2 Mbit/s; negative for none.
	Jitter time.Duration
	Copies int // broadcasts of an envelope by each node that has it; default 1
}

func (o FloodOptions) withDefaults() *FloodOptions {
	o.Jitter = max(cmp.Or(o.Jitter, 20*time.Millisecond), 0)
	o.Copies = max(o.Copies, 1)
	return &o
}

// flood routes by flooding: what the machine within routes is broadcast in an
// [envelope], which every node that hears it broadcasts again, once, after a
// random delay; its destination hands it to the machine within as coming from
// its origin, and does not pass it on. Nothing is known of the topology and
// nothing needs to be: the price is a broadcast by every node of the component
// for each message.
//
// There is no acknowledgement and no retry: where paths are many their number is
// the redundancy, and what a flood loses an algorithm's time-outs repeat. In
// sparse and lossy worlds Copies of each broadcast may be sent; the second and
// later ones are charged as routing.
//
// A message to oneself is delivered as soon as the handler has ended, without a
// frame.
//
// Numbers begin at random at each boot, so that a reboot's first envelopes are
// not taken for old ones.
type flood struct {
	layer
	*FloodOptions
	seq     uint32
	own     []protocol.Message // to oneself, oldest first
	recent  map[passage]struct{}
	former  map[passage]struct{}
	rotated protocol.Time // when recent was begun
}

// A passage is an envelope that came by.
type passage struct {
	origin protocol.ID
	seq    uint32
}

// newFlood wraps inner; t is the first timer free.
func newFlood(inner protocol.Machine, t protocol.Timer, o *FloodOptions) *flood {
	f := &flood{layer: layer{inner: inner, timer: t}, FloodOptions: o}
	f.guard = f
	return f
}

// Start boots the machine within.
func (f *flood) Start(env *protocol.Env, saved []byte) {
	f.seq = env.Rand().Uint32()
	f.rotated = env.Now()
	f.layer.Start(env, saved)
}

// Receive opens envelopes and passes everything else on.
func (f *flood) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	if e, ok := m.(envelope); ok {
		f.onEnvelope(env, e)
	} else {
		f.layer.Receive(env, from, m)
	}
}

// Fire hands over what the node sent to itself, one message each time.
func (f *flood) Fire(env *protocol.Env, t protocol.Timer) {
	if t != f.timer {
		f.layer.Fire(env, t)
		return
	}
	if len(f.own) == 0 {
		return
	}
	m := f.own[0]
	f.own = slices.Delete(f.own, 0, 1)
	f.layer.Receive(env, env.Self(), m)
	f.rearm(env)
}

// Copy gives a flood around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (f *flood) Copy() protocol.Machine {
	c := *f
	if !c.copied() {
		return nil
	}
	c.own, c.recent, c.former = slices.Clone(f.own), maps.Clone(f.recent), maps.Clone(f.former)
	c.guard = &c
	return &c
}

// Shift moves the instants of the flood, of what waits for oneself, and of the machine within.
func (f *flood) Shift(d time.Duration) {
	f.rotated = f.rotated.Shift(d)
	ability.ShiftAll(f.own, d)
	f.layer.Shift(d)
}

// Snapshot appends the duplicates, what waits for oneself, and the state within.
func (f *flood) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, f.seq)
	b = protocol.AppendTime(b, f.rotated)
	b = binary.BigEndian.AppendUint32(b, uint32(len(f.own)))
	for _, m := range f.own {
		b = protocol.Marshal(b, m)
	}
	b = appendPassages(b, f.recent)
	b = appendPassages(b, f.former)
	return f.inner.Snapshot(b)
}

func (f *flood) onEnvelope(env *protocol.Env, e envelope) {
	if e.Origin == env.Self() || f.seen(env.Now(), passage{e.Origin, e.Seq}) {
		return
	}
	if e.Destination == env.Self() {
		f.layer.Receive(env, e.Origin, e.Inner)
		return
	}
	if e.Hops == hopLimit {
		return
	}
	e.Hops++
	e.Copy = 0
	env.BroadcastWithin(f.Jitter, e)
	f.repeat(env, e)
}

// repeat adds the copies after the first.
func (f *flood) repeat(env *protocol.Env, e envelope) {
	for c := 1; c < f.Copies; c++ {
		e.Copy = uint8(c)
		env.BroadcastWithin(f.Jitter, e)
	}
}

// seen reports whether an envelope came by before, and remembers it.
func (f *flood) seen(now protocol.Time, p passage) bool {
	if _, yes := f.recent[p]; yes {
		return true
	}
	if _, yes := f.former[p]; yes {
		return true
	}
	if now.Sub(f.rotated) >= duplicateMemory || len(f.recent) >= duplicateLimit {
		f.recent, f.former, f.rotated = f.former, f.recent, now
		clear(f.recent)
	}
	if f.recent == nil {
		f.recent = map[passage]struct{}{}
	}
	f.recent[p] = struct{}{}
	return false
}

func (f *flood) enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// leave makes envelopes of what the machine within routed.
func (f *flood) leave(env *protocol.Env, mark int) {
	end, queued := len(env.Driver().Effects()), false
	for i := mark; i < end; i++ {
		e := &env.Driver().Effects()[i] // anew each time: repeat appends
		if e.Op != protocol.OpRoute {
			continue
		}
		if e.To == env.Self() {
			f.own, queued = append(f.own, e.Message), true
			*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: f.timer}
			continue
		}
		f.seq++
		envelope := envelope{Origin: env.Self(), Destination: e.To, Seq: f.seq, Inner: e.Message}
		*e = protocol.Effect{Op: protocol.OpBroadcast, Message: envelope}
		f.repeat(env, envelope)
	}
	if queued {
		f.rearm(env)
	}
}

// rearm fires again for the next message to oneself.
func (f *flood) rearm(env *protocol.Env) {
	if len(f.own) > 0 {
		env.SetTimer(f.timer, 0)
	}
}

func appendPassages(b []byte, set map[passage]struct{}) []byte {
	sorted := slices.SortedFunc(maps.Keys(set), func(p, q passage) int {
		return cmp.Or(cmp.Compare(p.origin, q.origin), cmp.Compare(p.seq, q.seq))
	})
	b = binary.BigEndian.AppendUint32(b, uint32(len(sorted)))
	for _, p := range sorted {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, p.origin), p.seq)
	}
	return b
}
