package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Runs judges the rows of a table by a column that says of which run they are. Runs in which a node's
// times overlap have clocks of their own: on one they would be mixed. Those of a bus follow one another.
type Runs struct {
	at    int // counted from 1; 0: there is no such column
	name  string
	index map[[2]string]int // of a run and a node, into spans; never ranged over
	spans []runSpan
}

// A runSpan is the time of a node in a run.
type runSpan struct {
	run, node   string
	first, last time.Duration
}

// runNames are columns of runs, without what parts their words.
var runNames = []string{"run", "runid", "runno", "runnr", "runnumber", "runindex", "experiment", "experimentid", "trial", "trialid", "trialno",
	"replication", "replicationid", "repetition", "seed", "realization", "realisation", "simulation", "simulationid", "simrun"}

// runLimit bounds the spans that are told apart.
const runLimit = 1 << 18

// NewRuns finds the column in a header, unless it is read as something else.
func NewRuns(header []string, read ...int) (r Runs) {
	for at, field := range header {
		if slices.Contains(runNames, PlainName(field)) && !slices.Contains(read, at) {
			return Runs{at: at + 1, name: strings.Clone(field), index: map[[2]string]int{}}
		}
	}
	return Runs{}
}

// Row judges a row of a node.
func (r *Runs) Row(fields []string, node string, at time.Duration) {
	if r.at == 0 {
		return
	}
	run := Field(fields, r.at-1)
	i, known := r.index[[2]string{run, node}]
	if !known {
		if i = len(r.spans); i == runLimit {
			return
		}
		of := runSpan{run: strings.Clone(run), node: strings.Clone(node), first: at, last: at}
		r.index[[2]string{of.run, of.node}] = i
		r.spans = append(r.spans, of)
	}
	of := &r.spans[i]
	of.first, of.last = min(of.first, at), max(of.last, at)
}

// Mixed is the error of a table of several runs in which a node's times overlap; nil if they do not. Dates
// are of one clock, and are told.
func (r *Runs) Mixed(in File, dated bool) error {
	spans := slices.Clone(r.spans)
	slices.SortStableFunc(spans, func(a, b runSpan) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.first, b.first))
	})
	for i, of := range spans {
		if i == 0 || spans[i-1].node != of.node {
			continue
		}
		if spans[i-1].last <= of.first {
			continue
		}
		what := fmt.Sprintf("column %s has several values, like %s and %s, and the times of %s overlap in them", r.name, Quote(spans[i-1].run), Quote(of.run), Shorten(of.node))
		if dated {
			in.Remark("%s: all rows are read as one run: if they are runs of their own, keep the rows of one", what)
			return nil
		}
		return Whole(fmt.Errorf("%s: these are runs with clocks of their own: keep the rows of one, or delete the column if all are of one run", what))
	}
	return nil
}
