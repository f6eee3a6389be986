// Package link carries messages to neighbours over a medium that acknowledges nothing: it numbers,
// acknowledges and repeats them. It assumes that frames to a neighbour arrive now and then. It
// never reorders the messages to one neighbour. See [Link] for cost.
package link

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// Limits of a Link.
const (
	// linkQueue is the number of messages waiting for one neighbour, including the one in
	// flight. Elections exchange few messages with a neighbour at a time. A full queue
	// means that the neighbour is gone, and further messages are lost, as on the air.
	linkQueue = 64
	// linkPeers is the number of neighbours remembered. Beyond it, the one unused for
	// longest is forgotten.
	linkPeers = 4096
	// linkBackoff ends the doubling of the time to a retransmission: 8 times.
	linkBackoff = 3
)

// Options are the options of a Link. Zero fields get their defaults.
type Options struct {
	// Time to the first retransmission; it doubles each time, up to 8-fold. Default 50ms:
	// the seventh is sent after 1.95 s, within an interval of the default detection
	// budget.
	Retry time.Duration
	Limit int // retransmissions before a message is given up; default 7, as 802.11's
}

func (o Options) WithDefaults() *Options {
	o.Retry = cmp.Or(max(o.Retry, 0), 50*time.Millisecond)
	o.Limit = min(cmp.Or(max(o.Limit, 0), 7), 255)
	return &o
}

// Link carries sends over a radio without acknowledgements (a datagram socket). Each send
// is [Numbered] per neighbour and acknowledged by a [Receipt]; until then it is repeated,
// up to a limit. Broadcasts and routed messages pass unchanged.
//
// One message per neighbour is in flight at a time; the others wait. So messages arrive in
// order and once, and a number not greater than the last accepted one is a repetition.
// After a message that was given up, the next is sent: the receiver accepts gaps.
// (Stop-and-wait suffices: elections send a neighbour a few messages per round trip.)
//
// Numbers belong to a session, a random number drawn at boot. A message of a new session
// starts a new count; one of the session before is too late; a receipt names its session.
// So a reboot is never confused with the life before, except with the probability of two
// equal draws, 2⁻³² a boot.
//
// Cost: a receipt of 9 bytes and 14 bytes on top of each message. Repetitions
// are charged as routing.
type Link struct {
	layer.Layer
	*Options
	session uint32
	seq     uint32     // greatest number used: one count for all neighbours, so that no number is used twice
	peers   []linkPeer // sorted by ID
}

// A linkPeer is the state of one neighbour.
type linkPeer struct {
	id    protocol.ID
	used  uint32 // when a message was last sent or heard, ms
	queue []protocol.Message
	due   protocol.Time // of the repetition of queue[0]
	sent  uint32        // number of queue[0], or of the last message before
	tries uint8         // repetitions of queue[0] so far

	session, former uint32 // the neighbour's, and the one before
	taken           uint32 // greatest number accepted in the session
}

// New wraps inner; t is the first timer free.
func New(inner protocol.Machine, t protocol.Timer, o *Options) *Link {
	l := &Link{Layer: layer.Layer{Inner: inner, Timer: t}, Options: o}
	l.Guard = l
	return l
}

// Start boots the machine within, in a new session.
func (l *Link) Start(env *protocol.Env, saved []byte) {
	l.session = max(env.Rand().Uint32(), 1) // 0 is no session
	l.Layer.Start(env, saved)
}

// Receive handles numbered messages and receipts, and passes everything else on.
func (l *Link) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	switch m := m.(type) {
	case Numbered:
		l.onNumbered(env, from, m)
	case Receipt:
		l.onReceipt(env, from, m)
	default:
		l.Layer.Receive(env, from, m)
	}
}

// Fire repeats the messages that are due.
func (l *Link) Fire(env *protocol.Env, t protocol.Timer) {
	if t != l.Timer {
		l.Layer.Fire(env, t)
		return
	}
	for i := range l.peers {
		if p := &l.peers[i]; len(p.queue) > 0 && p.due <= env.Now() {
			l.repeat(env, p)
		}
	}
	l.arm(env)
}

// NeighbourDown gives up the messages to a neighbour that is gone.
func (l *Link) NeighbourDown(env *protocol.Env, id protocol.ID) {
	l.giveUp(id)
	l.Layer.NeighbourDown(env, id)
}

// Copy returns a link around a copy of the machine within, nil if that is no
// [protocol.Copier].
func (l *Link) Copy() protocol.Machine {
	c := *l
	if !c.Copied() {
		return nil
	}
	c.peers = slices.Clone(l.peers)
	for i := range c.peers {
		c.peers[i].queue = slices.Clone(c.peers[i].queue)
	}
	c.Guard = &c
	return &c
}

// Shift moves the instants of the link, of its queues, and of the machine within.
func (l *Link) Shift(now protocol.Time, d time.Duration) {
	for i := range l.peers {
		p := &l.peers[i]
		p.used += uint32(d.Milliseconds())
		p.due = p.due.Shift(d)
		optional.ShiftAll(p.queue, d)
	}
	l.Layer.Shift(now, d)
}

// Renumber replaces numbers in the messages that wait for receipts, and in the machine
// within. The link's own numbers stay: a number not greater than another is a repetition,
// so they do not wrap.
func (l *Link) Renumber(to optional.Renumbering) {
	for i := range l.peers {
		optional.RenumberAll(l.peers[i].queue, to)
	}
	l.Layer.Renumber(to)
}

