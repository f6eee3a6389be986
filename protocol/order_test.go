package protocol_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

func TestCapabilityOrder(t *testing.T) {
	c := func(value int64, id protocol.ID) protocol.Capability {
		return protocol.Capability{Value: value, ID: id}
	}
	rising := []protocol.Capability{{}, c(-5, 9), c(0, 1), c(0, 2), c(3, 1), c(3, 4), c(10, 1)}
	for i, a := range rising {
		for j, b := range rising {
			if got, want := a.Exceeds(b), i > j; got != want {
				t.Errorf("%v exceeds %v: %v, want %v", a, b, got, want)
			}
		}
	}
	if !c(-5, 1).Exceeds(c(100, protocol.Nobody)) {
		t.Error("the capability of Nobody must be the least, whatever its value")
	}
}

func TestDeposes(t *testing.T) {
	c := func(value int64, id protocol.ID) protocol.Capability {
		return protocol.Capability{Value: value, ID: id}
	}
	tests := []struct {
		rival, leader protocol.Capability
		hysteresis    protocol.PerMille
		want          bool
	}{
		{c(500, 9), c(500, 1), 0, true},                   // no hysteresis: the ID breaks the tie
		{c(500, 1), c(500, 9), 0, false},                  //
		{c(500, 9), c(500, 1), 100, false},                // a tie is no reason to unseat anyone
		{c(550, 9), c(500, 1), 100, false},                // exactly a tenth more
		{c(551, 1), c(500, 9), 100, true},                 // more than a tenth
		{c(1, 1), c(0, 9), 100, true},                     // a leader that offers nothing
		{c(0, 9), c(0, 1), 100, false},                    //
		{c(0, 1), protocol.Capability{}, 100, true},       // anyone deposes nobody
		{c(-500, 9), c(-500, 1), 100, false},              // of two that must not lead none deposes the other
		{c(-451, 9), c(-500, 1), 100, false},              //
		{c(-449, 9), c(-500, 1), 100, true},               // a tenth of 500 more
		{c(0, 1), c(-protocol.MaxValue, 9), 10_000, true}, // who may lead deposes who must not, whatever the margin
		{c(0, 1), c(-1, 9), 10_000, true},
	}
	for _, test := range tests {
		if got := test.rival.Deposes(test.leader, protocol.Margin{Share: test.hysteresis}); got != test.want {
			t.Errorf("%v deposes %v at %d‰: %v, want %v", test.rival, test.leader, test.hysteresis, got, test.want)
		}
	}
}

// TestComputationOrder is VKT04 §1.5: ⟨3,D⟩ ≻ ⟨3,B⟩, as in the text of Fig. 2, and any higher
// number wins over any ID.
func TestComputationOrder(t *testing.T) {
	const B, D = 2, 4
	i := func(num uint32, id protocol.ID) protocol.Computation {
		return protocol.Computation{Num: num, Source: id}
	}
	if !i(3, D).Succeeds(i(3, B)) || !i(4, B).Succeeds(i(3, D)) || i(3, D).Succeeds(i(3, D)) {
		t.Error("⟨n1,i1⟩ ≻ ⟨n2,i2⟩ must hold if and only if n1 > n2, or n1 = n2 and i1 > i2")
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Custom(func(t *rapid.T) protocol.Computation {
			return i(rapid.Uint32Range(0, 3).Draw(t, "num"), protocol.ID(rapid.Uint32Range(0, 3).Draw(t, "id")))
		})
		a, b, c := draw.Draw(t, "a"), draw.Draw(t, "b"), draw.Draw(t, "c")
		if a != b && a.Succeeds(b) == b.Succeeds(a) {
			t.Errorf("%v and %v are not ordered", a, b)
		}
		if a.Succeeds(b) && b.Succeeds(c) && !a.Succeeds(c) {
			t.Errorf("%v, %v, %v: not transitive", a, b, c)
		}
	})
}

func TestResolve(t *testing.T) {
	params := []protocol.Param{
		{Name: "interval", Type: protocol.TypeDuration, Default: protocol.DefaultInterval, Min: "1ms", Max: "1h"},
		{Name: "loss", Type: protocol.TypeInteger, Default: protocol.DefaultMisses, Min: "1", Max: "100"},
		{Name: "share", Type: protocol.TypeFraction, Default: "0.5", Min: "0", Max: "1"},
		{Name: "signalling", Type: protocol.TypeChoice, Default: "udp", Choices: []string{"udp", "broadcast"}},
	}
	budget := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	v, faults := protocol.Resolve(params, map[string]string{"share": "0.25"}, budget)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if v.Duration("interval") != 2*time.Second || v.Int("loss") != 3 || v.Fraction("share") != 0.25 ||
		v.Choice("signalling") != "udp" {
		t.Errorf("resolved to %+v", v)
	}
	for _, test := range []struct{ name, text, want string }{
		{"interval", "2", "with a unit"},
		{"interval", "0s", "at least 1ms"},
		{"interval", "2h", "at most 1h"},
		{"loss", "2.5", "a whole number"},
		{"loss", "0", "at least 1"},
		{"share", "NaN", "a number"},
		{"share", "Inf", "a number"},
		{"share", "1.01", "at most 1"},
		{"signalling", "tcp", "one of udp, broadcast"},
		{"intervall", "2s", "no such parameter"},
	} {
		_, faults := protocol.Resolve(params, map[string]string{test.name: test.text}, budget)
		if len(faults) != 1 || faults[0].Name != test.name || !strings.Contains(faults[0].Why, test.want) {
			t.Errorf("%s: %s gives %v, want a fault that says %q", test.name, test.text, faults, test.want)
		}
	}
}
