package gate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"bellwether/internal/live/connlimit"
	"bellwether/internal/live/membership/internal/packet"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/view"
)

// bound wraps a connection, so that reading it fails at anything but one message of an agent.
func (b *bounded) bound(c net.Conn, in *connlimit.Caller) *stream {
	return &stream{Conn: c, of: b, caller: in, from: bufio.NewReader(c), versions: packet.NewVersions(b.newest)}
}

// A stream gives memberlist the parts of a message after it has checked each.
type stream struct {
	net.Conn
	of       *bounded
	caller   *connlimit.Caller // nil: we called
	vouches  bool              // we called, and what it says decides whether we enter
	addr     string            // whom we called; "" if we were called
	begun    time.Time         // when we called
	own      signing.Listing   // how the list of the one we called has us
	from     *bufio.Reader
	kind     byte // of the message
	part     part
	left     int             // members that follow
	user     int             // bytes that follow them
	ready    bytes.Buffer    // checked, not yet read
	versions packet.Versions // of the members of the list
	many     bool
	counted  bool // it was counted as refused
	err      error
	closed   sync.Once
}

// A part is the part of a stream that comes next.
type part int

const (
	partFirst   part = iota // a label, or the kind
	partKind                // the kind
	partValue               // the only value of the message
	partHeader              // how much a push/pull has
	partMembers             // its members
	partUser                // its goodbyes
	partEnd
)

func (s *stream) Read(b []byte) (int, error) {
	for s.ready.Len() == 0 && s.err == nil {
		if s.err = s.check(); s.err != nil {
			s.refused(s.err)
		}
	}
	if s.ready.Len() == 0 {
		return 0, s.err
	}
	return s.ready.Read(b)
}

func (s *stream) Close() error {
	s.closed.Do(func() {
		if s.caller != nil {
			s.of.crowd.Leave(s.caller)
		}
		if s.many {
			s.of.many.Add(-1)
		}
	})
	return s.Conn.Close()
}

// refused counts a stream that ends with an error, unless we end it. Of the streams that we
// opened only those are counted that another key seals: the others are failed exchanges.
func (s *stream) refused(why error) {
	select {
	case <-s.of.stop:
		return
	default:
	}
	switch {
	case errors.Is(why, packet.ErrSealed):
		s.count(func(c *report.Counters) { c.Undecryptable++ })
	case s.addr != "":
	case why == io.EOF && s.part == partFirst && s.of.label != "": // no label either
		s.count(func(c *report.Counters) { c.OtherLabel++ })
	case why == io.EOF:
	case errors.Is(why, errCrowded):
		s.count(func(c *report.Counters) { c.Flooded++ })
	default:
		s.malformed()
	}
}

// malformed counts a stream of a caller that memberlist refuses, too.
func (s *stream) malformed() {
	if s.addr == "" {
		s.count(func(c *report.Counters) { c.Malformed++ })
	}
}

// count counts a stream once.
func (s *stream) count(f func(*report.Counters)) {
	if !s.counted && s.of.report != nil {
		s.of.report.Count(f)
	}
	s.counted = true
}

