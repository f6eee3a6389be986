package plan

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/base/wording"
	"bellwether/scenarios"
)

// Bounds of a plan.
const (
	maxPoints = 10_000    // each holds a scenario, some kilobytes
	maxRuns   = 1_000_000 // of all algorithms at all points; at a second each, eleven days of one core
)

// A Point is one combination of the values of the axes.
type Point struct {
	At       []string // the values, in the order of the axes
	Scenario *scenarios.Scenario
	Digest   string               // of the scenario: see scenarios.Digest
	Set      []scenarios.Override // by which the scenario of the plan becomes this one
}

// Count returns the number of points. It may be greater than any int.
func (p *Plan) Count() *big.Int {
	count := big.NewInt(1)
	for _, a := range p.Axes {
		count.Mul(count, big.NewInt(int64(len(a.Values))))
	}
	return count
}

// Most returns how many runs a row can get at a point; 0 if the scenario decides and Points
// has not loaded it yet.
func (p *Plan) Most() int {
	if p.Adaptive() {
		return p.Stop.Max
	}
	return p.Runs
}

// affordable refuses too many points or runs. rows is how many algorithms a point has; 0
// if the scenario decides.
func (p *Plan) affordable(rows int) error {
	count, runs := p.Count(), max(p.Most(), 1)
	whole := new(big.Int).Mul(count, big.NewInt(int64(max(rows, 1)*runs)))
	if count.Cmp(big.NewInt(maxPoints)) <= 0 && whole.Cmp(big.NewInt(maxRuns)) <= 0 {
		return nil
	}
	asks := fmt.Sprintf("%v runs: %v points × %s × %s", whole, count, wording.Count(rows, "algorithm"), wording.Count(runs, "run"))
	if rows == 0 {
		asks = fmt.Sprintf("%v runs of each algorithm: %v points × %s", whole, count, wording.Count(runs, "run"))
	}
	p.doc.Fault("axes", "the plan asks for %s; at most %d points and %d runs", asks, maxPoints, maxRuns)
	return p.doc.Err()
}

// Points loads the scenario at every point, after checking that there are not
// too many points and runs. It takes about 2 ms a point. If the plan does not state the
// number of runs, it is set to that of the scenario. The error is the context's if that
// ends first.
func (p *Plan) Points(ctx context.Context) ([]Point, error) {
	if err := p.affordable(len(p.Algorithms)); err != nil {
		return nil, err
	}
	first, err := p.point(p.values(0))
	if err != nil {
		return nil, err
	}
	if p.Runs == 0 && !p.Adaptive() {
		p.Runs = first.Scenario.Runs
	}
	if err := p.affordable(len(first.Scenario.Algorithms)); err != nil {
		return nil, err
	}
	points := make([]Point, p.Count().Int64())
	same := map[string]int{}
	for i := range points {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if points[i], err = p.point(p.values(i)); err != nil {
			return nil, err
		}
		alike := points[i].alike()
		if j, twice := same[alike]; twice {
			p.doc.Fault("axes", "the points %s and %s are the same scenario: an axis has no effect",
				p.Describe(points[j].At), p.Describe(points[i].At))
			return nil, p.doc.Err()
		}
		same[alike] = i
	}
	return points, nil
}

// alike returns a key: two points have the same key if all their runs are the same.
func (p *Point) alike() string {
	parts := []string{p.Digest, fmt.Sprint(p.Scenario.Seed)}
	for _, e := range p.Scenario.Algorithms {
		parts = append(parts, e.Row())
	}
	return strings.Join(parts, "\n")
}

// values returns, for each axis, the index of the value that it has at point i.
func (p *Plan) values(i int) []int {
	at := make([]int, len(p.Axes))
	for a := len(at) - 1; a >= 0; a-- {
		n := len(p.Axes[a].Values)
		at[a], i = i%n, i/n
	}
	return at
}

