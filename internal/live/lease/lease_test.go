package lease

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// A fault is something wrong on purpose, so that the tests are seen to find it.
type fault string

const (
	none        fault = ""
	forgetful   fault = "a member that starts grants at once"
	generous    fault = "grants bind nobody"
	lateRelease fault = "a release frees grants of later claims"
	keepsGrants fault = "grants count after a release"
)

// start makes a node, perhaps with a fault.
func start(f fault, self protocol.ID, t Terms, first uint64, now protocol.Time) *Node {
	if f == generous {
		t.Binds = 0
	}
	n := New(self, t, first, now)
	if f == forgetful {
		n.until = now
	}
	return n
}

// A letter is a message on its way.
type letter struct {
	from, to protocol.ID
	claim    *Claim
	grant    *Grant
	release  *Release
	higher   *Higher
	ask      *Ask
	tell     *Tell
}

// deliver hands a letter over, and returns the answer.
func deliver(f fault, n *Node, l letter, now protocol.Time) []letter {
	switch {
	case l.claim != nil:
		if g := n.OnClaim(l.from, *l.claim, now); g != nil {
			return []letter{{from: l.to, to: l.from, grant: g}}
		}
	case l.grant != nil:
		n.OnGrant(l.from, *l.grant)
	case l.release != nil:
		if f == lateRelease {
			l.release.Number = 1 << 62
		}
		n.OnRelease(l.from, *l.release, now)
	}
	return nil
}

// follow changes whom a node follows, and returns the releases.
func follow(f fault, n *Node, nodes int, leader protocol.ID, now protocol.Time) (out []letter) {
	first, sent, granted := n.first, n.sent, n.granted
	r := n.Follow(leader, now)
	if f == keepsGrants {
		n.first, n.sent, n.granted = first, sent, granted
	}
	if r != nil {
		for to := range protocol.ID(nodes) {
			if to+1 != n.self {
				copied := *r
				out = append(out, letter{from: n.self, to: to + 1, release: &copied})
			}
		}
	}
	return out
}

// claim lets a node claim if it is time.
func claim(n *Node, nodes int, now protocol.Time) (out []letter) {
	c, _ := n.Claim(now)
	if c != nil {
		for to := range protocol.ID(nodes) {
			if to+1 != n.self {
				out = append(out, letter{from: n.self, to: to + 1, claim: c})
			}
		}
	}
	return out
}

// A world is some nodes with a clock each, in steps of a millisecond.
type world struct {
	fault  fault
	terms  Terms
	nodes  []*Node
	starts []uint64
	rate   []int64 // of the clocks, in thousandths
	offset []protocol.Time
	paused []int // until when a node does nothing
	mail   []posted
	now    int
	worst  int // the longest time with two holders
	both   int
}

type posted struct {
	at int
	letter
}

func (w *world) clock(i int) protocol.Time {
	return w.offset[i] + protocol.Time(int64(w.now)*int64(time.Millisecond)/1000*w.rate[i])
}

// post sends letters, with delays and losses that are drawn.
func (w *world) post(t *rapid.T, letters []letter) {
	for _, l := range letters {
		switch outcome := rapid.IntRange(0, 9).Draw(t, "outcome"); {
		case outcome < 2: // lost
		case outcome == 2: // late, and repeated
			w.mail = append(w.mail, posted{w.now + rapid.IntRange(0, 3000).Draw(t, "late"), l})
			fallthrough
		default:
			w.mail = append(w.mail, posted{w.now + rapid.IntRange(0, 60).Draw(t, "delay"), l})
		}
	}
}

// holders are the nodes that hold now, by their own clocks, those that are paused included.
func (w *world) holders() (ids []protocol.ID) {
	for i, n := range w.nodes {
		if leader, _ := n.Leader(w.clock(i)); leader == n.self {
			ids = append(ids, n.self)
		}
	}
	return ids
}

// run draws a run of a world, and returns it and whether anybody ever held.
func run(t *rapid.T, f fault, terms Terms) (w *world, ever bool) {
	w = &world{fault: f, terms: terms}
	for i := range terms.Members {
		w.rate = append(w.rate, rapid.Int64Range(950, 1050).Draw(t, "rate"))
		w.offset = append(w.offset, protocol.Time(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "offset")))
		w.starts, w.paused = append(w.starts, 1), append(w.paused, 0)
		w.nodes = append(w.nodes, start(f, protocol.ID(i+1), terms, 1<<32+1, w.clock(i)))
	}
	cut := 0 // a set of nodes that the others do not hear
	for ; w.now < 12000; w.now += 10 {
		if w.now%200 == 0 && rapid.IntRange(0, 2).Draw(t, "event") == 0 {
			w.disturb(t, &cut)
		}
		w.step(t, cut)
		if held := w.holders(); len(held) > 1 {
			w.both += 10
			w.worst = max(w.worst, w.both)
		} else {
			w.both, ever = 0, ever || len(held) == 1
		}
	}
	return w, ever
}

