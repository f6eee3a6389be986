package measure

import (
	"encoding/json"

	"bellwether/protocol"
)

// A RunResult is one run of one algorithm, with what its campaign recorded.
type RunResult struct {
	Label string // unique per algorithm of the scenario
	Name  string // of the algorithm
	Goal  protocol.Goal
	// Quorum reports that it names no leader without a majority of the roster.
	Quorum bool
	Seed   uint64

	Metrics     Metrics
	Truth       Truth     // how its components are known
	Tolerance   Tolerance // of badly_led_fraction
	Course      *Course   // nil if it is not known or does not matter
	TraceSHA256 string    // "" if it was not hashed

	Events, Transmissions, Deliveries uint64
	SimulatedS, WallS                 float64
}

// A Report is a scenario's comparison; it marshals to the JSON that users read.
type Report struct {
	Scenario      string   `json:"scenario"`
	Seed          uint64   `json:"seed"`
	Runs          int      `json:"runs"` // asked for
	SimulatedS    float64  `json:"simulated_s"`
	WallS         float64  `json:"wall_s"` // Summarise sets the sum over runs
	Events        uint64   `json:"events"`
	Transmissions uint64   `json:"transmissions"`
	Deliveries    uint64   `json:"deliveries"`
	Warnings      []string `json:"warnings"`
	Versus        string   `json:"versus"`
	// Truth is how components are known in all runs, Tolerance what their badly_led_fraction
	// grants; null if runs differ in it or state none.
	Truth     *Truth     `json:"truth"`
	Tolerance *Tolerance `json:"tolerance"`
	// NotMeasured has, for each metric that applies to no run of any row, the reason.
	NotMeasured map[string]string `json:"not_measured,omitempty"`
	// Verdict is which rows lead best, as far as tests bear it; Summarise alone makes it.
	Verdict    *verdict    `json:"verdict"`
	Algorithms []Algorithm `json:"algorithms"`
	// Own are the program's metrics that the report has beside the metrics of Keys.
	Own []Key `json:"-"`
}

// An Algorithm is one row of a report.
type Algorithm struct {
	Name        string        `json:"name"`
	Label       string        `json:"label"`
	Goal        protocol.Goal `json:"goal"`
	Quorum      bool          `json:"quorum,omitempty"` // names no leader without a majority of the roster
	Seeds       []uint64      `json:"seeds"`            // of its runs, ascending
	TraceSHA256 []string      `json:"trace_sha256"`     // of each seed; "" for a run that was not hashed; none if none was
	Metrics     summaries     `json:"metrics"`
	Paired      differences   `json:"paired"`
	// EnergyByClass is what the messages of each class cost, in joules above idle
	// per node, mean over runs; null without batteries.
	EnergyByClass *perClass `json:"energy_by_class"`
	// AirByClass is the share of live node-time on the air with messages of each class, mean
	// over runs; absent where nodes do not contend for the medium.
	AirByClass *perClass `json:"air_by_class,omitempty"`
	// Collapse says that the row's own frames filled the medium, and with which classes;
	// absent for a row that did not collapse. See package campaign.
	Collapse string `json:"collapse,omitempty"`
	// MedianDeathS is the instant, from the run's beginning, by which half of the
	// nodes of all runs have run empty at least once (Kaplan-Meier); null if fewer
	// have, or without batteries.
	MedianDeathS *float64 `json:"median_death_s"`
}

// A Summary combines the runs of one algorithm for one metric. A pointer is nil, and null
// in JSON, if there is no such number.
type Summary struct {
	Mean     float64  `json:"mean"`
	Median   *float64 `json:"median"` // nil: more than half were cut off
	Low      *float64 `json:"low"`    // of the 95 % interval; nil for fewer than two runs
	High     *float64 `json:"high"`
	N        int      `json:"n"`        // runs to which the metric applies
	Censored int      `json:"censored"` // observations cut off, for times; else 0
	// Beyond reports that the true number is greater than Mean: the observations end there.
	Beyond bool `json:"beyond,omitempty"`
	// Times are the observations behind a time; nil for other metrics, and where runs
	// did not keep them. Mean is then restricted to Times.HorizonS, and Median is that
	// of all observations.
	Times *lengths `json:"times,omitempty"`
}

// summaries holds one summary per key; nil where the metric does not apply.
type summaries struct {
	by  [keyCount]*Summary
	own []named[Summary]
}

// differences holds one difference per key; nil if there is nothing to compare.
type differences struct {
	by  [keyCount]*Difference
	own []named[Difference]
}

// Get returns the summary of a metric by name, nil without one. The summary of a quantile (see
// QuantileNames) has the quantile as its mean.
func (s *summaries) Get(name string) *Summary {
	if k, of, _ := quantileOf(name); k >= 0 {
		return s.by[k].asSummary(of)
	}
	return get(&s.by, s.own, name)
}

// Get returns the difference of a metric by name, nil without one.
func (d *differences) Get(name string) *Difference { return get(&d.by, d.own, name) }

// MarshalJSON returns an object with every key, in order, own ones last.
func (s summaries) MarshalJSON() ([]byte, error) { return marshalKeyed(&s.by, s.own) }

// MarshalJSON returns an object with every key, in order, own ones last.
func (d differences) MarshalJSON() ([]byte, error) { return marshalKeyed(&d.by, d.own) }

// UnmarshalJSON reads what MarshalJSON wrote, and ignores keys that it does not know.
func (s *summaries) UnmarshalJSON(b []byte) error { return unmarshalKeyed(&s.by, b) }

// UnmarshalJSON reads what MarshalJSON wrote, and ignores keys that it does not know.
func (d *differences) UnmarshalJSON(b []byte) error { return unmarshalKeyed(&d.by, b) }

func get[T any](by *[keyCount]*T, own []named[T], name string) *T {
	if i := indexOf(name); i >= 0 {
		return by[i]
	}
	for _, o := range own {
		if o.name == name {
			return o.of
		}
	}
	return nil
}

func marshalKeyed[T any](by *[keyCount]*T, own []named[T]) ([]byte, error) {
	all := make([]named[T], 0, keyCount+len(own))
	for i, v := range by {
		all = append(all, named[T]{keys[i].Name, v})
	}
	b := []byte{'{'}
	for _, v := range append(all, own...) {
		text, err := json.Marshal(v.of)
		if err != nil {
			return nil, err
		}
		b = append(append(appendKey(b, v.name), ':'), text...)
	}
	return append(b, '}'), nil
}

func unmarshalKeyed[T any](by *[keyCount]*T, b []byte) error {
	var read map[string]*T
	if err := json.Unmarshal(b, &read); err != nil {
		return err
	}
	for i := range by {
		by[i] = read[keys[i].Name]
	}
	return nil
}
