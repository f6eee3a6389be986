package movetrace_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
)

// drawTrace records some nodes that walk, stand, teleport and leave.
func drawTrace(t *rapid.T) *movetrace.Trace {
	samples := rapid.Bool().Draw(t, "samples")
	r := movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true, Samples: samples})
	for i := range rapid.IntRange(1, 3).Draw(t, "nodes") {
		node, err := r.Node(string(rune('a' + i)))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range rapid.SliceOfNDistinct(rapid.IntRange(0, 60), 1, 8, rapid.ID).Draw(t, "times") {
			err := r.Fix(node, time.Duration(s)*time.Second, orb.Point{rapid.Float64Range(-50, 50).Draw(t, "x"), float64(s)}) // out of order: refused
			// Who leaves after a refused fix may leave at the instant at which it came.
			if rapid.IntRange(0, 4).Draw(t, "leave") == 0 && err == nil {
				_ = r.Leave(node, time.Duration(s+1)*time.Second)
			}
		}
	}
	tr, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// placeOf is where a node is at an instant, by its legs.
func placeOf(tr *movetrace.Trace, node int, t time.Duration) (orb.Point, bool) {
	w := movetrace.NewWalker(tr.Path(node, (*rand.Rand)(nil), nil))
	return w.At(t)
}

func near(a, b orb.Point) bool { return math.Abs(a[0]-b[0])+math.Abs(a[1]-b[1]) < 1e-5 }

// TestReshapedPlaces: at every instant a node of the reshaped trace is where the rules of a
// [movetrace.Reshaping] say, computed from the trace itself.
func TestReshapedPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		whole := tr.Duration()
		from := time.Duration(rapid.Int64Range(0, int64(whole/2)).Draw(t, "from"))
		until := whole
		if whole > from && rapid.Bool().Draw(t, "cut") {
			until = time.Duration(rapid.Int64Range(int64(from)+1, int64(whole)).Draw(t, "until"))
		}
		box := orb.Bound{Min: orb.Point{rapid.Float64Range(-60, 10).Draw(t, "west"), -1}, Max: orb.Point{rapid.Float64Range(-10, 60).Draw(t, "east"), 40}}
		stretch := rapid.SampledFrom([]float64{0.5, 1, 3}).Draw(t, "stretch")
		later := time.Duration(rapid.IntRange(0, 5).Draw(t, "later")) * time.Second
		place := func(p orb.Point) orb.Point { return orb.Point{2*p[0] + 7, 2*p[1] - 3} }
		back := orb.Bound{Min: orb.Point{-1e9, -1e9}, Max: orb.Point{1e9, 1e9}}
		got, err := tr.Reshaped(movetrace.Reshaping{From: from, Until: until, Within: &back, Stretch: stretch, Later: later, Place: place})
		cut, cutErr := tr.Reshaped(movetrace.Reshaping{From: from, Until: until, Within: &box, Stretch: stretch, Later: later, Place: place})
		names := map[string]int{}
		if cutErr == nil {
			for i, name := range cut.Names() {
				names[name] = i + 1
			}
		}
		if err != nil {
			return // nobody is there in this part
		}
		all := map[string]int{}
		for i, name := range got.Names() {
			all[name] = i + 1
		}
		for node, name := range tr.Names() {
			was, there := placeOf(tr, node+1, until)
			now, here := orb.Point{}, false
			if n, known := all[name]; known {
				now, here = placeOf(got, n, later+time.Duration(math.Round(float64(until-from)*stretch))+9*time.Second)
			}
			if here != there || here && !near(now, place(was)) {
				t.Fatalf("node %s after the part: %v, %v; want %v, %v", name, now, here, place(was), there)
			}
			for k := range 50 {
				when := from + time.Duration(float64(until-from)*(float64(k)+0.31)/50)
				was, there := placeOf(tr, node+1, when)
				moved := later + time.Duration(math.Round(float64(when-from)*stretch))
				now, here := orb.Point{}, false
				if n, known := all[name]; known {
					now, here = placeOf(got, n, moved)
				}
				if here != there || here && !near(now, place(was)) {
					t.Fatalf("node %s at %v: %v, %v; want %v, %v", name, when, now, here, place(was), there)
				}
				inBox := there && box.Contains(was)
				if edge := box.Contains(orb.Point{was[0] + 1e-4, was[1] + 1e-4}) != box.Contains(orb.Point{was[0] - 1e-4, was[1] - 1e-4}); edge {
					continue // a nanosecond decides
				}
				now, here = orb.Point{}, false
				if n, known := names[name]; known {
					now, here = placeOf(cut, n, moved)
				}
				if here != inBox || here && !near(now, place(was)) {
					t.Fatalf("within %v, node %s at %v: %v, %v; want %v, %v", box, name, when, now, here, place(was), inBox)
				}
			}
		}
	})
}

