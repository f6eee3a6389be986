package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"bellwether/internal/base/errs"
)

// A Value is what one run gives for one metric.
type Value struct {
	X     float64 // finite; 0 if not Known
	Known bool    // false: the metric does not apply to this run

	// For times only. A censored observation is one that had not ended when it
	// was last seen; X counts it as long as that.
	Median   float64 // +Inf if more than half had not ended
	N        int     // observations
	Censored int     // observations that were cut off
	// timeSet are the observations themselves. first_death_s has only one, which is X, so it
	// is not kept here.
	Times timeSet
}

// known makes a value of a result; not known if the result is no finite number.
func known(x float64) Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Value{}
	}
	return Value{X: x, Known: true}
}

// ratio is a over b, not known where b is 0.
func ratio(a, b float64) Value {
	if b == 0 {
		return Value{}
	}
	return known(a / b)
}

// Metrics are the values of one run, one for each of Keys.
type Metrics struct {
	values [keyCount]Value
	own    []ownValue // of the program, by name; nil: none

	// Elections counts the outcomes of the elections behind election_time_s.
	Elections elections
	// EnergyByClass is nil if the run did not record it.
	EnergyByClass *perClass
	// AirByClass is nil if nodes did not contend for the medium.
	AirByClass *perClass
	// Mutest is the node that could send nothing for the longest.
	Mutest mutest
	// deaths are when each node's battery was first empty, cut off at the end of the run;
	// none without batteries.
	deaths []observation
	// Suspicions counts those behind mistakes_per_node_h, and those that were no mistakes.
	Suspicions suspicions
}

// elections counts entries into an election within the measured window.
type elections struct {
	Begun       int
	Completed   int // a leader became known
	Censored    int // no leader was known when the run ended, or the node gave up
	Interrupted int // the node crashed or left
}

// Get returns the value of a metric by name; it is not known if there is no such metric.
func (m *Metrics) Get(name string) Value {
	if i := indexOf(name); i >= 0 {
		return m.values[i]
	}
	return m.getOwn(name)
}

// Set sets a value, for tests and for readers of stored runs. It reports
// whether there is such a metric.
func (m *Metrics) Set(name string, v Value) bool {
	i := indexOf(name)
	if i >= 0 {
		m.values[i] = v
	}
	return i >= 0
}

// MarshalJSON returns an object with every key in order: a number, or null if the metric
// does not apply. For the times that apply it has, too: "censored", how many observations
// were cut off, if any were; "medians", null if more than half were; "observations", how
// many there are; and "times", the observations themselves (see timeSet.MarshalText).
func (m Metrics) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	var censored, medians, observations, times = []byte{'{'}, []byte{'{'}, []byte{'{'}, []byte{'{'}
	for i, v := range m.values {
		b = append(appendKey(b, keys[i].Name), ':')
		if !v.Known {
			b = append(b, "null"...)
			continue
		}
		text, err := json.Marshal(v.X)
		if err != nil {
			return nil, err
		}
		b = append(b, text...)
		if !keys[i].Time {
			continue
		}
		if v.Censored > 0 {
			censored = fmt.Appendf(appendKey(censored, keys[i].Name), ":%d", v.Censored)
		}
		if text, err = json.Marshal(finite(v.Median)); err != nil {
			return nil, err
		}
		medians = fmt.Appendf(appendKey(medians, keys[i].Name), ":%s", text)
		observations = fmt.Appendf(appendKey(observations, keys[i].Name), ":%d", v.N)
		if text, _ := v.Times.MarshalText(); v.Times.Known() {
			times = fmt.Appendf(appendKey(times, keys[i].Name), ":%q", text)
		}
	}
	b, err := m.appendRest(fmt.Appendf(b, `,"censored":%s},"medians":%s},"observations":%s},"times":%s}`, censored, medians, observations, times))
	return append(b, '}'), err
}

// sinceExact are the metrics that older results do not have.
var sinceExact = []int{badlyLedFraction, leaderChanges, instabilityWithinMarginFraction, noneEligibleFraction}

// UnmarshalJSON reads what MarshalJSON wrote. Elections and Suspicions are not written. It
// ignores keys that it does not know. Results of an earlier form have no times.
func (m *Metrics) UnmarshalJSON(b []byte) error {
	var of map[string]json.RawMessage
	if err := json.Unmarshal(b, &of); err != nil {
		return err
	}
	var censored, observations map[string]int
	var medians map[string]*float64
	times := map[string]timeSet{}
	for _, part := range []struct {
		name string
		into any
	}{{"censored", &censored}, {"medians", &medians}, {"observations", &observations}, {"times", &times}} {
		if part.name == "times" && of[part.name] == nil {
			continue
		}
		if err := json.Unmarshal(of[part.name], part.into); err != nil {
			return errs.Measure.Errorf("%s: %w", part.name, err)
		}
	}
	*m = Metrics{}
	for i := range keys {
		name := keys[i].Name
		var x *float64
		if of[name] == nil && slices.Contains(sinceExact, i) {
			continue
		}
		if of[name] == nil {
			return errs.Measure.Errorf("%s is missing", name)
		}
		if err := json.Unmarshal(of[name], &x); err != nil {
			return errs.Measure.Errorf("%s: %w", name, err)
		}
		if x == nil {
			continue
		}
		v := Value{X: *x, Known: true}
		if keys[i].Time {
			v.N, v.Censored, v.Median = observations[name], censored[name], math.Inf(1)
			if middle := medians[name]; middle != nil {
				v.Median = *middle
			}
			if v.Censored < 0 || v.Censored > v.N {
				return errs.Measure.Errorf("%s: %d of %d observations are cut off", name, v.Censored, v.N)
			}
			v.Times = times[name]
			if n, cut, _ := v.Times.valid(); v.Times.Known() && (n != v.N || cut != v.Censored) {
				return errs.Measure.Errorf("%s: its times are %d with %d cut off, its observations %d with %d", name, n, cut, v.N, v.Censored)
			}
		}
		m.values[i] = v
	}
	return m.readRest(of)
}

// appendKey appends a comma if one is due, and the key.
func appendKey(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(append(append(b, '"'), name...), '"')
}
