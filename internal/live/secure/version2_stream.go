package secure

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"bellwether/internal/live/handshake"
)

// call2 says hello on a stream, in version 2. A finish follows the welcome at once.
func (t *Transport) call2(c net.Conn) (*stream, error) {
	group := t.o.Ring.first()
	opening, hello := t.table.open(&t.o, group, kindStreamHello, 0)
	if _, err := c.Write(hello); err != nil {
		return nil, err
	}
	answer := make([]byte, t.o.side.WelcomeBytes())
	if err := t.o.readAnswer(c, answer, hello); err != nil {
		return nil, err
	}
	w, err := opening.Welcomed(answer)
	switch {
	case errors.Is(err, handshake.ErrIdentity):
		return nil, errFalse
	case err != nil:
		return nil, ErrForeign
	}
	if len(w.Finish) > 0 {
		if _, err := c.Write(w.Finish); err != nil {
			return nil, err
		}
	}
	s := newStream(c, group)
	s.out.aead, s.in.aead = w.Out, w.In
	return s, nil
}

// receive2 answers a hello of version 2 on a stream. The address of the caller is proven by TCP, so
// there are no cookies.
func (t *Transport) receive2(c net.Conn, b []byte, from netip.AddrPort) (*stream, Reason) {
	a, group, why := t.readHello2(b)
	if a == nil {
		return nil, why
	}
	if !t.calls.take(from.Addr(), time.Now()) {
		return nil, Flooded
	}
	welcome, err := a.Welcome(replyOpening(t.o.kind(kindStreamWelcome), a.Card.Index), handshake.Card{Life: handshake.Life(t.table.life), Addr: t.o.Self})
	if err != nil {
		return nil, Undecryptable
	}
	if _, err := c.Write(welcome); err != nil {
		return nil, Unproven
	}
	conversation, known := a.Conversation()
	if !known {
		finish := make([]byte, t.o.side.FinishBytes()-handshake.FinishHead)
		if _, err := io.ReadFull(c, finish); err != nil {
			return nil, Unproven
		}
		conversation, err = a.Finish(finish)
		switch {
		case errors.Is(err, handshake.ErrIdentity):
			return nil, Unidentified
		case err != nil:
			return nil, Replayed // its hello is authentic, and it cannot go on
		}
	}
	s := newStream(c, group)
	s.in.aead, s.out.aead = conversation.In, conversation.Out
	return s, 0
}
