package fd

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/protocol"
)

// Defaults of Options, with where they come from.
const (
	defaultInterval = 2 * time.Second // protocol.Detection's default
	defaultMisses   = 3               // protocol.Detection's default
	defaultCalm     = 32              // about a minute of answers at 2 s a round
	capTimeouts     = 2               // the default cap, in time-outs without growth
)

// maxSteps bounds a peer's growth at any cap, because steps are stored in a byte.
const maxSteps = 255

// Options of a Pull. Zero fields get their defaults.
type Options struct {
	Self     protocol.ID    // the owner, which is never watched
	Timer    protocol.Timer // the owner's timer that fires Fire; as a Detector only
	Interval time.Duration  // between two rounds; default 2s
	Misses   int            // rounds without an answer before suspicion; default 3
	Growth   time.Duration  // added to a peer's time-out by each mistake; default Interval
	Cap      time.Duration  // greatest time-out; default twice Interval × Misses
	Calm     int            // answers in a row that take one Growth back; default 32
	First    uint32         // number of the round before the first; a random one distinguishes reboots
}

func (o Options) withDefaults() Options {
	o.Interval = cmp.Or(max(o.Interval, 0), defaultInterval)
	o.Misses = cmp.Or(max(o.Misses, 0), defaultMisses)
	o.Growth = cmp.Or(max(o.Growth, 0), o.Interval)
	o.Cap = max(cmp.Or(o.Cap, capTimeouts*o.timeout()), o.timeout())
	o.Calm = cmp.Or(max(o.Calm, 0), defaultCalm)
	return o
}

// Defaults are the options if none are given.
func Defaults() Options { return Options{}.withDefaults() }

func (o Options) timeout() time.Duration { return o.Interval * time.Duration(o.Misses) }

// Worst is the longest time that a dead peer may go unsuspected: its time-out at the cap
// and one interval. Settle bounds include it.
func Worst(d protocol.Detection) time.Duration {
	o := Options{Interval: d.Interval, Misses: d.Misses}.withDefaults()
	return o.Cap + o.Interval
}

// A request is a question to send: Ping{Seq: Seq} to Peer.
type request struct {
	Peer protocol.ID
	Seq  uint32
}

// Pull is the pull test, for owners that send its questions themselves; the detector of
// [New] sends them itself. The zero Pull is not usable: see [NewPull].
type Pull struct {
	o        Options
	round    uint32          // number of the newest round
	asked    []protocol.Time // when the newest rounds were asked; a round's index is its number modulo the length
	peers    []peer          // sorted by ID
	requests []request       // reused
	overdue  []protocol.ID   // reused
	dropped  []protocol.ID   // reused
}

type peer struct {
	id        protocol.ID
	answered  uint32 // newest round it answered, or the round before it was watched
	calm      uint16 // answers in a row since its time-out changed
	steps     uint8  // by which its time-out has grown
	suspected bool
}

// NewPull makes a test that watches no peer.
func NewPull(o Options) *Pull {
	o = o.withDefaults()
	o.First &= 1<<31 - 1              // the numbers of rounds never overflow
	open := int(o.Cap/o.Interval) + 2 // rounds that may be open before a peer is suspected
	return &Pull{o: o, round: o.First, asked: make([]protocol.Time, open)}
}

// Watch begins to test id, if it is not tested yet. The first question is in the next
// round.
func (p *Pull) Watch(id protocol.ID) {
	if at, watched := p.find(id); !watched && id != p.o.Self && id != protocol.Nobody {
		p.peers = slices.Insert(p.peers, at, peer{id: id, answered: p.round})
	}
}

// Unwatch ends the test of id and forgets its state.
func (p *Pull) Unwatch(id protocol.ID) {
	if at, watched := p.find(id); watched {
		p.peers = slices.Delete(p.peers, at, at+1)
	}
}

// Keep watches exactly ids, which are sorted, and returns the suspects among the peers
// that it no longer watches. The slice is valid until the next call.
func (p *Pull) Keep(ids []protocol.ID) (dropped []protocol.ID) {
	p.dropped = p.dropped[:0]
	p.peers = slices.DeleteFunc(p.peers, func(q peer) bool {
		_, kept := slices.BinarySearch(ids, q.id)
		if !kept && q.suspected {
			p.dropped = append(p.dropped, q.id)
		}
		return !kept
	})
	for _, id := range ids {
		p.Watch(id)
	}
	return p.dropped
}

// watched reports whether id is tested.
func (p *Pull) watched(id protocol.ID) bool {
	_, watched := p.find(id)
	return watched
}

// Suspected reports whether id seems dead. A peer that is not watched is not suspected.
func (p *Pull) Suspected(id protocol.ID) bool {
	at, watched := p.find(id)
	return watched && p.peers[at].suspected
}

// timeoutOf is how long id may leave a question open now.
func (p *Pull) timeoutOf(id protocol.ID) time.Duration {
	if at, watched := p.find(id); watched {
		return p.timeout(&p.peers[at])
	}
	return p.o.timeout()
}

