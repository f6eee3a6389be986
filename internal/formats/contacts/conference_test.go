package contacts_test

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/contacts"
)

const scans = 120 * time.Second

// day returns the trace of a conference with a seed.
func day(t testing.TB, seed uint64) *contacts.Trace {
	t.Helper()
	var b bytes.Buffer
	if err := contacts.WriteConference(&b, contacts.ConferenceOptions{Seed: seed}); err != nil {
		t.Fatal(err)
	}
	return read(t, "contacts", b.String(), contacts.Rules{Scan: scans})
}

// apart returns the inter-contact times of all pairs in seconds, sorted.
func apart(tr *contacts.Trace) []float64 {
	var gaps []float64
	list := tr.Contacts()
	for i := 1; i < len(list); i++ {
		if c, d := list[i-1], list[i]; c.A == d.A && c.B == d.B {
			gaps = append(gaps, (d.From - c.Until).Seconds())
		}
	}
	slices.Sort(gaps)
	return gaps
}

// beyond returns the share of sorted times that are at least t.
func beyond(sorted []float64, t float64) float64 {
	k, _ := slices.BinarySearch(sorted, t)
	return 1 - float64(k)/float64(len(sorted))
}

// slope returns the slope of the line through the logarithms of the times' CCDF at twelve
// instants, by least squares.
func slope(sorted []float64, from, to time.Duration) float64 {
	const points = 12
	var x, y, xx, xy float64
	for k := range points {
		t := from.Seconds() * math.Pow(to.Seconds()/from.Seconds(), float64(k)/(points-1))
		u, v := math.Log(t), math.Log(beyond(sorted, t))
		x, y, xx, xy = x+u, y+v, xx+u*u, xy+u*v
	}
	return (points*xy - x*y) / (points*xx - x*x)
}

// Inter-contact times follow a power law with the given exponent over a decade and a half,
// up to a session and a half. Longer times are rarer, since the day ends.
func TestConferenceInterContactTimes(t *testing.T) {
	for seed := range uint64(5) {
		gaps := apart(day(t, seed))
		if a := -slope(gaps, 3*time.Minute, 90*time.Minute); a < 0.3 || a > 0.5 {
			t.Errorf("seed %d: the CCDF falls with exponent %.3f to 90 min, want about 0.4", seed, a)
		}
		if a := -slope(gaps, 2*time.Hour, 7*time.Hour); a < 1.2 {
			t.Errorf("seed %d: the CCDF falls with exponent %.3f from 2 h to 7 h, want a cut-off", seed, a)
		}
		if share := beyond(gaps, 3600); share < 0.15 || share > 0.35 {
			t.Errorf("seed %d: %.3f of the times exceed an hour", seed, share)
		}
	}
}

// Most contacts are seen by one scan or two. A person sees another four to five times a
// day: the 22,459 sightings of three days at Infocom 2005 (Chaintreau et al.) are 4.6 a
// day for each of 41 devices and each of the 40 others.
func TestConferenceContacts(t *testing.T) {
	for seed := range uint64(5) {
		tr := day(t, seed)
		var lasts []float64
		for _, c := range tr.Contacts() {
			lasts = append(lasts, (c.Until - c.From).Seconds())
		}
		slices.Sort(lasts)
		if tr.Nodes() != 41 {
			t.Errorf("seed %d: %d people", seed, tr.Nodes())
		}
		if median := lasts[len(lasts)/2]; median < 120 || median > 240 {
			t.Errorf("seed %d: the median contact lasts %v s", seed, median)
		}
		if longest := lasts[len(lasts)-1]; longest > (90*time.Minute + scans).Seconds() {
			t.Errorf("seed %d: a contact of %v s is longer than a session", seed, longest)
		}
		if each := float64(tr.Tally().Rows) / (41 * 40); each < 3.5 || each > 5 {
			t.Errorf("seed %d: a person sees another %.2f times", seed, each)
		}
		if _, last := tr.Span(); last > 9*time.Hour+scans || last < 8*time.Hour+45*time.Minute {
			t.Errorf("seed %d: the day ends at %v", seed, last)
		}
	}
}

// degree returns the mean number of contacts of a person over a span.
func degree(tr *contacts.Trace, from, until time.Duration) float64 {
	together := 0.0
	for _, c := range tr.Contacts() {
		together += max(min(c.Until, until)-max(c.From, from), 0).Seconds()
	}
	return 2 * together / float64(tr.Nodes()) / (until - from).Seconds()
}

// In each break a person has several times as many contacts as in each session.
func TestConferenceBreaksHaveMoreContacts(t *testing.T) {
	clock := func(minutes int) time.Duration { return time.Duration(minutes) * time.Minute }
	breaks := [][2]int{{0, 30}, {120, 150}, {240, 330}, {420, 450}}
	sessions := [][2]int{{35, 120}, {155, 240}, {335, 420}, {455, 540}} // a scan counts for 2 min
	for seed := range uint64(3) {
		tr := day(t, seed)
		for _, b := range breaks {
			if d := degree(tr, clock(b[0]), clock(b[1])); d < 2 || d > 5 {
				t.Errorf("seed %d: in the break at %v the degree is %.2f", seed, clock(b[0]), d)
			}
		}
		for _, s := range sessions {
			if d := degree(tr, clock(s[0]), clock(s[1])); d < 0.1 || d > 0.8 {
				t.Errorf("seed %d: in the session at %v the degree is %.2f", seed, clock(s[0]), d)
			}
		}
	}
}

// Every sighting is possible for a device that scans at regular times: all instants of one
// device are on its own grid, and the last is not before the first.
func TestConferenceIsScanned(t *testing.T) {
	var b bytes.Buffer
	if err := contacts.WriteConference(&b, contacts.ConferenceOptions{Seed: 3, Nodes: 12}); err != nil {
		t.Fatal(err)
	}
	phase := map[string]int{}
	grid := int(scans / time.Second)
	rows := strings.Split(strings.TrimSpace(b.String()), "\n")[2:]
	for _, row := range rows {
		var seer, seen string
		var first, last int
		fields := strings.Split(row, ",")
		seer, seen = fields[0], fields[1]
		first, last = whole(t, fields[2]), whole(t, fields[3])
		if _, known := phase[seer]; !known {
			phase[seer] = first % grid
		}
		if seer == seen || first%grid != phase[seer] || last%grid != phase[seer] || last < first {
			t.Fatalf("row %s of a device that scans at %d", row, phase[seer])
		}
	}
	if len(phase) != 12 || len(rows) < 100 {
		t.Errorf("%d rows of %d devices", len(rows), len(phase))
	}
}

func whole(t *testing.T, word string) int {
	t.Helper()
	d, err := time.ParseDuration(word + "s")
	if err != nil {
		t.Fatal(err)
	}
	return int(d / time.Second)
}

func TestConferenceDependsOnItsSeed(t *testing.T) {
	files := map[string]bool{}
	for _, seed := range []uint64{1, 2, 1} {
		var b bytes.Buffer
		if err := contacts.WriteConference(&b, contacts.ConferenceOptions{Seed: seed, Nodes: 10, Rooms: 2}); err != nil {
			t.Fatal(err)
		}
		files[b.String()] = true
	}
	if len(files) != 2 {
		t.Errorf("two seeds made %d files", len(files))
	}
	for _, o := range []contacts.ConferenceOptions{{Nodes: 1}, {Nodes: 1001}, {Rooms: -1}, {Scan: time.Millisecond}, {Scan: 2 * time.Hour}} {
		if err := contacts.WriteConference(io.Discard, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