// TestReshapedLegsJoin: a leg begins where the leg before led, unless the trace jumps, so no
// cut makes a teleport.
func TestReshapedLegsJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawTrace(t)
		jumps := func(tr *movetrace.Trace) (n int) {
			for node := 1; node <= tr.Nodes(); node++ {
				p := tr.Path(node, nil, nil)
				for former := p.Next(); former.End != mobility.Forever; {
					l := p.Next()
					if !l.Absent && !former.Absent && l.Jumps(former) {
						n++
					}
					former = l
				}
			}
			return n
		}
		wide := orb.Bound{Min: orb.Point{-1e9, -1e9}, Max: orb.Point{1e9, 1e9}}
		got, err := tr.Reshaped(movetrace.Reshaping{From: tr.Duration() / 3, Within: &wide, Stretch: 1.7, Place: func(p orb.Point) orb.Point { return orb.Point{p[0] / 3, p[1]} }})
		if err == nil && jumps(got) > jumps(tr) {
			t.Fatalf("%d jumps, of a trace with %d", jumps(got), jumps(tr))
		}
	})
}

// line is a node that walks a metre each second from one instant to another.
func line(t *testing.T, name string, from, until int) *movetrace.Trace {
	t.Helper()
	r := movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true, Samples: true})
	node, err := r.Node(name)
	for s := from; s <= until; s += until - from {
		err = r.Fix(node, time.Duration(s)*time.Second, orb.Point{float64(s), 0})
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestJoinedTracks(t *testing.T) {
	parts := func(traces ...*movetrace.Trace) (out []movetrace.Part) {
		for i, tr := range traces {
			out = append(out, tr.Parts(string(rune('x'+i)))...)
		}
		return out
	}
	tr, err := movetrace.Assembled(parts(line(t, "bus", 20, 30), line(t, "bus", 5, 10), line(t, "tram", 0, 3)), movetrace.Anchor{})
	if err != nil {
		t.Fatal(err)
	}
	if got := tr.Names(); len(got) != 2 || got[0] != "bus" || got[1] != "tram" {
		t.Fatalf("nodes %v", got)
	}
	x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: tr})
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[int]bool{0: false, 4: false, 6: true, 12: false, 19: false, 21: true, 29: true, 31: false} {
		w := movetrace.NewWalker(x.Path(1, nil, nil))
		if p, here := w.At(time.Duration(s) * time.Second); here != want || here && p[0] != float64(s) {
			t.Errorf("at %d s: %v at %v", s, here, p)
		}
	}
	if tr.Duration() != 30*time.Second || tr.Lost() != 1 {
		t.Errorf("lasts %v, %d lost", tr.Duration(), tr.Lost())
	}
	_, err = movetrace.Assembled(parts(line(t, "bus", 5, 20), line(t, "bus", 10, 30)), movetrace.Anchor{})
	if want := "bus of x and bus of y are joined, and both are in the world from 10s to 20s"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestReshapingIsBounded(t *testing.T) {
	tr := line(t, "bus", 0, 1e6)
	if _, err := tr.Reshaped(movetrace.Reshaping{Stretch: 1e6}); err != movetrace.ErrSpan {
		t.Errorf("a trace of 30,000 years: %v", err)
	}
	nowhere := orb.Bound{Min: orb.Point{0, 5}, Max: orb.Point{1, 6}}
	if _, err := tr.Reshaped(movetrace.Reshaping{Within: &nowhere}); err == nil {
		t.Error("nobody is within, and there is no error")
	}
}

// A node whose last fix comes before a part is in none of it, or stands in all of it, as the
// excerpt says, and not otherwise for being shifted or scaled.
func TestWhoWasLostBeforeAPart(t *testing.T) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{Samples: true})
	for name, fixes := range map[string][]time.Duration{"a": {0, 10 * time.Second}, "b": {0, 2 * time.Second}} {
		node, err := r.Node(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range fixes {
			if err := r.Fix(node, at, orb.Point{at.Seconds(), 7}); err != nil {
				t.Fatal(err)
			}
		}
	}
	whole, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	for _, later := range []time.Duration{0, 2 * time.Second} {
		for _, stretch := range []float64{1, 2} {
			part, err := whole.Reshaped(movetrace.Reshaping{From: 4 * time.Second, Later: later, Stretch: stretch})
			if err != nil {
				t.Fatal(err)
			}
			for after, stands := range map[movetrace.Ending]bool{movetrace.Leave: false, movetrace.Stay: true} {
				x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: part, After: after})
				if err != nil {
					t.Fatal(err)
				}
				w := movetrace.NewWalker(x.Path(2, nil, nil))
				for at := later + time.Millisecond; at < 10*time.Second; at += time.Second {
					if place, there := w.At(at); there != stands || there && !near(place, orb.Point{2, 7}) {
						t.Errorf("later %v, stretch %v, %s: at %v it is at %v, there: %t", later, stretch, after, at, place, there)
					}
				}
			}
		}
	}
}
