package prasle

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bellwether/internal/base/stats"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/tasks"
	"bellwether/trace"
)

// The hops of the networks of Table I, by hand.
func TestTopologies(t *testing.T) {
	want := map[string][4]int{"ring": {5, 10, 15, 20}, "line": {9, 19, 29, 39}, "mesh": {5, 7, 9, 11}, "clique": {1, 1, 1, 1}}
	for _, top := range topologies {
		for i, n := range sizes {
			if got := top.hops(n); got != want[top.name][i] {
				t.Errorf("%s of %d has %d hops, want %d", top.name, n, got, want[top.name][i])
			}
		}
	}
}

// A run is a function of its seed, and one in which each round is said takes about the rounds to
// the farthest node.
func TestARunTakesItsRounds(t *testing.T) {
	each := readings[3]
	for _, row := range []struct {
		of        int
		least, up float64
	}{{0, 0.4, 0.9}, {3, 0.04, 0.3}} {
		at := task{Nodes: 10, Seed: 1}
		took, hash, err := each.run(t.Context(), assumed, topologies[row.of], at)
		if err != nil || took < row.least || took > row.up {
			t.Errorf("%s of 10: %v s (%v), want %v to %v", topologies[row.of].name, took, err, row.least, row.up)
		}
		if again, same, _ := each.run(t.Context(), assumed, topologies[row.of], at); again != took || same != hash {
			t.Errorf("%s of 10: %v s, and again %v s", topologies[row.of].name, took, again)
		}
	}
}

// itself is a study whose values are the published.
func itself(of []setting) *Study {
	s := &Study{Runs: paperRuns, settings: of, values: map[column]map[point]stats.Measured{}}
	for _, one := range of {
		for _, r := range readings {
			at := column{one.Name, r.Name}
			s.values[at] = map[point]stats.Measured{}
			each(func(p point) {
				m := theirs(p)
				m.Half = 0.001
				s.values[at][p] = m
			})
		}
	}
	return s
}

// Where the values are the published ones, nothing speaks against a claim.
func TestThePublishedAgreesWithItself(t *testing.T) {
	s := itself(settings[:1])
	var text strings.Builder
	if err := s.Write(&text, table.Markdown); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(text.String(), "Table I")
	if strings.Contains(head, "| no") || strings.Contains(head, "open:") || !strings.Contains(head, "yes, 16 of 16") {
		t.Errorf("the published against itself:\n%s", head)
	}
}

// A setting that is off at one point denies a claim in its own row alone, and JSON says so, too.
func TestSettingsAreJudgedEachInItsRow(t *testing.T) {
	s := itself(settings)
	off := s.values[column{"10 % of frames lost", readings[1].Name}]
	off[point{"ring", 20}] = stats.Measured{Mean: 3, Half: 0.01, Runs: 10}
	var text strings.Builder
	if err := s.Write(&text, table.Markdown); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		bad := strings.Contains(line, "no: 15 of 16 yes, 1 no")
		if its := strings.Contains(line, "10 % of frames lost") && strings.Contains(line, readings[1].Name); its != bad {
			t.Errorf("%v: %s", bad, line)
		}
	}
	text.Reset()
	if err := s.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Values   []struct{ Setting string }
		Verdicts []struct {
			Setting  string
			Verdicts []string
		}
	}
	if err := json.Unmarshal([]byte(text.String()), &got); err != nil || len(got.Values) != 16*len(readings)*len(settings) {
		t.Fatalf("%d values, %v", len(got.Values), err)
	}
	no := map[string]int{}
	for _, v := range got.Verdicts {
		for _, one := range v.Verdicts {
			if one == "no" {
				no[v.Setting]++
			}
		}
	}
	if len(no) != 1 || no["10 % of frames lost"] < 2 {
		t.Errorf("no, by setting: %v", no)
	}
}

// Every setting makes a world that is accepted, and changes a run.
func TestSettingsChangeRuns(t *testing.T) {
	of := map[string]string{}
	for _, s := range settings {
		top := topologies[2]
		_, hash, err := readings[0].run(t.Context(), s, top, task{Nodes: 20, Seed: 1})
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if other := of[hash]; other != "" {
			t.Errorf("%s and %s give the same run", s.Name, other)
		}
		of[hash] = s.Name
	}
}

