package plots_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"bellwether/plots"
	"bellwether/scenarios"
	"bellwether/scenarios/compare"
	"bellwether/trace/measure"
)

// Two algorithms in two worlds of different size: a table of the last, and a figure of
// both.
func Example() {
	const metric = "messages_per_node_s"
	figure := &plots.Lines{Title: "What a node sends", X: plots.Axis{Title: "nodes"}, Series: []plots.Series{{Label: "vasudevan"}, {Label: "bully"}}}
	var report measure.Report
	for _, nodes := range []int{10, 20} {
		s, err := scenarios.Load("campus-walk", scenarios.Options{Algorithms: []string{"vasudevan", "bully"}, Set: []scenarios.Override{
			scenarios.Set("nodes", "nodes", fmt.Sprint(nodes)), scenarios.Set("duration", "duration", "2m"), scenarios.Set("runs", "runs", "3"),
		}})
		if err != nil {
			fmt.Println(err)
			return
		}
		if report, err = compare.Run(context.Background(), s, compare.Options{}); err != nil {
			fmt.Println(err)
			return
		}
		for row := range report.Algorithms {
			point := plots.Point{X: float64(nodes), Y: report.Algorithms[row].Metrics.Get(metric)}
			figure.Series[row].Points = append(figure.Series[row].Points, point)
		}
	}
	if key, known := measure.FindKey(metric); known {
		figure.Y = plots.MetricAxis(&key)
	}
	err := plots.WriteReport(os.Stdout, plots.Text, &report, plots.ReportOptions{Columns: []string{metric}})
	if err != nil {
		fmt.Println(err)
	}
	var svg bytes.Buffer // in a program: a file whose name ends in .svg
	if err := plots.WriteFigure(&svg, plots.SVG, figure, plots.Single); err != nil {
		fmt.Println(err)
	}
	fmt.Println("the figure has a line called bully:", strings.Contains(svg.String(), "bully"))
	// Output:
	// # campus-walk: 3 runs from seed 1, components exact
	// algorithm	   messages, /node/s
	// vasudevan	1.537 [1.503, 1.572]
	// bully    	2.661 [1.683, 4.207]
	// # [low, high]: the 95 % interval over runs
	// # no arrows: 3 pairs of runs are too few to tell a difference from chance; with 1 row compared with vasudevan it takes 6 runs
	// # Verdict: none. 3 runs are too few to tell which of 2 rows leads best: it takes 7.
	// the figure has a line called bully: true
}

// A table with a program's own columns.
func ExampleTable() {
	t := plots.Table{
		Title:  "What was asked",
		Header: []string{"question", "runs"},
		Right:  []bool{false, true},
		Rows:   [][]string{{"density", "120"}, {"speed", "30"}},
	}
	if err := t.Write(os.Stdout, plots.Markdown); err != nil {
		fmt.Println(err)
	}
	// Output:
	// **What was asked**
	//
	// | question | runs |
	// |:---------|-----:|
	// | density  |  120 |
	// | speed    |   30 |
}
