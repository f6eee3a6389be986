//go:build docs

package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/study/results"
	"bellwether/trace/measure"
)

const usage = `usage: ranking pack FILE DIR       pack the results of a sweep
       ranking unpack FILE DIR    make a directory of results, which table, plot, report and verify read
       ranking page PAGE.md DIR BELLWETHER [-update]    compare the tables of a page with the directories of results in DIR, or write them`

func main() {
	err := fmt.Errorf("%s", usage)
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "pack":
		err = pack(args[1], args[2])
	case len(args) == 3 && args[0] == "unpack":
		err = unpack(args[1], args[2])
	case len(args) >= 4 && args[0] == "page":
		err = page(args[1], args[2], args[3], args[4:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kept are the metrics that are kept of a run: those that the study asks for, and what its verdict needs.
var kept = []string{"badly_led_fraction", "leaderless_fraction", "leader_changes_per_node_h", "bytes_per_node_s", "transmissions_per_node_s"}

// counts are the counts of a run beside its metrics: together they tell runs apart.
var counts = []string{"events", "transmissions", "deliveries"}

// writeRuns writes the lines as CSV.
func writeRuns(w io.Writer, lines []results.Line) error {
	out := csv.NewWriter(w)
	header := append([]string{"label", "seed"}, counts...)
	out.Write(append(append(header, kept...), axesOf(&lines[0])...))
	for i := range lines {
		l := &lines[i]
		row := []string{l.Label, fmt.Sprint(l.Seed), fmt.Sprint(l.Events), fmt.Sprint(l.Transmissions), fmt.Sprint(l.Deliveries)}
		for _, name := range kept {
			text := ""
			if v := l.Metrics.Get(name); v.Known {
				text = strconv.FormatFloat(v.X, 'g', -1, 64)
			}
			row = append(row, text)
		}
		out.Write(append(row, l.Axes.Values()...))
	}
	out.Flush()
	return out.Error()
}

func axesOf(l *results.Line) (names []string) {
	for _, s := range l.Axes {
		names = append(names, s.Path)
	}
	return names
}

// packed returns the lines of a study in the order of the archive. It refuses two programs.
func packed(s *study) ([]results.Line, error) {
	all := slices.Clone(s.lines)
	for i := range all {
		if all[i].Build != all[0].Build {
			return nil, fmt.Errorf("%s: runs of two programs: %s and %s", s.dir, all[0].Build, all[i].Build)
		}
	}
	// Runs that are the same at several values of the first axis, routing, stand one below another, and so take no room.
	slices.SortStableFunc(all, func(a, b results.Line) int {
		return cmp.Or(strings.Compare(a.Label, b.Label), slices.Compare(a.Axes.Values()[1:], b.Axes.Values()[1:]),
			cmp.Compare(a.Seed, b.Seed), strings.Compare(a.Axes.Values()[0], b.Axes.Values()[0]))
	})
	return all, nil
}

// fill puts the numbers of a row of the table into a line.
func fill(l *results.Line, header, row []string) error {
	l.Metrics = measure.Metrics{}
	for i, name := range header {
		var err error
		switch {
		case name == "seed":
			l.Seed, err = strconv.ParseUint(row[i], 10, 64)
		case name == "events":
			l.Events, err = strconv.ParseUint(row[i], 10, 64)
		case name == "transmissions":
			l.Transmissions, err = strconv.ParseUint(row[i], 10, 64)
		case name == "deliveries":
			l.Deliveries, err = strconv.ParseUint(row[i], 10, 64)
		case slices.Contains(kept, name) && row[i] != "":
			var x float64
			x, err = strconv.ParseFloat(row[i], 64)
			l.Metrics.Set(name, measure.Value{X: x, Known: true})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
