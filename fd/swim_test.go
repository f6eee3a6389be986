package fd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// lockstep is a group whose protocol periods all begin at the same time, as the
// paper analyses it, and whose messages take no time.
type lockstep struct {
	o        SwimOptions
	now      protocol.Time
	rand     *rand.Rand
	nodes    []*swim // of ID i+1; nil: dead
	members  roster
	drops    func(from, to protocol.ID, m protocol.Message) bool
	said     []said
	reported []protocol.Effect // suspicions and their ends
	env      protocol.Env
}

type said struct {
	from, to protocol.ID
	m        protocol.Message
}

func newLockstep(n int, seed uint64, o SwimOptions) *lockstep {
	g := &lockstep{o: o, rand: rand.New(rand.NewPCG(seed, 1)), nodes: make([]*swim, n)}
	for i := range g.nodes {
		g.members = append(g.members, protocol.ID(i+1))
	}
	for _, id := range g.members {
		g.boot(id)
	}
	return g
}

func (g *lockstep) boot(id protocol.ID) {
	o := g.o
	o.Self = id
	g.nodes[id-1] = NewSwim(o)
	g.do(id, g.nodes[id-1].Start)
}

// do runs a handler of a node, and delivers its messages and those that follow from them.
func (g *lockstep) do(id protocol.ID, call func(env *protocol.Env)) {
	g.env.Driver().Enter(protocol.Facts{Self: id, Now: g.now, View: g.members, Rand: g.rand})
	call(&g.env)
	for _, e := range slices.Clone(g.env.Driver().Effects()) {
		switch e.Op {
		case protocol.OpSuspect, protocol.OpTrust:
			g.reported = append(g.reported, e)
		case protocol.OpRoute:
			g.said = append(g.said, said{id, e.To, e.Message})
			if to := g.nodes[e.To-1]; to != nil && (g.drops == nil || !g.drops(id, e.To, e.Message)) {
				g.do(e.To, func(env *protocol.Env) { to.Receive(env, id, e.Message) })
			}
		}
	}
}

// period lets one protocol period pass: all ping, then all ask others.
func (g *lockstep) period() {
	wait := time.Duration(defaultAckWait * float64(defaultInterval))
	for _, pause := range []time.Duration{wait, defaultInterval - wait} {
		for i, node := range g.nodes {
			if node != nil {
				g.do(protocol.ID(i+1), node.Fire)
			}
		}
		g.now = g.now.Add(pause)
	}
}

// pinged returns the member that each node pings on its own account in the next period.
func (g *lockstep) pinged() map[protocol.ID]protocol.ID {
	g.said = g.said[:0]
	g.period()
	out := map[protocol.ID]protocol.ID{}
	for _, s := range g.said {
		if ping, ok := s.m.(swimPing); ok && ping.Origin == s.from {
			out[s.from] = s.to
		}
	}
	return out
}

// DSN 2002, §3.1: a member that fails is pinged for the first time after 1/(1 −
// (1 − 1/(n−1))^(n−1)) periods in the mean, which tends to e/(e−1) = 1.582 for
// large n. Measured over every member and every period in which it could have
// failed, at n = 32, for which the formula gives 1.567; the tolerance of 4 % is
// for the random orders, which are a little faster than draws with replacement.
func TestFirstPingAfterAFailure(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of periods")
	}
	const n, periods, tolerance = 32, 3000, 0.04
	g := newLockstep(n, 1, SwimOptions{})
	var hit [periods][n + 1]bool
	for k := range hit {
		for _, to := range g.pinged() {
			hit[k][to] = true
		}
	}
	total, count := 0, 0
	for k := range periods - 100 {
		for id := 1; id <= n; id++ {
			wait := 1
			for !hit[k+wait-1][id] {
				wait++
			}
			total, count = total+wait, count+1
		}
	}
	mean := float64(total) / float64(count)
	finite := 1 / (1 - math.Pow(1-1.0/(n-1), n-1))
	t.Logf("mean %.4f periods, the formula %.4f, its limit %.4f", mean, finite, math.E/(math.E-1))
	if limit := math.E / (math.E - 1); math.Abs(mean/limit-1) > tolerance || math.Abs(mean/finite-1) > tolerance {
		t.Errorf("first pinged after %.4f periods, want %.4f for n = %d and %.4f for large n", mean, finite, n, limit)
	}
}

