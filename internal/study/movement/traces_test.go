package movement_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/study/movement"
	"bellwether/scenarios"
	"bellwether/trace"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func read(t *testing.T, file string) *movetrace.Trace {
	t.Helper()
	tr, err := movement.Read(context.Background(), movement.Source{File: file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Four nodes on a line, 100 m apart. The second is absent from 4 s on. The fourth walks 10
// m in 10 s, away from the third. A fifth comes at 8 s, 60 m beyond it.
const line = `node,time,x,y
a,0,0,0
b,0,100,0
b,4,,
c,0,200,0
d,0,300,0
d,10,310,0
e,8,365,0
`

// The numbers are counted by hand on the line.
func TestInspect(t *testing.T) {
	info, err := movement.Inspect(context.Background(), read(t, write(t, "line.csv", line)), movement.Look{RangeM: 100, Every: 2 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// In the world: a, c, d 10 s each, b 4 s, e 2 s: 36 of 50 node-seconds; 10 m.
	if info.Nodes != 5 || info.Duration != 10*time.Second || info.Arrivals != 1 || info.Leaves != 1 || info.Jumps != 0 {
		t.Errorf("%+v", info)
	}
	for what, pair := range map[string][2]float64{
		"present": {info.Present, 36.0 / 50}, "mean speed": {info.MeanSpeed, 10.0 / 36}, "moving": {info.Moving, 10.0 / 36}, "greatest speed": {info.MaxSpeed, 1},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("%s is %v, want %v", what, pair[0], pair[1])
		}
	}
	want := []movement.Moment{
		{0, 4, 1.5, 1, 4},               // a-b-c-d, all exactly 100 m apart
		{2 * time.Second, 4, 1, 2, 3},   // d is 2 m too far
		{4 * time.Second, 3, 0, 3, 1},   // a, c, d
		{6 * time.Second, 3, 0, 3, 1},   //
		{8 * time.Second, 4, 0.5, 3, 2}, // d-e
		{10 * time.Second, 4, 0.5, 3, 2},
	}
	if fmt.Sprint(info.Moments) != fmt.Sprint(want) {
		t.Errorf("moments\n%v, want\n%v", info.Moments, want)
	}
}

func TestInspectRefuses(t *testing.T) {
	tr := read(t, write(t, "line.csv", line))
	for _, look := range []movement.Look{{}, {RangeM: -1}, {RangeM: math.NaN()}, {RangeM: math.Inf(1)},
		{RangeM: 1, Every: -1}, {RangeM: 1, Every: 1}} {
		if _, err := movement.Inspect(context.Background(), tr, look, nil); err == nil {
			t.Errorf("%+v was accepted", look)
		}
	}
}

// A generated trace has the legs that a run records.
func TestGenerateIsTheRun(t *testing.T) {
	s, err := scenarios.Load("campus-walk", scenarios.Options{
		Set:        []scenarios.Override{scenarios.Set("duration", "duration", "1m"), scenarios.Set("nodes", "nodes", "8")},
		Algorithms: []string{"vasudevan"},
	})
	if err != nil {
		t.Fatal(err)
	}
	tr, err := movement.Generate(s, 7)
	if err != nil {
		t.Fatal(err)
	}
	if tr.Nodes() != 8 || tr.Duration() != time.Minute {
		t.Fatalf("%d nodes for %v", tr.Nodes(), tr.Duration())
	}
	seen := 0
	config, err := s.Config(s.Algorithms[0], 7, sink(func(r *trace.Record) {
		w := movetrace.NewWalker(tr.Path(int(r.Node), nil, nil))
		if at, present := w.At(time.Duration(r.At)); !present || at != (orb.Point{r.X, r.Y}) {
			t.Errorf("node %d at %v: the trace has it at %v, the run at %v, %v", r.Node, time.Duration(r.At), at, r.X, r.Y)
		}
		seen++
	}))
	if err != nil {
		t.Fatal(err)
	}
	world, err := emulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if seen < 8 {
		t.Errorf("only %d legs in the run", seen)
	}
}

type sink func(*trace.Record)

func (sink) Wants() trace.Set         { return trace.Of(trace.Move) }
func (s sink) Record(r *trace.Record) { s(r) }

func TestGenerateNeedsPlaces(t *testing.T) {
	s, err := scenarios.Load("bully-seven", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := movement.Generate(s, 1); err == nil || !strings.Contains(err.Error(), "no positions") {
		t.Errorf("error %v", err)
	}
}

// An interrupt of reading or writing leaves no file.
func TestInterruptLeavesNothing(t *testing.T) {
	var big strings.Builder
	big.WriteString("node,time,x,y\n")
	for i := range 20000 {
		fmt.Fprintf(&big, "n,%d,%d,%d\n", i, i%7, i%5)
	}
	file := write(t, "big.csv", big.String())
	ctx, stop := context.WithCancel(context.Background())
	last := 0.0
	_, err := movement.Read(ctx, movement.Source{File: file}, func(what string, part float64) {
		if part <= last || part > 1 || what != "reading "+file {
			t.Errorf("%s: from %v to %v", what, last, part)
		}
		if last = part; part > 0.3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || last == 0 || last == 1 {
		t.Errorf("error %v after %v", err, last)
	}
	tr := read(t, file)
	dir := t.TempDir()
	for _, name := range []string{"a.gpx", "a.movements.gz", "a.paths"} {
		anchor := movetrace.Anchor{OnEarth: true}
		if _, err := movement.Write(ctx, tr, movement.Target{File: filepath.Join(dir, name), Anchor: &anchor}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the directory has %v, %v", left, err)
	}
}

// A wait for a writer of a pipe, or for bytes, can be interrupted, and so can a long
// inspection.
func TestInterruptEndsWaiting(t *testing.T) {
	tr := read(t, write(t, "line.csv", line))
	ctx, stop := context.WithCancel(context.Background())
	looks := 0
	_, err := movement.Inspect(ctx, tr, movement.Look{RangeM: 1, Every: time.Second}, func(_ string, part float64) {
		if looks++; looks == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) || looks != 3 {
		t.Errorf("error %v after %d moments", err, looks)
	}
	for _, pipe := range pipes(t) {
		ctx, stop := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, stop)
		if _, err := movement.Read(ctx, movement.Source{File: pipe, Format: "csv"}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", pipe, err)
		}
	}
}

// If a trace cannot be written, the former file of its name is kept.
func TestFailureKeepsTheFormerFile(t *testing.T) {
	file := write(t, "a.gpx", "former")
	_, err := movement.Write(context.Background(), read(t, write(t, "line.csv", line)), movement.Target{File: file})
	if !errors.Is(err, geo.ErrNowhere) {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "former" {
		t.Errorf("the file is now %q", text)
	}
}

// Compressed or not, with a second file or not: a written trace is read again. Three nodes
// have one fix: a format in which they stand to the end reports it as a loss, and so does
// a format that cannot state that b is absent at 5 s.
func TestFilesReadBack(t *testing.T) {
	tr := read(t, write(t, "line.csv", line))
	dir := t.TempDir()
	for name, told := range map[string]int{"a.csv.gz": 0, "a.paths.gz": 1, "a.movements": 2, "a.one": 2, "a.tcl": 1} {
		lossy := told == 2
		file := filepath.Join(dir, name)
		losses, err := movement.Write(context.Background(), tr, movement.Target{File: file})
		if err != nil || told != len(losses) {
			t.Errorf("%s: losses %q, error %v", name, losses, err)
		}
		again := read(t, file)
		w := movetrace.NewWalker(again.Path(4, nil, nil))
		at, present := w.At(5 * time.Second)
		if again.Nodes() != 5 || !present || math.Abs(at[0]-305) > 1e-5 {
			t.Errorf("%s: %d nodes, d at %v", name, again.Nodes(), at)
		}
		w = movetrace.NewWalker(again.Path(2, nil, nil))
		if _, present := w.At(5 * time.Second); present != lossy {
			t.Errorf("%s: b is there at 5 s: %v", name, present)
		}
	}
}

func TestReanchor(t *testing.T) {
	was := movetrace.Anchor{OnEarth: true, Centre: orb.Point{1, 2}, Corner: orb.Point{3, 4}}
	if a, err := movement.Reanchor(was, "", ""); err != nil || a != was {
		t.Errorf("%+v, %v", a, err)
	}
	a, err := movement.Reanchor(was, "8.5, -47", "2026-05-01T12:00:00Z")
	if want := (movetrace.Anchor{OnEarth: true, Centre: orb.Point{8.5, -47}, Start: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}); err != nil || a != want {
		t.Errorf("%+v, %v", a, err)
	}
	for _, words := range [][2]string{{"8.5", ""}, {"200,0", ""}, {"0,91", ""}, {"x,0", ""}, {"", "noon"}} {
		if _, err := movement.Reanchor(was, words[0], words[1]); err == nil {
			t.Errorf("%q was accepted", words)
		}
	}
}
