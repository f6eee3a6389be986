package formats_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats"
	"bellwether/internal/formats/movetrace"
)

// clip returns the part of a trace from begin to end as a trace of its own, like a file of
// that part.
func clip(t rapid.TB, whole *movetrace.Trace, begin, end time.Duration) *movetrace.Trace {
	t.Helper()
	part, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: whole, Begin: begin, End: end})
	if err != nil {
		t.Fatal(err)
	}
	tracks := make([]movetrace.Track, whole.Nodes())
	for i, name := range whole.Names() {
		if tracks[i], err = movetrace.Follow(part.Path(i+1, nil, nil), name, part.Duration()); err != nil {
			t.Fatal(err)
		}
	}
	clipped, err := movetrace.NewTrace(tracks)
	if err != nil {
		t.Fatal(err)
	}
	return clipped.Anchored(part.Anchor()).Lasting(part.Duration())
}

// TestClippingAndReadingCommute: a trace may be clipped before it is written or after it
// was read, in any format. The movement is the same.
func TestClippingAndReadingCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		absence := rapid.Bool().Draw(t, "absence")
		whole, lives := anyTrace(t, absence)
		whole = whole.Anchored(movetrace.Anchor{OnEarth: true, Centre: orb.Point{8.5, 47.4}})
		begin := time.Duration(rapid.IntRange(0, lasts-1).Draw(t, "begin")) * time.Second
		end := time.Duration(rapid.IntRange(int(begin/time.Second)+1, lasts).Draw(t, "end")) * time.Second
		part, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: whole, Begin: begin, End: end})
		if err != nil {
			t.Fatal(err)
		}
		if !allCome(part, whole.Nodes()) {
			t.Skip("most formats cannot state a node that is never in the world")
		}
		for _, f := range written() {
			if absence && !f.Absent {
				continue
			}
			first := through(t, f, clip(t, whole, begin, end)).Lasting(end - begin)
			if f.Degrees && !first.Anchor().OnEarth {
				t.Fatalf("%s: not on Earth", f.Name)
			}
			then := clip(t, through(t, f, whole), begin, end)
			if f.Steps { // in a file of the whole trace, a jump at the end is a move towards it
				if end-begin <= time.Second {
					continue
				}
				first, then = clip(t, first, 0, end-begin-time.Second), clip(t, then, 0, end-begin-time.Second)
			}
			if wrong := differ(first, then, step(f)); wrong != "" {
				t.Fatalf("%s from %v to %v: %s", f.Name, begin, end, wrong)
			}
			if first.Anchor().OnEarth {
				continue // in degrees the part has another plane
			}
			for node, l := range lives {
				w := movetrace.NewWalker(first.Path(node+1, nil, nil))
				for now := time.Duration(0); now < end-begin; now += step(f) {
					want, present := l.at(begin + now)
					got, here := w.At(now)
					if present != here || present && math.Hypot(got[0]-want[0], got[1]-want[1]) > 1e-5 {
						t.Fatalf("%s from %v to %v: node %d at %v: %v, %v, want %v, %v", f.Name, begin, end, node+1, now, got, here, want, present)
					}
				}
			}
		}
	})
}