// §4.3: in random order round by round, a member is probed by each other at least once in
// 2(n−1) − 1 periods; round returns this.
func TestEveryMemberIsProbedWithinARound(t *testing.T) {
	const n = 9
	g := newLockstep(n, 2, SwimOptions{})
	since := map[[2]protocol.ID]int{}
	longest := 0
	for k := range 2000 {
		for from, to := range g.pinged() {
			pair := [2]protocol.ID{from, to}
			if former, known := since[pair]; known {
				longest = max(longest, k-former)
			}
			since[pair] = k
		}
	}
	if len(since) != n*(n-1) || longest != 15 {
		t.Errorf("%d of 72 pairs probed, at most %d periods apart; want all, 15", len(since), longest)
	}
	if got := (SwimOptions{Period: time.Second}).round(n); got != 15*time.Second {
		t.Errorf("round returns %v", got)
	}
}

// A member that one other cannot reach is reached by k others: 1 ping that is lost, k
// requests, k pings, k acks, k acks passed on; no member is suspected.
func TestIndirectProbesReachAroundABrokenWay(t *testing.T) {
	for _, k := range []int{1, 3, 5} {
		g := newLockstep(8, 3, SwimOptions{Indirect: k})
		g.drops = func(from, to protocol.ID, m protocol.Message) bool {
			ping, ok := m.(swimPing)
			return ok && ping.Origin == 1 && from == 1 && to == 8
		}
		broken := 0
		for range 60 {
			probes := 4*k - 1 // 8 does not answer the first
			if g.pinged()[1] != 8 {
				probes = 0
			} else {
				broken++
			}
			if want := 8*2 + probes; len(g.said) != want {
				t.Fatalf("k = %d: %d messages in a period, want %d", k, len(g.said), want)
			}
		}
		if len(g.reported) > 0 || g.nodes[0].find(8).suspect || broken < 5 {
			t.Errorf("k = %d: %v reported; %d probes failed at first", k, g.reported, broken)
		}
	}
}

// silence lets no other member hear member 8 for some periods.
func (g *lockstep) silence(periods int) {
	g.drops = func(from, to protocol.ID, _ protocol.Message) bool { return from == 8 || to == 8 }
	for range periods {
		g.period()
	}
	g.drops = nil
}

// §4.2: a suspected member that learns of the suspicion refutes it in a greater
// incarnation, before any member has condemned it, if suspicions last as long as in the
// paper (3 ⌈log₂ 9⌉ = 12 periods). Without suspicions it is condemned at once.
func TestSuspicionIsRefutedByIncarnation(t *testing.T) {
	g := newLockstep(8, 4, SwimOptions{Suspicion: 12})
	g.silence(3)
	suspecting := 0
	for _, node := range g.nodes[:7] {
		if node.find(8).suspect {
			suspecting++
		}
	}
	if suspecting < 3 {
		t.Fatalf("only %d suspect a member that is silent for three periods", suspecting)
	}
	for range 30 {
		g.period()
	}
	if len(g.reported) > 0 {
		t.Errorf("reported %v: the suspicion was to last 12 periods", g.reported)
	}
	for i, node := range g.nodes {
		if m := node.find(8); m.suspect || m.incarnation == 0 || m.incarnation != g.nodes[7].self().incarnation {
			t.Errorf("%d has 8 as %+v, which is in incarnation %d", i+1, *m, g.nodes[7].self().incarnation)
		}
	}
	hasty := newLockstep(8, 4, SwimOptions{Suspicion: 1})
	hasty.silence(3)
	if len(hasty.reported) == 0 {
		t.Error("without suspicions no member is condemned in three periods of silence")
	}
}

// A failed member learns of it when it is probed again, and then all trust it; also if it
// has rebooted and forgotten its incarnation.
func TestWhoComesBackIsTrusted(t *testing.T) {
	for _, reboots := range []bool{false, true} {
		g := newLockstep(8, 5, SwimOptions{})
		g.silence(40)
		for i, node := range g.nodes[:7] {
			if !node.Suspected(8) {
				t.Fatalf("%d trusts a member that is silent for 40 periods", i+1)
			}
		}
		if reboots {
			g.boot(8)
		}
		for range 2 * (13 + 12) { // a round, and as long as news of the failure live
			g.period()
		}
		for i, node := range g.nodes {
			for _, id := range g.members {
				if node.Suspected(id) {
					t.Errorf("reboots %v: %d still takes %v for failed", reboots, i+1, id)
				}
			}
		}
	}
}

