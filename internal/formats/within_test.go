package formats_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// ships is a file of a whole country: ship 7 sails into the rectangle and out of it, ship 8 is far
// away, and ship 9 comes in a single step.
func ships() string {
	var b strings.Builder
	b.WriteString("MMSI,base_date_time,longitude,latitude\n")
	for minute := range 41 {
		at := fmt.Sprintf("2026-05-01 12:%02d:00", minute)
		fmt.Fprintf(&b, "7,%s,%.3f,%.3f\n8,%s,-120,30\n", at, -74+0.1*float64(minute), 40+0.01*float64(minute), at)
		if minute > 19 {
			fmt.Fprintf(&b, "9,%s,-72,40\n", at)
		} else {
			fmt.Fprintf(&b, "9,%s,-90,40\n", at)
		}
	}
	return b.String()
}

// A file that does not fit on a plane is refused, with what reads a part of it; and the part is what it
// would be of a smaller file.
func TestAPartOfACountry(t *testing.T) {
	f, _ := formats.ByName("csv")
	_, err := f.Read(strings.NewReader(ships()), formats.Input{Name: "a.csv"})
	if err == nil || !strings.Contains(err.Error(), "--within WEST,SOUTH,EAST,NORTH, or within: in a scenario, reads a part of it") {
		t.Fatalf("error %v", err)
	}
	within := text.Rectangle{West: -72.5, South: 39.99, East: -71.5, North: 40.2}
	notes := &text.Notes{}
	part, err := f.Read(strings.NewReader(ships()), formats.Input{Name: "a.csv", Within: &within, Notes: notes})
	if err != nil {
		t.Fatal(err)
	}
	if told := strings.Join(notes.Remarks, "\n"); !strings.Contains(told, "1 ways across the rim of the rectangle are cut at a fix") {
		t.Errorf("told %q", told)
	}
	on, err := geo.On(part.Anchor(), within)
	if err != nil {
		t.Fatal(err)
	}
	if part, err = part.Reshaped(movetrace.Reshaping{Within: &on}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(part.Names(), " "); got != "7 9" {
		t.Fatalf("the nodes are %s", got)
	}
	for node, want := range []string{"15m0s to 20m0s", "20m0s to 40m0s"} { // 7 is at longitude -72.5 after 15 minutes, and at latitude 40.2 after 20
		from, to, seen := time.Duration(0), time.Duration(0), false
		w := movetrace.NewWalker(part.Path(node+1, nil, nil))
		for now := time.Duration(0); now <= 40*time.Minute; now += 30 * time.Second {
			if _, here := w.At(now); here {
				if !seen {
					from, seen = now, true
				}
				to = now
			}
		}
		if got := fmt.Sprint(from, " to ", to); got != want {
			t.Errorf("node %d is there from %s, want %s", node+1, got, want)
		}
	}
}
