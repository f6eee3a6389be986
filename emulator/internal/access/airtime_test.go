package access

import (
	"testing"

	"bellwether/internal/presets"
)

// Airtimes computed in advance are those of the link, and so are those of longer frames.
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