// disturb changes whom nodes follow, cuts, pauses or restarts.
func (w *world) disturb(t *rapid.T, cut *int) {
	i := rapid.IntRange(0, len(w.nodes)-1).Draw(t, "node")
	switch rapid.IntRange(0, 5).Draw(t, "what") {
	case 0:
		*cut = rapid.IntRange(0, 1<<len(w.nodes)-1).Draw(t, "cut")
	case 1:
		*cut = 0
	case 2:
		w.paused[i] = w.now + rapid.IntRange(0, 4000).Draw(t, "pause")
	case 3:
		w.starts[i]++
		w.nodes[i] = start(w.fault, protocol.ID(i+1), w.terms, w.starts[i]<<32+1, w.clock(i))
	default: // all or one follow another
		leader := protocol.ID(rapid.IntRange(0, 2).Draw(t, "leader"))
		all := rapid.Bool().Draw(t, "all")
		for k, n := range w.nodes {
			if (all || k == i) && w.paused[k] <= w.now {
				w.post(t, follow(w.fault, n, len(w.nodes), leader, w.clock(k)))
			}
		}
	}
}

// step delivers what is due, and lets nodes claim.
func (w *world) step(t *rapid.T, cut int) {
	due := w.mail
	w.mail = nil
	for _, p := range due {
		from, to := int(p.from-1), int(p.to-1)
		switch {
		case p.at > w.now || w.paused[to] > w.now: // what comes to a paused process waits
			w.mail = append(w.mail, p)
		case cut>>from&1 != cut>>to&1: // lost
		default:
			w.post(t, deliver(w.fault, w.nodes[to], p.letter, w.clock(to)))
		}
	}
	for i, n := range w.nodes {
		if w.paused[i] <= w.now {
			w.post(t, claim(n, len(w.nodes), w.clock(i)))
		}
	}
}

// bound is a lease of a second.
func bound(members int) Terms {
	return Terms{Members: members, Counts: 900 * time.Millisecond, Binds: time.Second, Again: 200 * time.Millisecond}
}

// Two members never hold at once, whatever is lost, late, repeated, cut off, paused or started again,
// and whichever member follows which, with clocks up to 10 % apart.
func TestNeverTwoHold(t *testing.T) {
	held, runs := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		w, ever := run(t, none, bound(rapid.IntRange(1, 5).Draw(t, "members")))
		if w.worst > 0 {
			t.Fatalf("two hold for %d ms", w.worst)
		}
		if ever {
			held++
		}
	})
	if held < runs*3/10 {
		t.Errorf("somebody held in %d of %d runs only", held, runs)
	}
}

// Without binding grants, two hold for at most the time for which grants count since the last
// change of whom a member follows.
func TestHowLongTwoHoldWithoutALease(t *testing.T) {
	terms := bound(3)
	terms.Binds = 0
	nodes := []*Node{New(1, terms, 1, 0), New(2, terms, 1, 0), New(3, terms, 1, 0)}
	at := func(ms int) protocol.Time { return protocol.Time(ms) * protocol.Time(time.Millisecond) }
	grant := func(to, by int, now protocol.Time) {
		c, _ := nodes[to-1].Claim(now)
		if g := nodes[by-1].OnClaim(protocol.ID(to), *c, now); g != nil {
			nodes[to-1].OnGrant(protocol.ID(by), *g)
		}
	}
	nodes[0].Follow(1, 0)
	nodes[1].Follow(2, 0)
	nodes[2].Follow(1, 0)
	grant(1, 3, at(0))
	nodes[2].Follow(2, at(1))
	grant(2, 3, at(1))
	last := 0
	for ms := range 2000 {
		one, _ := nodes[0].Leader(at(ms))
		two, _ := nodes[1].Leader(at(ms))
		if one == 1 && two == 2 {
			last = ms
		}
	}
	if last != 899 {
		t.Errorf("two hold until %d ms, want 899", last)
	}
}

