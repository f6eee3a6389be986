package live

import (
	"strings"
	"testing"

	"bellwether/internal/live/agent"
)

// Status shows the share of hellos that a node hears, if it has neighbours, and what was
// refused, if anything was.
func TestStatusShowsTheQualityAndWhatWasRefused(t *testing.T) {
	for want, s := range map[string]agent.Status{
		"hellos       97 % of the neighbours' last ones heard\n":        {Quality: 0.966, Neighbours: []agent.Node{{Name: "b", ID: 2}}},
		"eligible     no: battery is 15 %, and must be > 20 %\n":        {Ineligible: "battery is 15 %, and must be > 20 %"},
		"leaderless   5s in all, nobody eligible for 4s, 0 elections\n": {Leaderless: 5e9, NoneEligible: 4e9},
		"leaderless   5s in all, 0 elections\n":                         {Leaderless: 5e9},
		"majority     3 needed, fencing token 7\n":                      {Majority: &agent.WordStatus{Needed: 3, Lease: 1e9, Fence: 7}},
		"3 needed, no fencing token: b cannot store tokens\n":           {Majority: &agent.WordStatus{Needed: 3, Lease: 1e9, Unfenced: "b cannot store tokens"}},
		"guests       v, w: no operator":                                {Majority: &agent.WordStatus{Needed: 2, Guests: []string{"v", "w"}}},
		"majority     3 needed\n":                                       {Majority: &agent.WordStatus{Needed: 3, Unfenced: "there is no lease"}},
		"0 neighbours\nleaderless ":                                     {},
		"refused      packets and streams: 2 label, 7 replayed\n":       {Refused: map[string]int64{"gossip_replayed": 7, "gossip_label": 2}},
	} {
		var b strings.Builder
		showStatus(&b, s)
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
