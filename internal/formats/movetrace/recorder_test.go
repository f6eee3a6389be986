package movetrace_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/internal/formats/movetrace"
	"bellwether/mobility"
)

// record returns a trace of the fixes of one node.
func record(t rapid.TB, o movetrace.RecorderOptions, fixes ...movetrace.Fix) *movetrace.Trace {
	t.Helper()
	r := movetrace.NewRecorder(o)
	node, err := r.Node("a")
	for _, f := range fixes {
		if f.Away {
			err = errors.Join(err, r.Leave(node, f.At))
		} else {
			err = errors.Join(err, r.Fix(node, f.At, f.Place))
		}
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

// However a movement is sampled and the samples are rounded, the trace is within a
// micrometre of each fix on each axis.
func TestEveryFixIsMet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fixes []movetrace.Fix
		place, velocity := orb.Point{}, orb.Point{}
		at := time.Duration(0)
		for range rapid.IntRange(2, 60).Draw(t, "samples") {
			fixes = append(fixes, movetrace.Fix{At: at, Place: orb.Point{math.Round(place[0]*1e6) / 1e6, math.Round(place[1]*1e6) / 1e6}})
			if rapid.IntRange(0, 9).Draw(t, "turn") == 0 {
				velocity = orb.Point{rapid.Float64Range(-30, 30).Draw(t, "vx"), rapid.Float64Range(-30, 30).Draw(t, "vy")}
			}
			s := rapid.Float64Range(0.01, 5).Draw(t, "later")
			at += time.Duration(s * 1e9)
			place = orb.Point{place[0] + velocity[0]*s, place[1] + velocity[1]*s}
		}
		w := movetrace.NewWalker(record(t, movetrace.RecorderOptions{}, fixes...).Path(1, nil, nil))
		for _, f := range fixes {
			got, _ := w.At(f.At)
			if math.Abs(got[0]-f.Place[0]) > 1.001e-6 || math.Abs(got[1]-f.Place[1]) > 1.001e-6 {
				t.Fatalf("at %v it is at %v, want %v", f.At, got, f.Place)
			}
		}
	})
}

// Ten thousand samples of a straight movement, rounded to the last written digit, are one leg.
// So are the samples of a node at rest.
func TestStraightWaysAreOneLeg(t *testing.T) {
	var fixes []movetrace.Fix
	for i := range 10000 {
		x := math.Round(float64(i)*1.2345678*1e6) / 1e6
		fixes = append(fixes, movetrace.Fix{At: time.Duration(i) * time.Second, Place: orb.Point{x, -x}})
	}
	for i := range 10000 {
		fixes = append(fixes, movetrace.Fix{At: time.Duration(10000+i) * time.Second, Place: fixes[9999].Place})
	}
	tr := record(t, movetrace.RecorderOptions{}, fixes...)
	if tr.Legs() > 3 { // the movement, a second in which it stops, the rest
		t.Errorf("%d legs", tr.Legs())
	}
	if tr.Duration() != 19999*time.Second {
		t.Errorf("the trace lasts %v", tr.Duration())
	}
}

// legs returns the legs of node 1 as text.
func legs(tr *movetrace.Trace) string { return text(legsOf(tr)) }

// path returns the path of node 1 as text: a node that jumps away and back at one instant ends a leg
// there, and its path goes on.
func path(tr *movetrace.Trace) string {
	var kept []mobility.Leg
	former := mobility.Leg{Absent: true}
	for _, l := range legsOf(tr) {
		if l.Absent || former.Absent || l.Velocity != former.Velocity || l.Jumps(former) {
			kept = append(kept, l)
		}
		former = l
	}
	return text(kept)
}

func legsOf(tr *movetrace.Trace) (out []mobility.Leg) {
	for p := tr.Path(1, nil, nil); ; {
		l := p.Next()
		out = append(out, l)
		if l.End == mobility.Forever {
			return out
		}
	}
}

func text(legs []mobility.Leg) string {
	var b strings.Builder
	for _, l := range legs {
		if l.Absent {
			fmt.Fprintf(&b, "%v away; ", l.Start)
		} else {
			fmt.Fprintf(&b, "%v %v %v; ", l.Start, l.From, l.Velocity)
		}
	}
	return b.String()
}

