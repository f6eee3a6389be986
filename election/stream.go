package election

import (
	"cmp"
	"encoding/binary"
	"slices"

	"bellwether/protocol"
)

// Limits of a node's streams.
const (
	// streamQueue is the most messages that wait for one neighbour, the one in flight
	// included. Further messages meet a full socket buffer and are lost. An election has a
	// handful of messages for a neighbour at a time.
	streamQueue = 64
	// maxStreams is the most connections that are kept; one more closes an idle one. It is
	// far more than a radio has neighbours.
	maxStreams = 1024
)

// A stream is one end of an emulated TCP connection to a neighbour, for both directions.
// Each end has a session number, which it tells in the handshake, and accepts only segments
// of the session that it was told. One segment is in flight at a time. It is repeated until
// it is acknowledged, each time after twice as long, so the messages arrive in order and
// once.
type stream struct {
	id           protocol.ID
	open         bool   // the handshake is over
	closed       bool   // by this end, without tcp_reuse: the next message needs a handshake
	mine, theirs uint32 // sessions
	former       uint32 // the session of the other end before theirs: its frames are late
	taken        uint32 // greatest sequence number accepted in their session
	seq          uint32 // number of the segment in flight
	tries        uint8  // repetitions of it, or of the Syn
	since, due   protocol.Time
	queue        []protocol.Message // the first is in flight, or waits for the handshake
}

// streams are a node's connections.
type streams struct {
	all     []stream // sorted by ID
	session uint32   // the newest given out
	seq     uint32   // the newest given out, in all sessions
}

func (s *streams) lookup(id protocol.ID) (at int, found bool) {
	return slices.BinarySearchFunc(s.all, id, func(c stream, id protocol.ID) int { return cmp.Compare(c.id, id) })
}

// to returns the stream to a neighbour; the first call makes one in a new session. The pointer
// is valid until the next call.
func (s *streams) to(id protocol.ID) *stream {
	at, found := s.lookup(id)
	if !found {
		if len(s.all) >= maxStreams {
			idle := max(slices.IndexFunc(s.all, func(c stream) bool { return len(c.queue) == 0 }), 0)
			s.all = slices.Delete(s.all, idle, idle+1)
			at, _ = s.lookup(id)
		}
		s.session = max(s.session+1, 1) // 0 means none
		s.all = slices.Insert(s.all, at, stream{id: id, mine: s.session})
	}
	return &s.all[at]
}

// close removes the stream to a neighbour and the messages that wait in it.
func (s *streams) close(id protocol.ID) {
	if at, found := s.lookup(id); found {
		s.all = slices.Delete(s.all, at, at+1)
	}
}

// ready reports whether segments may leave: the handshake is over, and this end has not
// closed since.
func (c *stream) ready() bool { return c.open && !c.closed }

func (c *stream) segment(self protocol.ID) segment {
	return segment{Origin: self, Session: c.mine, Seq: c.seq, Repeat: c.tries, Inner: c.queue[0]}
}

// meet stores the other end's session, perhaps a new one. It returns false for the session
// before: the frame was late.
func (c *stream) meet(session uint32) bool {
	if session == c.theirs {
		return true
	}
	if session == c.former {
		return false
	}
	c.former, c.theirs, c.taken = c.theirs, session, 0
	return true
}

// next is the first instant at which some stream has something to repeat.
func (s *streams) next() (due protocol.Time, waiting bool) {
	for i := range s.all {
		if c := &s.all[i]; len(c.queue) > 0 && (!waiting || c.due < due) {
			due, waiting = c.due, true
		}
	}
	return due, waiting
}

func (s *streams) snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, s.session), s.seq)
	b = binary.BigEndian.AppendUint32(b, uint32(len(s.all)))
	for i := range s.all {
		c := &s.all[i]
		b = append(protocol.AppendID(b, c.id), protocol.Bit(c.open)|protocol.Bit(c.closed)<<1)
		for _, n := range []uint32{c.mine, c.theirs, c.former, c.taken, uint32(len(c.queue))} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
		for _, m := range c.queue {
			b = protocol.Marshal(b, m)
		}
		if len(c.queue) > 0 {
			b = append(binary.BigEndian.AppendUint32(b, c.seq), c.tries)
			b = protocol.AppendTime(b, c.since)
			b = protocol.AppendTime(b, c.due)
		}
	}
	return b
}
