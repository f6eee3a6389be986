package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/figure"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/reproduce"
)

// study returns the page of a reproduction; nil if the directory holds none.
func (j *Job) study() (*page, error) {
	s, err := reproduce.Stored(j.Dir)
	if errors.Is(err, reproduce.ErrNoStudy) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name  string
		given bool
	}{{"--metric", j.Metrics != nil}, {"--columns", len(j.Columns) > 0}, {"--versus", j.Versus != ""}} {
		if f.given {
			return nil, fmt.Errorf("%s: %s holds a reproduction, whose tables are those of the paper", f.name, j.Dir)
		}
	}
	return j.pageOf(s)
}

// pageOf builds the page of a study from the tables and pictures that reproduce makes.
func (j *Job) pageOf(s *reproduce.Study) (*page, error) {
	done, all := s.Done()
	p := &page{
		template: "study.html",
		Name:     "vkt04", Title: "vkt04: a paper's simulations repeated",
		About: "Do the simulations of Vasudevan, Kurose and Towsley (ICNP 2004) come out alike here?",
		State: fmt.Sprintf("Finished: all %d runs are here.", all), Finished: done == all,
		Facts: []fact{{"Reading", s.Extent()}, {"Figures", figuresOf(s)}, {"Sizes", "N = " + listed(s.Nodes)},
			{"Runs", fmt.Sprintf("%d of %d; the worlds of a figure are in the title of its table", done, all)}},
		Commands: s.Command() + " --out again\nbellwether report again",
		Made: []fact{{"The runs", "made by bellwether " + s.Version},
			{"This page", fmt.Sprintf("made by %s, %s", j.Program.Version, j.Program.Go)}},
	}
	if !p.Finished {
		p.State = fmt.Sprintf("Not finished: %d of %d runs are here. Values and claims are of these.", done, all)
	}
	var tables []table.Table
	for _, t := range s.Tables() {
		if t.Header[1] == "" { // columns of numbers; words wrap
			tables = append(tables, onPaper([]table.Table{named(t)})...)
			continue
		}
		tables = append(tables, t)
	}
	p.Tables, p.TableNotes = numbered(tables, 1)
	p.Verdict = verdictOf(s)
	d := newDrawing(nil)
	for _, picture := range s.Pictures() {
		f := numberedFigure{Number: d.next(), Caption: picture.Title}
		if slices.ContainsFunc(picture.Series, func(s figure.Series) bool { return len(s.Beside) > 0 }) {
			f.Caption += "; here and published"
		}
		if err := d.add(&f, panel{Says: f.Caption}, picture.Lines); err != nil {
			return nil, fmt.Errorf("%s: %w", picture.Name, err)
		}
		p.Figures = append(p.Figures, f)
	}
	return p, nil
}

// verdictOf says how many of the paper's claims hold. The first table has each of them.
func verdictOf(s *reproduce.Study) []string {
	asked, holds, fails := 0, 0, 0
	for _, v := range s.Verdicts() {
		switch {
		case v.Asked == 0:
			continue
		case v.Held == v.Asked:
			holds++
		case v.Held+v.Open < v.Asked:
			fails++
		}
		asked++
	}
	if asked == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Verdict: of the paper's %s about these figures, %d hold here, %d do not, and %d are open.",
		wording.Count(asked, "claim"), holds, fails, asked-holds-fails)}
}

// named joins the first two columns, the series and the source of its values, so that each
// part of a split table has both.
func named(t table.Table) table.Table {
	out := t
	out.Header, out.Right, out.Rows = append([]string{t.Header[0]}, t.Header[2:]...), t.Right[1:], nil
	series := ""
	for _, row := range t.Rows {
		series = cmp.Or(row[0], series)
		out.Rows = append(out.Rows, append([]string{series + ", " + row[1]}, row[2:]...))
	}
	return out
}

// figuresOf returns the numbers of the paper's figures, as text.
func figuresOf(s *reproduce.Study) string {
	var numbers []int
	for _, f := range s.Figures {
		numbers = append(numbers, f.Number)
	}
	return listed(numbers) + " of the paper"
}

// listed returns numbers separated by commas.
func listed(numbers []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(numbers), "[]")), ", ")
}
