package measure

import (
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bellwether/internal/base/errs"
	"bellwether/protocol"
	"bellwether/trace"
)

// An Own is a metric that a program defines. Tables and results show it beside the metrics of
// Keys.
type Own struct {
	Key Key
	// New makes the meter of one run. Several runs may go on at once, so meters must share
	// nothing that changes.
	New func(Window) Meter
}

// A Window is the part of a run that is measured, without the warm-up, and by which standard.
// How components are known is the first Truth record that a meter gets.
type Window struct {
	Warmup, Horizon protocol.Time
	Goal            protocol.Goal   // of the algorithm
	Margin          protocol.Margin // what the scenario lets a leader keep its office with
	Tolerance       Tolerance       // of badly_led_fraction
}

// A Meter measures one run: it takes the records that it wants, and returns its value once,
// at the end. A value is a number from -1e100 to 1e100; one that is not Known, or no such
// number, is left out of the means over runs.
type Meter interface {
	trace.Sink
	Value() Value
}

// mostOwn bounds own values. The squares of a million of them have a finite sum.
const mostOwn = 1e100

// mostDecimals bounds what is printed: a float64 has 15 to 17 digits.
const mostDecimals = 15

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// ValidateOwn returns an error for own metrics whose names are invalid or taken, or that
// cannot be measured.
func ValidateOwn(own []Own) error {
	var faults []error
	fault := func(name, why string) {
		faults = append(faults, errs.Measure.Errorf("own metric %q: %s", name, why))
	}
	seen := map[string]bool{}
	for i, o := range own {
		name := o.Key.Name
		_, taken := FindKey(name)
		switch {
		case !nameForm.MatchString(name):
			fault(name, "a name is small letters, digits and _, a letter first")
		case taken || slices.Contains(notKeys, name):
			fault(name, "there is a metric of that name")
		case seen[name]:
			fault(name, "two have that name")
		}
		seen[name] = true
		title := o.Key.titled().Title
		switch key, taken := titleTaken(title, own[:i]); {
		case taken:
			fault(name, "its title "+strconv.Quote(title)+" is that of "+key)
		case strings.ContainsFunc(title+o.Key.Unit+o.Key.Meaning, unicode.IsControl):
			fault(name, "its title, unit or meaning has a line break, or another character that cannot be printed")
		}
		if o.Key.Time {
			fault(name, "Time is set, but an own metric is a number, not a time that may be cut off")
		}
		if o.Key.method != studentMethod {
			fault(name, "its runs must be combined by Student's t")
		}
		if o.Key.Decimals < 0 || o.Key.Decimals > mostDecimals {
			fault(name, "it has "+strconv.Itoa(o.Key.Decimals)+" decimals: from 0 to "+strconv.Itoa(mostDecimals)+" can be printed")
		}
		if o.Key.Better < neither || o.Key.Better > Higher {
			fault(name, "its Better is "+strconv.Itoa(int(o.Key.Better))+", not one of Lower and Higher: leave it out if neither direction is good")
		}
		if o.New == nil {
			fault(name, "it has no New, which makes its meters")
		}
	}
	return errors.Join(faults...)
}

// titleTaken returns the metric that has a title, among the built-in ones and some own
// ones. A user may name a metric by its title, in upper or lower case.
func titleTaken(title string, own []Own) (name string, taken bool) {
	all := Keys()
	for _, o := range own {
		all = append(all, o.Key.titled())
	}
	for _, k := range all {
		if strings.EqualFold(k.Title, title) || strings.EqualFold(k.Name, title) {
			return k.Name, true
		}
	}
	return "", false
}

// notKeys are names that stand beside the metrics in JSON.
var notKeys = []string{"censored", "medians", "observations", "times", "energy_by_class", "air_by_class", "mutest", "deaths", "own"}

// titled fills in what a key leaves out.
func (k Key) titled() Key {
	if k.Title == "" {
		k.Title = strings.ReplaceAll(k.Name, "_", " ")
	}
	return k
}

// ownValue is the value of an own metric in one run.
type ownValue struct {
	key   Key
	value Value
}

// Add stores the value of an own metric, in place of one of that name. A NaN, or a value
// beyond what a Meter may return, is not known. Own metrics are sorted by name, so that all
// programs write a run alike.
func (m *Metrics) Add(k Key, v Value) {
	if v.Known && math.Abs(v.X) <= mostOwn {
		v = known(v.X)
	} else {
		v = Value{}
	}
	m.own = slices.Clone(m.own) // copies of these metrics stay as they are
	at, there := slices.BinarySearchFunc(m.own, k.Name, func(o ownValue, name string) int { return strings.Compare(o.key.Name, name) })
	if there {
		m.own[at] = ownValue{k.titled(), v}
		return
	}
	m.own = slices.Insert(m.own, at, ownValue{k.titled(), v})
}