// check reads and checks the next part.
func (s *stream) check() error {
	r := io.TeeReader(s.from, &s.ready)
	switch s.part {
	case partFirst, partKind:
		return s.checkKind(r)
	case partValue:
		s.part = partEnd
		value, err := s.value(r)
		if err == nil && s.kind == packet.KindPing && packet.ForAnother(value, s.of.name) {
			s.malformed()
		}
		return err
	case partHeader:
		return s.checkHeader(r)
	case partMembers:
		return s.checkMember(r)
	case partUser:
		if s.user == 0 {
			return io.EOF
		}
		n, err := io.CopyN(&s.ready, s.from, int64(min(s.user, max(1, s.from.Buffered()))))
		s.user -= int(n)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	return io.EOF
}

// value reads a value and checks it. It returns the bytes of the value.
func (s *stream) value(r io.Reader) ([]byte, error) {
	before := s.ready.Len()
	if err := s.whole(packet.CheckValue(r, nil)); err != nil {
		return nil, err
	}
	b := s.ready.Bytes()[before:]
	if !packet.Fits(b) {
		return nil, s.whole(fmt.Errorf("%w: a field of another type", packet.ErrExcess))
	}
	return b, nil
}

// checkMember checks the next member of a list.
func (s *stream) checkMember(r io.Reader) error {
	if s.left == 0 {
		s.part = partUser
		if s.of.identities != nil && s.addr != "" {
			s.of.identities.TookList(s.addr, s.own, s.begun)
		}
		return nil
	}
	s.left--
	member, err := s.value(r)
	if err != nil {
		return err
	}
	if s.of.identities != nil {
		packet.Unleft(member)
		err = s.of.identities.Jumps(member)
		if s.addr != "" && s.own != signing.Another {
			s.own = max(s.own, s.of.identities.Listed(member))
		}
	}
	s.versions.Add(packet.EntryOf(member))
	if s.left == 0 && !s.versions.Agree() {
		s.malformed()
	}
	if s.vouches && err == nil {
		s.of.conflicts.Reported(member)
	}
	return s.whole(err)
}

// whole turns the end of the stream within a value into an error. After an error it drops the
// bytes that memberlist has not read.
func (s *stream) whole(err error) error {
	if err != nil {
		s.ready.Reset()
	}
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *stream) checkKind(r io.Reader) error {
	var b [256]byte
	if _, err := io.ReadFull(r, b[:1]); err != nil {
		return err
	}
	s.kind = b[0]
	if s.kind == packet.KindLabel && s.part == partFirst {
		return s.checkLabel(r)
	}
	labelled := s.part == partKind
	switch kind := s.kind; {
	case kind == packet.KindPushPull:
		s.part = partHeader
	case kind == packet.KindPing, kind == packet.KindAck, kind == packet.KindError:
		s.part = partValue
	case kind == packet.KindEncrypted:
		s.part = partEnd // memberlist logs that it has no key
	case kind == sealedMark:
		s.ready.Reset()
		return packet.ErrSealed
	default:
		s.ready.Reset()
		return fmt.Errorf("%w: kind %d in a stream", packet.ErrExcess, kind)
	}
	switch called := s.addr == ""; {
	case called && !labelled && s.of.label != "":
		s.count(func(c *report.Counters) { c.OtherLabel++ })
	case s.kind == packet.KindEncrypted:
		s.count(func(c *report.Counters) { c.Undecryptable++ })
	case called && (s.kind == packet.KindAck || s.kind == packet.KindError):
		s.malformed() // answers to nothing
	}
	return nil
}

// checkLabel reads the label of a stream that a caller opened.
func (s *stream) checkLabel(r io.Reader) error {
	s.part = partKind
	var b [256]byte
	if _, err := io.ReadFull(r, b[:1]); err != nil {
		return s.whole(err)
	}
	label := b[:b[0]]
	if _, err := io.ReadFull(r, label); err != nil {
		return s.whole(err)
	}
	switch {
	case len(label) == 0:
		s.malformed()
	case string(label) != s.of.label && s.addr == "":
		s.count(func(c *report.Counters) { c.OtherLabel++ })
	}
	return nil
}

// errCrowded is the end of a stream whose list would be one too many.
var errCrowded = errors.New("too many long lists of members at a time")

// checkHeader bounds the numbers of a push/pull.
func (s *stream) checkHeader(r io.Reader) error {
	var members, user uint64
	before := s.ready.Len()
	err := packet.CheckValue(r, func(field string, n uint64) {
		switch field {
		case "Nodes":
			members = max(members, n)
		case "UserStateLen":
			user = max(user, n)
		}
	})
	switch {
	case err != nil:
		return s.whole(err)
	case !packet.Fits(s.ready.Bytes()[before:]):
		return s.whole(fmt.Errorf("%w: a header of another type", packet.ErrExcess))
	case members > view.MemberLimit+1 || user > userStateLimit:
		s.ready.Reset()
		return fmt.Errorf("%w: %d members and %d bytes in a stream", packet.ErrExcess, members, user)
	case members > manyMembers && s.caller != nil && s.of.many.Add(1) > manyStreams:
		s.of.many.Add(-1)
		s.ready.Reset()
		return errCrowded
	}
	s.many = members > manyMembers && s.caller != nil
	s.part, s.left, s.user = partMembers, int(members), int(user)
	return nil
}
