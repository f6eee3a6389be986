package lease

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// Faults of tokens.
const (
	lazyStore    fault = "a grant is sent before its fence is on the disk"
	trustsLost   fault = "a lost store counts as an empty one"
	trustsOld    fault = "an older store counts as the newest"
	storesAny    fault = "a member stores a lower fence"
	storesTwice  fault = "a member stores one fence for two"
	sameToken    fault = "a leader takes its former token again"
	oneTellIsOne fault = "one answer ends the doubt"
)

// A disk keeps a fence for a node.
type disk struct {
	fence  Fence
	lost   bool
	older  []Fence // what may be restored
	behind bool    // it was restored, and others know of it
}

// An age is a history of nodes with disks, in steps of 50 ms.
type age struct {
	*rand.Rand
	fault   fault
	nodes   []*Node
	disks   []disk
	cutAt   []bool // a power cut hit this node in its handler
	starts  uint64
	old     int // the first nodes are of an older program, which has no fences
	paused  []int
	mail    []posted
	apart   int // a set of nodes that the others do not hear
	now     int
	leading []uint64 // by node: the token that it led with at the last look; 0: it did not lead
	last    uint64   // the newest token
	reigns  int
	without int // leaderships without a token
	wall    func(now int) uint64
	wrong   string
}

const ageStep = 50

func (w *age) clock() protocol.Time {
	return protocol.Time(w.now) * protocol.Time(time.Millisecond)
}

// boot starts a node from its disk.
func (w *age) boot(i int) {
	w.starts++
	follows := protocol.Nobody
	if w.nodes[i] != nil {
		follows = w.nodes[i].follows
	}
	n := New(protocol.ID(i+1), bound(len(w.nodes)), w.starts<<32+1, w.clock())
	w.nodes[i], w.cutAt[i], w.leading[i], w.paused[i] = n, false, 0, 0
	if i >= w.old {
		d := &w.disks[i]
		n.Fence(Fences{Stored: d.fence, Life: w.Uint64(), Floor: func() uint64 { return w.wall(w.now) }, Keep: func(f Fence) error { return w.keep(i, f) },
			Doubted: d.lost && w.fault != trustsLost || d.behind && w.fault != trustsOld})
	}
	n.Follow(follows, w.clock())
}

// keep writes to a disk, which fails, or whose power is cut before or after the write, now and then.
func (w *age) keep(i int, f Fence) error {
	d := &w.disks[i]
	outcome := w.IntN(12)
	if outcome < 2 {
		w.cutAt[i] = outcome == 0
		return errors.New("not written")
	}
	if w.fault == lazyStore && w.IntN(3) == 0 {
		return nil
	}
	if !d.lost && !d.behind {
		d.older = append(d.older, d.fence)
	}
	d.fence, d.lost, d.behind = f, false, false
	w.cutAt[i] = outcome == 2
	return nil
}

// send posts letters, unless the sender's power was cut.
func (w *age) send(i int, letters []letter) {
	if w.cutAt[i] {
		w.boot(i)
		return
	}
	for _, l := range letters {
		switch outcome := w.IntN(12); {
		case outcome == 0: // lost
		case outcome == 1: // late, and repeated
			w.mail = append(w.mail, posted{w.now + w.IntN(2000), l})
			fallthrough
		default:
			w.mail = append(w.mail, posted{w.now + w.IntN(80), l})
		}
	}
}

// to addresses a letter to all others.
func (w *age) to(i int, l letter) (out []letter) {
	for k := range w.nodes {
		if k != i {
			l.from, l.to = protocol.ID(i+1), protocol.ID(k+1)
			out = append(out, l)
		}
	}
	return out
}