// Describe fills in the keys of own metrics that were stored with their names only.
func (m *Metrics) Describe(own []Own) {
	for _, o := range own {
		for _, had := range m.own {
			if had.key.Name == o.Key.Name {
				m.Add(o.Key, had.value)
			}
		}
	}
}

// OwnKeys are the keys of a run's own metrics.
func (m *Metrics) OwnKeys() []Key {
	var keys []Key
	for _, o := range m.own {
		keys = append(keys, o.key)
	}
	return keys
}

// getOwn returns the value of an own metric; not known if no metric has that name.
func (m *Metrics) getOwn(name string) Value {
	for _, o := range m.own {
		if o.key.Name == name {
			return o.value
		}
	}
	return Value{}
}

// appendOwn writes own metrics, if there are any: a number, or null where it is not known.
func (m *Metrics) appendOwn(b []byte) ([]byte, error) {
	if len(m.own) == 0 {
		return b, nil
	}
	b = append(b, `,"own":{`...)
	for _, o := range m.own {
		text := []byte("null")
		if o.value.Known {
			var err error
			if text, err = json.Marshal(o.value.X); err != nil {
				return nil, err
			}
		}
		b = append(append(appendKey(b, o.key.Name), ':'), text...)
	}
	return append(b, '}'), nil
}

// readOwn reads what appendOwn wrote. Of a key it has only the name.
func (m *Metrics) readOwn(of json.RawMessage) error {
	if of == nil {
		return nil
	}
	var values map[string]*float64
	if err := json.Unmarshal(of, &values); err != nil {
		return errs.Measure.Errorf("own: %w", err)
	}
	for name, x := range values { // Add puts them in order
		switch {
		case !nameForm.MatchString(name):
			return errs.Measure.Errorf("own: %q is no name", name)
		case x == nil:
			m.Add(Key{Name: name}, Value{})
		default:
			m.Add(Key{Name: name}, Value{X: *x, Known: true})
		}
	}
	return nil
}

// ownKeysOf are the keys of the own metrics of runs, by their names. A key with a description
// is preferred to one with only a name.
func ownKeysOf(results []RunResult) []Key {
	var keys []Key
	for i := range results {
		for _, k := range results[i].Metrics.OwnKeys() {
			at, there := slices.BinarySearchFunc(keys, k.Name, func(o Key, name string) int { return strings.Compare(o.Name, name) })
			switch {
			case !there:
				keys = slices.Insert(keys, at, k)
			case keys[at] == (Key{Name: k.Name}).titled():
				keys[at] = k
			}
		}
	}
	return keys
}

// A named is a row's value of an own metric.
type named[T any] struct {
	name string
	of   *T
}

// FindKey returns the metric of a name: one of the report's own, one of Keys, or the quantile
// of one.
func (r *Report) FindKey(name string) (Key, bool) {
	for _, k := range r.Own {
		if k.Name == name {
			return k, true
		}
	}
	return FindKey(name)
}

// summariseOwn combines the own metrics of the rows, and compares them with row base unless
// that is below 0.
func (r *Report) summariseOwn(rows [][]RunResult, base int, j judge) {
	for i := range r.Own {
		k := &r.Own[i]
		value := func(run *RunResult) Value { return run.Metrics.getOwn(k.Name) }
		var family []*Difference
		measured := false
		for at, row := range rows {
			a := &r.Algorithms[at]
			s := ownSummary(row, k)
			a.Metrics.own = append(a.Metrics.own, named[Summary]{k.Name, s})
			measured = measured || s != nil
			if base < 0 || at == base {
				continue
			}
			d := j.difference(pairs(row, rows[base], value), k)
			a.Paired.own = append(a.Paired.own, named[Difference]{k.Name, d})
			if d != nil {
				family = append(family, d)
			}
		}
		decide(family)
		if !measured && len(rows) > 0 {
			if r.NotMeasured == nil {
				r.NotMeasured = map[string]string{}
			}
			r.NotMeasured[k.Name] = "in no run its meter gave a number from -1e100 to 1e100"
		}
	}
}

// ownSummary combines the runs of a row for an own metric; nil if it applies to none.
func ownSummary(row []RunResult, k *Key) *Summary {
	var values []float64
	for i := range row {
		if v := row[i].Metrics.getOwn(k.Name); v.Known {
			values = append(values, v.X)
		}
	}
	if len(values) == 0 {
		return nil
	}
	s := &Summary{N: len(values), Mean: mean(values), Median: finite(median(values))}
	s.Low, s.High = intervalOf(values, k).ends()
	return s
}
