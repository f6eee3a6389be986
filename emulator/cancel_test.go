package emulator

import (
	"context"
	"errors"
	"testing"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// patience is a context that calls a function at each call of Err; the function decides
// whether the context is cancelled.
type patience struct {
	context.Context
	asked func() error
}

func (p patience) Err() error { return p.asked() }

// crowd is a world of nodes that all hear each other.
func crowd(nodes int) Config {
	cfg := plane(make([][2]float64, nodes))
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(caller) })
	return cfg
}

// around has only the methods of radio.Medium, so the medium in it is not Exact.
type around struct{ radio.Medium }

// wanted is a sink that counts the records of some kinds.
type wanted struct {
	kinds trace.Set
	count int
}

func (w *wanted) Wants() trace.Set     { return w.kinds }
func (w *wanted) Record(*trace.Record) { w.count++ }

// crowds are dense worlds. Each has a number of loops over all nodes: at least the two
// that set the offers and boot the nodes.
var crowds = []struct {
	name   string
	passes int
	set    func(*Config)
}{
	{"links of time 0, foreseen, recorded", 5, func(c *Config) { c.Sinks = wanting(trace.LinkUp) }},
	{"links as the medium says", 5, func(c *Config) {
		c.Sinks, c.Medium = wanting(trace.LinkUp), around{c.Medium}
	}},
	{"offers", 3, func(c *Config) { c.Capability.Connectivity, c.Until = 1, 1500*ms }},
	{"components by place", 4, func(c *Config) { c.TruthEvery, c.Sinks = 300*ms, wanting(trace.Sample) }},
	{"components by links", 7, func(c *Config) {
		c.TruthEvery, c.Sinks = 300*ms, wanting(trace.Sample, trace.LinkUp)
	}},
	{"components as the medium says", 4, func(c *Config) {
		c.TruthEvery, c.Sinks, c.Medium = 300*ms, wanting(trace.Sample), around{c.Medium}
	}},
	{"the best of the largest component", 3, func(c *Config) {
		c.Sinks = wanting(trace.Fault)
		c.Faults = []Fault{{At: 10 * ms, Kind: FaultCrash, Target: TargetBest}}
	}},
	{"a partition", 6, func(c *Config) {
		c.Sinks = wanting(trace.LinkDown)
		c.Faults = []Fault{{At: 10 * ms, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2}}}}
	}},
}

func wanting(kinds ...trace.Kind) []trace.Sink {
	return []trace.Sink{&wanted{kinds: trace.Of(kinds...)}}
}

// In a dense world a loop over all nodes costs their number squared. Each such loop checks
// at each node whether the run has been cancelled.
func TestEachLoopOverAllNodesChecksTheContext(t *testing.T) {
	const nodes = 200
	for _, c := range crowds {
		cfg := crowd(nodes)
		c.set(&cfg)
		w, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		asks, before := 0, uint64(0)
		err = w.Run(patience{t.Context(), func() error {
			asks++
			if looked := w.Counters().Candidates; looked-before > 5*nodes {
				t.Errorf("%s: %d nodes were visited before check %d", c.name, looked-before, asks)
			} else {
				before = looked
			}
			return nil
		}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if asks < c.passes*nodes {
			t.Errorf("%s: %d checks, want at least %d", c.name, asks, c.passes*nodes)
		}
	}
}

// A run that is cancelled in the middle of a sample records nothing of it.
func TestACancelledRunEndsWithinALoop(t *testing.T) {
	const nodes = 50
	errPatience := errors.New("no patience is left")
	for _, c := range crowds {
		for patient := 3; patient < 300; patient += 10 {
			cfg := crowd(nodes)
			c.set(&cfg)
			w, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			asks, told := 0, 0
			err = w.Run(patience{t.Context(), func() error {
				if asks++; asks == patient {
					for _, s := range cfg.Sinks {
						told = s.(*wanted).count
					}
				}
				if asks >= patient {
					return errPatience
				}
				return nil
			}})
			switch {
			case asks < patient:
				if err != nil {
					t.Errorf("%s: %v after %d checks", c.name, err, asks)
				}
			case !errors.Is(err, errPatience):
				t.Errorf("%s: after %d of %d checks the run ended with %v", c.name, patient, asks, err)
			case asks > patient+2: // one more finds the reason
				t.Errorf("%s: %d checks after it was cancelled", c.name, asks-patient)
			}
			for _, s := range cfg.Sinks {
				if n := s.(*wanted).count - told; asks >= patient && n > 0 {
					t.Errorf("%s: %d records after it was cancelled", c.name, n)
				}
			}
		}
	}
}
