package secure

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// A member that answers a hello with the address of another does not get the packets for that address: they
// arrive where they are sent.
func TestAWelcomeSteersNoPacketsOfAnother(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, victim := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("victim"), "", key)
		liar := n.start(t, n.Transport("liar"), "", key)
		liar.o.Self = netip.MustParseAddrPort(victim.addr())
		for _, to := range []*node{victim, liar, victim} {
			a.send(t, to, "to "+to.under.Addr())
			time.Sleep(6 * time.Second) // longer than hellos that cross: see precedes
		}
		want := "to " + victim.addr()
		if got := victim.takes(); !slices.Equal(got, []string{want, want}) {
			t.Errorf("%q arrived of two packets", got)
		}
		if got := liar.takes(); !slices.Equal(got, []string{"to " + liar.addr()}) {
			t.Errorf("the liar got %q", got)
		}
	})
}
