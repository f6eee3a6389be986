package footprint_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bellwether/emulator"
	"bellwether/internal/base/memory"
	"bellwether/internal/study/footprint"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// weigher measures the heap during a run, each virtual second.
type weigher struct {
	peak uint64
	next protocol.Time
}

func (*weigher) Wants() trace.Set { return trace.Of(trace.Send, trace.End) }

func (w *weigher) Record(r *trace.Record) {
	if r.At >= w.next || r.Kind == trace.End {
		w.peak, w.next = max(w.peak, live()), r.At+1e9
	}
}

func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// load reads a world of so many nodes with about this degree.
func load(t *testing.T, w worldCase) *scenarios.Scenario {
	t.Helper()
	side := math.Sqrt(float64(w.nodes) * math.Pi * 250 * 250 / w.degree)
	text := fmt.Sprintf("schema: 2\nduration: 3s\nwarmup: 0s\nruns: 1\nnodes: %d\n", w.nodes)
	if !strings.Contains(w.yaml, "graph") {
		text += fmt.Sprintf("world: {width: %.0f, height: %.0f}\n", side, side)
	}
	file := filepath.Join(t.TempDir(), "world.yaml")
	if err := os.WriteFile(file, []byte(text+w.yaml+"algorithms: ["+w.algorithm+"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := scenarios.Load(file, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// weigh runs the first row as a campaign does, and returns its greatest live memory.
func weigh(t *testing.T, s *scenarios.Scenario, more ...trace.Sink) int64 {
	t.Helper()
	base, w := live(), &weigher{}
	e := s.Algorithms[0]
	a, _ := s.Algorithm(e.Name)
	meter := measure.NewRun(measure.Options{Warmup: protocol.Time(s.Warmup), Goal: a.Goal, Medium: s.Medium()})
	c, err := s.Config(e, 1, append(more, meter, trace.NewHash(), w)...)
	if err != nil {
		t.Fatal(err)
	}
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(world)
	return int64(w.peak - base)
}

type worldCase struct {
	name      string
	nodes     int
	degree    float64
	yaml      string
	algorithm string
}

var worldCases = []worldCase{
	{"one starts", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "vasudevan"},
	{"one starts, and floods", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "flood-max"},
	{"walkers", 1000, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "vasudevan"},
	{"batteries", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\nenergy: {}\n", "vasudevan"},
	{"batteries of Peukert", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\nenergy: {battery: {model: peukert}}\n", "vasudevan"},
	{"hello", 1000, 10, "mobility: {model: static}\nstart: {elect: [1]}\n", "vasudevan"},
	{"hello, dense", 1000, 40, "mobility: {model: static}\nstart: {elect: [1]}\n", "vasudevan"},
	{"link quality", 1000, 10, "mobility: {model: static}\nstart: {elect: [1]}\ncapability: {link_quality: 1}\n", "vasudevan"},
	{"csma", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\nradio: {access: {model: csma}}\n", "vasudevan"},
	{"csma, dense", 1000, 40, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\nradio: {access: {model: csma}}\n", "vasudevan"},
	{"power", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\nradio: {model: log-distance}\n", "vasudevan"},
	{"told of links", 1000, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "link-reversal"},
	{"told of links, dense", 1000, 40, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "link-reversal"},
	{"a lattice", 1000, 10, "radio: {model: graph, topology: grid}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "vasudevan"},
	{"all start, thin", 1000, 5, "mobility: {model: static}\nneighbours: {service: oracle}\n", "vasudevan"},
	{"all start", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "vasudevan"},
	{"all start, dense", 1000, 40, "mobility: {model: static}\nneighbours: {service: oracle}\n", "vasudevan"},
	{"all start, hello, walkers", 1000, 20, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\n", "vasudevan"},
	{"all start, hello, csma", 1000, 10, "mobility: {model: static}\nradio: {access: {model: csma}}\n", "vasudevan"},
	{"all flood", 1000, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nneighbours: {service: oracle}\n", "flood-max"},
	{"roster", 400, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "bully"},
	{"roster on a ring", 400, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "chang-roberts"},
	{"roster, all test all", 300, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "omega"},
	{"quorum", 200, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "raft"},
	{"whole graph", 200, 10, "mobility: {model: static}\nneighbours: {service: oracle}\n", "global-view"},
	{"routes, aodv", 200, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nrouting: {service: aodv}\n", "bully"},
	{"routes, aodv, walkers", 200, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nrouting: {service: aodv}\n", "raft"},
	{"routes, olsr, dense", 100, 30, "mobility: {model: static}\nneighbours: {service: oracle}\nrouting: {service: olsr, hello_interval: 200ms, tc_interval: 400ms}\n", "bully"},
	{"routes, olsr, walkers", 80, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nrouting: {service: olsr, hello_interval: 200ms, tc_interval: 400ms, tc_redundancy: 2}\n", "raft"},
	{"802.11 with rts", 1000, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nradio: {model: log-distance, access: {model: csma, rts_threshold: 0, nav: true, eifs: 300us}}\n", "vasudevan"},
}

// An estimate may be this many times too high, and this many times too low. If it is too
// high the user learns of a flag; if it is too low the machine runs out of memory.
const (
	tooHigh = 2.5
	tooLow  = 1.4
)

func TestEstimatesAreOfTheHeap(t *testing.T) {
	for i, w := range worldCases {
		if !sample.Takes(i, 6) {
			continue // each world takes a third of a second; campaigns take all
		}
		s := load(t, w)
		guess := footprint.Of(s, s.Algorithms[0], footprint.Measured)
		real := weigh(t, s)
		ratio := float64(guess.Bytes()) / float64(real)
		t.Logf("%-26s %6.0f bytes/node, estimated %6.0f: %.2f of it", w.name,
			float64(real)/float64(w.nodes), float64(guess.Bytes())/float64(w.nodes), ratio)
		if ratio > tooHigh || ratio < 1/tooLow {
			t.Errorf("%s: estimated %v, the heap had %s", w.name, guess, memory.Size(real))
		}
	}
}

func TestAFileOfRecordsFollowsLinks(t *testing.T) {
	w := worldCase{"", 1000, 10, "mobility: {model: random-waypoint, speed: {min: 1, max: 10}}\nstart: {elect: [1]}\n", "vasudevan"}
	s := load(t, w)
	guess := footprint.Of(s, s.Algorithms[0], footprint.All)
	real := weigh(t, s, everything{})
	if ratio := float64(guess.Bytes()) / float64(real); ratio > tooHigh || ratio < 1/tooLow {
		t.Errorf("estimated %v, the heap had %s", guess, memory.Size(real))
	}
}

// everything is a sink that wants all records and keeps none.
type everything struct{}

func (everything) Wants() trace.Set     { return ^trace.Set(0) }
func (everything) Record(*trace.Record) {}