// Snapshot appends the sessions, the queues and the state within.
func (l *Link) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, l.session), l.seq)
	b = binary.BigEndian.AppendUint32(b, uint32(len(l.peers)))
	for i := range l.peers {
		p := &l.peers[i]
		b = protocol.AppendID(b, p.id)
		for _, n := range []uint32{p.sent, p.session, p.former, p.taken, uint32(len(p.queue))} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		for _, m := range p.queue {
			b = protocol.Marshal(b, m)
		}
		if len(p.queue) > 0 {
			b = append(protocol.AppendTime(b, p.due), p.tries)
		}
	}
	return l.Inner.Snapshot(b)
}

func (l *Link) Enter(env *protocol.Env) (mark int) { return len(env.Driver().Effects()) }

// Leave numbers the sends of the machine within, and queues those that must wait.
func (l *Link) Leave(env *protocol.Env, mark int) {
	touched := false
	for i := range env.Driver().Effects()[mark:] {
		e := &env.Driver().Effects()[mark+i]
		switch {
		case e.Op == protocol.OpPart:
			l.giveUp(e.To)
		case e.Op == protocol.OpSend && e.To != env.Self():
			touched = true
			p := l.peer(env, e.To)
			if len(p.queue) < linkQueue {
				p.queue = append(p.queue, e.Message)
			}
			if len(p.queue) == 1 {
				p.due = env.Now().Add(e.Within + l.Retry)
				e.Message = l.first(env, p)
			} else {
				*e = protocol.Effect{Op: protocol.OpStopTimer, Timer: l.Timer}
			}
		}
	}
	if touched {
		l.arm(env)
	}
}

func (l *Link) onNumbered(env *protocol.Env, from protocol.ID, m Numbered) {
	p := l.peer(env, from)
	if m.Session == p.former && m.Session != p.session {
		return // it is of a former session
	}
	if m.Session != p.session {
		p.former, p.session, p.taken = p.session, m.Session, 0
	}
	env.Send(from, Receipt{m.Session, m.Seq})
	if m.Seq <= p.taken {
		return
	}
	p.taken = m.Seq
	l.Layer.Receive(env, from, m.Inner)
}

func (l *Link) onReceipt(env *protocol.Env, from protocol.ID, m Receipt) {
	p := l.peer(env, from)
	if m.Session == l.session && m.Seq == p.sent && len(p.queue) > 0 {
		l.advance(env, p)
		l.arm(env)
	}
}

// repeat sends the message in flight again, or gives it up.
func (l *Link) repeat(env *protocol.Env, p *linkPeer) {
	if int(p.tries) >= l.Limit {
		l.advance(env, p)
		return
	}
	p.tries++
	p.due = env.Now().Add(l.Retry << min(p.tries, linkBackoff))
	env.Send(p.id, l.number(env, p))
}

// advance ends the message in flight and sends the next.
func (l *Link) advance(env *protocol.Env, p *linkPeer) {
	p.queue = slices.Delete(p.queue, 0, 1)
	p.tries = 0
	if len(p.queue) > 0 {
		p.due = env.Now().Add(l.Retry)
		env.Send(p.id, l.first(env, p))
	}
}

func (l *Link) giveUp(id protocol.ID) {
	if at, known := l.find(id); known {
		l.peers[at].queue, l.peers[at].tries = nil, 0
	}
}

// first numbers the head of the queue.
func (l *Link) first(env *protocol.Env, p *linkPeer) Numbered {
	l.seq++
	p.sent = l.seq
	return l.number(env, p)
}

func (l *Link) number(env *protocol.Env, p *linkPeer) Numbered {
	return Numbered{Origin: env.Self(), Session: l.session, Seq: p.sent, Repeat: p.tries, Inner: p.queue[0]}
}

// peer returns the record of a neighbour, a new one if necessary. It is valid until the
// next call.
func (l *Link) peer(env *protocol.Env, id protocol.ID) *linkPeer {
	at, known := l.find(id)
	if !known {
		if len(l.peers) >= linkPeers {
			l.forget(env)
			at, _ = l.find(id)
		}
		l.peers = slices.Insert(l.peers, at, linkPeer{id: id})
	}
	l.peers[at].used = layer.Millis(env.Now())
	return &l.peers[at]
}

// forget drops the neighbour unused for longest.
func (l *Link) forget(env *protocol.Env) {
	now, oldest := layer.Millis(env.Now()), 0
	for i := range l.peers {
		if now-l.peers[i].used > now-l.peers[oldest].used {
			oldest = i
		}
	}
	l.peers = slices.Delete(l.peers, oldest, oldest+1)
}

func (l *Link) find(id protocol.ID) (at int, known bool) {
	return slices.BinarySearchFunc(l.peers, id, func(p linkPeer, id protocol.ID) int { return cmp.Compare(p.id, id) })
}

// arm sets the timer for the first repetition due.
func (l *Link) arm(env *protocol.Env) {
	due, waiting := protocol.Time(0), false
	for i := range l.peers {
		if p := &l.peers[i]; len(p.queue) > 0 && (!waiting || p.due < due) {
			due, waiting = p.due, true
		}
	}
	if waiting {
		env.SetTimer(l.Timer, due.Sub(env.Now()))
	} else {
		env.StopTimer(l.Timer)
	}
}
