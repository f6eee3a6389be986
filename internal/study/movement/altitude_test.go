package movement_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/study/movement"
	"bellwether/mobility"
	"bellwether/scenarios"
)

// A format without altitudes loses them, with a warning when a file is written or inspected.
func TestAltitudesThatAreLeftOutAreTold(t *testing.T) {
	const wants = "altitudes are left out: they are from 20 to 200 m"
	flown := read(t, write(t, "t.csv", "node,time,x,y,z\na,0,0,0,20\na,10,100,0,90\nb,0,50,0,200\n"))
	for name, want := range map[string]string{"t.csv": "", "t.gpx": "", "t.ns_movements": wants, "t.geojson": wants} {
		onEarth := flown.Anchored(movetrace.Anchor{Centre: orb.Point{8, 47}, OnEarth: true})
		losses, err := movement.Write(context.Background(), onEarth, movement.Target{File: filepath.Join(t.TempDir(), name)})
		if all := strings.Join(losses, "\n"); err != nil || !strings.Contains(all, want) || want == "" && all != "" {
			t.Errorf("%s: %v, %q", name, err, losses)
		}
	}
	losses, err := movement.Write(context.Background(), read(t, write(t, "line.csv", line)), movement.Target{File: filepath.Join(t.TempDir(), "t.csv")})
	if err != nil || strings.Contains(strings.Join(losses, "\n"), "altitude") {
		t.Errorf("of a flat trace: %v, %q", err, losses)
	}
	look := movement.Look{RangeM: 100}
	info, err := movement.Inspect(context.Background(), flown, look, nil)
	if err != nil {
		t.Fatal(err)
	}
	var said, json bytes.Buffer
	if info.Print(&said, look) != nil || !strings.Contains(said.String(), "altitude   20 to 200 m in the file") {
		t.Errorf("%s", &said)
	}
	if info.PrintJSON(&json, look) != nil || !strings.Contains(json.String(), `"altitudes_m":[20,200]`) {
		t.Errorf("%s", &json)
	}
}

// Climbs on a straight way, jumps, an absence and a node without altitudes are written as they
// were read.
func TestAltitudesAreWrittenAsTheyWereRead(t *testing.T) {
	const rows = "node,time,x,y,altitude\n" +
		"a,0,0,0,20\na,4,40,0,90\na,10,100,0,-20.5\na,10,,,\na,15,7,7,3\na,20,7,7,3\na,20,7,7,9\na,30,7,7,9\n" +
		"b,0,1,1,\nb,30,2,2,\n"
	file := filepath.Join(t.TempDir(), "again.csv")
	if losses, err := movement.Write(t.Context(), read(t, write(t, "t.csv", rows)), movement.Target{File: file}); err != nil || len(losses) > 0 {
		t.Fatal(losses, err)
	}
	again, err := os.ReadFile(file)
	if err != nil || string(again) != rows {
		t.Errorf("%v\n%s\nwant\n%s", err, again, rows)
	}
}

// Generated movement equals the movement of the run, also above the ground, after it was
// written to a file and read again.
func TestGeneratedAltitudesAreThoseOfTheRun(t *testing.T) {
	for _, model := range []string{
		"{model: random-waypoint-3d, speed: {min: 2, max: 9}, pause: {min: 0s, max: 20s}, altitude: {min: 5, max: 90}}",
		"{model: hover, drift: 4, altitude: {min: 6, max: 60}}",
		"{model: random-waypoint, speed: {min: 2, max: 9}, altitude: 30}",
		"{model: random-waypoint, speed: {min: 2, max: 9}}",
	} {
		for _, name := range []string{"t.csv", "t.gpx"} {
			s, err := scenarios.Load(write(t, "s.yaml", "nodes: 5\nduration: 4m\nmobility: "+model+"\n"), scenarios.Options{})
			if err != nil {
				t.Fatal(err)
			}
			made, err := movement.Generate(s, 7)
			if err != nil {
				t.Fatal(err)
			}
			flat := mobility.AltitudesOf(s.Movement()).Flat()
			if made.HasAltitudes() == flat {
				t.Errorf("%s: altitudes: %t", model, !flat)
			}
			file := filepath.Join(t.TempDir(), name)
			if _, err := movement.Write(t.Context(), made.Anchored(movetrace.Anchor{Centre: orb.Point{8, 47}, OnEarth: name == "t.gpx"}), movement.Target{File: file}); err != nil {
				t.Fatal(err)
			}
			sameInSpace(t, s, read(t, file), flat)
		}
	}
}

// sameInSpace compares the movement of a scenario's run with that of a file, each second.
func sameInSpace(t *testing.T, s *scenarios.Scenario, got *movetrace.Trace, flat bool) {
	t.Helper()
	vertical := movetrace.AsInFile
	if flat {
		vertical = movetrace.Flat
	}
	x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: got, After: movetrace.Stay, Vertical: vertical})
	if err != nil {
		t.Fatal(err)
	}
	awayM := 1e-3
	if got.Anchor().OnEarth {
		awayM = .3 // its plane touches the Earth elsewhere, where north is another direction
	}
	moves := mobility.ForRun(s.Movement(), 7)
	for node := 1; node <= s.Nodes; node++ {
		want, path := emulator.Path(moves, 7, node), x.Path(node, nil, nil)
		a, b := want.Next(), path.Next()
		zero := orb.Point{a.From[0] - b.From[0], a.From[1] - b.From[1]} // a file of degrees has another origin
		for at := time.Duration(0); at < s.Duration.Std(); at += time.Second {
			for a.End <= at {
				a = want.Next()
			}
			for b.End <= at {
				b = path.Next()
			}
			p, q := a.At(at), b.At(at)
			d, up := max(math.Abs(p[0]-q[0]-zero[0]), math.Abs(p[1]-q[1]-zero[1])), math.Abs(a.AltitudeAt(at)-b.AltitudeAt(at))
			if d > awayM || up > 1e-3 {
				t.Fatalf("node %d at %v: %.4f m beside %v, %.4f m beside %.3f", node, at, d, p, up, a.AltitudeAt(at))
			}
		}
	}
}

