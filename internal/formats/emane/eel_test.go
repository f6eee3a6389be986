package emane_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/emane"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
)

// overMatrix returns a function for the power received over a matrix, with senders of 0
// dBm.
func overMatrix(t testing.TB, m *phy.Matrix) func(from, to protocol.ID, at time.Duration) float64 {
	t.Helper()
	c, err := phy.NewChannel(radio.ChannelOptions{Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -200}}, phy.Site{Matrix: m})
	if err != nil {
		t.Fatal(err)
	}
	return func(from, to protocol.ID, at time.Duration) float64 {
		return c.MeanDBm(radio.Hop{From: from, To: to, At: protocol.Time(at)})
	}
}

const log = `# from a field day
-5.0 nem:7 pathloss nem:20,80
0.0  nem:7 location gps 40.03,-74.52,3.0
0.0  nem:7 pathloss nem:20,90.0 nem:100,95.5,97.25   # there and back
1.5  nem:20 pathloss nem:7,91 nem:100,200
3    nem:7 pathloss nem:7,0 nem:20,70
`

func TestAnEventLogIsReadLikeByItsTools(t *testing.T) {
	m, names, err := emane.Read(strings.NewReader(log), "day.eel")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(names, []string{"7", "20", "100"}) || m.Nodes() != 3 {
		t.Errorf("nodes are %v", names)
	}
	got := overMatrix(t, m)
	none := math.Inf(-1)
	for _, c := range []struct {
		from, to protocol.ID
		at       time.Duration
		dBm      float64
	}{
		{1, 2, 0, -90}, {1, 2, 2999 * time.Millisecond, -90}, {1, 2, 3 * time.Second, -70}, {1, 2, time.Hour, -70},
		{2, 1, 0, none}, {2, 1, 1499 * time.Millisecond, none}, {2, 1, 1500 * time.Millisecond, -91}, {2, 1, time.Hour, -91},
		{1, 3, 0, -95.5}, {3, 1, 0, -97.25},
		{2, 3, 0, none}, {2, 3, 2 * time.Second, -200}, {3, 2, 2 * time.Second, -200}, // implied: no line states it
		{1, 1, 5 * time.Second, none},
	} {
		if dBm := got(c.from, c.to, c.at); dBm != c.dBm {
			t.Errorf("%d to %d at %v: %v dBm, want %v", c.from, c.to, c.at, dBm, c.dBm)
		}
	}
}

func TestEventLogErrorsHaveTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                       "has no pathloss events",
		"0 nem:1 location gps 1,2,3":                             "has no pathloss events",
		"x nem:1 pathloss nem:2,1":                               "day.eel:1: time must be",
		"NaN nem:1 pathloss nem:2,1":                             "day.eel:1: time must be",
		"1e300 nem:1 pathloss nem:2,1":                           "day.eel:1: time must be",
		"2 nem:1 x\n1 nem:1 y":                                   "day.eel:2: time goes back from 2 to 1",
		"0 1 pathloss nem:2,1":                                   "day.eel:1: a node is written nem:1",
		"0 nem:1 pathloss 2,1":                                   "a node is written nem:1",
		"0 nem:1 pathloss nem:2":                                 "a loss is written",
		"0 nem:1 pathloss nem:2,1,2,3":                           "a loss is written",
		"0 nem:1 pathloss nem:2,-1":                              "a loss must be",
		"0 nem:1 pathloss nem:2,NaN":                             "a loss must be",
		"\n\n0 nem:1 pathloss nem:2,1,hi":                        "day.eel:3: a loss must be",
		strings.Repeat("9", 1000) + " nem:1 pathloss nem:2,1":    `within a year, got "` + strings.Repeat("9", 40) + `"`,
		"0 nem:-1 pathloss nem:2,1":                              "a node is written",
		"0 nem:1 pathloss nem:2,1 " + strings.Repeat("x", 1<<20): "cannot read day.eel",
	} {
		if _, _, err := emane.Read(strings.NewReader(text), "day.eel"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func FuzzEventLog(f *testing.F) {
	f.Add(log)
	f.Add("0 nem:1 pathloss nem:4294967295,1e3")
	f.Fuzz(func(t *testing.T, text string) {
		m, names, err := emane.Read(strings.NewReader(text), "x")
		if err == nil && (m.Nodes() != len(names) || m.Nodes() < 2) {
			t.Fatalf("%d nodes of %d names", m.Nodes(), len(names))
		}
	})
}

// ETCE's events: one loss between all of a list, and -Inf, before all others.
func TestETCEsEventsAreRead(t *testing.T) {
	m, names, err := emane.Read(strings.NewReader("-Inf  nem:1-2,4 allinformedpathloss 90\n-Inf nem:4 fadingselection nem:1,none\n3 nem:1 pathloss nem:4,70,75\n"), "day.eel")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(names, []string{"1", "2", "4"}) {
		t.Errorf("nodes are %v", names)
	}
	got := overMatrix(t, m)
	for _, c := range []struct {
		from, to protocol.ID
		at       time.Duration
		dBm      float64
	}{{1, 2, 0, -90}, {2, 1, 0, -90}, {1, 3, 0, -90}, {3, 2, 0, -90}, {1, 3, 3 * time.Second, -70}, {3, 1, 3 * time.Second, -75}, {2, 3, time.Hour, -90}} {
		if dBm := got(c.from, c.to, c.at); dBm != c.dBm {
			t.Errorf("%d to %d at %v: %v dBm, want %v", c.from, c.to, c.at, dBm, c.dBm)
		}
	}
	for _, line := range []string{"0 nem:3-1 allinformedpathloss 9", "0 nem:1-99999999 allinformedpathloss 9", "0 nem:1-2 allinformedpathloss", "0 1-2 allinformedpathloss 9", "Inf nem:1 pathloss nem:2,3"} {
		if _, _, err := emane.Read(strings.NewReader(line), "day.eel"); err == nil || !strings.HasPrefix(err.Error(), "radio: day.eel:1: ") {
			t.Errorf("%q: %v", line, err)
		}
	}
}
