package table

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// density returns a plan of two axes, nodes 20 and 40, range 150 and 250, without
// the point 40/250. Its runs are the runs of TestReportInEveryFormat, worse with more nodes.
func density(t *testing.T, versus string) *Cross {
	t.Helper()
	c := &Cross{Plan: "density", Axes: []string{"nodes", "radio.range"}, Versus: versus}
	for i, at := range [][]string{{"20", "150"}, {"20", "250"}, {"40", "150"}} {
		runs := runs()
		for j := range runs {
			v := runs[j].Metrics.Get("instability_fraction")
			v.X *= 1 + float64(i)/20
			runs[j].Metrics.Set("instability_fraction", v)
		}
		report, err := measure.SummariseMetrics([]string{"instability_fraction", "first_death_s"}, versus, 1, runs, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Points = append(c.Points, CrossPoint{At: at, Report: report})
	}
	return c
}

func crossed(t *testing.T, f Format, c *Cross, o CrossOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCross(onScreen(&b), f, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var both = []string{"instability_fraction", "first_death_s"}

func TestCrossInEveryFormat(t *testing.T) {
	for _, f := range Formats() {
		golden(t, "cross."+string(f)+".golden", []byte(crossed(t, f, density(t, "vasudevan"), CrossOptions{ByAlgorithm, "nodes", both})))
	}
}

// Whatever rows and columns are, each combination of the other dimensions has a table: of 2
// numbers of nodes, 2 ranges, 3 algorithms and 2 metrics, without the empty ones.
func TestCrossHasATableForEachOfTheRest(t *testing.T) {
	for _, c := range []struct {
		o    CrossOptions
		want int
	}{
		{CrossOptions{ByAlgorithm, "nodes", both}, 2 * 2},
		{CrossOptions{"nodes", "radio.range", both}, 3*2 - 1}, // flood-max has no first death
		{CrossOptions{ByMetric, ByAlgorithm, both}, 3},
		{CrossOptions{"radio.range", ByMetric, both[:1]}, 2 * 3},
	} {
		text := crossed(t, Text, density(t, ""), c.o)
		if got := strings.Count(text, "density: "); got != c.want {
			t.Errorf("%+v: %d tables, want %d\n%s", c.o, got, c.want, text)
		}
	}
	golden(t, "cross.ranges.golden", []byte(crossed(t, Text, density(t, "bully"), CrossOptions{"radio.range", "nodes", both})))
}

// The numbers of a cell equal the numbers of the report it comes from.
func TestCrossShowsTheReport(t *testing.T) {
	c := density(t, "vasudevan")
	s := c.Points[1].Report.Algorithms[1].Metrics.Get("instability_fraction")
	d := c.Points[1].Report.Algorithms[1].Paired.Get("instability_fraction")
	k, _ := measure.FindKey("instability_fraction")
	// bully: 0.32, 0.34 … 0.46 by 1.05; vasudevan 0.11 … 0.18: mean difference 0.39 - 0.145
	if math.Abs(s.Mean-0.39*1.05) > 1e-12 || math.Abs(d.Mean-0.245*1.05) > 1e-12 {
		t.Fatalf("mean %v, difference %v", s.Mean, d.Mean)
	}
	text := crossed(t, Text, c, CrossOptions{ByAlgorithm, "nodes", both[:1]})
	for _, want := range []string{shown(s.Mean, &k), "+" + shown(d.Mean, &k), "; d " + Number(*d.Effect, 2) + ")", "↑"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}

func TestCrossOfWhatThereIsNot(t *testing.T) {
	for want, o := range map[string]CrossOptions{
		`no metric is called "speed"`:         {ByAlgorithm, "nodes", []string{"speed"}},
		`rows: no axis is called "loss"`:      {"loss", "nodes", both},
		`columns: no axis is called "loss"`:   {"nodes", "loss", both},
		`rows and columns are both algorithm`: {ByAlgorithm, ByAlgorithm, both},
	} {
		if err := WriteCross(new(bytes.Buffer), Text, density(t, ""), o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := WriteCross(new(bytes.Buffer), "pdf", density(t, ""), CrossOptions{ByAlgorithm, "nodes", both}); err == nil {
		t.Error("wrote a cross in no format")
	}
}

// There is a warning of few runs, but none of enough: 4 runs of a fraction are too
// few, 30 are not; the same holds for a sum. It is no part of a table.
func TestWarningOfFewRuns(t *testing.T) {
	for _, c := range []struct {
		metric string
		n      int
		want   string
	}{
		{"instability_fraction", 4, "warning: as few as 4 runs stand behind a cell; below 30 the intervals"},
		{"instability_fraction", 1, "warning: as few as 1 run stand"},
		{"instability_fraction", 30, ""},
		{"messages_per_node_s", 29, "warning: as few as 29 runs stand behind a cell; below 30 the intervals"},
		{"messages_per_node_s", 30, ""},
	} {
		var runs []measure.RunResult
		for seed := range c.n {
			r := measure.RunResult{Label: "a", Seed: uint64(seed)}
			r.Metrics.Set(c.metric, measure.Value{X: float64(seed), Known: true})
			runs = append(runs, r)
		}
		report, err := measure.SummariseMetrics([]string{c.metric}, "", 1, runs, nil)
		if err != nil {
			t.Fatal(err)
		}
		cross := &Cross{Plan: "p", Points: []CrossPoint{{Report: report}}}
		text := strings.Join(cross.FewRuns([]string{c.metric}), "\n")
		if warned := text != ""; warned != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("%d runs of %s: %q", c.n, c.metric, text)
		}
		for _, f := range Formats() {
			if text := crossed(t, f, cross, CrossOptions{ByAlgorithm, ByMetric, []string{c.metric}}); strings.Contains(text, "warning") {
				t.Errorf("%d runs of %s: %s has the warning:\n%s", c.n, c.metric, f, text)
			}
		}
	}
}

// Characters that are special in TeX are escaped; others are not changed.
func TestLaTeXEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`a_b & 5 % of $x {y} #1 ~ ^ \z`: `a\_b \& 5 \% of \$x \{y\} \#1 \textasciitilde{} \textasciicircum{} \textbackslash{}z`,
		"-1.50 ± 0.20":                  `$-$1.50 $\pm$ 0.20`,
		"≥  3 (–; 2) ↑":                 `$\geq$ 3 (--; 2) $\uparrow$`,
		"flood-max¹":                    `flood-max\textsuperscript{1}`,
		"-":                             "-",
		"":                              "",
	} {
		if got := latexText(text); got != want {
			t.Errorf("%q becomes %s, want %s", text, got, want)
		}
	}
	// Any table has as many columns in each row as its header says.
	table := Table{Title: "t", Header: []string{"a\nm", "b"}, Right: []bool{false, true}, Rows: [][]string{{"x"}, {"y", "1", "2"}}}
	var b bytes.Buffer
	if err := table.Write(&b, LaTeX); err != nil {
		t.Fatal(err)
	}
	want := "% needs \\usepackage{booktabs}\n\\begin{table}[t]\n\\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n\\caption{t}\n\\label{tab:t}\n\\begin{tabular}{lr}\n\\toprule\n" +
		"a & b \\\\\nm &  \\\\\n\\midrule\nx &  \\\\\ny & 1 \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}
