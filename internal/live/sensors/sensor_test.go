package sensors

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/contract/capability"
)

func TestParseAccepts(t *testing.T) {
	for spec, want := range map[string]Static{"static=0": 0, "static=42": 42, "static=1e3": 1000, "static= 2.5": 3, "static=1000000000000": 1e12} {
		s, err := Parse(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if v, err := s.Value(t.Context(), Heard{Members: 7}); v != int64(want) || s != Source(want) || err != nil {
			t.Errorf("%s: %d, %v", spec, v, err)
		}
	}
	for spec, want := range map[string]Weights{
		"auto":                               {Battery: 0.7, Connectivity: 0.3},
		"auto=battery:0.5":                   {Battery: 0.5, Connectivity: 0.3},
		"auto=load:0.2,battery:0":            {Connectivity: 0.3, Load: 0.2},
		"auto=uptime:1,signal:0.25,rtt:1e-1": {Battery: 0.7, Connectivity: 0.3, Uptime: 1, Signal: 0.25, RTT: 0.1},
	} {
		s, err := Parse(spec)
		if a, ok := s.(*Auto); !ok || a.weights != want || err != nil {
			t.Errorf("%s: %+v, %v", spec, s, err)
		}
	}
	for spec, command := range map[string]string{"exec=/bin/score": "/bin/score", "exec=x=1; echo $x": "x=1; echo $x"} {
		s, err := Parse(spec)
		if e, ok := s.(*Script); !ok || e.command != command || e.timeout != 5*time.Second || err != nil {
			t.Errorf("%s: %+v, %v", spec, s, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for spec, says := range map[string]string{
		"":                                   "use static=N, auto",
		"best":                               "use static=N, auto",
		"static":                             "use static=N, auto",
		"exec":                               "use static=N, auto",
		"Auto":                               "use static=N, auto",
		"auto,load:1":                        "use static=N, auto",
		"static=":                            "no number",
		"static=many":                        `"many" is not a number`,
		"static=NaN":                         `"NaN" is not a number`,
		"static=0x10":                        `"0x10" is not a number`,
		"static=1_000":                       `"1_000" is not a number`,
		"static=-1":                          "from 0 to 1000000000000",
		"static=1000000000001":               "from 0 to 1000000000000",
		"static=1e999":                       "from 0 to 1000000000000",
		"auto=":                              "no weights after auto=",
		"auto=batery:1":                      "there are battery, connectivity, link_quality, uptime, load, signal, rtt",
		"auto=closeness:0.5":                 "a node does not learn how many hops others are from one another",
		"auto=battery:1,mobility:0.5":        "a machine does not know how fast it moves; exec= can say it",
		"auto=static:0.5":                    "static=N is a capability by itself",
		"auto=link_quality:2":                "weight link_quality must be from 0 to 1, got 2",
		"auto=battery":                       "as in battery:0.5",
		"auto=battery:full":                  `got "full"`,
		"auto=battery:1.1":                   "weight battery must be from 0 to 1, got 1.1",
		"auto=rtt:-0.1":                      "weight rtt must be from 0 to 1",
		"auto=load:NaN":                      "weight load must be from 0 to 1",
		"auto=load:Inf":                      "weight load must be from 0 to 1",
		"auto=load:1,load:0":                 "given twice",
		"auto=load:1,":                       `no weight ""`,
		"auto=battery:0,connectivity:0":      "every node would offer 0",
		"exec=":                              "needs a command",
		"exec=  ":                            "needs a command",
		"exec=a\x00b":                        "NUL",
		"static=" + strings.Repeat("9", 500): "…",
	} {
		s, err := Parse(spec)
		if s != nil || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, %v", spec, s, err)
			continue
		}
		if text := err.Error(); strings.Contains(text, "sensor:") || len(text) > 300 {
			t.Errorf("%.40q: %s", spec, text)
		}
	}
}

func TestWeightsAreChecked(t *testing.T) {
	for _, w := range []Weights{{Battery: -1}, {Uptime: math.NaN()}, {Signal: math.Inf(1)}, {RTT: 1.0001}} {
		if _, err := NewAuto(AutoOptions{Weights: w}); err == nil {
			t.Errorf("%+v was accepted", w)
		}
	}
	if err := (Weights{}).Validate(); err == nil {
		t.Error("no weight at all was accepted")
	}
	if a, err := NewAuto(AutoOptions{}); err != nil || a.weights != DefaultWeights {
		t.Errorf("no options: %+v, %v", a, err)
	}
}

// TestSharesByHand checks both ends and one point between of each mapping, computed by
// hand from the package comment.
func TestSharesByHand(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"no battery", batteryShare(math.NaN()), 1},
		{"battery", batteryShare(0.3), 0.3},
		{"more than full", batteryShare(1.2), 1},
		{"less than empty", batteryShare(-0.1), 0},
		{"no hello heard", qualityShare(0), 0},
		{"three of four", qualityShare(0.75), 0.75},
		{"more than all", qualityShare(1.5), 1},
		{"nothing known", qualityShare(math.NaN()), 0},
		{"idle", loadShare(0), 1},
		{"a quarter busy", loadShare(0.25), 0.75},
		{"overloaded", loadShare(7), 0},
		{"no load known", loadShare(math.NaN()), 0},
		{"no Wi-Fi", signalShare(math.NaN()), 1},
		{"far", signalShare(-100), 0},
		{"out of range", signalShare(-inf), 0},
		{"middling", signalShare(-75), 0.5},
		{"near", signalShare(-50), 1},
		{"very near", signalShare(-20), 1},
		{"no round trip", rttShare(0), 0},
		{"LAN", rttShare(5 * time.Millisecond), 0.99},
		{"slow", rttShare(250 * time.Millisecond), 0.5},
		{"lost", rttShare(500 * time.Millisecond), 0},
		{"late", rttShare(time.Minute), 0},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestValueIsInRange tests every reading at its extremes.
func TestValueIsInRange(t *testing.T) {
	all := Weights{1, 1, 1, 1, 1, 1, 1}
	odd := []float64{math.NaN(), math.Inf(-1), math.Inf(1), -1, 0, 0.5, 1, 1e300}
	for _, b := range odd {
		for _, l := range odd {
			for _, s := range odd {
				for _, d := range []time.Duration{math.MinInt64, -1, 0, 1, time.Hour, math.MaxInt64} {
					r := Reading{BatteryFraction: b, Load1PerCPU: l, SignalDBm: s, LinkQuality: s, Uptime: d, RTT: d}
					if v := all.value(r, 5); v < 0 || v > 7*capability.ValueScale || v%capability.ValueQuantum != 0 {
						t.Fatalf("%+v: %d", r, v)
					}
				}
			}
		}
	}
}

// clock is a clock that the test moves.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

// links returns a machine without a battery that weighs only its degree, with 1/16 for
// each member.
func links(t *testing.T) (*Auto, *clock) {
	t.Helper()
	none := t.TempDir()
	a, err := NewAuto(AutoOptions{Weights: Weights{Connectivity: 1}, Sys: none, Proc: none})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{time.Unix(1e9, 0)}
	a.now = c.now
	return a, c
}

func TestLinkQualityIsTheShareOfHellos(t *testing.T) {
	a, err := NewAuto(AutoOptions{Weights: Weights{LinkQuality: 0.5}, Sys: t.TempDir(), Proc: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for share, want := range map[float64]int64{0: 0, 0.5: 250, 0.97: 480, 1: 500} {
		if v, err := a.Value(t.Context(), Heard{Members: 3, Quality: share}); v != want || err != nil {
			t.Errorf("%v of the hellos: %d, %v; want %d", share, v, err, want)
		}
	}
}

func TestFirstDegreeCountsAtOnce(t *testing.T) {
	a, _ := links(t)
	if v, err := a.Value(t.Context(), Heard{Members: 8}); v != 500 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
}

// TestDegreeIsSmoothedAsInAScenario loses all 16 members. After s seconds the share is
// 0.9 to the power of s: 0.9⁷ = 0.478, 0.9²⁰ = 0.122.
func TestDegreeIsSmoothedAsInAScenario(t *testing.T) {
	for _, step := range []time.Duration{100 * time.Millisecond, 700 * time.Millisecond, time.Second, 3500 * time.Millisecond} {
		a, c := links(t)
		if v, _ := a.Value(t.Context(), Heard{Members: 16}); v != 1000 {
			t.Fatalf("at first %d", v)
		}
		start := c.t
		for _, at := range []struct {
			after time.Duration
			want  int64
		}{{0, 1000}, {999 * time.Millisecond, 1000}, {time.Second, 900}, {7 * time.Second, 470}, {20 * time.Second, 120}, {90 * time.Second, 0}} {
			for c.t.Sub(start) < at.after {
				c.t = c.t.Add(min(step, at.after-c.t.Sub(start)))
				a.Value(t.Context(), Heard{})
			}
			if v, err := a.Value(t.Context(), Heard{}); v != at.want || err != nil {
				t.Errorf("read every %v, after %v: %d, %v; want %d", step, at.after, v, err, at.want)
			}
		}
	}
}

func TestDegreeAfterALongPauseIsThePresentOne(t *testing.T) {
	a, c := links(t)
	a.Value(t.Context(), Heard{Members: 16})
	c.t = c.t.Add(24 * time.Hour)
	if v, _ := a.Value(t.Context(), Heard{Members: 4}); v != 250 {
		t.Errorf("%d after a day asleep", v)
	}
}

func TestClockThatGoesBackChangesNothing(t *testing.T) {
	a, c := links(t)
	a.Value(t.Context(), Heard{Members: 16})
	c.t = c.t.Add(-time.Hour)
	if v, _ := a.Value(t.Context(), Heard{}); v != 1000 {
		t.Errorf("%d", v)
	}
}

func TestEndedContextIsReported(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, _ := links(t)
	if v, err := a.Value(ctx, Heard{Members: 8}); v != 500 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v", v, err)
	}
}
