package reproduce

import (
	"fmt"
	"maps"
	"testing"

	"bellwether/plots"
)

// listed is the product with another neighbour list: hellos of this interval, and a
// neighbour silent for the time-out is none.
func listed(interval, timeout string) variant {
	v := variant{merge: ByExchange}
	if now := fmt.Sprintf("interval: %s, timeout: %s", interval, timeout); now != usualList {
		v.old, v.now = usualList, now
	}
	return v
}

const usualList = "interval: 1s, timeout: 3s"

// whyTheListMatters: a unicast election waits for each neighbour that is on the list
// and gone, a broadcast one for none.
func whyTheListMatters(t *testing.T) plots.Table {
	const nodes = 60
	table := plots.Table{
		Title:  fmt.Sprintf("How old a neighbour list may be: Fig. 5 at N = %d (4 runs of 60 min, the first 15 min discarded)", nodes),
		Header: []string{"hello", "time-out", "T s of UDP", "T s of Bcast", "F of TCP", "F of UDP", "F of Bcast", "F of Opt"},
		Right:  []bool{true, true, true, true, true, true, true, true},
		Notes:  []string{"published: F 0.283, 0.195, 0.076, 0.018", "20 s, of which six may be missed, is the paper's for beacons"},
	}
	former := 0.0
	for _, list := range [][2]string{{"1s", "3s"}, {"5s", "15s"}, {"20s", "60s"}, {"20s", "120s"}} {
		v := listed(list[0], list[1])
		x := map[string]map[Metric]Value{}
		for _, signalling := range []string{"TCP", "UDP", "Bcast", "Opt"} {
			x[signalling] = v.measure(t, pointOf(t, 5, signalling, nodes))
		}
		if udp := x["UDP"][T].Mean; udp <= former {
			t.Errorf("T of UDP is %.3g s with a time-out of %s, %.3g s with a shorter one", udp, list[1], former)
		} else {
			former = udp
		}
		table.Rows = append(table.Rows, []string{list[0], list[1], cell(x["UDP"][T], true), cell(x["Bcast"][T], true),
			cell(x["TCP"][F], true), cell(x["UDP"][F], true), cell(x["Bcast"][F], true), cell(x["Opt"][F], true)})
	}
	return table
}

// studied measures figures in whole, as a study that is quick but of all sizes.
func (v variant) studied(t *testing.T, numbers ...int) *Study {
	t.Helper()
	s := &Study{Merge: v.merge, Access: Ideal, Nodes: Nodes, Runs: whyRuns, Quick: true, Values: map[Point]map[Metric]Value{}}
	for _, number := range numbers {
		f, err := figure(number, s.Quick)
		if err != nil {
			t.Fatal(err)
		}
		s.Figures = append(s.Figures, f)
		for _, series := range f.Series {
			for _, n := range s.Nodes {
				s.Values[Point{number, series.Label, n}] = v.measure(t, pointOf(t, number, series.Label, n))
			}
		}
	}
	return s
}

// whatAnOldListGives is Figs. 5 and 8 with a list as old as the beacons may be.
func whatAnOldListGives(t *testing.T) []plots.Table {
	usual, err := Recorded(ByExchange)
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(usual.Values, func(p Point, _ map[Metric]Value) bool { return p.Figure > 8 })
	old := listed("20s", "120s").studied(t, 5, 8)
	for _, n := range Nodes {
		f := func(s string) float64 { return old.Values[Point{5, s, n}][F].Mean }
		if f("TCP") < f("UDP") || f("UDP") < f("Bcast") {
			t.Errorf("N = %d: with an old list F is %.3g by TCP, %.3g by UDP, %.3g by broadcast", n, f("TCP"), f("UDP"), f("Bcast"))
		}
	}
	verdicts := claims([]*Study{usual, old})
	verdicts.Title = "What the paper says of the shapes, and what is found by how old the list may be"
	copy(verdicts.Header[2:], []string{"hello 1 s, time-out 3 s, as recorded", fmt.Sprintf("hello 20 s, time-out 120 s, %d shorter runs", whyRuns)})
	tables := []plots.Table{verdicts}
	for _, f := range old.Figures {
		for _, m := range f.Metrics {
			table := old.table(f, m)
			table.Title = "Hello 20 s, time-out 120 s. " + table.Title
			tables = append(tables, table)
		}
	}
	return tables
}
