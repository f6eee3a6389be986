package place

import (
	"slices"
	"testing"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// TestNearBeyondFindsAllWithLowerBounds: in a moving world, at any age of the snapshot,
// all nodes within reach are found, and no node is nearer than its lower bound.
func TestNearBeyondFindsAllWithLowerBounds(t *testing.T) {
	const nodes, reachM = 200, 300.0
	model, err := mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.Area{Width: 1000, Height: 1000}, SpeedMin: 5, SpeedMax: 20})
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.New(kernel.Options{Nodes: nodes,
		Algorithm: protocol.Algorithm{Name: "none", New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return struct{ protocol.Machine }{} }, nil
		}}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(model, 3, nodes)
	if err != nil {
		t.Fatal(err)
	}
	f := New(k, Options{Plan: plan, ReachM: reachM,
		NewLeg: func(kernel.Slot, mobility.Leg) bool { return false }, Turned: func(kernel.Slot, Turn) {}})
	for i := range kernel.Slot(nodes) {
		k.Appear(i)
		f.Begin(i)
	}
	closer, squares := 0, make([]float64, nodes)
	look := func(a uint32) {
		i := kernel.Slot(a) % nodes
		p := f.Point(i)
		near, beyond := f.NearBeyond(p, reachM)
		f.SquaresM2(Spot{Point: p}, near, squares)
		for n, j := range near {
			true2 := radio.DistanceSquared(p, f.Point(j))
			if squares[n] != true2 {
				t.Fatalf("node %d is √%v m away, want √%v", j, squares[n], true2)
			}
			if beyond[n] > true2 {
				t.Fatalf("at %v node %d is √%v m away, nearer than its bound of √%v m", k.Clock(), j, true2, beyond[n])
			}
			if beyond[n] > 0.8*true2 {
				closer++ // the bound is close to the distance
			}
		}
		for j := range kernel.Slot(nodes) {
			if radio.DistanceSquared(p, f.Point(j)) <= reachM*reachM && !slices.Contains(near, j) {
				t.Fatalf("at %v node %d is within reach and not found", k.Clock(), j)
			}
		}
	}
	event := k.On(look)
	const looks = 500
	for n := range looks {
		k.At(int64(n)*int64(37*time.Millisecond), event, uint32(n*7))
	}
	if err := k.Run(looks*int64(time.Second), func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if f.Snapshots() < 3 || f.Snapshots() > looks/2 || closer < 10*looks {
		t.Errorf("%d snapshots, %d close bounds: too few", f.Snapshots(), closer)
	}
}
