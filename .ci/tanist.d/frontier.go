//go:build docs

package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"bellwether/emulator"
	"bellwether/plots"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

// frontierWorlds are those whose trade is drawn: walkers and their islands, cars, drones in noise,
// contacts.
var frontierWorlds = []string{"campus-walk", "campus-sparse", "city-cars", "drone-survey", "conference-contacts"}

// curves are the rows of a frontier: one parameter each, from the eager to the patient.
var curves = []struct {
	label, algorithm, param string
	values                  []string
}{
	{"tanist, late", "tanist", "late", []string{"1", "1.25", "1.5", "2", "3", "4"}},
	{"vasudevan, beacon_loss", "vasudevan", "beacon_loss", []string{"2", "3", "4", "6"}},
}

// margins are of vasudevan's other curve, in place of the scenario's hysteresis and its bonus.
var margins = []string{"0", "0.03", "0.1", "0.2"}

// standard is who is badly led at every point of every curve, whatever the margin: the nodes whose
// component has a member that offers 20 % more than their leader. That is more than any margin here.
var standard = scenarios.Assign("measure.tolerance", "0.2")

// prices of a change, in seconds badly led.
var prices = []price{0.5, 2, 5, 10, 20, 50, 100, 200}

// frontiers draws a figure for each world: directory/WORLD.svg.
func frontiers(ctx context.Context, directory string, runs int) error {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return err
	}
	changes, _ := measure.FindKey("leader_changes_per_node_h")
	badly, _ := measure.FindKey("badly_led_fraction")
	for _, world := range frontierWorlds {
		f := &plots.Lines{Title: world, X: plots.MetricAxis(&changes), Y: plots.MetricAxis(&badly)}
		for _, c := range curves {
			var rows []string
			for _, v := range c.values {
				rows = append(rows, fmt.Sprintf("{name: %s, label: %s-%s, params: {%s: %s}}", c.algorithm, c.algorithm, v, c.param, v))
			}
			s := plots.Series{Label: c.label}
			if err := extend(ctx, &s, world, runs, scenarios.Assign("algorithms", "["+strings.Join(rows, ", ")+"]")); err != nil {
				return err
			}
			f.Series = append(f.Series, s)
		}
		s := plots.Series{Label: "vasudevan, hysteresis"}
		for _, margin := range margins {
			if err := extend(ctx, &s, world, runs, scenarios.Assign("algorithms", "[vasudevan]"), scenarios.Assign("capability.hysteresis", margin), scenarios.Assign("capability.incumbent", "0")); err != nil {
				return err
			}
		}
		f.Series = append(f.Series, s)
		worst := 0.0
		for _, s := range f.Series {
			for _, p := range s.Points {
				worst = max(worst, p.Y.Mean)
			}
		}
		floor, err := floorOf(ctx, world, runs, worst)
		if err != nil {
			return err
		}
		f.Series = append(f.Series, floor)
		if err := save(directory+"/"+world+".svg", f); err != nil {
			return err
		}
	}
	return nil
}

// extend adds a point for each row of a world to a curve.
func extend(ctx context.Context, s *plots.Series, world string, runs int, set ...scenarios.Override) error {
	r, err := compared(ctx, world, runs, append(set, standard)...)
	if err != nil {
		return err
	}
	for i := range r.Algorithms {
		m := &r.Algorithms[i].Metrics
		s.Points = append(s.Points, plots.Point{X: m.Get("leader_changes_per_node_h").Mean, Y: m.Get("badly_led_fraction")})
	}
	return nil
}

// floorOf is the curve of the rule that knows each run before it begins, where it is no worse than
// the other curves.
func floorOf(ctx context.Context, world string, runs int, worst float64) (plots.Series, error) {
	sums := make([]point, len(prices))
	for seed := range runs {
		c, err := courseOf(ctx, world, uint64(firstSeed+seed))
		if err != nil {
			return plots.Series{}, err
		}
		for i, p := range prices {
			at := c.least(p)
			sums[i].badly += at.badly / float64(runs)
			sums[i].changes += at.changes / float64(runs)
		}
	}
	out := plots.Series{Label: "hindsight floor"}
	for _, s := range sums {
		if s.badly > worst {
			continue
		}
		out.Points = append(out.Points, plots.Point{X: s.changes, Y: &measure.Summary{Mean: s.badly, N: runs}})
	}
	return out, nil
}

// courseOf runs a world once, under vasudevan.
func courseOf(ctx context.Context, world string, seed uint64) (*course, error) {
	s, err := scenarios.Load(world, scenarios.Options{Set: []scenarios.Override{
		scenarios.Assign("algorithms", "[vasudevan]"), scenarios.Assign("seed", strconv.FormatUint(seed, 10)), standard,
	}})
	if err != nil {
		return nil, err
	}
	a, _ := s.Algorithm("vasudevan")
	measured := s.Measured(a)
	c := &course{tolerance: measured.Tolerance, warmup: measured.Warmup, nodes: make([]standing, s.Nodes+1)}
	config, err := s.Config(s.Algorithms[0], seed, c)
	if err != nil {
		return nil, err
	}
	w, err := emulator.New(config)
	if err != nil {
		return nil, err
	}
	return c, w.Run(ctx)
}

func save(file string, f plots.Figure) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	return plots.WriteFigure(out, plots.SVG, f, plots.Single)
}
