package secure

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"net/netip"
	"time"
)

// Bounds of a table. Only holders of a key can have proven pairs.
const (
	maxPairs    = 8192 // two with each of 4096 members; 24 MB
	maxWelcomed = 1024 // pairs not proven; the oldest is dropped first, so an honest one is lost only if 1024 come in a round trip
	maxRoutes   = 16384
	heldEach    = 8   // packets that wait for one address
	heldTotal   = 512 // 0.7 MB
	maxCredits  = 1024
)

// Times of pairs.
const (
	proveWithin = 10 * time.Second // two round trips of the slowest links, with repetitions
	idleAfter   = 10 * time.Minute // then a pair is dropped; 600 members are probed in the time
	renewAfter  = 3 * time.Minute  // of silence: then the pair is made again, as the other may have dropped it
	renewPause  = 10 * time.Second // between tries to make a pair again
	answerPause = time.Second      // between hellos to one address because of data for an unknown index
	sweepEvery  = time.Minute
)

// A table holds the pairs, and for each address the pair to send on. Transport.mu guards it.
type table struct {
	began  time.Time
	life   life
	closed bool
	pairs  map[uint32]*pair
	routes map[netip.AddrPort]*route
	points map[[pointBytes]byte]*pair // those that began with the other's hello, by its X25519 key for it
	queue  []*pair                    // those that we welcomed, the oldest first
	held   int                        // packets held, of all routes
	swept  time.Time
	// credits are the bytes of data for unknown indexes, by source, since the last answer or
	// the last sweep. When maxCredits sources are stored all are cleared.
	credits map[netip.AddrPort]int
}

// A route is the state of sending to an address.
type route struct {
	pair     *pair // to send on; nil: none yet
	greeting *pair // nil: none on its way
	held     [][]byte
	tried    *groupKey // the key of the last greeting
	at       time.Time // the time of the last greeting
}

func newTable() table {
	now := time.Now()
	t := table{began: now, swept: now, pairs: map[uint32]*pair{}, routes: map[netip.AddrPort]*route{}, points: map[[pointBytes]byte]*pair{}, credits: map[netip.AddrPort]int{}}
	_, _ = rand.Read(t.life[:]) // never fails: crypto/rand ends the program instead
	return t
}

// at returns the route of an address. It makes one if the address has no route, and returns nil if there
// are maxRoutes.
func (t *table) at(to netip.AddrPort) *route {
	r := t.routes[to]
	if r == nil && len(t.routes) < maxRoutes {
		r = new(route)
		t.routes[to] = r
	}
	return r
}

// credit adds n bytes of data for unknown indexes from an address. It reports whether their
// sum reached the length of a hello, and then resets it.
func (t *table) credit(from netip.AddrPort, n, hello int) bool {
	if len(t.credits) >= maxCredits {
		clear(t.credits)
	}
	n += t.credits[from]
	if n < hello {
		t.credits[from] = n
		return false
	}
	delete(t.credits, from)
	return true
}

// add stores a pair under a new random index.
func (t *table) add(p *pair) {
	if len(t.pairs) >= maxPairs {
		t.evict()
	}
	for {
		var b [indexBytes]byte
		_, _ = rand.Read(b[:])
		p.index = binary.BigEndian.Uint32(b[:])
		if t.pairs[p.index] == nil {
			break
		}
	}
	t.pairs[p.index] = p
}

// greeting makes a pair and its hello for an address; the caller sends it.
func (t *table) greeting(to netip.AddrPort, r *route, o *Options, tries int) *pair {
	p := &pair{stage: greeting, version: o.Ring.Speaks().opens(), group: o.Ring.first(), made: time.Now(), to: to, tries: tries}
	t.add(p)
	if p.version == version1 {
		p.own = newPoint()
		p.first = [pointBytes]byte(p.own.PublicKey().Bytes())
		p.hello = o.hello(p.group, kindHello, body{p.index, p.own.PublicKey(), t.life, o.Self, nil})
	} else {
		p.opening, p.hello = t.open(o, p.group, kindHello, p.index)
		p.first = p.opening.First()
	}
	r.greeting, r.tried, r.at = p, p.group, p.made
	return p
}