// An altitude that cannot be read is not replaced by a guess: files with altitudes are not
// written, unless the user leaves altitudes out.
func TestUnreadAltitudesAreNotWritten(t *testing.T) {
	for _, rows := range []string{"1,0,0,0,abc\n1,10,5,5,2\n", "1,0,0,0,1\n1,10,5,5,nan\n1,20,5,5,1\n", "1,0,0,0,500000\n1,10,5,5,2\n", "1,0,0,0,0\n1,2,5,5,5000\n1,9,5,5,0\n"} {
		bad := read(t, write(t, "bad.csv", "node,time,x,y,z\n"+rows))
		info, err := movement.Inspect(t.Context(), bad, movement.Look{RangeM: 100}, nil)
		var said bytes.Buffer
		if err != nil || info.Print(&said, movement.Look{RangeM: 100}) != nil || !strings.Contains(said.String(), "altitude   not all can be read: ") {
			t.Errorf("%q: %v\n%s", rows, err, &said)
		}
		for name, fails := range map[string]bool{"o.csv": true, "o.gpx": true, "o.ns_movements": false} {
			file := filepath.Join(t.TempDir(), name)
			onEarth := bad.Anchored(movetrace.Anchor{Centre: orb.Point{8, 47}, OnEarth: true})
			_, err := movement.Write(t.Context(), onEarth, movement.Target{File: file})
			if (err != nil) != fails || fails && !strings.Contains(err.Error(), "bad.csv:") {
				t.Errorf("%q to %s: %v", rows, name, err)
			}
			if _, err := movement.Write(t.Context(), onEarth.Lenient(), movement.Target{File: file}); err != nil {
				t.Errorf("%q to %s, lenient: %v", rows, name, err)
			}
		}
	}
}

// A node keeps its altitude until it leaves, for any altitude at its return, also if it
// returns higher than it could climb.
func TestAltitudesDoNotDriftAcrossAnAbsence(t *testing.T) {
	const rows = "node,time,x,y,altitude\n1,0,0,0,20\n1,5,0,0,20\n1,5,,,\n1,7,50,50,9000\n1,10,50,50,8000\n"
	file := filepath.Join(t.TempDir(), "again.csv")
	if _, err := movement.Write(t.Context(), read(t, write(t, "t.csv", "node,time,x,y,z\n1,0,0,0,20\n1,5,,,\n1,7,50,50,9000\n1,10,50,50,8000\n")), movement.Target{File: file}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(file); err != nil || string(again) != rows {
		t.Errorf("%v\n%s", err, again)
	}
	// The same holds if it returns at the altitude with which it left.
	const twice = "node,time,x,y,altitude\n1,0,0,0,20\n1,5,0,0,20\n1,5,,,\n1,7,50,50,20\n1,9,50,50,20\n1,9,,,\n1,12,50,50,40\n1,14,50,50,50\n"
	if _, err := movement.Write(t.Context(), read(t, write(t, "t.csv", "node,time,x,y,z\n1,0,0,0,20\n1,5,,,\n1,7,50,50,20\n1,9,,,\n1,12,50,50,40\n1,14,50,50,50\n")), movement.Target{File: file}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(file); err != nil || string(again) != twice {
		t.Errorf("%v\n%s", err, again)
	}
	legs := hops{{End: 5 * time.Second, AltitudeM: 20}, {Start: 5 * time.Second, End: 7 * time.Second, Absent: true},
		{Start: 7 * time.Second, End: mobility.Forever, AltitudeM: 10}}
	track, err := movetrace.Follow(&legs, "1", 9*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	followed, err := movetrace.NewTrace([]movetrace.Track{track})
	if err != nil {
		t.Fatal(err)
	}
	for f := range followed.FixesInSpace(1) {
		if want := map[bool]float64{true: 20, false: 10}[f.At <= 5*time.Second]; !f.Away && f.AltitudeM != want {
			t.Errorf("at %v %g m, want %g", f.At, f.AltitudeM, want)
		}
	}
}

// hops are a path of these legs.
type hops []mobility.Leg

func (h *hops) Next() mobility.Leg {
	l := (*h)[0]
	*h = (*h)[1:]
	return l
}

// Altitudes are relative to the lowest of the file, also in a part of it, and for some of its
// nodes.
func TestTheLowestIsThatOfTheFile(t *testing.T) {
	whole := read(t, write(t, "t.csv", "node,time,x,y,z\n1,0,0,0,400\n1,60,0,0,400\n2,0,900,900,450\n2,60,900,900,460\n"))
	part, err := whole.Reshaped(movetrace.Reshaping{Within: &orb.Bound{Min: orb.Point{800, 800}, Max: orb.Point{1000, 1000}}})
	if err != nil {
		t.Fatal(err)
	}
	joined, err := movetrace.Assembled(whole.Parts("t.csv")[1:], movetrace.Anchor{})
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]*movetrace.Trace{"cut": part, "joined": joined} {
		x, err := movetrace.NewExcerpt(movetrace.ExcerptOptions{Trace: one, Vertical: movetrace.AboveLowest})
		if err != nil {
			t.Fatal(err)
		}
		if l := x.Path(1, nil, nil).Next(); l.AltitudeM != 50 {
			t.Errorf("%s: begins at %g m, want 50", name, l.AltitudeM)
		}
	}
}
