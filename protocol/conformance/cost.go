package conformance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"bellwether/emulator"
	"bellwether/internal/contract/formula"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// counts is a sink that counts the messages sent from a time on, by the name of their kind.
type counts struct {
	from  protocol.Time
	names map[protocol.Kind]string
	said  map[string]int
}

func (*counts) Wants() trace.Set { return trace.Of(trace.Send) }

func (c *counts) Record(r *trace.Record) {
	if r.At >= c.from {
		c.said[c.names[r.Message]]++
	}
}

// run returns the number of messages of each kind in a trial, divided by Every.
func (r Trial) run(t testing.TB, of row) (map[string]float64, error) {
	values, faults := protocol.Resolve(of.a.Params, r.Params, detection)
	if len(faults) > 0 {
		return nil, &finding{"Facts.Trials", r.words() + ": " + faults[0].Error(), "parameters that the algorithm has"}
	}
	graph := r.Graph
	if graph == nil {
		graph = radio.Complete(r.N)
	}
	c := on(graph.WithLatency(time.Millisecond), services[0]).with(of)
	c.Setup.Values, c.Start, c.Capability.Values = values, r.Start, r.Values
	if r.Values == nil { // what they offer rises with their IDs
		for id := 1; id <= r.N; id++ {
			c.Capability.Values = append(c.Capability.Values, int64(id))
		}
	}
	if r.Crash != protocol.Nobody {
		c.Faults = []emulator.Fault{only(r.Crash, emulator.Fault{Kind: emulator.FaultCrash})}
	}
	if c.Until = r.Until; c.Until == 0 {
		c.Until = 8 * detection.Interval // elections in pulses take long
	}
	said := &counts{protocol.Time(r.From), map[protocol.Kind]string{}, map[string]int{}}
	for _, k := range of.a.Kinds {
		said.names[k.Kind()] = k.Name
	}
	c.Sinks = []trace.Sink{said}
	if err := run(t, of, c); err != nil {
		return nil, err
	}
	out := map[string]float64{}
	for kind, number := range said.said {
		out[kind] = float64(number) / max(r.Every, 1)
	}
	return out, nil
}

// words describes the trial, for a failure.
func (r Trial) words() string {
	out := fmt.Sprintf("%q of %d nodes", r.Case, r.N)
	for _, l := range []struct {
		name  string
		value int
	}{{"k", r.K}, {"d", r.D}} {
		if l.value > 0 {
			out += fmt.Sprintf(", %s = %d", l.name, l.value)
		}
	}
	if r.Graph != nil {
		out += fmt.Sprintf(", %d links", len(r.Graph.Edges()))
	}
	if r.Values != nil {
		out += fmt.Sprintf(", which offer %v", r.Values)
	}
	if len(r.Start.Elect) > 0 {
		out += fmt.Sprintf(", of which %v start", r.Start.Elect)
	}
	return out
}

// letters are the variables of the formulas.
func (r Trial) letters() formula.Letters {
	l := formula.Letters{N: r.N, K: r.K, D: r.D}
	if r.Graph != nil {
		l.Links = len(r.Graph.Edges())
	}
	return l
}

// costs compares every cost that an algorithm states with runs of its case, by the formula
// that is printed. A cost without a trial fails, and so does a trial without a cost.
func costs(t testing.TB, r row) error {
	idle := map[string]bool{}
	for _, trial := range r.facts.Trials {
		idle[trial.Case] = true
	}
	for _, c := range r.a.Costs {
		delete(idle, c.Case)
		if err := whole(r.a, c); err != nil {
			return err
		}
		var runs, outside []Trial
		for _, trial := range r.facts.Trials {
			switch {
			case trial.Case != c.Case:
			case trial.Otherwise != nil:
				outside = append(outside, trial)
			default:
				runs = append(runs, trial)
			}
		}
		if len(runs) == 0 {
			return &finding{"Facts.Trials", fmt.Sprintf("no trial runs the case %q", c.Case), fmt.Sprintf("a Trial{Case: %q, …}", c.Case)}
		}
		if err := judge(t, r, c, runs); err != nil {
			return err
		}
		if err := conditional(t, r, c, outside); err != nil {
			return err
		}
	}
	for c := range idle {
		return &finding{"Facts.Trials", fmt.Sprintf("a trial is of %q, which no cost states", c), "one of the cases of Algorithm.Costs"}
	}
	return nil
}

