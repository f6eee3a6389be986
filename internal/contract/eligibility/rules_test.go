package eligibility

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// known is a node of which everything is known.
type known struct {
	facts map[Fact]float64
	tags  map[string]string
}

func (k known) Fact(f Fact) float64    { return k.facts[f] }
func (k known) Tag(name string) string { return k.tags[name] }

// It is said which rule is broken, by what, and never by a rounded number that would keep it.
func TestBrokenRulesAreExplained(t *testing.T) {
	n := known{map[Fact]float64{Battery: 20.0004, Uptime: 600, Members: 3, Signal: -70.4}, map[string]string{"role": "gateway"}}
	for rules, want := range map[string]string{
		"":                                      "",
		" ":                                     "",
		"battery > 20 %, role = gateway":        "",
		"battery<=20%":                          "battery is 20.0004 %, and must be <= 20%",
		"battery > 20.0004 %":                   "battery is 20 %, and must be > 20.0004 %",
		"uptime >= 11m":                         "uptime is 600 s, and must be >= 11m",
		"signal > -70 dBm , role!=gateway":      `signal is -70 dBm, and must be > -70 dBm; tag role is "gateway", and must be != gateway`,
		"zone = north, zone = , members < 3":    `tag zone is "", and must be = north; members is 3, and must be < 3`,
		"members >= 3, members <= 3, load <= 0": "",
	} {
		r, err := Parse(rules)
		if err != nil {
			t.Errorf("%q: %v", rules, err)
		}
		if why := r.Broken(n).Why; why != want {
			t.Errorf("%q: %q, want %q", rules, why, want)
		}
	}
}

// What is no rule is refused, with what would be one.
func TestWhatIsNoRuleIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"gateway":                           "compares nothing",
		"> 3":                               "names nothing",
		"battery = 20 %":                    "compared by <, <=, > and >=",
		"battery > much":                    "is not a number in %",
		"batery > 20 %":                     "batery is a tag",
		"members > x":                       `"x" is not a number`,
		"uptime > 5":                        "a time like 10m",
		"role == a":                         "compared by = and !=",
		"a=b,":                              "compares nothing",
		strings.Repeat("a=b, ", 17) + "a=b": "more than 16",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Whatever is offered, up to the greatest bonus below the greatest value, a node that must not lead claims less than any that may, and what it offers is not lost.
func TestClaimsOfWhoMustNotLeadAreTheLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64Range(0, protocol.MaxValue-1000) // beside a bonus
		a, b := value.Draw(t, "one"), value.Draw(t, "another")
		barred := protocol.Capability{Value: Claimed(a), ID: 9}
		may := protocol.Capability{Value: b, ID: 1}
		margin := protocol.Margin{Share: protocol.PerMille(rapid.IntRange(0, 10_000).Draw(t, "share")), Bonus: rapid.Int64Range(0, 1000).Draw(t, "bonus")}
		switch {
		case May(barred.Value) || !May(b) || Offered(barred.Value) != a || Offered(b) != b:
			t.Fatalf("%d is claimed as %d", a, barred.Value)
		case !may.Exceeds(barred) || !may.Deposes(barred, margin) || barred.Deposes(may, margin):
			t.Fatalf("%v does not depose %v by %v", may, barred, margin)
		case Acting(barred) != protocol.Nobody || Acting(may) != 1:
			t.Fatal("who must not lead acts")
		}
	})
}
