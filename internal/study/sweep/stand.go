package sweep

import (
	"context"
	"fmt"

	"bellwether/internal/study/plan"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
)

// A Stand is the state of a sweep.
type Stand struct {
	Plan  *plan.Plan
	Lines []results.Line // in the order of the file

	// Points are the points of the plan; nil if its scenario cannot be loaded any more, or is
	// not the scenario of the lines. Asked and Missing are then unknown.
	Points  []plan.Point
	Asked   int   // runs that the plan wants so far; with stop it may want more later
	Missing []Gap // in the order of the plan

	Warnings []string
	// Advice are the warnings of the finished runs.
	Advice []string
}

// A Gap is a number of missing runs of one row at one point.
type Gap struct {
	At    []string // values of the axes
	Label string
	Runs  int // missing
	Of    int // wanted
}

// Look reads a directory, also while a sweep is writing there, and compares it with its
// plan. A nil registry has the built-in algorithms. The error is the context's if that
// ends first.
func Look(ctx context.Context, dir string, reg *registry.Registry) (*Stand, error) {
	stand := new(Stand)
	p, stored, err := Stored(dir, reg, stand.warn)
	if err == nil {
		err = stored.Strays()
	}
	if err != nil {
		return nil, err
	}
	return stand, stand.compare(ctx, p, stored)
}

func (stand *Stand) warn(text string) { stand.Warnings = append(stand.Warnings, text) }

// compare compares the stored results of a directory with its plan.
func (stand *Stand) compare(ctx context.Context, p *plan.Plan, stored *results.Stored) error {
	warn := stand.warn
	stand.Plan, stand.Lines = p, stored.Lines
	points, err := p.Points(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		warn(fmt.Sprintf("the scenario of the plan cannot be loaded any more: %v", err))
		return nil
	}
	if stored.Index == nil {
		return nil // of the first form, in which scenarios were hashed in another way
	}
	l := newLedger(p, points)
	if err := l.enterAll(stored.Lines, stored.Readings); err != nil {
		warn(err.Error())
		return nil
	}
	stand.Points = points
	for _, w := range warnings(p, points) {
		warn(w)
	}
	stand.Advice = l.advice(ctx)
	gaps := map[[2]int]int{}
	for _, t := range l.begin() {
		gaps[[2]int{t.spot, t.row}]++
	}
	stand.Asked = l.asked
	if warning := l.imprecise(); warning != "" && len(gaps) == 0 {
		warn(warning)
	}
	for i := range l.spots {
		for row, e := range l.spots[i].Scenario.Algorithms {
			if n := gaps[[2]int{i, row}]; n > 0 {
				stand.Missing = append(stand.Missing, Gap{l.spots[i].At, e.Label, n, l.spots[i].asked})
			}
		}
	}
	return nil
}
