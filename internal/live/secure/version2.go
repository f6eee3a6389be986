package secure

import (
	"encoding/binary"
	"errors"
	"net/netip"
	"time"

	"github.com/hashicorp/memberlist"

	"bellwether/internal/live/handshake"
)

// Version 2 of the handshake, which is Noise's: see package handshake.

// joined is the longest datagram that carries a finish and data: it fits into a frame of Ethernet.
const joined = 1400

// helloOpening are the first bytes of a hello of version 2.
func (o *Options) helloOpening(k *groupKey, kind byte) []byte {
	m := append(make([]byte, 0, handshake.HelloHead), magic, version2<<4|o.kind(kind))
	m = append(m, k.hint[:]...)
	h := k.labelHint(o.Label)
	return append(m, h[:]...)
}

// replyOpening are the first bytes of an answer of version 2.
func replyOpening(kind byte, to uint32) []byte {
	return binary.BigEndian.AppendUint32(append(make([]byte, 0, handshake.WelcomeHead), magic, version2<<4|kind), to)
}

// openingBytes is the length of the hellos that this agent sends.
func (o *Options) openingBytes() int {
	if o.Ring.Speaks().opens() == version1 {
		return o.helloBytes()
	}
	return o.helloBytes2()
}

func (o *Options) helloBytes2() int { return o.side.HelloBytes() + proofLength }

// open begins a handshake of version 2.
func (t *table) open(o *Options, k *groupKey, kind byte, index uint32) (*handshake.Opening, []byte) {
	opening, err := o.side.Open(k.noise, o.helloOpening(k, kind), handshake.Card{Index: index, Life: handshake.Life(t.life), Addr: o.Self})
	if err != nil {
		panic("sealed: Noise: " + err.Error()) // crypto/rand never fails
	}
	return opening, append(opening.Hello(), make([]byte, proofLength)...)
}

// readHello2 reads a hello of version 2, behind the guard. If the answer is nil, why is the reason.
func (t *Transport) readHello2(b []byte) (a *handshake.Answer, group *groupKey, why Reason) {
	group = t.o.Ring.hinted([hintBytes]byte(b[markBytes:]))
	switch {
	case group == nil:
		return nil, nil, Undecryptable
	case group.labelHint(t.o.Label) != [hintBytes]byte(b[markBytes+hintBytes:]):
		return nil, nil, OtherLabel
	}
	a, err := t.o.side.Read(group.noise, b[:len(b)-proofLength])
	if err != nil {
		return nil, nil, Undecryptable
	}
	return a, group, 0
}

// onHello2 answers a hello of version 2 at the address that it contains, which is authenticated.
func (t *Transport) onHello2(b []byte, from netip.AddrPort) {
	group := t.o.Ring.hinted([hintBytes]byte(b[markBytes:]))
	if group == nil {
		t.o.Refused(Undecryptable, from)
		return
	}
	if admitted, cookie := t.guard.admits(group, b, from); !admitted {
		t.o.Refused(Flooded, from)
		if cookie != nil && t.spare(from) {
			t.send(from, cookie)
		}
		return
	}
	a, group, why := t.readHello2(b)
	if a == nil {
		t.o.Refused(why, from)
		return
	}
	p := &pair{stage: welcomed, version: version2, group: group, made: time.Now(), theirs: true,
		addr: a.Card.Addr, life: life(a.Card.Life), first: a.First, remote: a.Card.Index, answer: a}
	if !t.greeted(p, from) {
		return
	}
	var err error
	p.welcome, err = a.Welcome(replyOpening(t.o.kind(kindWelcome), p.remote), handshake.Card{Index: p.index, Life: handshake.Life(t.table.life), Addr: t.o.Self})
	if err != nil { // a key of low order
		t.mu.Lock()
		t.table.drop(p)
		t.mu.Unlock()
		t.o.Refused(Undecryptable, from)
		return
	}
	if c, ok := a.Conversation(); ok {
		p.in, p.out, p.answer = c.In, c.Out, nil
	}
	t.welcome(p.addr, p.welcome)
}

// welcomed2 reads the welcome of version 2 for a pair.
func (p *pair) welcomed2(b []byte) (addr netip.AddrPort, why Reason, err error) {
	w, err := p.opening.Welcomed(b)
	switch {
	case errors.Is(err, handshake.ErrIdentity):
		return addr, Unidentified, err
	case err != nil:
		return addr, Undecryptable, err
	}
	p.remote, p.life, p.peer = w.Card.Index, life(w.Card.Life), Peer(w.Peer)
	p.out, p.in = w.Out, w.In
	if w.Finish != nil {
		p.finish = append(replyOpening(kindFinish, p.remote), w.Finish...)
	}
	p.unheard.Store(true)
	return w.Card.Addr, 0, nil
}

// onFinish reads a finish, and then the data behind it.
func (t *Transport) onFinish(packet *memberlist.Packet, from netip.AddrPort) bool {
	b, n := packet.Buf, t.o.side.FinishBytes()
	t.mu.Lock()
	p := t.table.pairs[binary.BigEndian.Uint32(b[markBytes:])]
	t.mu.Unlock()
	rest := b[n:]
	if p == nil || !p.theirs || p.version != version2 || t.void(p) {
		t.o.Refused(Unproven, from)
		t.answer(len(b), from)
		return false
	}
	if p.in == nil {
		c, err := p.answer.Finish(b[handshake.FinishHead:n])
		switch {
		case errors.Is(err, handshake.ErrIdentity):
			t.o.Refused(Unidentified, from)
			return false
		case err != nil:
			t.o.Refused(Undecryptable, from)
			return false
		}
		p.in, p.out, p.peer, p.answer = c.In, c.Out, Peer(c.Peer), nil
		if len(rest) == 0 {
			return false
		}
	}
	if len(rest) < Overhead || rest[0] != magic || rest[1] != version2<<4|kindData {
		t.o.Refused(Replayed, from)
		return false
	}
	packet.Buf = rest
	return t.onData(packet, from)
}

// packets are the datagrams that carry data on a pair. As long as nothing was heard on a pair of
// version 2 that we began, the finish goes before the data, in the same datagram where both fit, since it
// may have been lost.
func (p *pair) packets(b []byte) [][]byte {
	sealed := p.sealed(b)
	switch {
	case p.finish == nil || !p.unheard.Load():
		return [][]byte{sealed}
	case len(p.finish)+len(sealed) <= joined:
		return [][]byte{append(p.finish[:len(p.finish):len(p.finish)], sealed...)}
	case p.sent.Load() == 1:
		return [][]byte{p.finish, sealed}
	}
	return [][]byte{sealed}
}

// insist sends empty data, with the finish, until the other side is heard: it learns so that this side
// is alive, and has got the finish. It answers with empty data.
func (t *Transport) insist(p *pair, left int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if left == 0 || t.table.closed || t.table.pairs[p.index] != p {
		return
	}
	p.timer = time.AfterFunc(helloWait<<(helloTries-left), func() {
		if p.unheard.Load() {
			t.flush(p, []heldPacket{{to: p.to}})
			t.insist(p, left-1)
		}
	})
}
