package secure

import (
	"encoding/binary"
	"net/netip"
	"time"

	"github.com/hashicorp/memberlist"
)

// Hellos are repeated, since packets get lost: at 30 % each way all five fail with
// 0.51⁵ = 3 %, and then the next packet begins again. The first wait is a round trip of a
// slow LAN. A radio that sleeps answers after up to 0.6 s, to any of the hellos.
const (
	helloTries = 5
	helloWait  = 200 * time.Millisecond // doubles
	lastWait   = 2 * time.Second        // the longest wait, also after the last try
)

// route finds the pair to send b on to an address. Without one it holds b. It returns a
// greeting if one is to be sent.
func (t *Transport) route(to netip.AddrPort, b []byte) (p, hello *pair) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.table.closed {
		return nil, nil
	}
	t.refuse(Unproven, t.table.sweep(t.void))
	r := t.table.at(to)
	if r == nil {
		t.o.Refused(Flooded, to)
		return nil, nil
	}
	if r.pair != nil && t.void(r.pair) {
		t.table.drop(r.pair)
		r = t.table.at(to)
	}
	if r.greeting == nil && t.wanting(r) {
		hello = t.table.greeting(to, r, &t.o, helloTries)
	}
	if r.pair == nil {
		t.hold(to, r, b)
	}
	return r.pair, hello
}

// wanting reports whether a route needs another pair than it has.
func (t *Transport) wanting(r *route) bool {
	p, first := r.pair, t.o.Ring.first()
	if p == nil {
		return true
	}
	if r.tried == first && time.Since(r.at) < renewPause {
		return false
	}
	// A key that was never in use here is newer than ours: keep that pair.
	behind := p.group != first && p.group.used.Load() || p.outspoken(t.o.Ring.Speaks().opens())
	return behind || p.old() || t.table.silence(p) > renewAfter
}

// hold keeps a packet until there is a pair. Beyond heldEach the oldest is dropped; beyond
// heldTotal the packet itself is.
func (t *Transport) hold(to netip.AddrPort, r *route, b []byte) {
	if len(r.held) == heldEach {
		r.held = r.held[1:]
		t.table.held--
		t.o.Refused(Unanswered, to)
	}
	if t.table.held >= heldTotal {
		t.o.Refused(Unanswered, to)
		return
	}
	r.held = append(r.held, append([]byte(nil), b...))
	t.table.held++
}

// refuse reports n packets refused for a reason, from an unknown address.
func (t *Transport) refuse(why Reason, n int) {
	for range n {
		t.o.Refused(why, netip.AddrPort{})
	}
}

// greet sends the hello of a greeting, and again until it is answered.
func (t *Transport) greet(p *pair) {
	t.mu.Lock()
	hello := p.hello
	t.mu.Unlock()
	t.send(p.to, hello)
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.stage != greeting || t.table.closed || t.table.pairs[p.index] != p {
		return
	}
	wait := lastWait
	if p.tries > 1 {
		wait = min(helloWait<<(helloTries-p.tries), lastWait)
	}
	p.tries--
	p.timer = time.AfterFunc(wait, func() { t.again(p) })
}

// again repeats a hello, or makes it anew if its key is not in use any more: the other may have
// removed that key meanwhile. After the last try it gives up, and drops the packets held for it.
func (t *Transport) again(p *pair) {
	t.mu.Lock()
	if p.stage != greeting || t.table.closed || t.table.pairs[p.index] != p {
		t.mu.Unlock()
		return
	}
	r := t.table.routes[p.to]
	needless := r.pair != nil && r.pair.made.After(p.made) && r.pair.group == p.group && r.pair.version >= p.version
	if p.tries > 0 && !needless {
		if p.group != t.o.Ring.first() || p.version != t.o.Ring.Speaks().opens() {
			p = t.renewed(p, r)
		}
		t.mu.Unlock()
		t.greet(p)
		return
	}
	lost := 0
	if r.pair == nil {
		lost = len(r.held)
		t.table.held -= lost
		r.held = nil
	}
	t.table.drop(p)
	t.mu.Unlock()
	for range lost {
		t.o.Refused(Unanswered, p.to)
	}
}

