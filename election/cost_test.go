package election

import (
	"testing"
	"unsafe"

	"bellwether/protocol"
)

// follow makes the node follow node 9 by its first beacon, which it returns.
func follow(d *desk) protocol.Message {
	var beacon protocol.Message = beacon{Leader: offers(9).Capability, Stamp: stamp{1, 1}}
	d.hears(9, beacon)
	return beacon
}

// A flood delivers each beacon once for every neighbour: all copies but the first must cost
// almost nothing.
func TestDuplicateBeaconCostsNoAllocationAndNoEffect(t *testing.T) {
	d := sit(t, signallingBroadcast)
	beacon := follow(d)
	effects := 0
	allocations := testing.AllocsPerRun(1000, func() {
		d.env.Driver().Enter(d.facts)
		d.machine.Receive(&d.env, 7, beacon)
		effects += len(d.env.Driver().Effects())
	})
	if allocations != 0 || effects != 0 {
		t.Errorf("a duplicate beacon costs %v allocations and %d effects", allocations, effects)
	}
}

// TestFreshBeaconCostsNoAllocation: a fresh beacon is passed on as the value that was
// received.
func TestFreshBeaconCostsNoAllocation(t *testing.T) {
	d := sit(t, signallingBroadcast)
	follow(d)
	beacons := make([]protocol.Message, 1002)
	for i := range beacons {
		beacons[i] = beacon{Leader: protocol.Capability{Value: 90, ID: 9}, Stamp: stamp{2, uint32(i)}}
	}
	next := 0
	allocations := testing.AllocsPerRun(1000, func() {
		d.env.Driver().Enter(d.facts)
		d.machine.Receive(&d.env, 7, beacons[next])
		if e := d.env.Driver().Effects()[len(d.env.Driver().Effects())-1]; e.Op != protocol.OpBroadcast || e.Message != beacons[next] {
			t.Fatalf("passed on %+v", e)
		}
		next++
	})
	if allocations != 0 {
		t.Errorf("a fresh beacon costs %v allocations", allocations)
	}
}

// TestNodeIsSmall: 10⁶ nodes share a gigabyte with emulator and radio.
func TestNodeIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(unicastNode{}); size > maxNodeBytes {
		t.Errorf("a node has %d bytes, at most %d wanted", size, maxNodeBytes)
	}
}

// maxNodeBytes is a third of what a whole node may take (0.8 kB), emulator included.
const maxNodeBytes = 250

func BenchmarkDuplicateBeacon(b *testing.B) {
	d := sit(b, signallingBroadcast)
	beacon := follow(d)
	d.env.Driver().Enter(d.facts)
	b.ReportAllocs()
	for b.Loop() {
		d.machine.Receive(&d.env, 7, beacon)
	}
}

func BenchmarkFreshBeacon(b *testing.B) {
	d := sit(b, signallingBroadcast)
	follow(d)
	beacon := beacon{Leader: protocol.Capability{Value: 90, ID: 9}, Stamp: stamp{2, 0}}
	b.ReportAllocs()
	for b.Loop() {
		beacon.Stamp.Beacon++
		d.env.Driver().Enter(d.facts)
		d.machine.Receive(&d.env, 7, beacon)
	}
}
