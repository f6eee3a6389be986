package election

import (
	"cmp"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

// given is the parameters that a scenario would give.
type given = map[string]string

var (
	byTCP       = given{"signalling": "tcp"}
	byUDP       = given{"signalling": "udp"}
	byBroadcast = given{"signalling": "broadcast"}
	byOptimised = given{"signalling": "optimised"}
	byGreeting  = given{"signalling": "optimised", "link_exchanges": "1"}
)

// each runs a test with each signalling.
func each(t *testing.T, test func(t *testing.T, p given)) {
	t.Run("tcp", func(t *testing.T) { test(t, byTCP) })
	t.Run("udp", func(t *testing.T) { test(t, byUDP) })
	t.Run("broadcast", func(t *testing.T) { test(t, byBroadcast) })
	t.Run("optimised", func(t *testing.T) { test(t, byOptimised) })
	t.Run("greeting", func(t *testing.T) { test(t, byGreeting) })
}

// detection is the budget of every test: 2 s × 3.
var detection = protocol.Detection{Interval: 2 * time.Second, Misses: 3}

const beaconTimeout = 6 * time.Second

// configure resolves parameters as a scenario would.
func configure(t testing.TB, p given) protocol.Config {
	t.Helper()
	values, faults := protocol.Resolve(Vasudevan().Params, p, detection)
	for _, f := range faults {
		t.Fatal(f)
	}
	return protocol.Config{Detection: detection, Values: values}
}

// frameLimit is far more frames than any world of these tests needs. Over TCP an election
// may take 100 s, with probes all the while.
const frameLimit, frameLimitTCP = 100_000, 500_000

// lab is a world with the counts that tests need.
type lab struct {
	*smallworld.Lab
	t      testing.TB
	config protocol.Config
	// Done sees each effect before it is carried out.
	Done   func(id protocol.ID, e protocol.Effect)
	kinds  map[protocol.Kind]int
	frames int
	leader []protocol.ID // by ID; the last Elected
	enters []int         // by ID; how often it entered an election, δ 0→1
	in     []bool        // by ID; electing
	boots  []int         // by ID; restarts by strike
}

func build(t testing.TB, p given, o smallworld.Options) *lab {
	t.Helper()
	return buildWith(t, configure(t, p), o)
}

func buildWith(t testing.TB, config protocol.Config, o smallworld.Options) *lab {
	t.Helper()
	w := &lab{t: t, config: config, kinds: map[protocol.Kind]int{}}
	maker, err := Vasudevan().New(w.config)
	if err != nil {
		t.Fatal(err)
	}
	o.Make, o.Kinds, o.Wire = maker, Vasudevan().Kinds, true
	o.Tries = cmp.Or(o.Tries, 1)
	w.Lab = smallworld.New(o)
	n := len(o.Values) + 1
	w.leader, w.enters, w.in, w.boots = make([]protocol.ID, n), make([]int, n), make([]bool, n), make([]int, n)
	limit := frameLimit
	if config.Values.Choice("signalling") == "tcp" {
		limit = frameLimitTCP
	}
	w.Sent = func(from, to protocol.ID, m protocol.Message) {
		w.kinds[said(m).Kind()]++
		if *oneSeed != 0 {
			t.Logf("%v  %v → %v  %T%+v", w.Now, from, to, m, m)
		}
		if w.frames++; w.frames > limit {
			panic("the world talks for ever")
		}
	}
	w.Effect = func(id protocol.ID, e protocol.Effect) bool {
		w.Done(id, e)
		return true
	}
	w.Done = func(id protocol.ID, e protocol.Effect) {
		switch e.Op {
		case protocol.OpElecting:
			if !w.in[id] {
				w.enters[id]++
			}
			w.in[id], w.leader[id] = true, protocol.Nobody
		case protocol.OpElected:
			w.in[id], w.leader[id] = false, e.To
		}
	}
	return w
}

// said is what a frame counts as: the message that it carries, unless that is repeated.
func said(m protocol.Message) protocol.Message {
	if c, ok := m.(protocol.Carrier); ok {
		if origin, inner := c.Carried(); origin != protocol.Nobody {
			return inner
		}
	}
	return m
}

// ascending gives n nodes the values 1 … n.
func ascending(n int) []int64 {
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(i + 1)
	}
	return v
}

// shuffled gives n nodes values with ties, in any order.
func shuffled(n int, r *rand.Rand) []int64 {
	v := make([]int64, n)
	for i := range v {
		v[i] = r.Int64N(int64(n))
	}
	return v
}

// connect links the given nodes: a random tree and then each further pair with
// a probability.
func (w *lab) connect(r *rand.Rand, more float64, ids ...protocol.ID) {
	order := r.Perm(len(ids))
	for i := 1; i < len(order); i++ {
		w.Link(ids[order[i]], ids[order[r.IntN(i)]])
	}
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			if r.Float64() < more {
				w.Link(a, b)
			}
		}
	}
}

// edges counts the links.
func (w *lab) edges() int {
	count := 0
	for a := 1; a <= w.Nodes; a++ {
		for b := a + 1; b <= w.Nodes; b++ {
			if w.Linked(protocol.ID(a), protocol.ID(b)) {
				count++
			}
		}
	}
	return count
}

// state returns a value that id shows.
func (w *lab) state(id protocol.ID, name string) int64 {
	var out int64
	found := false
	optional.Inspect(w.Machine(id), func(n string, v int64) {
		if n == name {
			out, found = v, true
		}
	})
	if !found {
		w.t.Fatalf("node %v shows no %s", id, name)
	}
	return out
}

// index is the computation that id takes or took part in.
func (w *lab) index(id protocol.ID) protocol.Computation {
	return protocol.Computation{Num: uint32(w.state(id, "computation_num")), Source: protocol.ID(w.state(id, "computation_source"))}
}

// settled reports whether each component names its best live member.
func (w *lab) settled() bool { return w.Disagreement() == "" }

// wantLeader fails unless the given nodes name leader and are not electing.
func (w *lab) wantLeader(leader protocol.ID, ids ...protocol.ID) {
	w.t.Helper()
	for _, id := range ids {
		if w.in[id] || w.leader[id] != leader || w.state(id, "leader") != int64(leader) {
			w.t.Errorf("at %v node %v: electing %v, leader %v, want %v", w.Now, id, w.in[id], w.leader[id], leader)
		}
	}
}

// all lists the IDs of the world.
func (w *lab) all() []protocol.ID {
	ids := make([]protocol.ID, w.Nodes)
	for i := range ids {
		ids[i] = protocol.ID(i + 1)
	}
	return ids
}