// renewed replaces a greeting by one under the key in use, with as many tries left.
func (t *Transport) renewed(p *pair, r *route) *pair {
	next := t.table.greeting(p.to, r, &t.o, p.tries)
	t.table.drop(p)
	return next
}

// onHello sends a welcome to the address inside the hello, which is authenticated; the
// source address is not.
func (t *Transport) onHello(b []byte, from netip.AddrPort) {
	in, group, why := t.hello(b, from)
	if group == nil {
		t.o.Refused(why, from)
		return
	}
	p := &pair{stage: welcomed, version: version1, group: group, own: newPoint(), made: time.Now(), theirs: true,
		addr: in.addr, life: in.life, peer: in.peer(), point: in.point, first: [pointBytes]byte(in.point.Bytes()), remote: in.index}
	if !t.greeted(p, from) {
		return
	}
	p.welcome = t.o.welcome(group, kindWelcome, in, body{p.index, p.own.PublicKey(), t.table.life, t.o.Self, nil})
	t.welcome(p.addr, p.welcome)
}

// greeted stores the pair of a hello, and reports true if it is new. The pair of a hello that came before
// is welcomed again, unless it is proven.
func (t *Transport) greeted(p *pair, from netip.AddrPort) bool {
	t.mu.Lock()
	known := t.table.points[p.first]
	if known != nil && known.stage == proven {
		t.mu.Unlock()
		t.o.Refused(Replayed, from)
		return false
	}
	if known != nil {
		t.mu.Unlock()
		t.welcome(known.addr, known.welcome) // the first one was lost, or is late
		return false
	}
	t.table.add(p)
	t.table.points[p.first] = p
	t.table.queue = append(t.table.queue, p)
	dropped := t.table.expire()
	t.mu.Unlock()
	t.refuse(Unproven, dropped)
	return true
}

// hello opens a hello of version 1, of a packet or of a stream. If group is nil, why is the reason.
func (t *Transport) hello(b []byte, from netip.AddrPort) (in body, group *groupKey, why Reason) {
	group = t.o.Ring.hinted([hintBytes]byte(b[markBytes:]))
	switch {
	case group == nil:
		return in, nil, Undecryptable
	case !t.hellos.take(from.Addr(), time.Now()):
		return in, nil, Flooded
	case group.labelHint(t.o.Label) != [hintBytes]byte(b[markBytes+hintBytes:]):
		return in, nil, OtherLabel
	}
	in, err := group.openBody(b, helloHead, t.o.Label, nil)
	if err != nil {
		return in, nil, Undecryptable
	}
	if !t.o.proves(b[1]&0xF, in, nil) {
		return in, nil, Unidentified
	}
	return in, group, 0
}

// onWelcome ends a handshake that we began.
func (t *Transport) onWelcome(b []byte, from netip.AddrPort) {
	t.mu.Lock()
	p := t.table.pairs[binary.BigEndian.Uint32(b[markBytes:])]
	expected := p != nil && p.stage == greeting && p.version == b[1]>>4 && !p.group.removed.Load()
	t.mu.Unlock()
	if !expected {
		t.o.Refused(Unproven, from)
		return
	}
	welcomed := func() (netip.AddrPort, Reason, error) { return p.welcomed1(&t.o, b) }
	if p.version == version2 {
		welcomed = func() (netip.AddrPort, Reason, error) { return p.welcomed2(b) }
	}
	addr, why, err := welcomed()
	if err != nil {
		t.o.Refused(why, from)
		return
	}
	t.mu.Lock()
	if t.table.closed || t.table.pairs[p.index] != p { // given up meanwhile
		t.mu.Unlock()
		return
	}
	if p.timer != nil {
		p.timer.Stop()
	}
	// The address in the welcome is not proven: packets go there only if that is where it was greeted.
	if unmapped(addr) == unmapped(p.to) {
		p.addr = addr
	}
	p.opening = nil
	held := t.table.prove(p)
	t.mu.Unlock()
	if len(held) == 0 {
		held = []heldPacket{{to: p.to}} // the other must learn that we are alive
	}
	t.flush(p, held)
	if p.version == version2 {
		t.insist(p, helloTries-1)
	}
}

