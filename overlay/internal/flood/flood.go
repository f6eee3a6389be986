// Package flood routes a message by letting every node broadcast it once. It assumes nothing of
// the topology. It never acknowledges or retries. See [Flood] for cost.
package flood

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// Limits of a Flood.
const (
	// hopLimit ends an envelope that outlives the memory of duplicates.
	hopLimit = 255
	// duplicateMemory is how long a node remembers an envelope at least: longer than any
	// copy travels (hopLimit relays at the default jitter take 5 s).
	duplicateMemory = 10 * time.Second
)

// Options are the options of a Flood. Zero fields get their defaults.
type Options struct {
	// A relay waits a uniform time up to this, because neighbours that heard the same
	// frame would collide. Default 20ms, some tens of airtimes at 2 Mbit/s; negative for
	// none.
	Jitter time.Duration
	Copies int // broadcasts of an envelope by each node that has it; default 1
}

func (o Options) WithDefaults() *Options {
	o.Jitter = max(cmp.Or(o.Jitter, 20*time.Millisecond), 0)
	o.Copies = max(o.Copies, 1)
	return &o
}

// Flood routes by flooding. It broadcasts a message of the machine within in an
// [Envelope]. Every node that hears the envelope broadcasts it again, once, after a random
// delay. The destination gives the message to its machine, as coming from the origin, and
// does not pass it on. No node knows the topology. The cost is a broadcast by every node
// of the component for each message.
//
// There is no acknowledgement and no retry. Where there are many paths, they are the
// redundancy; a lost flood is repeated by the algorithm's time-outs. In sparse and lossy
// worlds each broadcast may be sent Copies times; the second and later ones count as
// routing.
//
// A message to oneself is delivered as soon as the handler has ended, without a frame.
//
// Numbers begin at random at each boot, so the first envelopes after a reboot are not
// taken for old ones.
type Flood struct {
	layer.Layer
	*Options
	seq  uint32
	own  []protocol.Message // to oneself, oldest first
	seen routing.Passages
}

// New wraps inner; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, o *Options) *Flood {
	f := &Flood{Layer: layer.Layer{Inner: inner, Timer: t}, Options: o}
	f.Guard = f
	return f
}

// Start boots the machine within.
func (f *Flood) Start(env *protocol.Env, saved []byte) {
	f.seq = env.Rand().Uint32()
	f.seen.Rotated = env.Now()
	f.Layer.Start(env, saved)
}

// Receive opens envelopes and passes everything else on.
func (f *Flood) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	if e, ok := m.(Envelope); ok {
		f.onEnvelope(env, e)
	} else {
		f.Layer.Receive(env, from, m)
	}
}

// Fire delivers messages of the node to itself, one each time.
func (f *Flood) Fire(env *protocol.Env, t protocol.Timer) {
	if t != f.Timer {
		f.Layer.Fire(env, t)
		return
	}
	f.ReceiveOwn(env, &f.own)
	f.rearm(env)
}

// Copy returns a flood around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (f *Flood) Copy() protocol.Machine {
	c := *f
	if !c.Copied() {
		return nil
	}
	c.own, c.seen = slices.Clone(f.own), f.seen.Clone()
	c.Guard = &c
	return &c
}

// Shift moves the instants of the flood, of messages to oneself, and of the machine within.
func (f *Flood) Shift(now protocol.Time, d time.Duration) {
	f.seen.Rotated = max(f.seen.Rotated, now.Add(-duplicateMemory)).Shift(d)
	optional.ShiftAll(f.own, d)
	f.Layer.Shift(now, d)
}

// Renumber replaces numbers in messages to oneself, and in the machine within.
func (f *Flood) Renumber(to optional.Renumbering) {
	optional.RenumberAll(f.own, to)
	f.Layer.Renumber(to)
}

// Snapshot appends the known envelopes, the messages to oneself, and the state within.
func (f *Flood) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, f.seq)
	b = protocol.AppendTime(b, f.seen.Rotated)
	b = binary.BigEndian.AppendUint32(b, uint32(len(f.own)))
	for _, m := range f.own {
		b = protocol.Marshal(b, m)
	}
	return f.Inner.Snapshot(f.seen.Snapshot(b))
}

func (f *Flood) onEnvelope(env *protocol.Env, e Envelope) {
	if e.Origin == env.Self() || f.seen.Seen(env.Now(), routing.Passage{Origin: e.Origin, Seq: e.Seq}, duplicateMemory) {
		return
	}
	if e.Destination == env.Self() {
		f.Layer.Receive(env, e.Origin, e.Inner)
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

// repeat adds the second and later copies.
func (f *Flood) repeat(env *protocol.Env, e Envelope) {
	for c := 1; c < f.Copies; c++ {
		e.Copy = uint8(c)
		env.BroadcastWithin(f.Jitter, e)
	}
}

func (f *Flood) Enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// Leave puts the routed messages of the machine within into envelopes.
func (f *Flood) Leave(env *protocol.Env, mark int) {
	end, queued := len(env.Driver().Effects()), false
	for i := mark; i < end; i++ {
		e := &env.Driver().Effects()[i] // read again each time, because repeat appends
		if e.Op != protocol.OpRoute {
			continue
		}
		if e.To == env.Self() {
			f.own, queued = append(f.own, e.Message), true
			*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: f.Timer}
			continue
		}
		f.seq++
		envelope := Envelope{Origin: env.Self(), Destination: e.To, Seq: f.seq, Inner: e.Message}
		*e = protocol.Effect{Op: protocol.OpBroadcast, Message: envelope}
		f.repeat(env, envelope)
	}
	if queued {
		f.rearm(env)
	}
}

// rearm sets the timer for the next message to oneself.
func (f *Flood) rearm(env *protocol.Env) {
	if len(f.own) > 0 {
		env.SetTimer(f.Timer, 0)
	}
}
