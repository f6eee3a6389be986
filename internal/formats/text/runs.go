package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Runs judges the rows of a table by a column that says of which run they are. Runs whose times overlap
// have clocks of their own: on one they would be mixed.
type Runs struct {
	at     int // counted from 1; 0: there is no such column
	name   string
	index  map[string]int // of a value, into spans; never ranged over
	spans  []runSpan
	latest int // of spans
}

type runSpan struct {
	value       string
	first, last time.Duration
}

// runNames are columns of runs, without what parts their words.
var runNames = []string{"run", "runid", "runno", "runnr", "runnumber", "runindex", "experiment", "experimentid", "expid", "exp", "trial", "trialid", "trialno",
	"replication", "replicationid", "replica", "repetition", "rep", "seed", "realization", "realisation", "simulation", "simid", "simrun", "sim"}

// runLimit bounds the runs that are told apart.
const runLimit = 1 << 16

// NewRuns finds the column in a header, unless it is read as something else.
func NewRuns(header []string, read ...int) (r Runs) {
	for at, field := range header {
		if slices.Contains(runNames, PlainName(field)) && !slices.Contains(read, at) {
			return Runs{at: at + 1, name: strings.Clone(field), index: map[string]int{}}
		}
	}
	return Runs{}
}

// Row judges a row.
func (r *Runs) Row(fields []string, at time.Duration) {
	if r.at == 0 {
		return
	}
	value := Field(fields, r.at-1)
	i, known := r.index[value]
	if !known {
		if i = len(r.spans); i == runLimit {
			return
		}
		value = strings.Clone(value)
		r.index[value] = i
		r.spans = append(r.spans, runSpan{value: value, first: at, last: at})
	}
	of := &r.spans[i]
	of.first, of.last, r.latest = min(of.first, at), max(of.last, at), i
}

// Mixed is the error of a table of several runs whose times overlap; nil if they do not. Dates are of one
// clock, and are told.
func (r *Runs) Mixed(in File, dated bool) error {
	spans := slices.Clone(r.spans)
	slices.SortStableFunc(spans, func(a, b runSpan) int { return cmp.Compare(a.first, b.first) })
	last := -1
	for i, of := range spans {
		if last >= 0 && of.first < spans[last].last {
			what := fmt.Sprintf("column %s has %d values, like %s and %s, whose times overlap", r.name, len(spans), Quote(spans[last].value), Quote(of.value))
			if dated {
				in.Remark("%s, and all rows are read as one run: if they are runs of their own, keep the rows of one", what)
				return nil
			}
			return Whole(fmt.Errorf("%s: these are runs with clocks of their own: keep the rows of one, or delete the column if all are of one run", what))
		}
		if last < 0 || of.last > spans[last].last {
			last = i
		}
	}
	return nil
}
