package preview

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/errs"
	"bellwether/internal/study/campaign"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

func read(t *testing.T, text string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Read("world.yaml", []byte(text), scenarios.Options{})
	if err != nil {
		t.Fatal(errs.Why(err))
	}
	return s
}

// counter integrates the number of true links from an instant on.
type counter struct {
	from, last protocol.Time
	links      int
	sum        float64
}

func (c *counter) Wants() trace.Set { return trace.Of(trace.LinkUp, trace.LinkDown) }

func (c *counter) Record(r *trace.Record) {
	c.until(r.At)
	if r.Kind == trace.LinkUp {
		c.links++
	} else {
		c.links--
	}
}

func (c *counter) until(at protocol.Time) {
	if at > c.from {
		c.sum += float64(c.links) * float64(at-max(c.last, c.from))
	}
	c.last = at
}

// moving is a world whose nodes are often cut off from each other.
const moving = `
schema: 2
nodes: 24
duration: 300s
warmup: 30s
world: {width: 900, height: 700}
mobility: {model: random-waypoint, speed: {min: 3, max: 12}}
radio: {range: 180, access: {model: csma}}
algorithms: [flood-max]
`

// TestLinksAreThoseOfRuns compares with the emulator's truth over runs.
func TestLinksAreThoseOfRuns(t *testing.T) {
	s := read(t, moving)
	p := Of(context.Background(), s, 1)
	const runs = 6
	var degrees, parts [runs]float64
	for i := range runs {
		seed := s.Seed + 100 + uint64(i) // other walks than those that were looked at
		c := counter{from: protocol.Time(s.Warmup)}
		prepared, err := campaign.Prepare(s, s.Algorithms[0], seed)
		if err != nil {
			t.Fatal(err)
		}
		prepared.Config.Sinks = append(prepared.Config.Sinks, &c)
		world, err := emulator.New(prepared.Config)
		if err != nil {
			t.Fatal(err)
		}
		if err := world.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		c.until(protocol.Time(s.Duration))
		degrees[i] = 2 * c.sum / float64(protocol.Time(s.Duration)-c.from) / float64(s.Nodes)
		run := prepared.Result(world.Counters())
		parts[i] = run.Metrics.Get("component_count_mean").X
	}
	mean, err := meanOf(degrees[:])
	if most := 4 * math.Hypot(err, p.links.error); math.Abs(p.links.degree-mean) > most {
		t.Errorf("a mean degree of %.3f ± %.3f, runs have %.3f ± %.3f", p.links.degree, p.links.error, mean, err)
	}
	if p.links.error <= 0 || p.links.error > p.links.degree/5 {
		t.Errorf("a standard error of %v for a degree of %v", p.links.error, p.links.degree)
	}
	mean, err = meanOf(parts[:])
	if most := 4 * math.Sqrt2 * err; math.Abs(p.links.parts-mean) > most {
		t.Errorf("%.3f components, runs have %.3f ± %.3f", p.links.parts, mean, err)
	}
}

// meanOf returns a mean and its standard error.
func meanOf(x []float64) (mean, err float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		err += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, math.Sqrt(err / float64(len(x)))
}

// TestLoadIsThatOfARun compares the upkeep with the whole of a run in which nothing happens.
func TestLoadIsThatOfARun(t *testing.T) {
	s := read(t, strings.Replace(moving, "model: random-waypoint, speed: {min: 3, max: 12}", "model: static", 1)+"start: {elect: all}\n")
	p := Of(context.Background(), s, 1)
	run, failure := campaign.One(context.Background(), s, s.Algorithms[0], s.Seed, nil)
	if failure != nil {
		t.Fatal(failure)
	}
	for _, class := range []protocol.Class{protocol.ClassHello, protocol.ClassBeacon} {
		want := s.Sharers() * run.Metrics.AirByClass[class]
		if got := p.rest.air[class]; want <= 0 || math.Abs(got-want) > 0.2*want {
			t.Errorf("%v takes %.4f of the air, a run has %.4f", class, got, want)
		}
	}
}

