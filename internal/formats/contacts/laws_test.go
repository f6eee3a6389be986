package contacts_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/formats/contacts"
)

// A seen is one sighting of a file, in whole seconds.
type seen struct{ a, b, from, until int }

const (
	lastSecond = 40
	someNodes  = 4
)

// drawSightings draws sightings that repeat, nest, overlap or touch, have no length or no
// end, or are by one side only.
func drawSightings(t *rapid.T) []seen {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) seen {
		a := rapid.IntRange(1, someNodes).Draw(t, "a")
		b := (a+rapid.IntRange(0, someNodes-2).Draw(t, "step"))%someNodes + 1
		from := rapid.IntRange(0, lastSecond).Draw(t, "from")
		until := rapid.OneOf(rapid.Just(-1), rapid.IntRange(from, lastSecond)).Draw(t, "until")
		return seen{a, b, from, until}
	}), 1, 25).Draw(t, "sightings")
}

// TestUnionIsThatOfEachSecond compares the trace with a table of every second of every
// sighting.
func TestUnionIsThatOfEachSecond(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawSightings(t)
		scan := rapid.IntRange(0, 5).Draw(t, "scan")
		sides := rapid.SampledFrom([]contacts.Sides{contacts.Union, contacts.Both}).Draw(t, "sides")
		const end = lastSecond + 10
		var saw [someNodes + 1][someNodes + 1][end]bool
		var file strings.Builder
		for _, r := range rows {
			until := fmt.Sprint(r.until)
			if r.until < 0 {
				until = ""
			}
			fmt.Fprintf(&file, "%d,%d,%d,%s\n", r.a, r.b, r.from, until)
			for s := r.from; s < end && (r.until < 0 || s < r.until+scan); s++ {
				saw[r.a][r.b][s] = true
			}
		}
		f, _ := contacts.FormatByName("contacts")
		tr, err := f.Read(strings.NewReader(file.String()), "drawn", contacts.Rules{Scan: time.Duration(scan) * time.Second, OneSided: sides})
		if err != nil {
			t.Fatal(err)
		}
		var got [someNodes + 1][someNodes + 1][end]bool
		names := tr.Names()
		for i, c := range tr.Contacts() {
			if c.A >= c.B || c.From >= c.Until {
				t.Fatalf("contact %+v", c)
			}
			if i > 0 {
				if p := tr.Contacts()[i-1]; p.A == c.A && p.B == c.B && c.From <= p.Until {
					t.Fatalf("%+v and %+v are not apart", p, c)
				}
			}
			var a, b int
			fmt.Sscan(names[c.A-1]+" "+names[c.B-1], &a, &b)
			for s := range end {
				at := time.Duration(s) * time.Second
				got[a][b][s] = got[a][b][s] || c.From <= at && at < c.Until
			}
		}
		for a := 1; a <= someNodes; a++ {
			for b := a + 1; b <= someNodes; b++ {
				for s := range end {
					want := saw[a][b][s] || saw[b][a][s]
					if sides == contacts.Both {
						want = saw[a][b][s] && saw[b][a][s]
					}
					if got[a][b][s] != want {
						t.Fatalf("%d-%d at %d s: in contact %v, want %v\n%s", a, b, s, got[a][b][s], want, file.String())
					}
				}
			}
		}
	})
}

// A trace that is written in either format and read again is the same, except for nodes
// without contacts.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file strings.Builder
		for _, r := range drawSightings(t) {
			fmt.Fprintf(&file, "%d,%d,%d.000000001,%d.5\n", r.a, r.b, r.from, max(r.from, r.until))
		}
		f, _ := contacts.FormatByName("contacts")
		tr, err := f.Read(strings.NewReader(file.String()), "drawn", contacts.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range contacts.Formats() {
			var b bytes.Buffer
			if err := f.Write(&b, tr); err != nil {
				t.Fatal(err)
			}
			again, err := f.Read(&b, "again", contacts.Rules{})
			if err != nil {
				t.Fatal(err)
			}
			if told(again) != told(tr) {
				t.Fatalf("%s: %q became %q", f.Name, told(tr), told(again))
			}
		}
	})
}

// FuzzRead gives both readers any bytes: a trace that they accept is valid, can be
// written, and is the same when it is read again.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"a,b,start,end\n3,7,12.5,80\n7,p9,90,\n", "1 8 121 121 1 0\n1 8 585 585 2 464\n", "12.5 CONN 3 7 up\n80 CONN 7 3 down\n",
		"1;2;3;4\n\n#\n2;1;3;5", "1,\"2\",0,0", "1,2,3,4\n1,2,3", "0 CONN a b up\n0 CONN b a down",
	} {
		f.Add([]byte(seed), uint8(0), false)
		f.Add([]byte(seed), uint8(120), true)
	}
	f.Fuzz(func(t *testing.T, file []byte, scan uint8, both bool) {
		rules := contacts.Rules{Scan: time.Duration(scan) * time.Second}
		if both {
			rules.OneSided = contacts.Both
		}
		for _, f := range contacts.Formats() {
			tr, err := f.Read(bytes.NewReader(file), "fuzz", rules)
			if err != nil {
				if !strings.HasPrefix(err.Error(), "mobility: fuzz:") {
					t.Fatalf("error %q names no file", err)
				}
				continue
			}
			if tr.Nodes() < 2 || slices.ContainsFunc(tr.Contacts(), func(c contacts.Contact) bool {
				return c.A < 1 || c.A >= c.B || int(c.B) > tr.Nodes() || c.From < 0 || c.From >= c.Until
			}) {
				t.Fatalf("%+v of %d nodes", tr.Contacts(), tr.Nodes())
			}
			if len(tr.Contacts()) == 0 {
				continue
			}
			var b bytes.Buffer
			spans := format(t, "contacts")
			if err := spans.Write(&b, tr); err != nil {
				t.Fatal(err)
			}
			again, err := spans.Read(&b, "again", contacts.Rules{})
			if err != nil || told(again) != told(tr) {
				t.Fatalf("%q became %q, %v", told(tr), told(again), err)
			}
		}
	})
}
