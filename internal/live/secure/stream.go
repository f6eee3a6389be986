package secure

import (
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/connlimit"
)

// Sizes of streams, in bytes.
const (
	lengthBytes  = 2
	frameBytes   = 16 << 10 // of data in a frame
	proofBytes   = lengthBytes + tagBytes
	refusalBytes = markBytes + 1
	// streamBytes bounds what one stream carries in each direction: memberlist's whole
	// state has 0.5 MB with 4096 members and metadata of ours.
	streamBytes = 4 << 20
)

// Streams whose opener has not proved itself; each takes a goroutine and 0.3 kB. Fifty
// agents of one machine call one seed within some milliseconds.
const (
	unprovenEach  = 32
	unprovenTotal = 128
)

// openWithin bounds the opening of a stream on the side that is called. A lost packet of TCP
// is sent again after one second (RFC 6298 §2.1), and needs a round trip more.
const openWithin = 2 * time.Second

// ErrRefused is the error of a stream that the other side refused, or whose other side holds
// no key of ours.
var ErrRefused = errors.New("the stream was refused")

// ErrForeign is the error of a stream whose other side has none of our keys.
var ErrForeign = fmt.Errorf("%w: its key is not ours", ErrRefused)

// The reasons in a refusal, by their number on the wire.
var refusals = []struct {
	why  Reason
	text string
}{
	1: {Undecryptable, "its key is not ours"},
	2: {OtherLabel, "it is of another cluster (label)"},
	3: {Outdated, "it has another version of the encryption: upgrade the older agent"},
	4: {Flooded, "it has too many calls"},
	5: {Keyless, "it has a key and we have none"}, // who reads it has none, and sees that it is encrypted
	6: {Unidentified, "one of us has an identity and the other has none: give all agents identities, or none"},
}

// refusal is the message for a reason in refusals, and nil for others: they are not sent.
func refusal(why Reason) []byte {
	for n, r := range refusals {
		if n > 0 && r.why == why {
			return append(marked(nil, kindRefusal), byte(n))
		}
	}
	return nil
}

// DialTimeout opens a stream to "ip:port".
func (t *Transport) DialTimeout(addr string, timeout time.Duration) (net.Conn, error) {
	return t.DialAddressTimeout(memberlist.Address{Addr: addr}, timeout)
}

// DialAddressTimeout opens a stream and completes its handshake.
func (t *Transport) DialAddressTimeout(a memberlist.Address, timeout time.Duration) (net.Conn, error) {
	deadline := time.Now().Add(timeout)
	c, err := t.o.Under.DialAddressTimeout(a, timeout)
	if err != nil {
		return nil, err
	}
	s, err := t.call(c, deadline)
	if err != nil {
		c.Close()
		if errors.Is(err, ErrForeign) && t.o.Foreign != nil {
			t.o.Foreign(a.Addr)
		}
		return nil, fmt.Errorf("%s: %w", a.Addr, err)
	}
	return s, nil
}

// call opens a stream from the caller's side.
func (t *Transport) call(c net.Conn, deadline time.Time) (*stream, error) {
	if err := c.SetDeadline(deadline); err != nil {
		return nil, err
	}
	group, own := t.o.Ring.first(), newPoint()
	if _, err := c.Write(t.o.hello(group, kindStreamHello, body{0, own.PublicKey(), t.table.life, t.o.Self, nil})); err != nil {
		return nil, err
	}
	answer := make([]byte, t.o.welcomeBytes())
	if err := t.o.readAnswer(c, answer); err != nil {
		return nil, err
	}
	in, err := group.openBody(answer, welcomeHead, t.o.Label, own.PublicKey().Bytes())
	if err != nil {
		return nil, ErrForeign
	}
	if !t.o.proves(answer[1]&0xF, in, own.PublicKey().Bytes()) {
		return nil, fmt.Errorf("%w: its identity is false", ErrRefused)
	}
	s := newStream(c, group)
	if s.out.aead, s.in.aead, err = t.o.conversation(group, own, end{own.PublicKey(), t.o.own()}, end{in.point, in.peer()}); err != nil {
		return nil, err
	}
	if err := s.writeFrame(nil); err != nil { // proves that this hello is no recording
		return nil, err
	}
	return s, c.SetDeadline(time.Time{})
}

