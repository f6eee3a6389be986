package radio_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
)

func contacts(t *testing.T, n int, list ...radio.Contact) radio.Timetable {
	t.Helper()
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: list})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// meet reports whether two nodes meet at an instant.
func meet(c radio.Timetable, a, b protocol.ID, at int) bool {
	return c.Carries(radio.Hop{From: a, To: b, Ends: protocol.Time(at)})
}

func TestContactsInOrder(t *testing.T) {
	c := contacts(t, 4,
		radio.Contact{A: 3, B: 1, From: 5, Until: 9},
		radio.Contact{A: 1, B: 2, From: 9, Until: radio.Never},
		radio.Contact{A: 2, B: 4, From: 0, Until: 9},
		radio.Contact{A: 1, B: 3, From: 1, Until: 3},
		radio.Contact{A: 1, B: 4, From: 9, Until: 10},
	)
	want := []radio.Change{
		{0, 2, 4, true}, {1, 1, 3, true}, {3, 1, 3, false}, {5, 1, 3, true},
		{9, 1, 3, false}, {9, 2, 4, false}, {9, 1, 2, true}, {9, 1, 4, true}, {10, 1, 4, false},
	}
	walk, other := c.Changes(), c.Changes()
	other()
	for i, w := range want {
		if got, ok := walk(); !ok || got != w {
			t.Errorf("change %d is %+v, want %+v", i, got, w)
		}
	}
	if got, ok := walk(); ok {
		t.Errorf("one more change: %+v", got)
	}
	if got, ok := other(); !ok || got != want[1] {
		t.Errorf("another walk goes on with %+v", got)
	}
	if c.Nodes() != 4 || c.Delay() != time.Millisecond {
		t.Errorf("%d nodes, latency %v", c.Nodes(), c.Delay())
	}
}

func TestContactsRefused(t *testing.T) {
	for want, list := range map[string][]radio.Contact{
		"contact 1 [1, 1]: joins a node to itself":         {{1, 1, 0, 1}},
		"contact 2 [1, 5]: no node 5 among 1 to 4":         {{1, 2, 0, 1}, {1, 5, 0, 1}},
		"contact 1 [0, 1]: no node 0 among 1 to 4":         {{0, 1, 0, 1}},
		"contact 1 [1, 2]: has no length":                  {{1, 2, 3, 3}},
		"contact 1 [1, 2]: begins at -1ns, before the run": {{1, 2, -1, 3}},
		"two contacts of [1, 2] overlap or touch, at 3ns":  {{1, 2, 0, 3}, {2, 1, 3, 4}},
		"two contacts of [1, 2] overlap or touch, at 8ns":  {{1, 2, 5, radio.Never}, {2, 1, 8, 9}},
	} {
		if _, err := radio.NewContacts(radio.ContactOptions{Nodes: 4, List: list}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: 2, Latency: -1})
	if err != nil || c.Validate() == nil {
		t.Error("a latency below 0 was taken")
	}
}

// The links at an instant are the same by the changes up to it, by Carries, and by a search
// of all contacts.
func TestContactsAgreeWithThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes, end = 5, 60
		var list []radio.Contact
		var linked [nodes + 1][nodes + 1][end]bool
		for a := protocol.ID(1); a <= nodes; a++ {
			for b := a + 1; b <= nodes; b++ {
				for at := rapid.IntRange(0, 20).Draw(t, "first"); at < end-1; {
					until := at + rapid.IntRange(1, 20).Draw(t, "lasts")
					one := radio.Contact{A: a, B: b, From: protocol.Time(at), Until: protocol.Time(until)}
					if until >= end {
						one.Until = radio.Never
					}
					list = append(list, one)
					for s := at; s < min(until, end); s++ {
						linked[a][b][s] = true
					}
					at = until + rapid.IntRange(1, 30).Draw(t, "gap")
				}
			}
		}
		list = rapid.Permutation(list).Draw(t, "order")
		c, err := radio.NewContacts(radio.ContactOptions{Nodes: nodes, List: list})
		if err != nil {
			t.Fatal(err)
		}
		walk := c.Changes()
		next, more := walk()
		var now [nodes + 1][nodes + 1]bool
		for s := range end {
			for more && next.At <= protocol.Time(s) {
				if now[next.A][next.B] == next.Up || next.A >= next.B {
					t.Fatalf("%+v changes nothing", next)
				}
				now[next.A][next.B] = next.Up
				next, more = walk()
			}
			for a := protocol.ID(1); a <= nodes; a++ {
				for b := a; b <= nodes; b++ {
					want := linked[a][b][s]
					if now[a][b] != want || meet(c, a, b, s) != want || meet(c, b, a, s) != want {
						t.Fatalf("%d-%d at %d: %v by changes, %v by search, want %v", a, b, s, now[a][b], meet(c, a, b, s), want)
					}
				}
			}
		}
	})
}

// BenchmarkContacts makes the links of a hundred thousand contacts and walks over
// their changes.
func BenchmarkContacts(b *testing.B) {
	const n = 1000
	var list []radio.Contact
	for k := range 100 {
		for a := range n {
			from := protocol.Time(k*100+a%70) * protocol.Time(time.Second)
			list = append(list, radio.Contact{A: protocol.ID(a + 1), B: protocol.ID((a+1+a%7)%n + 1), From: from, Until: from + protocol.Time(time.Second)})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		c, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: slices.Clone(list)})
		if err != nil {
			b.Fatal(err)
		}
		walk := c.Changes()
		for _, more := walk(); more; {
			_, more = walk()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(list)), "ns/contact")
}
