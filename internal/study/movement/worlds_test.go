package movement

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"bellwether/internal/draw/table"
	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios"
)

var update = flag.Bool("update", false, "write the table of default worlds into docs/movement.md")

const (
	worldsPage  = "../../../docs/movement.md"
	worldsBegin = "<!-- the default worlds, by go test ./internal/study/movement -update -->\n"
	worldsEnd   = "<!-- the end of the default worlds -->\n"
)

// defaultWorlds are the models of movement with only the keys that they need, and the
// greatest speed by their keys, in m/s.
var defaultWorlds = []struct {
	name, keys string
	fastest    float64
}{
	{"static", "mobility: {model: static}", 0},
	{"random-waypoint", "mobility: {model: random-waypoint}", 2},
	{"random-walk", "mobility: {model: random-walk}", 4},
	{"random-direction", "mobility: {model: random-direction}", 2},
	{"gauss-markov", "mobility: {model: gauss-markov}", 1.4}, // mean 1, and four deviations of 0.1
	{"levy-walk", "mobility: {model: levy-walk}", 0.7072},    // a flight of 50 m in 10·50^0.5 s
	{"manhattan", "mobility: {model: manhattan}", 16.67},
	{"road-map", "mobility: {model: road-map, file: valley.geojson}", 1.5},
	{"reference-point-group", "mobility: {model: reference-point-group}", 2},
	{"a column, headway 4s", "groups: [{nodes: 50, headway: 4s, mobility: {model: random-waypoint}}]", 2},
}

// TestDefaultWorldsAreSensible inspects each default world for half an hour, and compares
// docs/movement.md with the result. No node is faster than the keys allow.
func TestDefaultWorldsAreSensible(t *testing.T) {
	if testing.Short() {
		t.Skip("a world of each model")
	}
	out := table.Table{Header: []string{"model", "speed, m/s", "greatest", "on the move, %", "from its place in 10 min, m", "degree at 250 m", "components"},
		Right: []bool{false, true, true, true, true, true, true}}
	for _, w := range defaultWorlds {
		s, err := scenarios.Read("world.yaml", []byte("schema: 2\nduration: 30m\n"+w.keys), scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, odd := range s.Warnings() {
			if strings.Contains(odd.Path, "speed") {
				t.Errorf("%s: its defaults have warnings: %v", w.name, odd)
			}
		}
		trace, err := Generate(s, s.Seed)
		if err != nil {
			t.Fatal(err)
		}
		info, err := Inspect(context.Background(), trace, Look{RangeM: 250, Every: time.Minute}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if info.MaxSpeed > w.fastest*(1+1e-5) || info.MaxSpeed < 0.8*w.fastest {
			t.Errorf("%s: nodes go at up to %.3f m/s, want %v by its keys", w.name, info.MaxSpeed, w.fastest)
		}
		degree, components := 0.0, 0.0
		for _, m := range info.Moments {
			degree += m.MeanDegree / float64(len(info.Moments))
			components += float64(m.Components) / float64(len(info.Moments))
		}
		out.Rows = append(out.Rows, []string{w.name, fmt.Sprintf("%.2f", info.MeanSpeed), fmt.Sprintf("%.2f", info.MaxSpeed),
			fmt.Sprintf("%.0f", 100*info.Moving), fmt.Sprintf("%.0f", gone(trace, 10*time.Minute)), fmt.Sprintf("%.1f", degree), fmt.Sprintf("%.1f", components)})
	}
	var b bytes.Buffer
	if err := out.Write(&b, table.Markdown); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(worldsPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), worldsBegin)
	old, after, ended := strings.Cut(rest, worldsEnd)
	if !found || !ended {
		t.Fatalf("%s has no marks for the table", worldsPage)
	}
	if *update {
		if err := os.WriteFile(worldsPage, []byte(before+worldsBegin+b.String()+worldsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != b.String() {
		t.Errorf("%s has\n%s\nwant, with -update,\n%s", worldsPage, old, b.String())
	}
}

// gone returns how far nodes are, on average, from their places so long before, in metres.
func gone(t *movetrace.Trace, after time.Duration) float64 {
	sum, looks := 0.0, 0
	for node := 1; node <= t.Nodes(); node++ {
		early, late := movetrace.NewWalker(t.Path(node, nil, nil)), movetrace.NewWalker(t.Path(node, nil, nil))
		for now := time.Duration(0); now+after <= t.Duration(); now += time.Minute {
			p, _ := early.At(now)
			q, _ := late.At(now + after)
			sum += math.Hypot(q[0]-p[0], q[1]-p[1])
			looks++
		}
	}
	return sum / float64(looks)
}
