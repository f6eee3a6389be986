//go:build docs

package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
)

// The metrics of the plan.
const (
	badlyLed   = "badly_led_fraction"
	leaderless = "leaderless_fraction"
	changes    = "leader_changes_per_node_h"
	sent       = "bytes_per_node_s"
)

// An answer to a question of the plan: what was found, and whether the expectation is kept by the rule that the plan states.
type answer struct{ question, found, verdict string }

const (
	asExpected = "kept"
	refuted    = "**refuted**"
	open       = "open"
)

// answers answers the questions of the plan, by its rules.
func (s *study) answers() ([]answer, error) {
	var out []answer
	for _, one := range []func() (answer, error){s.q1, s.q2, s.q3, s.q4, s.q5, s.q6, s.q7, s.q8} {
		a, err := one()
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func (s *study) q1() (answer, error) { return s.own("Q1", badlyLed, 0.6) }
func (s *study) q6() (answer, error) { return s.own("Q6", sent, 0.8) }

// own answers which part of an order is the algorithm's own, and whether it is at least a bound.
func (s *study) own(name, metric string, least float64) (answer, error) {
	d, err := s.decide(metric, choice{seed: -1})
	if err != nil {
		return answer{}, err
	}
	a := answer{name, share(&d.Order.Row) + " % of the order; " + share(&d.Values.Row) + " % of the values", open}
	switch {
	case *d.Order.Row.High < least:
		a.verdict = refuted
	case d.Order.Row.Value >= least:
		a.verdict = asExpected
	}
	return a, nil
}

func (s *study) q2() (answer, error) { return s.first("Q2", badlyLed, "routing", "medium") }

// q7 adds what holds among the rows that have a margin, which was not registered.
func (s *study) q7() (answer, error) {
	a, err := s.first("Q7", changes, "margin", "medium")
	if err != nil {
		return a, err
	}
	var without []string
	for _, row := range s.rows {
		if !slices.Contains(s.judged(), row) {
			without = append(without, row)
		}
	}
	among, err := s.lead(changes, order, "margin", "medium", without...)
	a.found += fmt.Sprintf("; %s of the order among the rows that have a margin", among.points())
	return a, err
}

// first answers whether an axis decides more of an order than another.
func (s *study) first(name, metric, axis, than string) (answer, error) {
	byOrder, err := s.lead(metric, order, axis, than)
	if err != nil {
		return answer{}, err
	}
	byValues, err := s.lead(metric, values, axis, than)
	if err != nil {
		return answer{}, err
	}
	a := answer{name, fmt.Sprintf("%s less %s, points: %s of the order; %s of the values", axis, than, byOrder.points(), byValues.points()), refuted}
	if byOrder.low > 0 {
		a.verdict = asExpected
	}
	return a, nil
}

func (s *study) q3() (answer, error) {
	count := 0
	for _, t := range s.cross.Verdict.Turns {
		if t.Axis == "margin" && slices.Contains([]string{t.Better, t.Worse}, "vasudevan") && slices.Contains([]string{t.Better, t.Worse}, "flood-max") {
			count++
		}
	}
	a := answer{"Q3", fmt.Sprintf("%d turns of VKT04 and flood-max along `margin`, and %d of any two rows", count, s.turnsAlong("margin")), refuted}
	if count > 0 {
		a.verdict = asExpected
	}
	return a, nil
}

func (s *study) turnsAlong(axis string) (n int) {
	for _, t := range s.cross.Verdict.Turns {
		if t.Axis == axis {
			n++
		}
	}
	return n
}

func (s *study) q4() (answer, error) {
	shown, contrary, all := 0, 0, 0
	for i := range s.cross.Verdict.Cells {
		c := &s.cross.Verdict.Cells[i]
		if !s.inside(c.At, where{"medium": "ideal", "routing": "oracle"}) {
			continue
		}
		all++
		if better(c, "vasudevan", "bully") {
			shown++
		}
		if better(c, "bully", "vasudevan") {
			contrary++
		}
	}
	a := answer{"Q4", fmt.Sprintf("bully is shown to be led worse at %d of %d points, VKT04 at %d", shown, all, contrary), open}
	switch {
	case contrary > 0:
		a.verdict = refuted
	case shown == all:
		a.verdict = asExpected
	}
	return a, nil
}

func (s *study) q5() (answer, error) {
	worst, best := where{"medium": "shared", "routing": "aodv"}, where{"medium": "ideal", "routing": "oracle"}
	above, below := s.bySeed(badlyLed, "bully", worst), s.bySeed(badlyLed, "bully", best)
	ratio := ratioOf(above, below)
	low, high := s.spread(worst, best)
	a := answer{"Q5", fmt.Sprintf("%s %% against %s %%: %s times; from %.2f to %.1f times by density and conditions",
		meanOf(above).percent(), meanOf(below).percent(), ratio.times(), low, high), open}
	switch {
	case ratio.high < 2:
		a.verdict = refuted
	case ratio.value >= 2:
		a.verdict = asExpected
	}
	return a, nil
}

// spread is the least and the greatest ratio of bully's badly led between two set-ups, each at one density and one of the conditions.
func (s *study) spread(above, below where) (low, high float64) {
	low = math.Inf(1)
	for _, density := range s.levels("density") {
		for _, conditions := range s.levels("conditions") {
			at := func(w where) float64 {
				w = maps.Clone(w)
				w["density"], w["conditions"] = density, conditions
				return meanOf(s.bySeed(badlyLed, "bully", w)).value
			}
			ratio := at(above) / at(below)
			low, high = min(low, ratio), max(high, ratio)
		}
	}
	return low, high
}

func (s *study) q8() (answer, error) {
	least := map[string]int{}
	for i := range s.cross.Verdict.Cells {
		least[s.cross.Verdict.Cells[i].Report.Verdict.Best.Label]++
	}
	var counts []string
	for _, row := range s.rows {
		if least[row] > 0 {
			counts = append(counts, fmt.Sprintf("%s at %d", row, least[row]))
		}
	}
	at := func(medium string) int { return s.place("global-view", where{"medium": medium, "density": "dense"}) }
	a := answer{"Q8", fmt.Sprintf("least mean: %s of %d points; where nodes are dense `global-view` is place %d on the ideal medium and %d of %d on the shared one",
		strings.Join(counts, ", "), len(s.cross.Verdict.Cells), at("ideal"), at("shared"), len(s.judged())), refuted}
	if len(counts) > 1 && at("ideal") <= 2 && at("shared") == len(s.judged()) {
		a.verdict = asExpected
	}
	return a, nil
}

// judged lists the rows that elect the best.
func (s *study) judged() (rows []string) {
	others := s.cross.Verdict.Cells[0].Report.Verdict.OtherGoals
	for _, row := range s.rows {
		if !slices.Contains(others, row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// place is the place of a row by the mean over points, from 1 on.
func (s *study) place(row string, w where) int {
	place, own := 1, meanOf(s.bySeed(badlyLed, row, w)).value
	for _, other := range s.judged() {
		if meanOf(s.bySeed(badlyLed, other, w)).value < own {
			place++
		}
	}
	return place
}

func (s *study) answersTable() (table.Table, error) {
	all, err := s.answers()
	t := table.Table{Header: []string{"", "found", "what was expected is"}, Right: []bool{false, false, false}}
	for _, a := range all {
		t.Rows = append(t.Rows, []string{a.question, a.found, a.verdict})
	}
	return t, err
}
