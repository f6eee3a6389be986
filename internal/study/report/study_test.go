package report

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/reproduce"
)

// studied saves a part of a recorded study in a new directory.
func studied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := recorded(t, 10).Save(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func recorded(t *testing.T, figure int) *reproduce.Study {
	t.Helper()
	whole, err := reproduce.Recorded(reproduce.Reading{Merge: reproduce.ByExchange, List: reproduce.ByHello})
	if err != nil {
		t.Fatal(err)
	}
	part, err := whole.Of(figure)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// The page has each table as reproduce prints it, cell by cell, and each picture.
func TestReportOfAReproduction(t *testing.T) {
	if testing.Short() {
		t.Skip("a small reproduction")
	}
	dir := studied(t)
	page, text := (&Job{Dir: dir}).report(t)
	s := recorded(t, 10)
	for _, table := range s.Tables() {
		holds(t, "table", text, table.Title)
		holds(t, "table", text, table.Notes...)
		for _, row := range table.Rows {
			holds(t, table.Title, text, row[1:]...)
		}
	}
	holds(t, "page", text, "Finished: all 180 runs are here.", "merges by exchange, chosen afterwards; 10 runs a point",
		"bellwether reproduce vkt04 --merge exchange --figure 10 --out again", "made by bellwether "+s.Version, "made by bellwether v8, go9",
		"Figure 3. Fig. 10b: unicasts of an election, by speed")
	if n := strings.Count(page, "<svg "); n != 3 {
		t.Errorf("%d figures, want 3", n)
	}
	if strings.Contains(page, "<script") {
		t.Error("it has a script")
	}
}

// The page of an interrupted study states how many runs are done, in its head and in its
// tables.
func TestReportOfAnUnfinishedReproduction(t *testing.T) {
	if testing.Short() {
		t.Skip("a reproduction is begun")
	}
	dir := t.TempDir()
	ctx, enough := context.WithCancel(t.Context())
	defer enough()
	o := reproduce.Options{Figures: []int{5}, Quick: true, Out: dir, Progress: func(p campaign.Progress) {
		if p.Done > 1 {
			enough()
		}
	}}
	if _, err := reproduce.Run(ctx, o); !errors.Is(err, campaign.ErrInterrupted) {
		t.Fatal(err)
	}
	page, text := (&Job{Dir: dir}).report(t)
	holds(t, "page", text, "Not finished: ", " of 36 runs are here.", "(0 to 1 of 3 runs of 60 min, ",
		"bellwether reproduce vkt04 --merge exchange --quick --figure 5 --out again")
	if strings.Count(page, "<svg ") != 1 || strings.Contains(text, "0 of 36") {
		t.Error("it does not show the runs that ended")
	}
}

// Results with an index are shown, even if other files are beside them.
func TestResultsWithAnIndexAreShownInsteadOfAReproduction(t *testing.T) {
	run := ran(t, "2")
	write(t, filepath.Join(run, "vkt04.json"), `{"figures": [5]}`)
	if _, text := (&Job{Dir: run}).report(t); strings.Contains(text, "reproduce vkt04") {
		t.Error("it is the page of a reproduction")
	}
}

// Tables of numbers fit on A4, as onPaper counts, and each part names the series.
func TestTablesOfAReproductionFitOnPaper(t *testing.T) {
	for _, number := range []int{5, 8, 9, 10} {
		p, err := (&Job{}).pageOf(recorded(t, number))
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range p.Tables {
			if !strings.HasPrefix(table.Title, "Fig. ") {
				continue // columns of words wrap
			}
			if parts := columnsOnPaper(&table.Table); len(parts) != 1 {
				t.Errorf("%s takes %d pages", table.Title, len(parts))
			}
			for _, row := range table.Rows {
				if series, whose, _ := strings.Cut(row[0], ", "); series == "" || !slices.Contains([]string{"here", "paper", "ratio"}, whose) {
					t.Errorf("%s: a row of %q", table.Title, row[0])
				}
			}
		}
	}
}
