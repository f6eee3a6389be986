package movetrace_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats/movetrace"
	checks "bellwether/internal/sim/pathcheck"
	"bellwether/mobility"
)

// An excerpt is where the file says, also above the ground, at and between its fixes, from any
// beginning; its legs keep the contract of a path.
func TestAltitudesOfATrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := movetrace.NewRecorder(movetrace.RecorderOptions{Samples: true})
		node, err := r.Node("a")
		if err != nil {
			t.Fatal(err)
		}
		type fix struct {
			at time.Duration
			x  orb.Point
			z  float64
		}
		var fixes []fix
		at := time.Duration(rapid.IntRange(0, 100).Draw(t, "zero")) * time.Second
		lowest := math.Inf(1)
		for range rapid.IntRange(2, 12).Draw(t, "fixes") {
			f := fix{at, orb.Point{float64(rapid.IntRange(0, 900).Draw(t, "x")), float64(rapid.IntRange(0, 900).Draw(t, "y"))}, float64(rapid.IntRange(-300, 300).Draw(t, "z"))}
			lowest = min(lowest, f.z)
			fixes = append(fixes, f)
			if err := r.Fix(node, at, f.x); err != nil {
				t.Fatal(err)
			}
			r.Climb(node, at, f.z, nil)
			at += time.Duration(rapid.IntRange(1000, 60000).Draw(t, "ms")) * time.Millisecond
		}
		trace, err := r.Trace()
		if err != nil {
			t.Fatal(err)
		}
		o := movetrace.ExcerptOptions{Trace: trace, After: movetrace.Stay, Vertical: movetrace.AboveLowest}
		if begin := trace.Duration() / time.Duration(rapid.IntRange(2, 9).Draw(t, "part")); rapid.Bool().Draw(t, "later") {
			o.Begin = begin
		}
		x, err := movetrace.NewExcerpt(o)
		if err != nil {
			t.Fatal(err)
		}
		path, bounds := x.Path(1, nil, nil), checks.BoundsOf(x)
		last := fixes[len(fixes)-1].at - fixes[0].at - o.Begin
		for clock := time.Duration(0); clock <= last; {
			l := path.Next()
			if err := checks.Check(l, clock, bounds); err != nil {
				t.Fatal(err)
			}
			for _, at := range []time.Duration{l.Start, l.Start + (min(l.End, last)-l.Start)/3} {
				filed := at + o.Begin + fixes[0].at
				for k := 1; k < len(fixes); k++ {
					a, b := fixes[k-1], fixes[k]
					if filed < a.at || filed > b.at {
						continue
					}
					part := float64(filed-a.at) / float64(b.at-a.at)
					if z := a.z + (b.z-a.z)*part - lowest; math.Abs(l.AltitudeAt(at)-z) > 1e-5 {
						t.Fatalf("at %v it is %v m high, and the file has %v", filed, l.AltitudeAt(at), z)
					}
					if px := a.x[0] + (b.x[0]-a.x[0])*part; math.Abs(l.At(at)[0]-px) > 1e-5 {
						t.Fatalf("at %v it is at %v, and the file has %v", filed, l.At(at)[0], px)
					}
				}
			}
			clock = l.End
		}
		if flat := (movetrace.ExcerptOptions{Trace: trace}); true {
			x, err := movetrace.NewExcerpt(flat)
			if err != nil || !mobility.AltitudesOf(x).Flat() {
				t.Fatalf("who asks for no altitudes gets some: %v", err)
			}
		}
	})
}

