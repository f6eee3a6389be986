package election

import (
	"math/rand/v2"
	"testing"
	"time"
	"unsafe"

	"bellwether/protocol"
)

// lone is a node of a world of settings' defaults, with its Env.
func lone(t testing.TB, signalling string) (*node, *protocol.Env, protocol.Facts) {
	t.Helper()
	d := protocol.Detection{Interval: 2 * time.Second, Misses: 3}
	values, faults := protocol.Resolve(Vasudevan().Params, map[string]string{"signalling": signalling}, d)
	if len(faults) > 0 {
		t.Fatal(faults[0])
	}
	maker, err := Vasudevan().New(protocol.Config{Detection: d, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	var n *node
	switch m := maker().(type) {
	case *unicastNode:
		n = &m.node
	case *broadcastNode:
		n = &m.node
	}
	env := new(protocol.Env)
	facts := protocol.Facts{Self: 5, Now: 1, Capability: protocol.Capability{Value: 50, ID: 5}, Rand: rand.New(rand.NewPCG(1, 2))}
	env.Enter(facts)
	n.Start(env, nil)
	return n, env, facts
}

// follow makes n follow node 9 by its first beacon, which it returns.
func follow(n *node, env *protocol.Env, facts protocol.Facts) protocol.Message {
	var beacon protocol.Message = Beacon{Leader: protocol.Capability{Value: 90, ID: 9}, Stamp: Stamp{1, 1}}
	env.Enter(facts)
	n.Receive(env, 9, beacon)
	return beacon
}

// A flood delivers each beacon once for every neighbour: all copies but the
// first must cost next to nothing.
func TestDuplicateBeaconCostsNoAllocationAndNoEffect(t *testing.T) {
	n, env, facts := lone(t, signallingBroadcast)
	beacon := follow(n, env, facts)
	effects := 0
	allocations := testing.AllocsPerRun(1000, func() {
		env.Enter(facts)
		n.Receive(env, 7, beacon)
		effects += len(env.Effects())
	})
	if allocations != 0 || effects != 0 {
		t.Errorf("a duplicate beacon costs %v allocations and %d effects", allocations, effects)
	}
}

// A fresh beacon is passed on as the value received.
func TestFreshBeaconCostsNoAllocation(t *testing.T) {
	n, env, facts := lone(t, signallingBroadcast)
	follow(n, env, facts)
	beacons := make([]protocol.Message, 1002)
	for i := range beacons {
		beacons[i] = Beacon{Leader: protocol.Capability{Value: 90, ID: 9}, Stamp: Stamp{2, uint32(i)}}
	}
	next := 0
	allocations := testing.AllocsPerRun(1000, func() {
		env.Enter(facts)
		n.Receive(env, 7, beacons[next])
		if e := env.Effects()[len(env.Effects())-1]; e.Op != protocol.OpBroadcast || e.Message != beacons[next] {
			t.Fatalf("passed on %+v", e)
		}
		next++
	})
	if allocations != 0 {
		t.Errorf("a fresh beacon costs %v allocations", allocations)
	}
}

// 10^6 nodes share a gigabyte with emulator and radio.
func TestNodeIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(unicastNode{}); size > maxNodeBytes {
		t.Errorf("a node has %d bytes, at most %d wanted", size, maxNodeBytes)
	}
}

// maxNodeBytes is a third of what a whole node may take (0.8 kB), emulator included.
const maxNodeBytes = 250

func BenchmarkDuplicateBeacon(b *testing.B) {
	n, env, facts := lone(b, signallingBroadcast)
	beacon := follow(n, env, facts)
	env.Enter(facts)
	b.ReportAllocs()
	for b.Loop() {
		n.Receive(env, 7, beacon)
	}
}

func BenchmarkFreshBeacon(b *testing.B) {
	n, env, facts := lone(b, signallingBroadcast)
	follow(n, env, facts)
	beacon := Beacon{Leader: protocol.Capability{Value: 90, ID: 9}, Stamp: Stamp{2, 0}}
	b.ReportAllocs()
	for b.Loop() {
		beacon.Stamp.Beacon++
		env.Enter(facts)
		n.Receive(env, 7, beacon)
	}
}
