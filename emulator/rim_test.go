package emulator

import (
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// Places that are 250 m apart on paper and 250.00000000000003 m in a computer are in range for
// whoever asks: the list of neighbours, links that are followed, components, and frames. Nodes
// that arrive there are linked as those that always stood there, and part when one goes on.
func TestNodesThatStandOnTheRimAreLinked(t *testing.T) {
	stand := func(from time.Duration, at orb.Point) mobility.Leg {
		return mobility.Leg{Start: from, End: mobility.Forever, From: at}
	}
	here, there, beyond := orb.Point{100.1, 100}, orb.Point{350.1, 100}, orb.Point{350.100002, 100}
	arrives := []mobility.Leg{{End: 5 * time.Second, From: orb.Point{360.1, 100}, Velocity: orb.Point{-2, 0}}, stand(5*time.Second, there)}
	passes := []mobility.Leg{{End: 5 * time.Second, From: there}, {Start: 5 * time.Second, End: 6 * time.Second, From: there, Velocity: orb.Point{2, 0}}, stand(6*time.Second, orb.Point{352.1, 100})}
	for _, c := range []struct {
		name  string
		other []mobility.Leg
		up    []time.Duration // links come, and go, in turn
	}{
		{"stands there", []mobility.Leg{stand(0, there)}, []time.Duration{0}},
		{"stands 2 µm beyond", []mobility.Leg{stand(0, beyond)}, nil},
		{"arrives", arrives, []time.Duration{5 * time.Second}},
		{"goes on", passes, []time.Duration{0, 5 * time.Second}},
	} {
		for _, altitude := range []mobility.Altitudes{{}, {MaxM: 10}} {
			cfg := plane(make([][2]float64, 2))
			cfg.Mobility = wander{speed: 2, high: altitude, legs: [][]mobility.Leg{{stand(0, here)}, c.other}}
			cfg.Until = 10 * time.Second
			cfg.Faults = []Fault{{At: 8 * time.Second, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{2}}}
			_, j := run(t, cfg)
			var changes []time.Duration
			for _, r := range j.records {
				if r.Kind == trace.LinkUp || r.Kind == trace.LinkDown {
					changes = append(changes, time.Duration(r.At).Round(time.Millisecond))
				}
			}
			if !slices.Equal(changes, c.up) {
				t.Errorf("%s, altitudes %v: links change at %v, want %v", c.name, altitude, changes, c.up)
			}
			if joined := len(c.up)%2 == 1; joined != heardBy1(j) {
				t.Errorf("%s, altitudes %v: the frame at 8 s was heard: %v, want %v", c.name, altitude, heardBy1(j), joined)
			}
		}
	}
}

// Nodes that share a medium hear each other as far.
func TestContendersOnTheRimHearEachOther(t *testing.T) {
	for other, want := range map[orb.Point]bool{{350.1, 100}: true, {350.100002, 100}: false} {
		access := radio.DefaultCSMA()
		cfg := plane([][2]float64{{100.1, 100}, {other[0], other[1]}})
		cfg.Access, cfg.Until = &access, 10*time.Second
		cfg.Faults = []Fault{{At: 8 * time.Second, Kind: FaultElect, Target: TargetNodes, Nodes: []protocol.ID{2}}}
		if _, j := run(t, cfg); heardBy1(j) != want {
			t.Errorf("at %v: heard: %v, want %v", other, heardBy1(j), want)
		}
	}
}

func heardBy1(j *journal) bool {
	return slices.ContainsFunc(j.of(trace.Receive), func(r trace.Record) bool { return r.Node == protocol.ID(1) })
}
