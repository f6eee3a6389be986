package lease

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
)

// A moment is a state of three members: 1 and 2 were both elected, and each needs the word of 3
// besides its own. Clocks go in steps of a second, a lease takes two. What is left bounds the
// actions.
type moment struct {
	nodes    [3]Node
	mail     []letter
	now      int
	claims   int
	follows  int
	restarts int
	twice    int
}

var small = Terms{Members: 3, Counts: 2 * time.Second, Binds: 2 * time.Second, Again: time.Second}

func (m *moment) clock() protocol.Time { return protocol.Time(m.now) * protocol.Time(time.Second) }

// copied is a moment that shares nothing with m.
func (m *moment) copied() *moment {
	c := *m
	for i := range c.nodes {
		c.nodes[i].sent, c.nodes[i].granted = slices.Clone(m.nodes[i].sent), slices.Clone(m.nodes[i].granted)
	}
	c.mail = slices.Clone(m.mail)
	return &c
}

// key tells states apart. The order of letters does not matter.
func (m *moment) key() string {
	b := []byte{byte(m.now), byte(m.claims), byte(m.follows), byte(m.restarts)}
	put := func(numbers ...int64) {
		for _, n := range numbers {
			b = binary.AppendVarint(b, n)
		}
	}
	for _, n := range m.nodes {
		put(int64(n.follows), int64(n.bound), int64(n.number), int64(n.until), int64(n.first), int64(n.last), int64(n.next), int64(len(n.sent)), int64(n.holds.until))
		b = append(b, protocol.Bit(n.said))
		for _, s := range n.sent {
			put(int64(s.number), int64(s.at))
		}
		put(int64(len(n.granted)))
		for _, g := range n.granted {
			put(int64(g.by), int64(g.at))
		}
	}
	var mail []string
	for _, l := range m.mail {
		text := []byte{byte(l.from), byte(l.to)}
		switch {
		case l.claim != nil:
			text = append(text, 'c', byte(l.claim.Number))
		case l.grant != nil:
			text = append(text, 'g', byte(l.grant.Number))
		default:
			text = append(text, 'r', byte(l.release.Number))
		}
		mail = append(mail, string(text))
	}
	slices.Sort(mail)
	return string(b) + strings.Join(mail, "")
}

// put sends the letters to or from member 3; others are lost.
func (m *moment) put(letters []letter) {
	for _, l := range letters {
		if l.from == 3 || l.to == 3 {
			m.mail = append(m.mail, l)
		}
	}
}

// due reports whether a node claims now.
func (m *moment) due(i int) bool {
	c := m.copied()
	claim, _ := c.nodes[i].Claim(m.clock())
	return claim != nil
}

// next are the moments that may follow.
func (m *moment) next(f fault) (all []*moment) {
	do := func(act func(*moment)) {
		c := m.copied()
		act(c)
		all = append(all, c)
	}
	if m.now < 5 {
		do(func(c *moment) { c.now++ })
	}
	for k := range m.mail {
		do(func(c *moment) {
			l := c.mail[k]
			if l.claim == nil || c.twice == 0 { // a claim may come twice
				c.mail = slices.Delete(c.mail, k, k+1)
			} else {
				c.twice--
			}
			c.put(deliver(f, &c.nodes[l.to-1], l, c.clock()))
		})
	}
	for i := range 2 {
		if m.claims > 0 && m.due(i) {
			do(func(c *moment) {
				c.claims--
				c.put(claim(&c.nodes[i], 3, c.clock()))
			})
		}
	}
	if m.follows > 0 {
		do(func(c *moment) { // 1 gives up, or is elected again
			c.follows--
			c.put(follow(f, &c.nodes[0], 3, 1-c.nodes[0].follows, c.clock()))
		})
		do(func(c *moment) { // 3 follows the other
			c.follows--
			c.nodes[2].Follow(3-c.nodes[2].follows, c.clock())
		})
	}
	if m.restarts > 0 {
		do(func(c *moment) {
			c.restarts--
			follows := c.nodes[2].follows
			c.nodes[2] = *start(f, 3, small, 1, c.clock())
			c.nodes[2].follows = follows
		})
	}
	return all
}

// explore visits every state from a beginning with these bounds, and returns how many there
// are, and the first in which two hold.
func explore(f fault, bounds moment) (states int, two string) {
	begin := &bounds
	begin.now = 2
	for i := range begin.nodes {
		begin.nodes[i] = *start(f, protocol.ID(i+1), small, 1, 0)
		begin.nodes[i].follows = protocol.ID(i%2 + 1)
	}
	seen, queue := map[string]bool{begin.key(): true}, []*moment{begin}
	for len(queue) > 0 {
		m := queue[0]
		queue = queue[1:]
		var holders []string
		for i := range m.nodes {
			if leader, _ := m.nodes[i].Leader(m.clock()); leader == m.nodes[i].self {
				holders = append(holders, leader.String())
			}
		}
		if len(holders) > 1 {
			return len(seen), fmt.Sprint(holders, " hold: ", m.nodes, m.now)
		}
		for _, c := range m.next(f) {
			if len(c.mail) > 2 {
				continue
			}
			if k := c.key(); !seen[k] {
				seen[k] = true
				queue = append(queue, c)
			}
		}
	}
	return len(seen), ""
}

// In every run of a small world, with losses, repetitions, any delay and a restart, never two
// hold; and each fault makes two hold.
func TestEveryRunOfASmallWorld(t *testing.T) {
	if testing.Short() {
		t.Skip("explores 130 000 states")
	}
	worlds := []moment{{claims: 2, follows: 1, restarts: 1, twice: 1}, {claims: 2, follows: 3}}
	if sample.Whole() {
		worlds = []moment{{claims: 3, follows: 1, restarts: 1, twice: 1}, {claims: 3, follows: 3}}
	}
	for _, bounds := range worlds {
		states, two := explore(none, bounds)
		t.Logf("%d states", states)
		if two != "" || states < 1000 {
			t.Errorf("%d states: %s", states, two)
		}
	}
	for f, bounds := range map[fault]moment{
		forgetful: {claims: 2, follows: 1, restarts: 1}, generous: {claims: 2, follows: 1},
		lateRelease: {claims: 3, follows: 3}, keepsGrants: {claims: 2, follows: 3},
	} {
		if states, two := explore(f, bounds); two == "" {
			t.Errorf("%s: never two hold in %d states", f, states)
		}
	}
}
