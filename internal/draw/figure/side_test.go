package figure_test

import (
	"strings"
	"testing"
	"time"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace"
)

// From the side nodes are at their x coordinates and altitudes, as far as they have flown, and
// obstacles stand from their bottoms to their tops.
func TestAMomentFromTheSide(t *testing.T) {
	m := &figure.Moment{At: protocol.Time(10 * time.Second)}
	if _, err := m.Side("t", nil); err == nil || !strings.Contains(err.Error(), "no altitudes") {
		t.Errorf("a flat world from the side: %v", err)
	}
	until := int64(20 * time.Second)
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2},
		{Kind: trace.Move, Node: 1, X: 100, Y: 7, VX: 2, Value: until}, {Kind: trace.Altitude, Node: 1, X: 40, VX: 1, Value: until},
		{Kind: trace.Move, Node: 2, X: 400, Y: 900, Value: until}, {Kind: trace.Altitude, Node: 2, Value: until},
	} {
		m.Record(&r)
	}
	out, err := m.Side("t", []figure.Upright{{Outline: []figure.Spot{{200, 0}, {220, 0}, {210, 90}}, Bottom: 5, Top: 20}})
	if err != nil {
		t.Fatal(err)
	}
	// 120 m to 400 m across, up to 50 m: stretched by 280/2/50, about 3.
	if a, b := out.Places[0].At, out.Places[1].At; a != (figure.Spot{120, 150}) || b != (figure.Spot{400, 0}) {
		t.Errorf("nodes at %v and %v", a, b)
	}
	if low, high := out.Obstacles[0][0], out.Obstacles[0][2]; low != (figure.Spot{200, 15}) || high != (figure.Spot{220, 60}) {
		t.Errorf("an obstacle from %v to %v", low, high)
	}
	if out.Title != "t, from the south, altitudes × 3" {
		t.Error(out.Title)
	}
}