func (t *Transport) flush(p *pair, held []heldPacket) {
	for _, h := range held {
		for _, b := range p.packets(h.b) {
			t.send(h.to, b)
		}
	}
}

// onData opens data in place, and reports whether there are any.
func (t *Transport) onData(packet *memberlist.Packet, from netip.AddrPort) bool {
	b := packet.Buf
	t.mu.Lock()
	p := t.table.pairs[binary.BigEndian.Uint32(b[markBytes:])]
	if p != nil && t.void(p) {
		t.table.drop(p)
		p = nil
	}
	stage := greeting
	if p != nil {
		stage = p.stage
	}
	t.mu.Unlock()
	if stage == greeting {
		t.o.Refused(Unproven, from)
		t.answer(len(b), from)
		return false
	}
	if p.in == nil && p.version == version2 { // the finish was lost, or is late
		t.o.Refused(Unproven, from)
		return false
	}
	if p.in == nil && p.converse(&t.o) != nil {
		t.o.Refused(Undecryptable, from)
		return false
	}
	plain, n, err := p.opened(b)
	switch {
	case err != nil:
		t.o.Refused(Undecryptable, from)
		return false
	case !p.window.fresh(n):
		t.o.Refused(Replayed, from)
		return false
	}
	p.window.mark(n)
	p.heard.Store(int64(time.Since(t.table.began)))
	p.unheard.Store(false)
	held := 0
	if stage == welcomed {
		held = t.proved(p)
	}
	t.retire(p)
	if p.version == version2 && p.theirs && held == 0 && (stage == welcomed || len(plain) == 0) {
		t.flush(p, []heldPacket{{to: p.addr}}) // the opener awaits a sign of life
	}
	packet.Buf = plain
	if t.o.signs() {
		packet.From = provenAddr{packet.From, p.peer}
	}
	return len(plain) > 0 // empty data only prove that the sender is alive
}

// proved marks a welcomed pair as proven, after its first data, and sends what was held. It returns how
// many packets.
func (t *Transport) proved(p *pair) int {
	t.mu.Lock()
	if p.stage == proven || t.table.closed || t.table.pairs[p.index] != p {
		t.mu.Unlock()
		return 0
	}
	held := t.table.prove(p)
	t.mu.Unlock()
	t.flush(p, held)
	return len(held)
}

// answer sends a hello to an address that sent data for an unknown index: that agent may not
// know yet that this one restarted. The address is not proven, so it is sent no more bytes
// than came from it, within the budget.
func (t *Transport) answer(length int, to netip.AddrPort) {
	if to.Port() == 0 || !t.spare(to) {
		return
	}
	t.mu.Lock()
	r := t.table.routes[to]
	needless := t.table.closed || r != nil && (r.greeting != nil || time.Since(r.at) < answerPause ||
		r.pair != nil && t.table.silence(r.pair) < renewPause)
	if needless || !t.table.credit(to, length, t.o.openingBytes()) {
		t.mu.Unlock()
		return
	}
	if !t.answers.take(to.Addr(), time.Now()) {
		t.mu.Unlock()
		t.o.Refused(Flooded, to)
		return
	}
	if r = t.table.at(to); r == nil {
		t.mu.Unlock()
		return
	}
	p := t.table.greeting(to, r, &t.o, 1)
	t.mu.Unlock()
	t.greet(p)
}