// take hands over what only nodes with fences have, and returns the answer.
func (w *age) take(n *Node, l letter) []letter {
	answer := letter{from: l.to, to: l.from}
	switch {
	case l.claim != nil:
		c := *l.claim
		if int(n.self) <= w.old {
			c.Fence, c.Life, c.Token = 0, 0, 0 // it gets a claim that it understands
		}
		if w.fault == storesAny && c.Fence != 0 && c.Fence < n.fence.Number {
			n.fence = Fence{}
		}
		if w.fault == storesTwice && c.Fence == n.fence.Number {
			n.fence.Owner, n.fence.Life = l.from, c.Life
		}
		if answer.grant = n.OnClaim(l.from, c, w.clock()); answer.grant == nil {
			if answer.higher = n.Refuses(l.from, c); answer.higher == nil {
				return nil
			}
		}
		return []letter{answer}
	case l.higher != nil:
		n.OnHigher(*l.higher)
	case l.ask != nil:
		if answer.tell = n.OnAsk(*l.ask); answer.tell != nil {
			return []letter{answer}
		}
	case l.tell != nil:
		t := *l.tell
		if w.fault == oneTellIsOne && n.Doubted() && t.Life == n.fences.Life {
			n.fences.Doubted = n.keep(t.Fence) != true
		}
		n.OnTell(l.from, t)
	default:
		return deliver(w.fault, n, l, w.clock())
	}
	return nil
}

// disturb changes whom nodes follow, cuts, pauses, restarts, loses or restores.
func (w *age) disturb() {
	i := w.IntN(len(w.nodes))
	d := &w.disks[i]
	switch w.IntN(10) {
	case 0:
		w.apart = w.IntN(1 << len(w.nodes))
	case 1:
		w.apart = 0
	case 2:
		w.paused[i] = w.now + w.IntN(3000)
	case 3:
		w.boot(i)
	case 4: // all lose their power
		for k := range w.nodes {
			w.boot(k)
		}
	case 5:
		if w.doubted() == 0 || w.wall(0) > 0 {
			d.fence, d.lost = Fence{}, true
			w.boot(i)
		}
	case 6:
		if len(d.older) > 0 && (w.doubted() == 0 || w.wall(0) > 0) {
			d.fence, d.behind = d.older[w.IntN(len(d.older))], true
			w.boot(i)
		}
	default: // all or some follow another
		leader := protocol.ID(w.IntN(min(3, len(w.nodes))) + 1)
		for k, n := range w.nodes {
			if w.paused[k] <= w.now && w.IntN(4) > 0 {
				if r := n.Follow(leader, w.clock()); r != nil {
					w.send(k, w.to(k, letter{release: r}))
				}
			}
		}
	}
}

// doubted is how many disks are lost or behind.
func (w *age) doubted() (count int) {
	for _, d := range w.disks {
		if d.lost || d.behind {
			count++
		}
	}
	return count
}

// step delivers what is due, lets nodes claim and ask, and looks who leads.
func (w *age) step() {
	due := w.mail
	w.mail = nil
	for _, p := range due {
		from, to := int(p.from-1), int(p.to-1)
		switch {
		case p.at > w.now || w.paused[to] > w.now:
			w.mail = append(w.mail, p)
		case w.apart>>from&1 != w.apart>>to&1:
		default:
			w.send(to, w.take(w.nodes[to], p.letter))
		}
	}
	for i, n := range w.nodes {
		if w.paused[i] > w.now {
			continue
		}
		n.Unable(w.IntN(w.old + 1)) // gossip may be late
		if c, _ := n.Claim(w.clock()); c != nil || w.cutAt[i] {
			w.send(i, w.to(i, letter{claim: c}))
		} else if a, _ := n.Ask(w.clock()); a != nil {
			w.send(i, w.to(i, letter{ask: a}))
		}
		w.look(i)
	}
}

// look judges the token of a node that leads.
func (w *age) look(i int) {
	n := w.nodes[i]
	if leader, _ := n.Leader(w.clock()); leader != n.self {
		w.leading[i] = 0
		if w.fault == sameToken && leader == protocol.Nobody && n.follows == n.self && n.fence.Owner == n.self && n.fence.Life == n.fences.Life {
			n.seek = n.fence.Number
		}
		return
	}
	token := n.Token(w.clock())
	switch was := w.leading[i]; {
	case token == 0:
		w.without++
		if w.old == 0 {
			w.fail("node %d leads without a token", i+1)
		}
	case token == was:
	case was != 0:
		w.fail("node %d led with %d, and now with %d", i+1, was, token)
	case token <= w.last:
		w.fail("node %d leads with %d after %d", i+1, token, w.last)
	default:
		w.last = token
		w.reigns++
	}
	w.leading[i] = token
}