// A stopped study goes on, parts are put together by their lines, and others' files are refused.
func TestKeptRuns(t *testing.T) {
	dir := t.TempDir()
	one := run{task{"as assumed", "x", "ring", 10, 1}, 0.7, "abc", "v1"}
	keep := func(dir string, r run) {
		k, err := open(dir, "v1")
		if err == nil {
			err = errors.Join(k.add(r), k.close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	keep(dir, one)
	file := filepath.Join(dir, runsFile)
	text, _ := os.ReadFile(file)
	if err := os.WriteFile(file, append(text, `{"setting":"cut of`...), 0o600); err != nil {
		t.Fatal(err)
	}
	two := one
	two.Seed = 2
	keep(dir, two)
	k, err := open(dir, "v1")
	if err != nil || len(k.made) != 2 || k.made[one.task] != one || k.made[two.task] != two {
		t.Fatalf("%+v, %v", k, err)
	}
	k.close()
	if _, err := open(dir, "v2"); !errors.Is(err, errOther) {
		t.Errorf("another program: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "letter.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(other, "v1"); !errors.Is(err, errOther) {
		t.Errorf("another directory: %v", err)
	}
}

// Parts are all runs together, each once, and none is made again.
func TestPartsAreTheWhole(t *testing.T) {
	of, read := sizes, readings
	defer func() { sizes, readings = of, read }()
	sizes, readings = sizes[:1], readings[:1]
	dir := t.TempDir()
	made := 0
	for i := 1; i <= 3; i++ {
		before := made
		s, err := Run(t.Context(), Options{Runs: 2, Jobs: 2, Out: dir, Build: "v1", Shard: tasks.Shard{I: i, N: 3}, Progress: func(int, int) { made++ }})
		if err != nil || s != nil || made == before || made-before == 2*len(topologies) {
			t.Fatalf("part %d: %d runs, %v, %v", i, made-before, s, err)
		}
	}
	made = 0
	whole, err := Run(t.Context(), Options{Runs: 2, Jobs: 1, Out: dir, Build: "v1", Progress: func(int, int) { made++ }})
	if err != nil || made > 0 {
		t.Fatalf("%d runs are made again, %v", made, err)
	}
	fresh, err := Run(t.Context(), Options{Runs: 2, Jobs: 2})
	if err != nil || !reflect.DeepEqual(fresh.values, whole.values) {
		t.Errorf("parts have other values: %v", err)
	}
	if _, err := Run(t.Context(), Options{Runs: 1, Shard: tasks.Shard{I: 1, N: 2}}); !errors.Is(err, ErrShard) {
		t.Errorf("a part without a directory: %v", err)
	}
}

// A claim of which a comparison is open is not held, and one denied is enough.
func TestVerdictsInWords(t *testing.T) {
	for want, list := range map[string][]stats.Verdict{
		"yes, 2 of 2":               {stats.Yes, stats.Yes},
		"open: 1 of 2 yes, none no": {stats.Yes, stats.Open},
		"no: 1 of 3 yes, 1 no":      {stats.Yes, stats.Open, stats.No},
	} {
		if got := said(list); got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
}

// A run in which a node names another than the best has not converged, whenever it last changed its mind.
func TestWhoNamesAnotherHasNotConverged(t *testing.T) {
	w := &watch{best: 2, knows: make([]int64, 3)}
	for _, r := range []trace.Record{
		{Kind: trace.State, At: 1e9, Node: 1, Name: "best", Value: 1}, {Kind: trace.State, At: 2e9, Node: 2, Name: "best", Value: 2},
		{Kind: trace.State, At: 3e9, Node: 1, Name: "leader", Value: 2},
	} {
		w.Record(&r)
	}
	if got := w.converged(); got != horizon {
		t.Errorf("converged after %v", got)
	}
	w.Record(&trace.Record{Kind: trace.State, At: 4e9, Node: 1, Name: "best", Value: 2})
	w.Record(&trace.Record{Kind: trace.State, At: 5e9, Node: 1, Name: "best", Value: 2})
	if got := w.converged(); got != 4*time.Second {
		t.Errorf("converged after %v, want 4s", got)
	}
}