// A holder that was paused for longer than its lease does not hold when it wakes, before it has
// done anything.
func TestAPausedHolderWakesWithoutItsLease(t *testing.T) {
	n := New(1, bound(1), 1, 0)
	n.Follow(1, 0)
	if c, again := n.Claim(0); c == nil || again != protocol.Time(200*time.Millisecond) {
		t.Fatalf("%v %v", c, again)
	}
	if leader, _ := n.Leader(0); leader != protocol.Nobody {
		t.Error("a node that has just started holds")
	}
	now := protocol.Time(time.Second)
	n.Claim(now)
	if leader, until := n.Leader(now); leader != 1 || until != now.Add(900*time.Millisecond) || n.Granting(now) != 1 {
		t.Errorf("it does not hold: %v until %v", leader, until)
	}
	if leader, _ := n.Leader(now.Add(time.Minute)); leader != protocol.Nobody {
		t.Error("it holds after a minute")
	}
}

// A holder that gives up frees the others at once: the next holds after one round.
func TestAReleaseFreesAtOnce(t *testing.T) {
	terms := bound(3)
	nodes := []*Node{New(1, terms, 1, 0), New(2, terms, 1, 0), New(3, terms, 1, 0)}
	now := protocol.Time(2 * time.Second)
	round := func(leader protocol.ID) {
		var mail []letter
		for _, n := range nodes {
			mail = append(mail, follow(none, n, 3, leader, now)...)
		}
		settle := func() {
			for len(mail) > 0 {
				mail = append(mail[1:], deliver(none, nodes[mail[0].to-1], mail[0], now)...)
			}
		}
		settle()
		for _, n := range nodes {
			mail = append(mail, claim(n, 3, now)...)
		}
		settle()
	}
	for _, leader := range []protocol.ID{1, 2, 3, 1} {
		round(leader)
		if got, _ := nodes[leader-1].Leader(now); got != leader {
			t.Errorf("%v does not hold", leader)
		}
		now = now.Add(time.Millisecond)
	}
	if got := fmt.Sprint(nodes[1].follows, nodes[0].Granting(now)); got != "1 3" {
		t.Error(got)
	}
}

// A guest grants nobody, answers no question about fences, and does not hold by its own word.
func TestAGuestGrantsNothing(t *testing.T) {
	n := New(1, Terms{Members: 3, Counts: time.Second, Again: time.Second / 5}, 1, 0)
	n.Fence(Fences{Keep: func(Fence) error { return nil }, Floor: func() uint64 { return 1 }})
	n.Members(3, Guest)
	n.Follow(2, 0)
	if g, tell := n.OnClaim(2, Claim{Number: 1}, 0), n.OnAsk(Ask{}); g != nil || tell != nil {
		t.Errorf("a guest answers %v, %v", g, tell)
	}
	n.Follow(1, 0)
	c, _ := n.Claim(0)
	n.OnGrant(2, Grant{Number: c.Number, Fence: c.Fence, Life: c.Life})
	if until := n.Until(); until != past {
		t.Errorf("a guest holds until %v by one of three", until)
	}
	n.OnGrant(3, Grant{Number: c.Number, Fence: c.Fence, Life: c.Life})
	if n.Until() == past {
		t.Error("a guest does not hold by two of three")
	}
}

// Numbers of a node begin anew if its state directory is restored to before its last start, and nobody knows of
// a later one. Such a node is granted when its former grant is over. It had to wait for as long as it had claimed before.
// An old claim that comes late within that time is not granted.
func TestANodeThatWasRestoredIsGrantedWhenItsFormerGrantIsOver(t *testing.T) {
	for _, binds := range []time.Duration{0, 5 * time.Second} {
		n := New(1, Terms{Members: 3, Counts: 4 * time.Second, Binds: binds, Again: time.Second}, 1, 0)
		start := protocol.Time(binds)
		n.Follow(2, start)
		if n.OnClaim(2, Claim{Number: 1000}, start) == nil {
			t.Fatal("the first claim is not granted")
		}
		late := start.Add(binds / 2)
		if g := n.OnClaim(2, Claim{Number: 7}, late); (g != nil) != (binds == 0) {
			t.Errorf("binds %v: while the grant binds: %v", binds, g)
		}
		if n.OnClaim(2, Claim{Number: 8}, start.Add(binds)) == nil {
			t.Errorf("binds %v: afterwards it is not granted", binds)
		}
	}
}