func (w *age) fail(format string, args ...any) {
	if w.wrong == "" {
		w.wrong = fmt.Sprintf("at %d ms: ", w.now) + fmt.Sprintf(format, args...)
	}
}

// newAge begins a history with fresh disks.
func newAge(f fault, seed uint64, nodes int) *age {
	w := &age{Rand: rand.New(rand.NewPCG(seed, 7)), fault: f, nodes: make([]*Node, nodes), disks: make([]disk, nodes),
		cutAt: make([]bool, nodes), paused: make([]int, nodes), leading: make([]uint64, nodes), wall: func(int) uint64 { return 0 }}
	for i := range w.disks {
		w.disks[i].lost = true
	}
	for i := range w.nodes {
		w.boot(i)
	}
	return w
}

// live runs a history.
func (w *age) live() *age {
	for ; w.now < 20000 && w.wrong == ""; w.now += ageStep {
		if w.now%150 == 0 && w.IntN(3) == 0 {
			w.disturb()
		}
		w.step()
	}
	return w
}

// Tokens of leaderships grow, and no two have the same, whatever is cut off, paused, started again, lost,
// restored or cut from power in a write, of one node or of all. The clock says nothing here: at most one
// disk is lost or behind at a time.
func TestTokensGrow(t *testing.T) {
	histories, reigns := sample.Of(600, 20000), 0
	for seed := range histories {
		w := newAge(none, uint64(seed), 2+seed%4).live()
		if reigns += w.reigns; w.wrong != "" {
			t.Fatalf("history %d: %s", seed, w.wrong)
		}
	}
	t.Logf("%d leaderships in %d histories", reigns, histories)
	if reigns < 2*histories {
		t.Error("few lead")
	}
}

// Each fault of the rule is found.
func TestFaultsOfTokensAreFound(t *testing.T) {
	for f, seed := range map[fault]int{lazyStore: 0, trustsLost: 0, trustsOld: 0, storesAny: 0, storesTwice: 0, sameToken: 0, oneTellIsOne: 0} {
		found := ""
		for ; found == "" && seed < 30000; seed++ {
			found = newAge(f, uint64(seed), 3+seed%3).live().wrong
		}
		t.Logf("%s: history %d, %s", f, seed, found)
		if found == "" {
			t.Errorf("%s: nobody notices", f)
		}
	}
}

// With clocks that go right, tokens grow though stores that are lost or older are taken for the newest, and
// though most are lost at once.
func TestClocksKeepTokensGrowing(t *testing.T) {
	reigns := 0
	for i, f := range []fault{none, trustsOld, trustsLost} {
		for seed := range sample.Of(200, 5000) {
			w := newAge(f, uint64(seed), 2+(seed+i)%4)
			w.wall = func(now int) uint64 { return 1e12 + uint64(now) }
			if w.live(); w.wrong != "" {
				t.Fatalf("%s: history %d: %s", f, seed, w.wrong)
			}
			reigns += w.reigns
		}
	}
	t.Logf("%d leaderships", reigns)
	if reigns < sample.Of(600, 15000) {
		t.Error("few lead")
	}
}

// Members without fences grant leaderships without a token; tokens of the others grow all the same, also if
// gossip shows late who has no fences.
func TestMembersOfAnOlderProgramGrantNoToken(t *testing.T) {
	histories, reigns, without := sample.Of(400, 10000), 0, 0
	for seed := range histories {
		w := newAge(none, uint64(seed), 3+seed%3)
		w.old = 1 + seed%2
		for i := range w.nodes {
			w.disks[i].lost = false // who is upgraded later tells nothing now, and would keep the doubt
			w.boot(i)
		}
		w.live()
		if reigns, without = reigns+w.reigns, without+w.without; w.wrong != "" {
			t.Fatalf("history %d: %s", seed, w.wrong)
		}
	}
	t.Logf("%d leaderships with a token, %d looks at one without", reigns, without)
	if reigns < histories/4 || without < histories {
		t.Error("few lead")
	}
}

