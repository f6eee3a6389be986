package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	for _, t := range s.Tables() {
		parts := []table.Table{t}
		if t.Header[1] == "" { // a column of numbers; words wrap
			parts = onPaper([]table.Table{named(t)})
		}
		for _, part := range parts {
			p.Tables = append(p.Tables, numberedTable{part, len(p.Tables) + 1})
		}
	}
	for i, picture := range s.Pictures() {
		var b bytes.Buffer
		if err := figure.WriteFigure(&b, figure.SVG, picture.Lines, figure.Single); err != nil {
			return nil, fmt.Errorf("%s: %w", picture.Name, err)
		}
		caption := picture.Title
		if slices.ContainsFunc(picture.Series, func(s figure.Series) bool { return len(s.Beside) > 0 }) {
			caption += "; here and published"
		}
		svg, err := inline(b.String(), i+1, caption)
		if err != nil {
			return nil, err
		}
		p.Figures = append(p.Figures, numberedFigure{i + 1, caption, svg})
	}
	return p, nil
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
