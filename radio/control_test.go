package radio_test

import (
	"testing"

	"bellwether/protocol"
	"bellwether/radio"
)

// Losses of a program's own: of them the simplest, one by distance, and one that draws for
// control frames. Each loses what it is asked by.
type (
	byLink     struct{ asked *string }
	byDistance struct{ byLink }
	byControl  struct{ byDistance }
)

func (l byLink) Lost(protocol.ID, protocol.ID, protocol.Time) bool {
	*l.asked = "Lost"
	return true
}

func (l byDistance) LostAt(_, _ protocol.ID, _ protocol.Time, squareM2 float64) bool {
	*l.asked = "LostAt"
	return squareM2 == 9
}

func (l byControl) LostControl(_, _ protocol.ID, _ protocol.Time, squareM2 float64) bool {
	*l.asked = "LostControl"
	return squareM2 == 9
}

func TestALossIsAskedAboutControlFramesByTheMostThatItKnows(t *testing.T) {
	asked := ""
	for want, l := range map[string]radio.Loss{
		"Lost": byLink{&asked}, "LostAt": byDistance{byLink{&asked}}, "LostControl": byControl{byDistance{byLink{&asked}}},
	} {
		if lost := radio.LostControl(l, 1, 2, 3, 9); !lost || asked != want {
			t.Errorf("%T: lost %v, asked by %s, want %s", l, lost, asked, want)
		}
	}
}
