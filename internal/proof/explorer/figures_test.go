package explorer

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// published are the options of FIGURES.md.
func published() Options {
	return Options{Topology: "complete", States: 300_000, Invariants: builtin.Invariants}
}

// cells are the rows of a Markdown table, without its header.
func cells(markdown string) [][]string {
	var out [][]string
	for _, line := range strings.Split(markdown, "\n") {
		if !strings.HasPrefix(line, "|") || strings.Contains(line, "---") || strings.Contains(line, "| verdict") {
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		out = append(out, row)
	}
	return out
}

func rows(figures []Figure) (out [][]string) {
	for _, f := range figures {
		out = append(out, f.Row())
	}
	return out
}

// TestPublishedFiguresAreThoseOfTheCode compares worlds of two in the first table of FIGURES.md. Campaigns
// compare worlds of three, too. Worlds of four, and worlds with faults, take minutes; .ci/figures makes them again.
func TestPublishedFiguresAreThoseOfTheCode(t *testing.T) {
	if testing.Short() {
		t.Skip("every world of two and of three nodes")
	}
	file, err := os.ReadFile("FIGURES.md")
	if err != nil {
		t.Fatal(err)
	}
	var small, left [][]string
	sizes := []int{2}
	if sample.Whole() {
		sizes = append(sizes, 3)
	}
	first, _, _ := strings.Cut(string(file), "\n## ")
	for _, row := range cells(first) {
		if n, _ := strconv.Atoi(row[1]); n > sizes[len(sizes)-1] {
			left = append(left, row)
		} else {
			small = append(small, row)
		}
	}
	figures, err := Figures(context.Background(), Table{Find: scenarios.Algorithm, Jobs: runtime.GOMAXPROCS(0), Grid: Grid(scenarios.Algorithms(), published(), sizes)})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows(figures); !slices.EqualFunc(got, small, slices.Equal) {
		t.Errorf("FIGURES.md differs from what the code finds; the package comment has the command that makes it:\n%q", got)
	}
	if all := len(left) + len(small); all/3*len(sizes) != len(small) {
		t.Errorf("%d larger worlds, %d smaller ones", len(left), len(small))
	}
	if world := figures[0].Of.World(); !strings.Contains(string(file), world) {
		t.Errorf("FIGURES.md is not of %q", world)
	}
}

func TestGridHasEveryChoice(t *testing.T) {
	a := protocol.Algorithm{Name: "a", Params: []protocol.Param{
		{Name: "x", Type: protocol.TypeChoice, Choices: []string{"1", "2"}},
		{Name: "size", Type: protocol.TypeInteger},
		{Name: "y", Type: protocol.TypeChoice, Choices: []string{"3", "4"}},
	}}
	names := func(grid []Options) (out []string) {
		for _, o := range grid {
			out = append(out, o.String())
		}
		return out
	}
	in := world("", "ring", 0)
	in.Budget[faultCrash] = 1
	rest := ", values ascending, start A, timers rest, one leader always, crashes 1"
	got := names(Grid([]protocol.Algorithm{a, {Name: "b"}}, in, []int{2}))
	if want := []string{"a, x=1, y=3, ring of 2" + rest, "a, x=1, y=4, ring of 2" + rest, "a, x=2, y=3, ring of 2" + rest,
		"a, x=2, y=4, ring of 2" + rest, "b, ring of 2" + rest}; !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	given := in
	given.Params = []string{"x=2"}
	if got := names(Grid([]protocol.Algorithm{a}, given, []int{2, 3})); !slices.Equal(got, []string{"a, x=2, ring of 2" + rest, "a, x=2, ring of 3" + rest}) {
		t.Errorf("given: %q", got)
	}
}

func TestFiguresSayHowFarASearchCame(t *testing.T) {
	figure := func(r Report) Figure { return Figure{world("bully", "line", 3), r} }
	got := rows([]Figure{
		figure(Report{Verdict: Holds, States: 9, Depth: 4, Ends: 1}),
		figure(Report{Verdict: Bounded, States: 100, Depth: 7}),
		figure(Report{Verdict: Convicted, Fault: "A and B both lead", States: 5, Steps: 3, Depth: 2}),
	})
	want := [][]string{
		{"bully", "3", "9", "1", "4", "holds"},
		{"bully", "3", "100", "0", "7", "no fault in all runs of up to 7 steps"},
		{"bully", "3", "5", "0", "3", "convicted: A and B both lead"},
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q", got)
	}
	if got := world("bully", "line", 3).World(); !strings.Contains(got, "line, values ascending, start A, timers rest, one leader always") {
		t.Errorf("%q", got)
	}
}

// Interrupted searches are reported as interrupted, and impossible options are refused.
func TestFiguresEnd(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	told := 0
	grid := Grid(scenarios.Algorithms()[:1], world("", "line", 0), []int{2})
	figures, err := Figures(ctx, Table{Find: scenarios.Algorithm, Grid: grid, Done: func(Figure) { told++ }})
	if err != nil || told != len(grid) || figures[0].Found.Verdict != Interrupted {
		t.Errorf("%+v, %v, told of %d", figures, err, told)
	}
	if _, err := Figures(context.Background(), Table{Find: scenarios.Algorithm, Grid: Grid(scenarios.Algorithms()[1:2], world("", "line", 0), []int{7})}); err == nil {
		t.Error("seven nodes are too many")
	}
}