func TestRecorderRules(t *testing.T) {
	const s = time.Second
	fix := func(at time.Duration, x float64) movetrace.Fix { return movetrace.Fix{At: at, Place: orb.Point{x, 0}} }
	leave := func(at time.Duration) movetrace.Fix { return movetrace.Fix{At: at, Away: true} }
	for _, c := range []struct {
		name  string
		o     movetrace.RecorderOptions
		fixes []movetrace.Fix
		want  string
	}{
		{"time 0 is the first moment", movetrace.RecorderOptions{}, []movetrace.Fix{fix(5*s, 0), fix(6*s, 2)}, "0s [0 0] [2 0]; 1s [2 0] [0 0]; "},
		{"or that of the file", movetrace.RecorderOptions{FromZero: true}, []movetrace.Fix{fix(5*s, 0), fix(6*s, 2)}, "0s away; 5s [0 0] [2 0]; 6s [2 0] [0 0]; "},
		{"two places at once are a teleport", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(s, 1), fix(s, 50), fix(2*s, 51)}, "0s [0 0] [1 0]; 1s [50 0] [1 0]; 2s [51 0] [0 0]; "},
		{"of three places at once the last counts", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(0, 9), fix(0, 4)}, "0s [4 0] [0 0]; "},
		{"a way at 1000 km/s is a teleport", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(s, 1e6), fix(2*s, 1e6+1)}, "0s [0 0] [0 0]; 1s [1e+06 0] [1 0]; 2s [1.000001e+06 0] [0 0]; "},
		{"a metre a second less is not a jump", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(s, 1e6-1)}, "0s [0 0] [999999 0]; 1s [999999 0] [0 0]; "},
		{"it stands until it leaves", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(s, 1), leave(3 * s), fix(5*s, 7)}, "0s [0 0] [1 0]; 1s [1 0] [0 0]; 3s away; 5s [7 0] [0 0]; "},
		{"to leave twice is to leave", movetrace.RecorderOptions{}, []movetrace.Fix{leave(0), fix(s, 1), leave(3 * s), leave(4 * s)}, "0s away; 1s [1 0] [0 0]; 3s away; "},
		{"it leaves when the recording ends", movetrace.RecorderOptions{}, []movetrace.Fix{fix(0, 0), fix(s, 1), leave(s)}, "0s [0 0] [1 0]; 1s away; "},
		{"or it stays", movetrace.RecorderOptions{StayAtEnd: true}, []movetrace.Fix{fix(0, 0), fix(s, 1), leave(s)}, "0s [0 0] [1 0]; 1s [1 0] [0 0]; "},
		{"it stays although it came in the last moment", movetrace.RecorderOptions{StayAtEnd: true}, []movetrace.Fix{fix(0, 0), leave(0), fix(s, 1), leave(s)}, "0s away; 1s [1 0] [0 0]; "},
	} {
		if got := legs(record(t, c.o, c.fixes...)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
}

func TestRecorderRefuses(t *testing.T) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{})
	if _, err := r.Trace(); err == nil || !strings.Contains(err.Error(), "no nodes") {
		t.Errorf("error %v without nodes", err)
	}
	node, err := r.Node("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Trace(); err == nil || !strings.Contains(err.Error(), "ever in the world") {
		t.Errorf("error %v with a node that is never in the world", err)
	}
	if err := r.Fix(node, 5, orb.Point{}); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{r.Fix(node, 4, orb.Point{}), r.Leave(node, 4)} {
		if err == nil || !strings.Contains(err.Error(), "node a: time runs backwards, from 5ns to 4ns") {
			t.Errorf("error %v", err)
		}
	}
}

// Nodes are numbered in the natural order of their names.
func TestNodesAreOrderedByName(t *testing.T) {
	want := []string{"2", "010", "10", "car10", "car10b", "car 9", "car 10", "é"}
	r := movetrace.NewRecorder(movetrace.RecorderOptions{})
	for _, i := range []int{4, 7, 0, 3, 6, 1, 5, 2} {
		node, err := r.Node(want[i])
		if err == nil {
			err = r.Fix(node, 0, orb.Point{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	tr, err := r.Trace()
	if err != nil {
		t.Fatal(err)
	}
	if got := tr.Names(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if numbers, own := tr.Numbers(); own || numbers[7] != "7" {
		t.Errorf("numbers %q, own %v", numbers, own)
	}
}

// A trace returns its fixes, and the same trace can be made from them.
func TestFixesBuildTheTraceAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fixes []movetrace.Fix
		at := time.Duration(0)
		for range rapid.IntRange(1, 12).Draw(t, "fixes") {
			fixes = append(fixes, movetrace.Fix{At: at, Away: rapid.IntRange(0, 3).Draw(t, "away") == 0,
				Place: orb.Point{float64(rapid.IntRange(0, 50).Draw(t, "x")), 0}})
			at += time.Duration(rapid.IntRange(0, 3).Draw(t, "later")) * time.Second
		}
		fixes = append(fixes, movetrace.Fix{At: at + time.Second, Place: orb.Point{99, 99}})
		first := record(t, movetrace.RecorderOptions{FromZero: true}, fixes...)
		again := record(t, movetrace.RecorderOptions{FromZero: true}, slices.Collect(first.Fixes(1))...)
		if a, b := path(first), path(again); a != b || first.Duration() != again.Duration() {
			t.Fatalf("%s, made again\n%s", a, b)
		}
	})
}

// A path is followed to the given end, and no farther.
func TestFollow(t *testing.T) {
	const s = time.Second
	tr := record(t, movetrace.RecorderOptions{}, movetrace.Fix{}, movetrace.Fix{At: 10 * s, Place: orb.Point{20, 0}}, movetrace.Fix{At: 20 * s, Place: orb.Point{20, 30}})
	for until, want := range map[time.Duration]string{
		4 * s:  "0s [0 0] [2 0]; 4s [8 0] [0 0]; ",
		10 * s: "0s [0 0] [2 0]; 10s [20 0] [0 0]; ",
		12 * s: "0s [0 0] [2 0]; 10s [20 0] [0 3]; 12s [20 6] [0 0]; ",
		99 * s: "0s [0 0] [2 0]; 10s [20 0] [0 3]; 20s [20 30] [0 0]; ",
	} {
		track, err := movetrace.Follow(tr.Path(1, nil, nil), "b", until)
		if err != nil {
			t.Fatal(err)
		}
		part, err := movetrace.NewTrace([]movetrace.Track{track})
		if err != nil {
			t.Fatal(err)
		}
		if got := legs(part); got != want {
			t.Errorf("until %v: %s, want %s", until, got, want)
		}
	}
}

// Of the samples only the turns are kept.
func ExampleRecorder() {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{})
	bus, _ := r.Node("bus")
	for i, x := range []float64{0, 10, 20, 30, 30, 30} {
		if err := r.Fix(bus, time.Duration(i)*time.Second, orb.Point{x, 0}); err != nil {
			fmt.Println(err)
		}
	}
	trace, err := r.Trace()
	if err != nil {
		fmt.Println(err)
		return
	}
	for fix := range trace.Fixes(1) {
		fmt.Println(fix.At, fix.Place)
	}
	// Output:
	// 0s [0 0]
	// 3s [30 0]
	// 5s [30 0]
}
