package overlay_test

import (
	"slices"
	"testing"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/layer"
	"bellwether/protocol"
)

// mute is a machine without abilities.
type mute struct{}

func (mute) Start(*protocol.Env, []byte)                            {}
func (mute) Receive(*protocol.Env, protocol.ID, protocol.Message)   {}
func (mute) Fire(*protocol.Env, protocol.Timer)                     {}
func (mute) Snapshot(b []byte) []byte                               { return b }
func probe() protocol.Machine                                       { return &smallworld.Probe{} }
func compose(n protocol.Needs, s overlay.Services) protocol.Machine { return composed(n, s, probe) }
func composed(n protocol.Needs, s overlay.Services, inner func() protocol.Machine) protocol.Machine {
	s.Detection = smallworld.Budget
	whole, _, _ := overlay.Compose(protocol.Algorithm{Needs: n, Timers: 2}, inner, s)
	return whole()
}

var (
	withHello = overlay.Services{Hello: &overlay.HelloOptions{}}
	withFlood = overlay.Services{Flood: &overlay.FloodOptions{}}
	withAODV  = overlay.Services{AODV: &overlay.AODVOptions{Detection: "neighbours"}}
	withLink  = overlay.Services{Link: &overlay.LinkOptions{}}
	withAll   = overlay.Services{Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}, Link: &overlay.LinkOptions{}}
)

// TestComposeBuildsWhatIsNeeded: a service that an algorithm does not need is not built,
// and needs no timer.
func TestComposeBuildsWhatIsNeeded(t *testing.T) {
	for _, row := range []struct {
		name     string
		needs    protocol.Needs
		services overlay.Services
		timers   int
		kinds    []protocol.Kind
	}{
		{"nothing", protocol.NeedsNeighbours, overlay.Services{}, 2, nil},
		{"neighbours, all services", protocol.NeedsNeighbours, withAll, 4,
			[]protocol.Kind{layer.KindGreeting, layer.KindNumbered, layer.KindReceipt}},
		{"routing, none", protocol.NeedsRouting, overlay.Services{}, 2, nil},
		{"routing, flood", protocol.NeedsRouting, withFlood, 3, []protocol.Kind{layer.KindEnvelope}},
		{"routing, aodv", protocol.NeedsRouting, withAODV, 3, []protocol.Kind{layer.KindPacket, layer.KindPacket + 1,
			layer.KindPacket + 2, layer.KindPacket + 3, layer.KindPacket + 4, layer.KindPacket + 5, layer.KindPacket + 6}},
		{"neighbours, aodv", protocol.NeedsNeighbours, withAODV, 2, nil},
		{"ring, none", protocol.NeedsRing, overlay.Services{}, 3, []protocol.Kind{layer.KindPull, layer.KindAnswer}},
		{"both ways, none", protocol.NeedsBothWays, overlay.Services{}, 3, []protocol.Kind{layer.KindPull, layer.KindAnswer}},
		{"ring, all", protocol.NeedsRing, withAll, 6, []protocol.Kind{
			layer.KindPull, layer.KindAnswer, layer.KindEnvelope,
			layer.KindGreeting, layer.KindNumbered, layer.KindReceipt,
		}},
	} {
		_, kinds, timers := overlay.Compose(protocol.Algorithm{Needs: row.needs, Timers: 2}, probe, row.services)
		if timers != row.timers {
			t.Errorf("%s: %d timers, want %d", row.name, timers, row.timers)
		}
		var got []protocol.Kind
		for _, k := range kinds {
			got = append(got, k.Kind())
		}
		if !slices.Equal(got, row.kinds) {
			t.Errorf("%s: kinds %v, want %v", row.name, got, row.kinds)
		}
	}
}

func TestComposeLeavesTheAlgorithmsKindsAlone(t *testing.T) {
	a := protocol.Algorithm{Kinds: make([]protocol.MessageKind, 1, 9)}
	overlay.Compose(a, probe, withHello)
	if a.Kinds[:2][1].Name != "" {
		t.Error("wrote beyond the algorithm's own kinds")
	}
}

