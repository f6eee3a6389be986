package sealed

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
	maxWelcomed = 1024 // that have not proved themselves; the oldest goes first, so a flood must be faster than 1000 in a round trip
	maxRoutes   = 16384
	heldEach    = 8   // packets that wait for one address
	heldTotal   = 512 // 0.7 MB
	maxCredits  = 1024
)

// Times of pairs.
const (
	proveWithin = 10 * time.Second // two round trips of the slowest links, with what they repeat
	idleAfter   = 10 * time.Minute // then a pair is dropped; 600 members are probed in the time
	renewAfter  = 3 * time.Minute  // of silence: then the pair is made again, should the other have dropped it
	renewPause  = 10 * time.Second // between tries to make a pair again
	answerPause = time.Second      // between hellos because of unknown data, for an address
	sweepEvery  = time.Minute
)

// A table knows the pairs, and on which to send to an address. Transport.mu guards it.
type table struct {
	began  time.Time
	life   life
	closed bool
	pairs  map[uint32]*pair
	routes map[netip.AddrPort]*route
	points map[[pointBytes]byte]*pair // those that greeted us, by what they drew
	queue  []*pair                    // those that we welcomed, the oldest first
	held   int                        // packets
	swept  time.Time
	// credits are the bytes of unknown data by source, since the last answer or the last
	// sweep. More sources than the bound are forgotten at once.
	credits map[netip.AddrPort]int
}

// A route is what is known of an address.
type route struct {
	pair     *pair // to send on; nil: none yet
	greeting *pair // nil: none on its way
	held     [][]byte
	tried    *groupKey // of the last greeting
	at       time.Time // of the last greeting
}

func newTable() table {
	now := time.Now()
	t := table{began: now, swept: now, pairs: map[uint32]*pair{}, routes: map[netip.AddrPort]*route{}, points: map[[pointBytes]byte]*pair{}, credits: map[netip.AddrPort]int{}}
	_, _ = rand.Read(t.life[:]) // never fails: crypto/rand ends the program instead
	return t
}

// at is the route of an address, new if there is none, and nil if there are too many.
func (t *table) at(to netip.AddrPort) *route {
	r := t.routes[to]
	if r == nil && len(t.routes) < maxRoutes {
		r = new(route)
		t.routes[to] = r
	}
	return r
}

// credit notes bytes of unknown data from an address, and reports whether they pay for a
// hello, which is then paid.
func (t *table) credit(from netip.AddrPort, n int) bool {
	if len(t.credits) >= maxCredits {
		clear(t.credits)
	}
	n += t.credits[from]
	if n < helloBytes {
		t.credits[from] = n
		return false
	}
	delete(t.credits, from)
	return true
}

// add gives a pair an index and a place.
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

// greeting makes a greeting for an address.
func (t *table) greeting(to netip.AddrPort, r *route, o *Options, tries int) *pair {
	p := &pair{stage: greeting, group: o.Ring.first(), own: newPoint(), made: time.Now(), to: to, tries: tries}
	p.first = p.own.PublicKey()
	t.add(p)
	p.hello = p.group.hello(kindHello, o.Label, body{p.index, p.own.PublicKey(), t.life, o.Self})
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

// crossed is how long after each other two pairs are made by agents that greet each other
// at the same time, with some hellos lost.
const crossed = 5 * time.Second

// precedes reports whether p stays the pair to send on when q of the same agent is proven.
// The last one counts, since the other may have dropped the former. But of two that
// crossed each other both agents must take the same.
func (p *pair) precedes(q *pair) bool {
	return p != nil && p.life == q.life && p.group == q.group && q.made.Sub(p.made).Abs() < crossed &&
		bytes.Compare(p.first.Bytes(), q.first.Bytes()) < 0
}

// A heldPacket waited for a pair.
type heldPacket struct {
	to netip.AddrPort
	b  []byte
}

// drop forgets a pair.
func (t *table) drop(p *pair) {
	if t.pairs[p.index] != p {
		return
	}
	delete(t.pairs, p.index)
	if p.timer != nil {
		p.timer.Stop()
	}
	if p.point != nil {
		delete(t.points, [pointBytes]byte(p.point.Bytes()))
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

// expire drops from the queue those that have had their time, or are too many. Those that
// proved themselves leave it when they come to its front.
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

// sweep drops what is idle, once in a while. It returns how many pairs never proved
// themselves.
func (t *table) sweep() (unproven int) {
	if time.Since(t.swept) < sweepEvery {
		return 0
	}
	t.swept = time.Now()
	clear(t.credits)
	for _, p := range t.pairs {
		if p.stage == proven && (p.group.removed.Load() || t.silence(p) > idleAfter) {
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