// Ask begins a round: a question for every watched peer, suspects included,
// sorted by ID. The slice is valid until the next call.
func (p *Pull) Ask(now protocol.Time) []request {
	p.requests = p.requests[:0]
	p.round++
	p.asked[p.slot(p.round)] = now
	for i := range p.peers {
		p.requests = append(p.requests, request{p.peers[i].id, p.round})
	}
	return p.requests
}

// OnReply handles an answer of from to question seq, and reports whether it ended a
// suspicion. An answer to a closed question (a later one was answered, or it is too old)
// is ignored.
func (p *Pull) OnReply(from protocol.ID, seq uint32) (trusted bool) {
	at, watched := p.find(from)
	if !watched {
		return false
	}
	q := &p.peers[at]
	if p.open(q, seq) {
		q.answered = seq
		if q.suspected {
			q.suspected, q.calm = false, 0
			q.steps = min(q.steps+1, p.mostSteps())
			return true
		}
		p.relax(q)
	}
	return false
}

// Overdue returns the peers that are newly suspected, sorted. Call it before Ask, once an
// interval. The slice is valid until the next call.
func (p *Pull) Overdue(now protocol.Time) []protocol.ID {
	p.overdue = p.overdue[:0]
	for i := range p.peers {
		q := &p.peers[i]
		if asked, open := p.oldest(q); open && !q.suspected && now.Sub(asked) >= p.timeout(q) {
			q.suspected = true
			p.overdue = append(p.overdue, q.id)
		}
	}
	return p.overdue
}

// Snapshot appends the detector's state in canonical form. Of past rounds it has only the
// times of questions that may still make a peer suspect.
func (p *Pull) Snapshot(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, p.round)
	b = binary.BigEndian.AppendUint32(b, uint32(len(p.peers)))
	var open uint32
	for i := range p.peers {
		q := &p.peers[i]
		b = protocol.AppendID(b, q.id)
		b = binary.BigEndian.AppendUint32(b, p.round-q.answered)
		b = binary.BigEndian.AppendUint16(b, q.calm)
		b = append(b, q.steps, protocol.Bit(q.suspected))
		if !q.suspected {
			open = max(open, p.waiting(q))
		}
	}
	for ; open > 0; open-- {
		b = protocol.AppendTime(b, p.asked[p.slot(p.round-open+1)])
	}
	return b
}

// Copy gives a test in the same state. The result of a round is not copied: it is valid
// until the next round.
func (p *Pull) Copy() *Pull {
	c := *p
	c.asked, c.peers = slices.Clone(p.asked), slices.Clone(p.peers)
	c.requests, c.overdue, c.dropped = nil, nil, nil
	return &c
}

// Shift moves the instants of the questions: see [protocol.Shifter].
func (p *Pull) Shift(now protocol.Time, d time.Duration) {
	for i := range p.asked {
		p.asked[i] = p.asked[i].Shift(d)
	}
}

// find is a binary search written out, because every answer calls it:
// slices.BinarySearchFunc takes three times as long.
func (p *Pull) find(id protocol.ID) (at int, watched bool) {
	end := len(p.peers)
	for at < end {
		if middle := (at + end) / 2; p.peers[middle].id < id {
			at = middle + 1
		} else {
			end = middle
		}
	}
	return at, at < len(p.peers) && p.peers[at].id == id
}

// open reports whether question seq waits for q's answer: it is newer than what q
// answered, was asked, and is remembered.
func (p *Pull) open(q *peer, seq uint32) bool {
	ahead, age := seq-q.answered, p.round-seq // modulo 2³², like the numbers of rounds
	return ahead != 0 && ahead <= p.round-q.answered && age < uint32(len(p.asked))
}

// oldest is when the oldest open question to q was asked, as far as remembered.
func (p *Pull) oldest(q *peer) (asked protocol.Time, open bool) {
	waiting := p.waiting(q)
	if waiting == 0 {
		return 0, false
	}
	return p.asked[p.slot(p.round-waiting+1)], true
}

// waiting is the number of questions open to q that are remembered.
func (p *Pull) waiting(q *peer) uint32 { return min(p.round-q.answered, uint32(len(p.asked))) }

func (p *Pull) slot(round uint32) int { return int(round % uint32(len(p.asked))) }

func (p *Pull) timeout(q *peer) time.Duration {
	return min(p.o.timeout()+time.Duration(q.steps)*p.o.Growth, p.o.Cap)
}

// mostSteps is the number of steps at which the cap ends growth.
func (p *Pull) mostSteps() uint8 {
	steps := (p.o.Cap - p.o.timeout() + p.o.Growth - 1) / p.o.Growth
	return uint8(min(steps, maxSteps))
}

// relax counts one answer in time and takes back a step after enough of them.
func (p *Pull) relax(q *peer) {
	if q.steps == 0 {
		return
	}
	if q.calm++; int(q.calm) >= p.o.Calm {
		q.steps, q.calm = q.steps-1, 0
	}
}