// "Observer: does the stack want the driver's neighbour events?"
func TestObserver(t *testing.T) {
	for _, row := range []struct {
		name string
		m    protocol.Machine
		want bool
	}{
		{"bare", probe(), true},
		{"bare, without the ability", mute{}, false},
		{"flood passes them through", compose(protocol.NeedsRouting, withFlood), true},
		{"aodv by the neighbour service wants them", composed(protocol.NeedsRouting, withAODV, func() protocol.Machine { return mute{} }), true},
		{"aodv by hellos passes them through", composed(protocol.NeedsRouting, overlay.Services{AODV: &overlay.AODVOptions{}}, func() protocol.Machine { return mute{} }), false},
		{"link passes them through", compose(protocol.NeedsNeighbours, withLink), true},
		{"link around one without the ability", composed(protocol.NeedsNeighbours, withLink, func() protocol.Machine { return mute{} }), false},
		{"hello finds its own", compose(protocol.NeedsNeighbours, withHello), false},
		{"link around hello", compose(protocol.NeedsRouting, withAll), false},
		{"a ring ignores them", compose(protocol.NeedsRing, withFlood), false},
	} {
		if got := overlay.Observer(row.m); got != row.want {
			t.Errorf("%s: %t", row.name, got)
		}
	}
}

func TestDegreeIsFoundInAnyStack(t *testing.T) {
	for _, row := range []struct {
		m    protocol.Machine
		want bool
	}{
		{probe(), false},
		{compose(protocol.NeedsNeighbours, withHello), true},
		{compose(protocol.NeedsRing, withAll), true},
		{compose(protocol.NeedsRing, withLink), false},
	} {
		if d, ok := overlay.Degree(row.m); ok != row.want || d != 0 {
			t.Errorf("degree %d, %t", d, ok)
		}
	}
}

// TestAbilitiesPassThrough: every ability reaches the machine within, through all layers;
// the neighbour events of the driver do not if a layer has its own.
func TestAbilitiesPassThrough(t *testing.T) {
	for _, needs := range []protocol.Needs{protocol.NeedsNeighbours, protocol.NeedsRouting, protocol.NeedsRing} {
		for i, s := range []overlay.Services{{}, withHello, withFlood, withLink, withAODV, withAll} {
			w := smallworld.Probes(needs, s, smallworld.Options{Nodes: 2})
			w.Boot()
			w.Elect(1)
			w.SetValue(1, 5)
			w.Settle(2)
			w.Resign(1)
			w.Run(1500e6)
			var got []string
			for _, call := range w.Probe(1).Log {
				switch call {
				case "start", "elect", "capability", "settle 2", "resign":
					got = append(got, call)
				}
			}
			slices.Sort(got) // a hello delays elect
			if want := []string{"capability", "elect", "resign", "settle 2", "start"}; !slices.Equal(got, want) {
				t.Errorf("%v, services %d: %v", needs, i, got)
			}
			shown := 0
			optional.Inspect(w.Machine(1), func(name string, _ int64) {
				if name == "log" {
					shown += len(name)
				}
			})
			if shown != len("log") {
				t.Errorf("%v, services %d: not inspected", needs, i)
			}
		}
	}
}

// TestTimersBelongToTheirOwners: a layer leaves timers below its own to the machine within.
func TestTimersBelongToTheirOwners(t *testing.T) {
	w := smallworld.Probes(protocol.NeedsRing, withAll, smallworld.Options{Nodes: 3})
	w.Complete().Boot()
	w.Do(1, func(env *protocol.Env) { env.SetTimer(0, 1e9) })
	w.Run(30e9)
	fired := 0
	for _, call := range w.Probe(1).Log {
		if call == "fire 0" {
			fired++
		} else if len(call) > 4 && call[:4] == "fire" {
			t.Errorf("the probe's handler saw %q", call)
		}
	}
	if fired != 1 {
		t.Errorf("fired %d times, want once", fired)
	}
}

func TestInnermost(t *testing.T) {
	p := probe()
	m := composed(protocol.NeedsRing, withAll, func() protocol.Machine { return p })
	if m == p || overlay.Innermost(m) != p {
		t.Error("the probe is not innermost of its stack")
	}
}