func TestAltitudesThatCannotBeRead(t *testing.T) {
	traceOf := func(climb func(r *movetrace.Recorder)) *movetrace.Trace {
		r := movetrace.NewRecorder(movetrace.RecorderOptions{})
		for i := range 3 {
			if _, err := r.Node("a"); err != nil {
				t.Fatal(err)
			}
			if err := r.Fix(0, time.Duration(i)*time.Second, orb.Point{float64(i), 0}); err != nil {
				t.Fatal(err)
			}
		}
		climb(r)
		trace, err := r.Trace()
		if err != nil {
			t.Fatal(err)
		}
		return trace
	}
	for want, climb := range map[string]func(r *movetrace.Recorder){
		"no altitudes":           func(*movetrace.Recorder) {},
		"goes down to -3 m":      func(r *movetrace.Recorder) { r.Climb(0, 0, -3, nil) },
		"must be at most 100000": func(r *movetrace.Recorder) { r.Climb(0, 0, math.NaN(), nil) },
		"more than 1000 m/s":     func(r *movetrace.Recorder) { r.Climb(0, 0, 0, nil); r.Climb(0, time.Second, 5000, nil) },
		"is no number":           func(r *movetrace.Recorder) { r.Climb(0, 0, 0, errors.New("is no number")) },
	} {
		o := movetrace.ExcerptOptions{Trace: traceOf(climb), Vertical: movetrace.AsInFile}
		if _, err := movetrace.NewExcerpt(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		o.Vertical = movetrace.Flat
		if _, err := movetrace.NewExcerpt(o); err != nil {
			t.Errorf("%s: %v, though nobody asks for altitudes", want, err)
		}
	}
}

// A reshaped trace has the altitudes of the instants that it keeps, at their new times, and
// those outside of its part neither move its nodes nor make them fast.
func TestReshapedAltitudes(t *testing.T) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{Samples: true})
	node, err := r.Node("a")
	if err != nil {
		t.Fatal(err)
	}
	fileM := func(s float64) float64 { // 0 m, from 20 s to 60 s up to 200 m, then level
		return 5 * max(0, min(s-20, 40))
	}
	for s := 0; s <= 100; s += 10 {
		at := time.Duration(s) * time.Second
		if err := r.Fix(node, at, orb.Point{float64(s), 0}); err != nil {
			t.Fatal(err)
		}
		r.Climb(node, at, fileM(float64(s)), nil)
	}
	trace, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []movetrace.Reshaping{
		{Later: 7 * time.Second}, {Stretch: 0.5}, {From: 33 * time.Second}, {Until: 47 * time.Second},
		{From: 33 * time.Second, Until: 77 * time.Second, Stretch: 2.5, Later: 3 * time.Second},
	} {
		part, err := trace.Reshaped(how)
		if err != nil {
			t.Fatal(err)
		}
		x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: part, After: movetrace.Stay, Vertical: movetrace.AsInFile})
		if err != nil {
			t.Fatalf("%+v: %v", how, err)
		}
		if how.Stretch == 0 {
			how.Stretch = 1
		}
		path, bounds, looks := x.Path(1, nil, nil), checks.BoundsOf(x), 0
		for clock := time.Duration(0); clock < part.Duration(); {
			l := path.Next()
			if err := checks.Check(l, clock, bounds); err != nil {
				t.Fatalf("%+v: %v", how, err)
			}
			for _, at := range []time.Duration{l.Start, l.Start + (min(l.End, part.Duration())-l.Start)/3} {
				if l.Absent {
					continue
				}
				looks++
				was := how.From.Seconds() + (at-how.Later).Seconds()/how.Stretch
				if got := l.AltitudeAt(at); math.Abs(got-fileM(was)) > 1e-4 {
					t.Errorf("%+v: at %v it is %g m high, and the file has %g m at %g s", how, at, got, fileM(was), was)
				}
			}
			clock = l.End
		}
		if looks < 6 {
			t.Errorf("%+v: only %d looks", how, looks)
		}
	}
}

// A node that climbs on the spot when its part ends stays at the altitude of that instant.
func TestAClimbEndsWithItsPart(t *testing.T) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{Samples: true})
	node, err := r.Node("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range [][2]float64{{0, 0}, {20, 0}, {60, 400}} {
		at := time.Duration(f[0]) * time.Second
		if err := r.Fix(node, at, orb.Point{5, 5}); err != nil {
			t.Fatal(err)
		}
		r.Climb(node, at, f[1], nil)
	}
	trace, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: trace, End: 30 * time.Second, After: movetrace.Stay, Vertical: movetrace.AsInFile})
	if err != nil {
		t.Fatal(err)
	}
	path, l := x.Path(1, nil, nil), mobility.Leg{}
	for l.End != mobility.Forever {
		former := l
		l = path.Next()
		if err := checks.Check(l, former.End, checks.BoundsOf(x)); err != nil {
			t.Fatal(err)
		}
	}
	if math.Abs(l.AltitudeAt(time.Hour)-100) > 1e-6 {
		t.Errorf("after its part it is %g m high, want 100", l.AltitudeAt(time.Hour))
	}
}

// Two tracks of one device that follow each other at one instant keep their altitudes: it jumps
// there, and is no faster for it.
func TestJoinedAltitudesJump(t *testing.T) {
	fly := func(fixes ...[3]float64) movetrace.Part { // seconds, x, altitude
		r := movetrace.NewRecorder(movetrace.RecorderOptions{Samples: true})
		node, err := r.Node("a")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fixes {
			at := time.Duration(f[0]) * time.Second
			if err := r.Fix(node, at, orb.Point{f[1], 0}); err != nil {
				t.Fatal(err)
			}
			r.Climb(node, at, f[2], nil)
		}
		trace, err := r.Trace()
		if err != nil {
			t.Fatal(err)
		}
		if later := time.Duration(fixes[0][0]) * time.Second; later > 0 {
			if trace, err = trace.Reshaped(movetrace.Reshaping{Later: later}); err != nil {
				t.Fatal(err)
			}
		}
		return trace.Parts("f")[0]
	}
	trace, err := movetrace.Assembled([]movetrace.Part{fly([3]float64{0, 0, 0}, [3]float64{10, 10, 5}), fly([3]float64{10, 10, 100}, [3]float64{60, 60, 120})}, movetrace.Anchor{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: trace, After: movetrace.Stay, Vertical: movetrace.AsInFile})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.MaxSpeed(); got > 1.2 {
		t.Errorf("it is as fast as %g m/s", got)
	}
	path, clock := x.Path(1, nil, nil), time.Duration(0)
	for _, want := range [][2]float64{{0, 5}, {100, 120}} {
		l := path.Next()
		if err := checks.Check(l, clock, checks.BoundsOf(x)); err != nil {
			t.Fatal(err)
		}
		if clock = l.End; math.Abs(l.AltitudeM-want[0]) > 1e-6 || math.Abs(l.AltitudeAt(min(l.End, time.Minute))-want[1]) > 1e-4 {
			t.Errorf("a leg from %g m to %g m, want %v", l.AltitudeM, l.AltitudeAt(min(l.End, time.Minute)), want)
		}
	}
}
