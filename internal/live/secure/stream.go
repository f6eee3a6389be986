package secure

import (
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

// errFalse is the error of a stream whose other side does not prove the identity that it claims.
var errFalse = fmt.Errorf("%w: its identity is false", ErrRefused)

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
func (t *Transport) call(c net.Conn, deadline time.Time) (s *stream, err error) {
	if err := c.SetDeadline(deadline); err != nil {
		return nil, err
	}
	if t.o.Ring.Speaks().opens() == version1 {
		s, err = t.call1(c)
	} else {
		s, err = t.call2(c)
	}
	if err != nil {
		return nil, err
	}
	if err := s.writeFrame(nil); err != nil { // proves that this hello is no recording
		return nil, err
	}
	return s, c.SetDeadline(time.Time{})
}

// readAnswer reads the welcome for a hello. If something else came, the error names it.
func (o *Options) readAnswer(c io.Reader, b, hello []byte) error {
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
	case b[1] != hello[1]&0xF0|o.kind(kindStreamWelcome):
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
	b, why, err := t.o.readHello(c)
	if err != nil {
		t.turnDown(c, why)
		return nil, why
	}
	receive := t.receive1
	if b[1]>>4 == version2 {
		receive = t.receive2
	}
	s, why := receive(c, b, from)
	if s == nil {
		t.turnDown(c, why)
		return nil, why
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
func (o *Options) readHello(c io.Reader) (hello []byte, why Reason, err error) {
	b := make([]byte, markBytes)
	if _, err := io.ReadFull(c, b); err != nil {
		return nil, Unproven, err
	}
	own, other := o.helloBytes(), 2*helloBytes+identityBytes-o.helloBytes() // of the form that this agent expects, and of the other
	if b[1]>>4 == version2 {
		own, other = o.helloBytes2(), o.side.OtherHelloBytes()+proofLength
	}
	taken := b[0] == magic && o.Ring.Speaks().takes(b[1]>>4)
	switch {
	case taken && b[1]&0xF == o.kind(kindStreamHello):
		b = append(b, make([]byte, own-markBytes)...)
		_, err := io.ReadFull(c, b[markBytes:])
		return b, Unproven, err
	case taken && o.otherKind(b[1]&0xF):
		if _, err := io.CopyN(io.Discard, c, int64(other-markBytes)); err != nil {
			return nil, Unproven, err
		}
		return nil, Unidentified, ErrRefused
	case taken:
		return nil, Undecryptable, ErrRefused
	case b[0] == magic:
		return nil, Outdated, ErrRefused
	case b[0] == oldEncrypted:
		return nil, Outdated, ErrRefused
	case b[0] == oldLabel:
		label := make([]byte, int(b[1])+1)
		if _, err := io.ReadFull(c, label); err != nil {
			return nil, Unproven, err
		}
		if label[b[1]] == oldEncrypted {
			return nil, Outdated, ErrRefused
		}
		return nil, Keyless, ErrRefused
	case b[0] < oldKinds:
		return nil, Keyless, ErrRefused
	}
	return nil, Undecryptable, ErrRefused
}