// Places returns the values of the axes at every point, in the order of the points, without
// loading a scenario. It is nil above MaxPoints, which only a plan that was never run can have.
func (p *Plan) Places() [][]string {
	count := p.Count()
	if count.Cmp(big.NewInt(maxPoints)) > 0 {
		return nil
	}
	out := make([][]string, count.Int64())
	for i := range out {
		for axis, value := range p.values(i) {
			out[i] = append(out[i], p.Axes[axis].Values[value])
		}
	}
	return out
}

// Labels returns the labels of the rows at the first point, nil if its scenario cannot be
// loaded any more.
func (p *Plan) Labels() []string {
	first, err := p.point(p.values(0))
	if err != nil {
		return nil
	}
	var labels []string
	for _, e := range first.Scenario.Algorithms {
		labels = append(labels, e.Label)
	}
	return labels
}

// Describe returns a point as text: nodes = 20, radio.range = 250.
func (p *Plan) Describe(at []string) string {
	parts := make([]string, len(at))
	for i, value := range at {
		parts[i] = p.Axes[i].Path + " = " + value
	}
	return strings.Join(parts, ", ")
}

// point loads the scenario at one point.
func (p *Plan) point(at []int) (Point, error) {
	var point Point
	o := p.Own
	given := map[string]*strictyaml.Node{} // nodes of the plan, by the flag of run that would set the same value
	set := func(path, value string, node *strictyaml.Node) {
		one := scenarios.Assign(path, value)
		o.Set = append(o.Set, one)
		given[one.Flag] = node
	}
	if len(p.Algorithms) > 0 {
		set("algorithms", strictyaml.Inline(p.Algorithms), nil)
	}
	for _, s := range p.Set {
		set(s.Path, s.Value, s.node)
	}
	for i := range p.Axes {
		a := &p.Axes[i]
		point.At = append(point.At, a.Values[at[i]])
		for _, s := range a.settings(at[i]) {
			set(s.Path, s.Value, s.node)
		}
	}
	o.Files = p.Files
	s, err := p.load(o)
	if err != nil {
		return Point{}, p.blame(err, given, point.At)
	}
	point.Scenario, point.Digest, point.Set = s, s.Digest(), o.Set
	return point, nil
}

// load reads the scenario.
func (p *Plan) load(o scenarios.Options) (*scenarios.Scenario, error) {
	if p.Text != nil {
		return scenarios.Read(p.Scenario, p.Text, o)
	}
	return scenarios.Load(p.Scenario, o)
}

// blame returns the faults of a scenario. A fault of a value that the plan sets gets its
// place in the plan; other faults keep theirs in the scenario's file.
func (p *Plan) blame(err error, given map[string]*strictyaml.Node, at []string) error {
	var faults *strictyaml.Error
	if errors.Is(err, scenarios.ErrNotFound) || !errors.As(err, &faults) {
		p.doc.Fault("scenario", "%s", errs.Why(err))
		return p.doc.Err()
	}
	var others []error
	for _, f := range faults.Faults {
		node, ours := given[f.File]
		switch {
		case !ours || f.Line > 0:
			others = append(others, errors.New(f.String()))
		case node == nil: // an entry of algorithms has the same path in plan and scenario
			p.doc.Fault(f.Path, "%s", f.Message)
		case f.Path == "" || within(node.Path, f.Path):
			p.doc.Add(node, "%s", f.Message)
		default:
			p.doc.Add(node, "%s: %s", f.Path, f.Message)
		}
	}
	if len(others) > 0 && len(at) > 0 {
		others = append([]error{fmt.Errorf("the scenario is at fault at %s", p.Describe(at))}, others...)
	}
	return errors.Join(p.doc.Err(), errors.Join(others...))
}

// within reports whether path is the last key of place, or an entry of the list there.
func within(place, path string) bool {
	if i := strings.LastIndexByte(place, '['); i >= 0 && strings.HasSuffix(place, "]") && strings.HasSuffix(place[:i], "."+path) {
		return true
	}
	return strings.HasSuffix(place, "."+path)
}