// News are passed on for λ⌈log₂(n+1)⌉ periods after they were made, whatever nodes pass
// them on, and reach all long before.
func TestNewsSpreadAndAreForgotten(t *testing.T) {
	const n = 32 // ⌈log₂ 33⌉ = 6 and λ = 3: 18 periods
	g := newLockstep(n, 6, SwimOptions{})
	g.period()
	g.nodes[n-1] = nil
	made := protocol.Time(0)
	all, last := 0, 0
	for k := range 60 {
		g.said = g.said[:0]
		g.period()
		for _, s := range g.said {
			for _, news := range newsOf(s.m) {
				if news.Member != n || !news.Said.suspect() {
					t.Fatalf("news %+v", news)
				}
				if made == 0 {
					made = g.now.Add(-defaultInterval)
				}
				if s.to != n {
					last = k
				}
			}
		}
		informed := 0
		for _, node := range g.nodes[:n-1] {
			if node.find(n).suspect {
				informed++
			}
		}
		if informed == n-1 && all == 0 {
			all = k
		}
	}
	lived := protocol.Time(last+2) * protocol.Time(defaultInterval)
	if all == 0 || all > 12 || lived.Sub(made) > 19*defaultInterval {
		t.Errorf("all have heard after %d periods; passed on until %v, made at %v", all, lived, made)
	}
}

func newsOf(m protocol.Message) []newsItem {
	switch m := m.(type) {
	case swimPing:
		return m.News
	case swimPingReq:
		return m.News
	case swimAck:
		return m.News
	}
	return nil
}

// Of many news a message carries the youngest, but first what its receiver must refute, and
// never more than fit.
func TestYoungestNewsFirst(t *testing.T) {
	g := newLockstep(12, 7, SwimOptions{})
	s := g.nodes[0]
	for id := protocol.ID(2); id <= 11; id++ {
		g.now = g.now.Add(time.Second)
		s.onSuspect(s.find(id), 0, g.now)
	}
	var news []newsItem
	g.do(1, func(env *protocol.Env) { news = s.news(env, 3) })
	var told []protocol.ID
	for _, one := range news {
		told = append(told, one.Member)
	}
	if want := []protocol.ID{3, 11, 10, 9, 8, 7}; !slices.Equal(told, want) {
		t.Errorf("carries news of %v, want %v", told, want)
	}
	if news[0].Said != saying(1, 8000) {
		t.Errorf("has news %+v of what happened 8 s ago", news[0])
	}
}

// §4.2's order: whatever news arrive, in whatever order, what is known of a member never
// goes back: to a smaller incarnation, or from Suspect to Alive in one incarnation.
func TestKnowledgeNeverGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newLockstep(4, 8, SwimOptions{})
		s := g.nodes[0]
		for range rapid.IntRange(1, 40).Draw(t, "messages") {
			g.now = g.now.Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond)
			before := slices.Clone(s.members)
			news := []newsItem{{
				Member:      protocol.ID(rapid.IntRange(1, 5).Draw(t, "member")),
				Incarnation: uint32(rapid.IntRange(0, 4).Draw(t, "incarnation")),
				Said:        saying(protocol.Bit(rapid.Bool().Draw(t, "suspect")), rapid.Uint32Range(0, 20000).Draw(t, "age")),
			}}
			from := protocol.ID(rapid.IntRange(2, 5).Draw(t, "from"))
			g.do(1, func(env *protocol.Env) {
				s.Receive(env, from, swimAck{Origin: 1, Target: from, Incarnation: uint32(rapid.IntRange(0, 4).Draw(t, "of it")), News: news})
			})
			if rapid.Bool().Draw(t, "fires") {
				g.do(1, s.Fire)
			}
			for i, m := range s.members {
				was := before[i]
				if m.incarnation < was.incarnation || m.incarnation == was.incarnation && was.suspect && !m.suspect {
					t.Fatalf("%+v became %+v", was, m)
				}
				if m.failed && !m.suspect || m.id == 1 && (m.suspect || m.failed) {
					t.Fatalf("%+v", m)
				}
			}
		}
	})
}
