package contacts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/formats/contacts"
)

// TestClippingAndReadingCommute: a file whose sightings are cut at begin and end has the
// contacts of the whole file, cut, for each rule about the two sides.
func TestClippingAndReadingCommute(t *testing.T) {
	f, _ := contacts.FormatByName("contacts")
	rapid.Check(t, func(t *rapid.T) {
		begin := rapid.IntRange(0, lastSecond-1).Draw(t, "begin")
		end := rapid.IntRange(begin+1, lastSecond).Draw(t, "end")
		rules := contacts.Rules{OneSided: rapid.SampledFrom([]contacts.Sides{contacts.Union, contacts.Both}).Draw(t, "sides")}
		var whole, part strings.Builder
		for node := 1; node <= someNodes; node++ { // so that the file has all nodes
			fmt.Fprintf(&whole, "%d,%d,0,0\n", node, node%someNodes+1)
			fmt.Fprintf(&part, "%d,%d,0,0\n", node, node%someNodes+1)
		}
		for _, r := range drawSightings(t) {
			until := r.until
			if until < 0 {
				until = lastSecond + 1
				fmt.Fprintf(&whole, "%d,%d,%d,\n", r.a, r.b, r.from)
			} else {
				fmt.Fprintf(&whole, "%d,%d,%d,%d\n", r.a, r.b, r.from, r.until)
			}
			if from, until := max(r.from, begin), min(until, end); from < until {
				fmt.Fprintf(&part, "%d,%d,%d,%d\n", r.a, r.b, from-begin, until-begin)
			}
		}
		read := func(text string) *contacts.Trace {
			tr, err := f.Read(strings.NewReader(text), "drawn", rules)
			if err != nil {
				t.Fatal(err)
			}
			return tr
		}
		few := rapid.IntRange(1, someNodes).Draw(t, "nodes")
		among := slices.DeleteFunc(slices.Clone(read(whole.String()).Contacts()), func(c contacts.Contact) bool { return int(c.B) > few })
		if got := read(whole.String()).Among(few).Contacts(); !slices.Equal(got, among) {
			t.Fatalf("of %d nodes: %v, want %v", few, got, among)
		}
		second := func(s int) time.Duration { return time.Duration(s) * time.Second }
		got := read(whole.String()).Until(second(end)).After(second(begin)).Contacts()
		if want := read(part.String()).Contacts(); !slices.Equal(got, want) {
			t.Fatalf("from %d s to %d s: %v, want %v of\n%s", begin, end, got, want, whole.String())
		}
	})
}
