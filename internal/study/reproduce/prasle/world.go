package prasle

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A reading is how the paper's experiment is understood where it is open.
type reading struct {
	Name    string
	Send    string // unicast or broadcast
	Network string // reliable: a pair is said when it became better; unreliable: each round
	Ended   bool   // converged is who has ended the election; else who knows the least pair
}

// readings are the columns of the study.
var readings = []reading{
	{"unicast, when better, known", "unicast", "reliable", false},
	{"unicast, when better, ended", "unicast", "reliable", true},
	{"broadcast, when better, known", "broadcast", "reliable", false},
	{"broadcast, each round, known", "broadcast", "unreliable", false},
}

// horizon is the length of a run: whoever has not converged by then counts as that.
const horizon = 30 * time.Second

// world is the scenario of a point: all radios hear each other, and neighbourhoods are logical.
func (r reading) world(s setting, t topology, n int) string {
	rate := ""
	if s.bitrate > 0 {
		rate = fmt.Sprintf("bitrate: %d, ", s.bitrate)
	}
	return fmt.Sprintf(`schema: 2
name: prasle
duration: %v
warmup: 0s
runs: 2
nodes: %d
world: {width: 10, height: 10}
mobility: {model: static}
radio: {model: unit-disk, range: 50, preset: iotlab-m3, %saccess: {model: unslotted-csma-ca}, loss: %s}
energy: {profile: none}
capability: {hysteresis: 0}
neighbours: {service: oracle}
detection: {interval: 1m, misses: 1} # who has ended is silent, as in the paper
start: {leader: none}
algorithms:
  - {name: prasle, params: {rounds: %d, round: 100ms, jitter: %s, upkeep: %s, network: %s, send: %s, columns: %d, around: %d}}
`, horizon, n, rate, cmp.Or(s.loss, "{model: none}"), t.hops(n), cmp.Or(s.jitter, "50ms"), r.upkeep(), r.Network, r.Send, t.columns(n), t.around(n))
}

// upkeep is the length of rounds after an election: in the reliable form there are none.
func (r reading) upkeep() string {
	if r.Network == "reliable" {
		return "1m"
	}
	return "100ms"
}

// run makes one run, and returns the seconds until the last node has converged, and the hash of its trace.
func (r reading) run(ctx context.Context, of setting, t topology, at task) (took float64, hash string, err error) {
	n, seed := at.Nodes, at.Seed
	s, err := scenarios.Read("prasle.yaml", []byte(r.world(of, of.of(t), n)), scenarios.Options{})
	if err != nil {
		return 0, "", err
	}
	w, sum := &watch{ended: r.Ended, best: protocol.ID(n), knows: make([]int64, n+1)}, trace.NewHash()
	c, err := s.Config(s.Algorithms[0], seed, w, sum)
	if err != nil {
		return 0, "", err
	}
	ranks := rand.New(rand.NewPCG(seed, 1)).Perm(n) // who is the least is drawn
	c.Capability.Values = nil
	for id, rank := range ranks {
		c.Capability.Values = append(c.Capability.Values, int64(rank+1))
		if rank == n-1 {
			w.best = protocol.ID(id + 1)
		}
	}
	e, err := emulator.New(c)
	if err != nil {
		return 0, "", err
	}
	if err := e.Run(ctx); err != nil {
		return 0, "", err
	}
	return w.converged().Seconds(), sum.Sum(), nil
}

// watch is a sink that sees when each node has converged for good.
type watch struct {
	ended bool
	best  protocol.ID
	knows []int64 // by node: whom it names
	last  time.Duration
}

// Wants are what nodes know, and the ends of elections.
func (*watch) Wants() trace.Set { return trace.Of(trace.State) }

// Record notes whom a node names: the best so far, or the leader that it has reported.
func (w *watch) Record(r *trace.Record) {
	name := "best"
	if w.ended {
		name = "leader"
	}
	if r.Name == name && w.knows[r.Node] != r.Value {
		w.knows[r.Node] = r.Value
		w.last = time.Duration(r.At)
	}
}

func (w *watch) converged() time.Duration {
	for _, named := range w.knows[1:] {
		if named != int64(w.best) {
			return horizon
		}
	}
	return w.last
}
