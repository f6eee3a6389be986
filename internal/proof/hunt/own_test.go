package hunt

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/baseline"
	"bellwether/emulator"
	"bellwether/internal/study/registry"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// A settle bound that panics, or is below 0, breaks the contract. The breach names the algorithm,
// in the drawn world and in the smallest.
func TestABadSettleBoundIsABreachOfContract(t *testing.T) {
	for want, bound := range map[string]func(protocol.Scale, protocol.Config) time.Duration{
		"the program's own algorithm mine panics: boo, in hunt.":             func(protocol.Scale, protocol.Config) time.Duration { panic("boo") },
		"the program's own algorithm mine: its SettleBound gave -1ns for a ": func(protocol.Scale, protocol.Config) time.Duration { return -1 },
	} {
		mine := baseline.Named("bully")
		mine.Name, mine.SettleBound = "mine", bound
		reg, err := registry.New(registry.Own{Algorithms: []protocol.Algorithm{mine}})
		if err != nil {
			t.Fatal(err)
		}
		mine, _ = reg.Find("mine")
		out, err := Run(t.Context(), Options{Program: reg, Algorithms: []protocol.Algorithm{mine}, Seed: 1, Worlds: 4, Most: 1, Effort: 20, Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Finds) != 1 || out.Finds[0].Breach.Law != lawContract || !strings.HasPrefix(out.Finds[0].Breach.Why, want) {
			t.Errorf("want %s…, found %+v", want, out.Broken)
		}
	}
}

// A panic of a fault, movement or loss of the program's own ends the hunt with an error that
// names it, and counts as no breach of the algorithm.
func TestAPanicOfTheWorldIsNoBreachOfTheAlgorithm(t *testing.T) {
	for want, c := range map[string]struct {
		own  registry.Own
		text string
	}{
		"the program's own fault quake panics: boo": {
			registry.Own{Faults: []emulator.OwnFault{{Name: "quake", Strike: func(*emulator.Hand, protocol.ID) { panic("boo") }}}},
			"faults: [{at: 1s, own: quake, nodes: [1]}]"},
		"drift panics: boo": {
			registry.Own{Models: map[string]func(mobility.Area) (mobility.Model, error){"drift": func(mobility.Area) (mobility.Model, error) { return faultyModel{}, nil }}},
			"mobility: {model: own, name: drift}"},
		"dust panics: boo": {
			registry.Own{Losses: map[string]func(uint64) (radio.Loss, error){"dust": func(uint64) (radio.Loss, error) { return faultyLoss{}, nil }}},
			"radio: {loss: {model: own, name: dust}}"},
	} {
		reg, err := registry.New(c.own)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "own.yaml")
		if err := os.WriteFile(file, []byte("nodes: 3\nduration: 5s\nwarmup: 0s\nalgorithms: [bully]\n"+c.text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		base, err := LoadBase(file, nil, reg)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Run(t.Context(), Options{Program: reg, Base: base, Seed: 1, Worlds: 1, Jobs: 1})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s; found %+v", err, want, out)
		}
	}
}

// A faulty model panics when it moves a node.
type faultyModel struct{}

func (faultyModel) Path(int, *rand.Rand, *rand.Rand) mobility.Path { return &faultyPath{} }
func (faultyModel) MaxSpeed() float64                              { return 1 }

// A faultyPath panics after its first leg.
type faultyPath struct{ began bool }

func (p *faultyPath) Next() mobility.Leg {
	if p.began {
		panic("boo")
	}
	p.began = true
	return mobility.Leg{End: time.Second}
}

// A faulty loss panics at the first frame.
type faultyLoss struct{}

func (faultyLoss) Lost(protocol.ID, protocol.ID, protocol.Time) bool { panic("boo") }

// A faulty meter panics at the first message.
type faultyMeter struct{}

func (faultyMeter) Wants() trace.Set     { return trace.Of(trace.Send) }
func (faultyMeter) Record(*trace.Record) { panic("no heat") }
func (faultyMeter) Value() measure.Value { return measure.Value{} }

// A metric of the program's own that panics ends the hunt, and counts as no breach of the
// algorithm.
func TestAPanicOfAMetricIsNoBreachOfTheAlgorithm(t *testing.T) {
	heat := measure.Own{Key: measure.Key{Name: "heat", Title: "heat"}, New: func(measure.Window) measure.Meter { return faultyMeter{} }}
	reg, err := registry.New(registry.Own{Metrics: []measure.Own{heat}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParseBound("heat <= 3", reg.Metrics()...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), Options{Program: reg, Algorithms: []protocol.Algorithm{baseline.Named("bully")}, Seed: 1, Worlds: 1, Jobs: 1, Bounds: []metricBound{b}})
	if want := "world 0 of bully: the program's own metric heat panics: no heat, in hunt."; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…; found %+v", err, want, out.Broken)
	}
}
