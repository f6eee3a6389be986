//go:build docs

package main

import (
	"fmt"
	"strings"

	"bellwether/internal/draw/table"
)

// metrics are those of the plan, in its order.
var metrics = []string{badlyLed, leaderless, changes, sent}

// checks divides the order again without parts of the study.
func (s *study) checks() (table.Table, error) {
	t := table.Table{Header: []string{"without", "badly led", "leaderless", "leader changes", "bytes"}, Right: make([]bool, 5)}
	for _, one := range []struct {
		name string
		choice
	}{
		{"nothing", choice{seed: -1}},
		{"the shared medium", choice{seed: -1, where: where{"medium": "ideal"}}},
		{"rows that collapse somewhere: " + strings.Join(s.fallen, ", "), choice{seed: -1, not: s.fallen}},
		{"chang-roberts", choice{seed: -1, not: []string{"chang-roberts"}}},
		{"routes that cost (not registered)", choice{seed: -1, where: where{"routing": "oracle"}}},
		{"`tanist` (not registered)", choice{seed: -1, not: []string{"tanist"}}},
		{"`tanist` and chang-roberts (not registered)", choice{seed: -1, not: []string{"tanist", "chang-roberts"}}},
		{"all but VKT04, flood-max and `global-view` (not registered)", choice{seed: -1, not: []string{"tanist", "chang-roberts", "bully", "omega", "raft-priority"}}},
		{"rows that send along no route (not registered)", choice{seed: -1, not: []string{"vasudevan", "tanist", "flood-max", "global-view"}}},
	} {
		row := []string{one.name}
		for _, m := range metrics {
			d, err := s.decide(m, one.choice)
			if err != nil {
				return t, fmt.Errorf("without %s: %w", one.name, err)
			}
			row = append(row, fmt.Sprintf("%s of the order, %s of the values", share(&d.Order.Row), share(&d.Values.Row)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// literature compares bully with VKT04 from where papers compare them to where radios are.
func (s *study) literature() table.Table {
	t := table.Table{Header: []string{"medium", "routes", "badly led, %: VKT04", "bully", "bully less VKT04, points", "bytes of bully, times those of VKT04"},
		Right: []bool{false, false, true, true, true, true}}
	for _, medium := range s.levels("medium") {
		for _, routing := range s.levels("routing") {
			w := where{"medium": medium, "routing": routing}
			vkt, bully := s.bySeed(badlyLed, "vasudevan", w), s.bySeed(badlyLed, "bully", w)
			less := make([]float64, len(vkt))
			for i := range less {
				less[i] = bully[i] - vkt[i]
			}
			t.Rows = append(t.Rows, []string{medium, routing, meanOf(vkt).percent(), meanOf(bully).percent(), meanOf(less).points(),
				ratioOf(s.bySeed(sent, "bully", w), s.bySeed(sent, "vasudevan", w)).times()})
		}
	}
	return t
}