// whole returns what a cost lacks: its charges must name messages that exist, and it must
// have a source.
func whole(a protocol.Algorithm, c protocol.Cost) error {
	if c.Case == "" || c.Source == "" || len(c.Charges) == 0 || strings.HasSuffix(c.Source, ".") {
		return fmt.Errorf("cost %q has no case, no source, or no charges, or its source ends with a full stop", c.Case)
	}
	for _, charge := range c.Charges {
		if charge.Message != protocol.AllElection &&
			!slices.ContainsFunc(a.Kinds, func(k protocol.MessageKind) bool { return k.Name == charge.Message }) {
			return fmt.Errorf("cost %q charges %q, which is no message of Algorithm.Kinds", c.Case, charge.Message)
		}
	}
	return nil
}

// conditional holds the condition of a cost: outside of it the trial finds its own counts,
// each differs from what the case states, and one of them stands in the condition's words.
func conditional(t testing.TB, of row, c protocol.Cost, outside []Trial) error {
	if (c.Only != "") != (len(outside) > 0) {
		return &finding{"Facts.Trials", fmt.Sprintf("the case %q has %d trials with Otherwise, and the condition %q", c.Case, len(outside), c.Only),
			"both, or neither"}
	}
	for _, r := range outside {
		said, err := r.run(t, of)
		if err != nil {
			return err
		}
		told := false
		for name, want := range r.Otherwise {
			if said[name] != want {
				return fmt.Errorf("%s, outside of the case: %v of message %s, stated is %v", r.words(), said[name], name, want)
			}
			if keeps, err := r.keeps(c, name, want); err != nil || keeps {
				return cmp.Or(err, fmt.Errorf("%s, outside of the case: %v of message %s, as in the case", r.words(), want, name))
			}
			told = told || slices.Contains(strings.FieldsFunc(c.Only, func(x rune) bool { return !unicode.IsDigit(x) }), fmt.Sprint(want))
		}
		if !told {
			return fmt.Errorf("%s: the condition %q names none of the counts %v", r.words(), c.Only, r.Otherwise)
		}
	}
	return nil
}

// keeps reports whether a count is what a cost states of a message; a message that it does not
// state is not sent.
func (r Trial) keeps(c protocol.Cost, message string, got float64) (bool, error) {
	for _, charge := range c.Charges {
		if charge.Message == message {
			want, err := r.letters().Value(charge.Formula)
			return got == want || charge.Bound == protocol.AtMost && got < want, err
		}
	}
	return got == 0, nil
}

// mean adds up the messages of several runs.
type mean struct{ said, want, runs float64 }

// judge compares the charges of a cost with runs; an average is over all runs of one n.
func judge(t testing.TB, of row, c protocol.Cost, runs []Trial) error {
	means := map[int]*mean{}
	for _, r := range runs {
		said, err := r.run(t, of)
		if err != nil {
			return err
		}
		charged := map[string]bool{}
		for _, charge := range c.Charges {
			want, err := r.letters().Value(charge.Formula)
			if err != nil {
				return err
			}
			got := said[charge.Message]
			if charge.Message == protocol.AllElection {
				for _, k := range of.a.Kinds {
					if k.Class == protocol.ClassElection {
						got += said[k.Name]
						charged[k.Name] = true
					}
				}
			}
			charged[charge.Message] = true
			switch {
			case charge.Bound == protocol.OnAverage:
				if means[r.N] == nil {
					means[r.N] = &mean{want: want}
				}
				means[r.N].said += got
				means[r.N].runs++
			case charge.Bound == protocol.AtMost && got > want, charge.Bound == protocol.Exactly && got != want:
				return fmt.Errorf("%s: %v of message %s, stated is %v%s = %v", r.words(), got, charge.Message, charge.Bound, charge.Formula, want)
			}
		}
		for _, k := range of.a.Kinds {
			if k.Class <= protocol.ClassAnnouncement && !charged[k.Name] && said[k.Name] > 0 {
				return fmt.Errorf("%s: %v of message %s, which the cost does not state", r.words(), said[k.Name], k.Name)
			}
		}
	}
	for n, m := range means {
		if got := m.said / m.runs; math.Abs(got-m.want) > 1e-9 {
			return fmt.Errorf("%q, n = %d: %v on average of %v runs, stated is %v", c.Case, n, got, m.runs, m.want)
		}
	}
	return nil
}
