package reproduce

import (
	"fmt"
	"testing"

	"bellwether/internal/draw/table"
)

// listed returns a variant with another neighbour list: hellos of this interval, and a
// neighbour silent for the time-out is removed.
func listed(interval, timeout string) variant {
	return variant{merge: ByExchange, set: []setting{{"neighbours.interval", interval}, {"neighbours.timeout", timeout}}}
}

// whyTheListMatters shows that a unicast election waits for each neighbour that is on the
// list but gone, and a broadcast one for none.
func whyTheListMatters(t *testing.T) table.Table {
	const nodes = 60
	table := table.Table{
		Title:  fmt.Sprintf("How old a neighbour list may be: Fig. 5 at N = %d (4 runs of 60 min, the first 15 min discarded)", nodes),
		Header: []string{"hello", "time-out", "T s of UDP", "T s of Bcast", "F of TCP", "F of UDP", "F of Bcast", "F of Opt"},
		Right:  []bool{true, true, true, true, true, true, true, true},
		Notes:  []string{"published: F 0.283, 0.195, 0.076, 0.018", "20 s, of which six may be missed, is the paper's for beacons"},
	}
	former := 0.0
	for _, list := range [][2]string{{"1s", "3s"}, {"5s", "15s"}, {"20s", "60s"}, {"20s", "120s"}} {
		v := listed(list[0], list[1])
		x := map[string]map[Metric]value{}
		for _, signalling := range []string{"TCP", "UDP", "Bcast", "Opt"} {
			x[signalling] = v.measure(t, pointOf(t, 5, signalling, nodes))
		}
		if udp := x["UDP"][T].Mean; udp <= former {
			t.Errorf("T of UDP is %.3g s with a time-out of %s, %.3g s with a shorter one", udp, list[1], former)
		} else {
			former = udp
		}
		table.Rows = append(table.Rows, []string{list[0], list[1], cell(x["UDP"][T], T, true), cell(x["Bcast"][T], T, true),
			cell(x["TCP"][F], F, true), cell(x["UDP"][F], F, true), cell(x["Bcast"][F], F, true), cell(x["Opt"][F], F, true)})
	}
	return table
}

// howSureTheOrderIs compares the signallings pair by pair, in the recorded study of the old
// list.
func howSureTheOrderIs(t *testing.T) table.Table {
	s, err := Recorded(Reading{ByExchange, AsBeacons, ChildAssumed})
	if err != nil {
		t.Fatal(err)
	}
	table := table.Table{
		Title:  "TCP > UDP > Bcast > Opt in Fig. 5 by the old list (chosen afterwards), as recorded: by how much F is higher",
		Header: []string{"N", "TCP over UDP", "UDP over Bcast", "Bcast over Opt"},
		Right:  []bool{true, true, true, true},
		Notes:  []string{"± half the sum of both intervals' widths; * where the difference is greater than that"},
	}
	for _, n := range sizesOfFigures {
		row := []string{fmt.Sprint(n)}
		for _, step := range [][2]string{{"TCP", "UDP"}, {"UDP", "Bcast"}, {"Bcast", "Opt"}} {
			high, low := s.Values[Point{5, step[0], n}][F], s.Values[Point{5, step[1], n}][F]
			mark := ""
			if !same(high, low) {
				mark = " *"
			}
			row = append(row, fmt.Sprintf("%.2g ± %.2g%s", high.Mean-low.Mean, high.Half+low.Half, mark))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}