// readAnswer reads a welcome. If something else came, the error names it.
func (o *Options) readAnswer(c io.Reader, b []byte) error {
	_, err := io.ReadFull(c, b[:refusalBytes])
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: it closed the stream: it has no key, an older version, another cluster's label, or is no agent", ErrRefused)
	case err != nil:
		return err
	case b[0] == oldEncrypted || b[0] == oldLabel:
		return fmt.Errorf("%w: it has an older version of the encryption: upgrade it", ErrRefused)
	case b[0] != magic && b[0] < oldKinds:
		return fmt.Errorf("%w: we have a key and it has none", ErrRefused)
	case b[0] != magic:
		return fmt.Errorf("%w: it is no agent", ErrRefused)
	case b[1]&0xF == kindRefusal:
		n := int(b[2])
		if n > 0 && n < len(refusals) && refusals[n].why == Undecryptable {
			return ErrForeign
		}
		if n > 0 && n < len(refusals) {
			return fmt.Errorf("%w: %s", ErrRefused, refusals[n].text)
		}
		return ErrRefused
	case b[1] != version<<4|o.kind(kindStreamWelcome):
		return fmt.Errorf("%w: it has another version of the encryption: upgrade the older agent", ErrRefused)
	}
	_, err = io.ReadFull(c, b[refusalBytes:])
	return err
}

// admit completes the handshake of a stream that another agent opened, in a goroutine of its
// own.
func (t *Transport) admit(c net.Conn) {
	from := connlimit.AddrOf(c.RemoteAddr())
	u, crowded := t.unproven.Enter(c, from.Addr())
	if crowded {
		t.o.Refused(Flooded, from)
	}
	if u == nil {
		c.Close() // shut down
		return
	}
	t.wg.Go(func() {
		s, why := t.receive(c, from)
		if open := t.unproven.Leave(u); s == nil || !open {
			if open {
				t.o.Refused(why, from)
			}
			c.Close()
			return
		}
		select {
		case t.streams <- s:
		case <-t.stop:
			c.Close()
		}
	})
}

// receive completes the handshake of a stream. If the stream is nil, the reason is why.
func (t *Transport) receive(c net.Conn, from netip.AddrPort) (*stream, Reason) {
	if err := c.SetDeadline(time.Now().Add(openWithin)); err != nil {
		return nil, Unproven
	}
	b := make([]byte, t.o.helloBytes())
	if why, err := t.o.readHello(c, b); err != nil {
		t.turnDown(c, why)
		return nil, why
	}
	in, group, why := t.hello(b, from)
	if group == nil {
		t.turnDown(c, why)
		return nil, why
	}
	own := newPoint()
	if _, err := c.Write(t.o.welcome(group, kindStreamWelcome, in, body{0, own.PublicKey(), t.table.life, t.o.Self, nil})); err != nil {
		return nil, Unproven
	}
	s := newStream(c, group)
	var err error
	if s.in.aead, s.out.aead, err = t.o.conversation(group, own, end{in.point, in.peer()}, end{own.PublicKey(), t.o.own()}); err != nil {
		return nil, Undecryptable
	}
	s.in.largest = 0
	switch plain, err := s.readFrame(); {
	case errors.Is(err, errFrame):
		return nil, Replayed // its hello is authentic, and it cannot go on
	case err != nil || len(plain) > 0:
		return nil, Unproven
	}
	s.in.largest = frameBytes
	if err := c.SetDeadline(time.Time{}); err != nil {
		return nil, Unproven
	}
	return s, 0
}

func (t *Transport) turnDown(c net.Conn, why Reason) {
	if b := refusal(why); b != nil {
		_, _ = c.Write(b)
	}
}

