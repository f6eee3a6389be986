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
		"hellos       97 % of the neighbours' last ones heard\n":  {Quality: 0.966, Neighbours: []agent.Node{{Name: "b", ID: 2}}},
		"0 neighbours\nleaderless ":                               {},
		"refused      packets and streams: 2 label, 7 replayed\n": {Refused: map[string]int64{"gossip_replayed": 7, "gossip_label": 2}},
	} {
		var b strings.Builder
		showStatus(&b, s)
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
