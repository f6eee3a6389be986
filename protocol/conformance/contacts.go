package conformance

import (
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// contactsThenCalm is the convergence law in worlds whose links come and go by a
// list and not with movement: many at once, for a moment or for good.
func contactsThenCalm(t testing.TB, r row) error {
	for k := range count(3) {
		number := *first + k
		w := drawScene(number)
		c := w.with(r)
		c.Mobility = nil
		c.Medium = drawContacts(rand.New(rand.NewPCG(number, 0x6d656574)), w.nodes) // "meet"
		if _, err := settle(t, r, w, c); err != nil {
			return &drawn{number, err}
		}
	}
	return nil
}

// drawContacts lets each pair meet and part until the calm, on a grid of 250 ms so that
// many links change at once. Contacts that exist at the calm last.
func drawContacts(g *rand.Rand, n int) radio.Timetable {
	const grid = protocol.Time(250 * time.Millisecond)
	sparse := 1 + g.IntN(40)
	var list []radio.Contact
	for a := protocol.ID(1); int(a) <= n; a++ {
		for b := a + 1; int(b) <= n; b++ {
			for at := grid * protocol.Time(g.IntN(sparse)); at < protocol.Time(calmAt); {
				until := at + grid*protocol.Time(1+g.IntN(40))
				if until >= protocol.Time(calmAt) {
					until = radio.Never
				}
				list = append(list, radio.Contact{A: a, B: b, From: at, Until: until})
				if until == radio.Never {
					break
				}
				at = until + grid*protocol.Time(1+g.IntN(4*sparse))
			}
		}
	}
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: n, List: list})
	if err != nil {
		panic(err)
	}
	return c
}
