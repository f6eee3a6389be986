package attribution

import (
	"time"

	"bellwether/internal/explain/causes"
	"bellwether/trace/measure"
)

// An Example is a moment of one run to look at. The cause is the one by which a row loses most
// to the row of comparison; the run is the one in which it loses most by this cause; the
// moment is the first at which the most nodes have it.
type Example struct {
	Label string        `json:"-"`
	Cause string        `json:"cause"`
	Seed  uint64        `json:"seed"`
	At    time.Duration `json:"at_ns"`

	title string
}

// Title is the cause, in words.
func (e *Example) Title() string { return e.title }

// Examples returns a moment of each row that loses by some cause by more than chance.
func (a *Answer) Examples() (list []Example) {
	for i := range a.Report.Algorithms {
		if e := a.example(&a.Report.Algorithms[i]); e != nil {
			list = append(list, *e)
		}
	}
	return list
}

// example returns the example of a row, nil if it has none.
func (a *Answer) example(row *measure.Algorithm) *Example {
	worst, loss := -1, 0.0
	for c, k := range causes.Keys() {
		if d := row.Paired.Get(k.Name); d != nil && d.Verdict == measure.VerdictHigher && d.Mean > loss {
			worst, loss = c, d.Mean
		}
	}
	if worst < 0 {
		return nil
	}
	share, when := causes.Keys()[worst], causes.HeaviestKeys()[worst]
	base := map[uint64]float64{}
	for i := range a.Runs {
		if r := &a.Runs[i]; r.Label == a.Report.Versus {
			base[r.Seed] = r.Metrics.Get(share.Name).X
		}
	}
	var found *Example
	most := 0.0
	for i := range a.Runs {
		r := &a.Runs[i]
		was, paired := base[r.Seed]
		at := r.Metrics.Get(when.Name)
		if d := r.Metrics.Get(share.Name).X - was; r.Label == row.Label && paired && at.Known && d > most {
			most = d
			found = &Example{Label: row.Label, Cause: causes.Cause(worst).String(), Seed: r.Seed, At: time.Duration(at.X * float64(time.Second)).Round(time.Millisecond), title: share.Title}
		}
	}
	return found
}