// A follower that was alone for a while, and stored a greater number for itself, prolongs the leadership that goes on,
// so that the leader may lose another; it does not help one to begin with the lower number.
func TestAFollowerThatWasAloneGrantsAgain(t *testing.T) {
	var nodes []*Node
	floor := uint64(1)
	for id := range protocol.ID(3) {
		n := New(id+1, bound(3), 1, 0)
		n.Fence(Fences{Life: uint64(id + 1), Keep: func(Fence) error { return nil }, Floor: func() uint64 { floor++; return floor }})
		nodes = append(nodes, n)
	}
	now := protocol.Time(2 * time.Second)
	step := func(to ...*Node) (answered int) {
		now = now.Add(250 * time.Millisecond)
		c, _ := nodes[0].Claim(now)
		for _, n := range to {
			if g := n.OnClaim(1, *c, now); g != nil {
				nodes[0].OnGrant(n.self, *g)
				answered++
			} else if h := n.Refuses(1, *c); h != nil {
				nodes[0].OnHigher(*h)
			}
		}
		return answered
	}
	for _, n := range nodes {
		n.Follow(1, now)
	}
	step(nodes[1], nodes[2])
	token := nodes[0].Token(now)
	for range 8 {
		step(nodes[1])
	}
	nodes[2].Follow(3, now)
	nodes[2].Claim(now) // alone
	if nodes[2].fence.Number <= token {
		t.Fatalf("it stored %d after %d", nodes[2].fence.Number, token)
	}
	nodes[2].Follow(1, now)
	for range 8 {
		step(nodes[1], nodes[2])
	}
	for range 8 { // without the other
		step(nodes[2])
	}
	if got := nodes[0].Token(now); got != token || token == 0 {
		t.Errorf("it leads with %d, and led with %d", got, token)
	}
	now = now.Add(2 * time.Second) // the leadership ends
	c, _ := nodes[0].Claim(now)
	c.Fence, c.Token = token, 0 // as a claim for the former number
	if g := nodes[2].OnClaim(1, *c, now); g != nil {
		t.Errorf("it grants %+v to who does not lead", g)
	}
	if c.Token = token; nodes[2].OnClaim(1, *c, now) == nil {
		t.Error("it grants nothing to who says that it leads")
	} else if nodes[0].OnGrant(3, Grant{Number: c.Number}); nodes[0].Until() > now {
		t.Error("a leadership begins by a number that was not stored")
	}
}

// A doubted member asks when nothing that it granted before counts any more, goes on when a majority of sound members has
// told, and takes a number for nobody: two claimants may have stored the same one.
func TestWhenADoubtEnds(t *testing.T) {
	n := New(1, bound(5), 1, 0)
	n.Fence(Fences{Doubted: true, Life: 7, Keep: func(Fence) error { return nil }, Floor: func() uint64 { return 0 }})
	if a, _ := n.Ask(protocol.Time(999 * time.Millisecond)); a != nil {
		t.Error("it asks while a former grant may count")
	}
	if a, _ := n.Ask(protocol.Time(time.Second)); a == nil {
		t.Error("it does not ask")
	}
	for id, sound := range []bool{true, false, true} {
		n.OnTell(protocol.ID(id+2), Tell{Life: 7, Fence: Fence{Number: 5, Owner: 3, Life: 8}, Sound: sound})
	}
	if !n.Doubted() {
		t.Error("the word of a doubted member counts")
	}
	n.OnTell(5, Tell{Life: 7, Fence: Fence{Number: 5, Owner: 4, Life: 9}, Sound: true})
	if n.Doubted() || n.fence != (Fence{Number: 5}) {
		t.Errorf("doubted %t, %+v", n.Doubted(), n.fence)
	}
	n.Follow(3, protocol.Time(2*time.Second))
	if g := n.OnClaim(3, Claim{Number: 1, Fence: 5, Life: 8}, protocol.Time(2*time.Second)); g != nil {
		t.Error("it grants a number that it has read of another")
	}
}
