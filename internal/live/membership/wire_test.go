package membership

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/live/secure"
)

// A cluster goes to version 2 alone and back, agent by agent. All stay members, each says to the others
// what it speaks, and an agent that would be a step ahead is refused by name.
func TestAClusterChangesItsWire(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, bytes.Repeat([]byte{1}, 32))
		others := all[1].own.Name + ", " + all[2].own.Name
		time.Sleep(30 * time.Second)
		if err := all[0].Speak(secure.Only2); err == nil || !strings.Contains(err.Error(), others) {
			t.Errorf("two steps ahead: %v", err)
		}
		for _, to := range []secure.Wire{secure.Open2, secure.Only2, secure.Open2, secure.Open1} {
			for _, g := range all {
				if err := g.Speak(to); err != nil {
					t.Fatalf("%v: %v", to, err)
				}
				time.Sleep(20 * time.Second)
			}
			holdings, err := all[0].Holdings(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range holdings {
				if !h.Answers || h.Wire != to {
					t.Errorf("%v: %s has %v, answers %v", to, h.Member, h.Wire, h.Answers)
				}
			}
			if said := keyring.Wires(holdings); strings.Contains(said, "still") {
				t.Errorf("%v: %s", to, said)
			}
			for _, g := range all {
				if count(g, Alive) != 2 || g.Counters().Outdated > 0 {
					t.Errorf("%v: %s sees %s, and refused %d", to, g.own.Name, states(g), g.Counters().Outdated)
				}
			}
		}
	})
}