// TestWhatNodesDoAfterTheirLastFix: in each format node a has fixes to 40 s, and node b to
// 20 s. If the format does not state what b does then, it leaves or stays, as is asked
// for. If the format states it, b does that to the end of the trace.
func TestWhatNodesDoAfterTheirLastFix(t *testing.T) {
	at := func(clock string) string { return "<time>2026-05-01T12:" + clock + "Z</time>" }
	point := func(lat, lon, clock string) string {
		return `<trkpt lat="` + lat + `" lon="` + lon + `">` + at(clock) + "</trkpt>"
	}
	for _, c := range []struct{ file, text, want string }{
		{"a.csv", "a,0,0,0\nb,0,9,9\nb,20,29,9\na,40,5,5\n", "leaves at 20s, stays"},
		{"away.csv", "a,0,0,0\nb,0,9,9\nb,20,29,9\nb,20,,\na,40,5,5\n", "leaves at 20s"},
		{"a.gpx", "<gpx><trk><name>a</name><trkseg>" + point("47", "8", "00:00") + point("47.001", "8", "00:40") + "</trkseg></trk><trk><name>b</name><trkseg>" +
			point("47", "8.001", "00:00") + point("47.0005", "8.001", "00:20") + "</trkseg></trk></gpx>", "leaves at 20s, stays"},
		{"a.geojson", `{"type":"FeatureCollection","coordinates_are":"metres","features":[
			{"type":"Feature","properties":{"node":"a","times":[0,40]},"geometry":{"type":"LineString","coordinates":[[0,0],[5,5]]}},
			{"type":"Feature","properties":{"node":"b","times":[0,20]},"geometry":{"type":"LineString","coordinates":[[9,9],[29,9]]}}]}`, "leaves at 20s, stays"},
		{"a.fcd", `<fcd-export><timestep time="0"><vehicle id="a" x="0" y="0"/><vehicle id="b" x="9" y="9"/></timestep>
			<timestep time="20"><vehicle id="a" x="2" y="2"/></timestep><timestep time="40"><vehicle id="a" x="5" y="5"/></timestep></fcd-export>`, "leaves at 20s"},
		{"a.tcl", "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n$node_(1) set X_ 9\n$node_(1) set Y_ 9\n" +
			"$ns_ at 0 \"$node_(1) setdest 29 9 1\"\n$ns_ at 0 \"$node_(0) setdest 40 0 1\"\n", "leaves at 40s, stays"},
		{"away.tcl", "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n$node_(1) set X_ 9\n$node_(1) set Y_ 9\n" +
			"$ns_ at 20 \"$node_(1) switch OFF\"\n$ns_ at 0 \"$node_(0) setdest 40 0 1\"\n", "leaves at 20s"},
		{"last.tcl", "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n$node_(1) set X_ 9\n$node_(1) set Y_ 9\n" +
			"$ns_ at 40 \"$node_(1) switch OFF\"\n$ns_ at 0 \"$node_(0) setdest 40 0 1\"\n", "leaves at 40s"},
		{"a.movements", "0 0 0 40 5 5\n0 9 9 20 29 9\n", "leaves at 40s, stays"},
		{"a.one", "0 40 0 99 0 99\n0 a 0 0\n0 b 9 9\n20 b 29 9\n40 a 5 5\n", "leaves at 40s, stays"},
		{"a.paths", "1 0 40 0 99 0 99\n0 0,0,0 40,5,5\n1 0,9,9 20,29,9\n", "leaves at 40s, stays"},
	} {
		f, err := formats.ByFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := f.Read(strings.NewReader(c.text), formats.Input{Name: c.file})
		if err != nil {
			t.Fatal(err)
		}
		present := func(after movetrace.Ending, now time.Duration) bool {
			x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: whole, After: after})
			if err != nil {
				t.Fatal(err)
			}
			w := movetrace.NewWalker(x.Path(2, nil, nil))
			_, here := w.At(now)
			return here
		}
		got := "never leaves"
		for now := time.Duration(0); now < time.Hour; now += time.Second {
			if !present(movetrace.Leave, now) {
				got = "leaves at " + now.String()
				break
			}
		}
		if present(movetrace.Stay, 30*time.Second) && present(movetrace.Stay, time.Hour) {
			got += ", stays"
		}
		if got != c.want {
			t.Errorf("%s: b %s, want: %s", c.file, got, c.want)
		}
		if whole.Duration() != 40*time.Second {
			t.Errorf("%s: the trace lasts %v", c.file, whole.Duration())
		}
	}
}

// allCome reports whether each of the nodes is in the world at some time.
func allCome(part *movetrace.Excerpt, nodes int) bool {
	for node := 1; node <= nodes; node++ {
		w := movetrace.NewWalker(part.Path(node, nil, nil))
		l := w.Leg(0)
		for l.Absent && l.End < part.Duration() {
			l = w.Leg(l.End)
		}
		if l.Absent {
			return false
		}
	}
	return true
}

// A jump at the cut is after it: in a script of ns-2 it is a jump too, and no way that ends there,
// whichever way the last bit of its speed is rounded.
func TestAJumpAtTheCutIsAfterIt(t *testing.T) {
	for way := 1.0; way < 4; way += 0.111 {
		r := movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true})
		node, err := r.Node("0")
		for _, f := range []movetrace.Fix{{At: 0}, {At: 33 * time.Second}, {At: 33 * time.Second, Place: orb.Point{0, way}}, {At: 40 * time.Second, Place: orb.Point{7, way}}} {
			err = errors.Join(err, r.Fix(node, f.At, f.Place))
		}
		whole, wrong := r.Trace()
		if err = errors.Join(err, wrong); err != nil {
			t.Fatal(err)
		}
		for _, f := range written() {
			if f.Degrees || f.Steps {
				continue
			}
			w := movetrace.NewWalker(clip(t, through(t, f, whole), 3*time.Second, 33*time.Second).Path(1, nil, nil))
			if at, _ := w.At(30 * time.Second); at[1] != 0 {
				t.Errorf("%s: at the cut it is at %v", f.Name, at)
			}
		}
	}
}