// TestBatteriesEndAsInARun: the first to run empty listened, and sent a little.
func TestBatteriesEndAsInARun(t *testing.T) {
	s := read(t, moving+"energy: {battery: {min: 100, max: 100.001}}\n")
	p := Of(context.Background(), s, 1)
	if text := p.batteryText(); !strings.Contains(text, "100 J, ends after 122.1 s of listening at 0.819 W") {
		t.Fatal(text)
	}
	run, failure := campaign.One(context.Background(), s, s.Algorithms[0], s.Seed, nil)
	if failure != nil {
		t.Fatal(failure)
	}
	if death := run.Metrics.Get("first_death_s").X; death > 122.2 || death < 115 {
		t.Errorf("the first battery ended after %v s", death)
	}
}

// TestWords has what is printed of worlds of every kind, without time and memory, which depend
// on the machine.
func TestWords(t *testing.T) {
	for _, c := range []struct{ name, world, want string }{
		{"ring", "nodes: 6\nradio: {model: graph, topology: ring}\nalgorithms: [vasudevan]\n", `
  range      no range: links are those of the graph, topology ring
  degree     2 neighbours on average, without faults
  connected  all nodes for 100 % of the time; components on average: 1
  hops       1.8 on average between nodes of one component, 3 at most
  load       ideal medium, no frame waits or collides: beacon 0.5 messages a second of each node at rest, in an emulated piece of 10 s of vasudevan, after as long a beginning
  batteries  none: no node has a battery
`},
		{"apart", "schema: 2\nmobility: {model: static, positions: [[0, 0], [900, 0], [900, 900]]}\nradio: {model: log-distance, power: 10}\nenergy: {battery: {min: 300, max: 600}, sun: {peak: 1}}\nalgorithms: [vasudevan]\n", `
  range      139.3 m: from 10 dBm to the -101 dBm of the weakest link, by the path loss of log-distance
  degree     0 neighbours on average, in 64 draws of places, without faults
  connected  all nodes for 0 % of the time; components on average: 3
  hops       0: no two nodes are linked
  load       ideal medium, no frame waits or collides: hello 1, beacon 0.5 messages a second of each node at rest, in an emulated piece of 10 s of vasudevan, after as long a beginning
  batteries  the smallest that is possible, 300 J, ends after 366.3 s of listening at 0.819 W, the largest, 600 J, after 732.6 s; a run lasts 600 s; the sun adds to them
`},
		{"too dense", "schema: 2\nnodes: 20000\nworld: {width: 200, height: 200}\nmobility: {model: static}\nalgorithms: [vasudevan]\nruns: 1\n", `
  range      250 m, as radio.range says
  degree     about 2e+04 neighbours on average, half-way through a run
  connected  not looked at: too many pairs of nodes are in reach, or they move too often
  load       ideal medium, no frame waits or collides: hello 1 messages a second of each node at rest, by neighbours.interval; what algorithms add is not known before a run
  batteries  none: no node has a battery
`},
	} {
		got, rest, cut := strings.Cut(Of(context.Background(), read(t, c.world), 2).Text(), "  time ")
		if want := strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, want)
		}
		if !cut || !strings.Contains(rest, "on this machine for the ") || !strings.Contains(rest, "\n  memory     about ") {
			t.Errorf("%s: %s", c.name, rest)
		}
	}
}

// TestLooksAreOfTheSeed: the same file says the same.
func TestLooksAreOfTheSeed(t *testing.T) {
	s := read(t, moving)
	if a, b := s.Connectivity(), s.Connectivity(); a != b {
		t.Errorf("%+v, then %+v", a, b)
	}
	other := *s
	other.Seed += 1000
	if s.Connectivity() == other.Connectivity() {
		t.Error("another seed draws the same movement")
	}
}

// The rest of a run goes on like the second half of its piece, whatever the first half took.
func TestARunGoesOnLikeTheSecondHalf(t *testing.T) {
	for _, c := range []struct {
		piece  timed
		length time.Duration
		want   float64
	}{
		{timed{0.3, 0.1, 20 * time.Second}, 600 * time.Second, 0.3 + 0.02*580},   // queues have to fill
		{timed{0.3, 0.25, 20 * time.Second}, 600 * time.Second, 0.3 + 0.005*580}, // the world has to be made
		{timed{0.3, 0.31, 20 * time.Second}, 600 * time.Second, 0.3},             // the clock is coarse
		{timed{0.3, 0.1, 20 * time.Second}, 20 * time.Second, 0.3},               // all of the run
	} {
		if got := c.piece.until(c.length); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v until %v: %v s, want %v", c.piece, c.length, got, c.want)
		}
	}
}
