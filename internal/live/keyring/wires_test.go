package keyring

import (
	"strings"
	"testing"

	"bellwether/internal/live/secure"
)

// One that does not answer, since it does not understand the agent that was asked, counts with what it said: the
// advice is then a step that no agent refuses.
func TestASilentMembersWireCounts(t *testing.T) {
	all := []Holding{{Member: "beta", Answers: true, Keys: []Key{{}}, Wire: secure.Open1}, {Member: "gamma", Answers: true, Keys: []Key{{}}, Wire: secure.Open2},
		{Member: "alpha", Wire: secure.Only2, Said: true}}
	if got, want := Wires(all), "beta and alpha do not understand each other: set wire v2 on alpha."; got != want || got != Apart(all) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Each sentence about the way to version 2 has its case, and names the members that are behind.
func TestWiresSayTheNextStep(t *testing.T) {
	const b, one, two, only = secure.Before, secure.Open1, secure.Open2, secure.Only2
	for _, c := range []struct {
		wires []secure.Wire
		want  string
	}{
		{[]secure.Wire{one, one, one}, "All begin handshakes in version 1. The next step is wire v2,"},
		{[]secure.Wire{one, b, b}, "b, c still run a program from before"},
		{[]secure.Wire{b, b, b}, "a, b, c still run a program from before"},
		{[]secure.Wire{two, one, two}, "b still begins handshakes in version 1: go on with wire v2 there"},
		{[]secure.Wire{two, two, two}, "All begin handshakes in version 2, and take version 1. The next step is wire v2-only,"},
		{[]secure.Wire{two, only, only}, "a still takes version 1"},
		{[]secure.Wire{only, only, only}, "Version 1 of the handshake has ended."},
		{[]secure.Wire{only, one, two}, "b and a do not understand each other: set wire v2 on a."},
		{[]secure.Wire{b, two, two}, "a and b, c do not understand each other"},
	} {
		var all []Holding
		for i, w := range c.wires {
			all = append(all, Holding{Member: string(rune('a' + i)), Answers: true, Keys: []Key{{}}, Wire: w})
		}
		got := Wires(all)
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %q, want %q", c.wires, got, c.want)
		}
		if strings.Contains(got, "Not known") {
			t.Errorf("%v: %q, but all answer", c.wires, got)
		}
		all = append(all, Holding{Member: "gone"})
		if got := Wires(all); !strings.HasPrefix(got, c.want) || !strings.HasSuffix(got, "Not known of gone.") {
			t.Errorf("%v and one that does not answer: %q", c.wires, got)
		}
	}
}