// prove makes a pair the one to send on, and returns what was held for it.
func (t *table) prove(p *pair) (held []heldPacket) {
	p.stage = proven
	p.heard.Store(int64(time.Since(t.began)))
	for _, to := range []netip.AddrPort{p.to, p.addr} {
		if to.Port() == 0 || to.Addr().IsUnspecified() {
			continue
		}
		r := t.at(to)
		if r == nil {
			continue
		}
		if r.greeting == p {
			r.greeting = nil
		}
		if !r.pair.precedes(p) {
			if r.pair != nil && r.pair != p {
				p.former.Store(r.pair)
			}
			r.pair = p
		}
		for _, b := range r.held {
			held = append(held, heldPacket{to, b})
		}
		t.held -= len(r.held)
		r.held = nil
	}
	return held
}

// crossed is the longest time between the makings of two pairs by agents that greet each
// other at the same time, with some hellos lost.
const crossed = 5 * time.Second

// precedes reports whether p stays the pair to send on when q of the same agent is proven.
// Usually q replaces p, since the other may have dropped p. But if the hellos of two pairs
// crossed, both agents must choose the same pair.
func (p *pair) precedes(q *pair) bool {
	return p != nil && p.life == q.life && p.group == q.group && q.made.Sub(p.made).Abs() < crossed &&
		bytes.Compare(p.first[:], q.first[:]) < 0
}

// A heldPacket waited for a pair.
type heldPacket struct {
	to netip.AddrPort
	b  []byte
}

// drop removes a pair and its routes, unless packets are held for them.
func (t *table) drop(p *pair) {
	if t.pairs[p.index] != p {
		return
	}
	delete(t.pairs, p.index)
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.theirs && t.points[p.first] == p {
		delete(t.points, p.first)
	}
	for _, to := range []netip.AddrPort{p.to, p.addr} {
		r := t.routes[to]
		if r == nil {
			continue
		}
		if r.greeting == p {
			r.greeting = nil
		}
		if r.pair == p {
			r.pair = nil
		}
		if r.pair == nil && r.greeting == nil && len(r.held) == 0 {
			delete(t.routes, to)
		}
	}
}

// silence is how long nothing came on a pair.
func (t *table) silence(p *pair) time.Duration {
	return time.Since(t.began) - time.Duration(p.heard.Load())
}

// expire drops the pairs of the queue that are not proven within proveWithin, or are more than
// maxWelcomed. Proven pairs leave the queue when they come to its front.
func (t *table) expire() (dropped int) {
	now := time.Now()
	for len(t.queue) > 0 {
		p := t.queue[0]
		waits := p.stage == welcomed && t.pairs[p.index] == p
		if waits && len(t.queue) <= maxWelcomed && now.Sub(p.made) <= proveWithin {
			break
		}
		if waits {
			t.drop(p)
			dropped++
		}
		t.queue[0] = nil
		t.queue = t.queue[1:]
	}
	return dropped
}

// sweep drops idle and void pairs, at most once each sweepEvery. It returns how many pairs
// were dropped unproven.
func (t *table) sweep(void func(*pair) bool) (unproven int) {
	if time.Since(t.swept) < sweepEvery {
		return 0
	}
	t.swept = time.Now()
	clear(t.credits)
	for _, p := range t.pairs {
		if p.stage == proven && (void(p) || t.silence(p) > idleAfter) {
			t.drop(p)
		}
	}
	return t.expire()
}

// evict drops the proven pair that was silent for the longest time.
func (t *table) evict() {
	var oldest *pair
	for _, p := range t.pairs {
		if p.stage == proven && (oldest == nil || p.heard.Load() < oldest.heard.Load()) {
			oldest = p
		}
	}
	if oldest != nil {
		t.drop(oldest)
	}
}

// close stops the timers.
func (t *table) close() {
	t.closed = true
	for _, p := range t.pairs {
		if p.timer != nil {
			p.timer.Stop()
		}
	}
}
