package access

import (
	"testing"

	"bellwether/internal/sim/presets"
)

// Frames in the table and longer ones have the airtimes of the link.
func TestAirtimesAreThoseOfTheLink(t *testing.T) {
	for _, name := range presets.All() {
		link := name.Link
		l := &Layer{Options: Options{Link: link}}
		l.fillAirtimes()
		for bytes := range 2 * shortFrame {
			if got, want := l.lasts(bytes), link.Airtime(bytes); got != want {
				t.Fatalf("%+v: %d bytes last %v, want %v", link, bytes, got, want)
			}
		}
	}
}