// readHello reads the hello of a stream. Of anything else it reads a label at most.
func (o *Options) readHello(c io.Reader, b []byte) (why Reason, err error) {
	if _, err := io.ReadFull(c, b[:markBytes]); err != nil {
		return Unproven, err
	}
	switch {
	case b[0] == magic && b[1] == version<<4|o.kind(kindStreamHello):
		_, err := io.ReadFull(c, b[markBytes:])
		return Unproven, err
	case b[0] == magic && b[1]>>4 == version && o.otherKind(b[1]&0xF):
		rest := 2*helloBytes + identityBytes - o.helloBytes() - markBytes // of a hello of the other form
		if _, err := io.CopyN(io.Discard, c, int64(rest)); err != nil {
			return Unproven, err
		}
		return Unidentified, ErrRefused
	case b[0] == magic && b[1]>>4 != version:
		return Outdated, ErrRefused
	case b[0] == oldEncrypted:
		return Outdated, ErrRefused
	case b[0] == oldLabel:
		label := make([]byte, int(b[1])+1)
		if _, err := io.ReadFull(c, label); err != nil {
			return Unproven, err
		}
		if label[b[1]] == oldEncrypted {
			return Outdated, ErrRefused
		}
		return Keyless, ErrRefused
	case b[0] < oldKinds:
		return Keyless, ErrRefused
	}
	return Undecryptable, ErrRefused
}

// A stream is a connection that carries encrypted frames.
type stream struct {
	net.Conn
	group   *groupKey
	in, out half
	rest    []byte // opened, not yet read
	buffer  []byte
}

// A half is one direction of a stream.
type half struct {
	aead    cipher.AEAD
	counter uint64
	left    int // bytes of data that it may still carry
	largest int // bytes of data in a frame
}

func newStream(c net.Conn, group *groupKey) *stream {
	h := half{left: streamBytes, largest: frameBytes}
	return &stream{Conn: c, group: group, in: h, out: h}
}

var (
	errFrame = errors.New("a frame of the stream cannot be opened")
	errVoid  = errors.New("the key of the stream was removed")
	errLong  = fmt.Errorf("the stream has more than %d bytes", streamBytes)
)

func (s *stream) Read(b []byte) (int, error) {
	for len(s.rest) == 0 {
		if len(b) == 0 {
			return 0, nil
		}
		var err error
		if s.rest, err = s.readFrame(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *stream) readFrame() ([]byte, error) {
	var head [lengthBytes]byte
	if _, err := io.ReadFull(s.Conn, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(head[:]))
	if n > s.in.largest {
		return nil, errFrame
	}
	if s.in.left -= n; s.in.left < 0 {
		return nil, errLong
	}
	if cap(s.buffer) < n+tagBytes {
		s.buffer = make([]byte, n+tagBytes)
	}
	sealed := s.buffer[:n+tagBytes]
	if _, err := io.ReadFull(s.Conn, sealed); err != nil {
		return nil, noEnd(err)
	}
	s.in.counter++
	once := nonce(s.in.counter)
	plain, err := s.in.aead.Open(sealed[:0], once[:], sealed, head[:])
	switch {
	case err != nil:
		return nil, errFrame
	case s.group.removed.Load():
		return nil, errVoid
	}
	return plain, nil
}

// noEnd turns the end of the stream within a frame into an error.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *stream) Write(b []byte) (int, error) {
	written := 0
	for part := b; len(part) > 0; part = b[written:] {
		part = part[:min(len(part), s.out.largest)]
		if err := s.writeFrame(part); err != nil {
			return written, err
		}
		written += len(part)
	}
	return written, nil
}

func (s *stream) writeFrame(b []byte) error {
	if s.group.removed.Load() {
		return errVoid
	}
	if s.out.left -= len(b); s.out.left < 0 {
		return errLong
	}
	m := binary.BigEndian.AppendUint16(make([]byte, 0, proofBytes+len(b)), uint16(len(b)))
	s.out.counter++
	once := nonce(s.out.counter)
	_, err := s.Conn.Write(s.out.aead.Seal(m, once[:], b, m))
	return err
}
