package hunt

import (
	"testing"
	"time"

	"bellwether/internal/study/registry"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// planted are algorithms with a fault, by the law that each breaks, and how small the world
// must become.
var planted = map[Law]struct {
	of     string
	plant  func(a *protocol.Algorithm)
	nodes  int // the most in the shrunk world
	faults int // the most in the shrunk world
}{
	lawContract: {"omega-crash-recovery", func(a *protocol.Algorithm) {
		inner := a.New
		a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			made, err := inner(c)
			return func() protocol.Machine { return forgetful{made()} }, err
		}
	}, 1, 1},
	lawConverges: {"bully", func(a *protocol.Algorithm) {
		a.SettleBound = func(protocol.Scale, protocol.Config) time.Duration { return 20 * time.Millisecond }
	}, 1, 0},
	lawQuiet: {"flood-max", func(a *protocol.Algorithm) {
		a.Kinds = append([]protocol.MessageKind(nil), a.Kinds...)
		for i := range a.Kinds {
			if a.Kinds[i].Class == protocol.ClassBeacon {
				a.Kinds[i].Class = protocol.ClassAnnouncement
			}
		}
	}, 1, 0},
	lawCost: {"link-reversal", func(a *protocol.Algorithm) {
		a.Costs = []protocol.Cost{{Case: "each detection interval", Charges: []protocol.Charge{{Message: "beacon", Formula: "3n"}}}}
	}, 2, 0},
	lawMargin: {"flood-max", func(a *protocol.Algorithm) {
		inner := a.New
		a.New = func(c protocol.Config) (func() protocol.Machine, error) {
			if c.Hysteresis != (protocol.Margin{}) {
				c.Hysteresis = protocol.Margin{Share: 1 << 20}
			}
			return inner(c)
		}
	}, 2, 0},
}

// forgetful is a machine that cannot start with what it saved.
type forgetful struct{ protocol.Machine }

func (m forgetful) Start(env *protocol.Env, saved []byte) {
	if saved != nil {
		panic("planted")
	}
	m.Machine.Start(env, saved)
}

// program returns a program with the algorithm that breaks a law, under the name planted.
func program(t *testing.T, law Law) (*registry.Registry, protocol.Algorithm) {
	t.Helper()
	a, _ := scenarios.Algorithm(planted[law].of)
	a.Name = "planted"
	planted[law].plant(&a)
	r, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{a}})
	if err != nil {
		t.Fatal(err)
	}
	return r, a
}

// Each planted fault is found by the law that it breaks, and its world is shrunk to a small one.
func TestPlantedFaultsAreFoundAndShrunk(t *testing.T) {
	for law, p := range planted {
		t.Run(string(law), func(t *testing.T) {
			if !sample.Whole() && law != lawQuiet && law != lawCost {
				t.Skip("of the laws two are enough on each change")
			}
			t.Parallel()
			reg, a := program(t, law)
			worlds := 60
			if law == lawMargin { // few worlds have a hysteresis, and a leader beyond it
				worlds = 240
			}
			out, err := Run(t.Context(), Options{Program: reg, Algorithms: []protocol.Algorithm{a}, Seed: 1, Worlds: worlds, Effort: DefaultEffort, Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range out.Finds {
				if f.Breach.Law != law {
					continue
				}
				w := f.World
				if !f.Smallest || w.Nodes > p.nodes || len(w.Faults) > p.faults || len(w.Cuts) > 0 || w.Loss != "" || w.Field != nil || w.Hello > 0 || len(w.Params) > 0 {
					t.Errorf("%v is not small:\n%s", f.Breach, w.YAML())
				}
				if again, err := (&judge{program: reg}).world(t.Context(), w); err != nil || !again.Breach.same(f.Breach) {
					t.Errorf("the smallest world does not break it again: %v, %v", again.Breach, err)
				}
				return
			}
			t.Errorf("not found; found is %v", out.Broken)
		})
	}
}
