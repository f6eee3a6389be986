package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"bellwether/internal/draw/table"
	"bellwether/trace/measure"
)

//go:embed page.html study.html parts.html moving.html page.css
var files embed.FS

// A page is what the template shows.
type page struct {
	template string // its file
	Style    template.CSS
	Dark     template.CSS // colours of the figures on a dark screen
	Title    string       // of the window
	Name     string
	About    string
	Asked    string // what was compared, where, and how often
	Finished bool
	State    string // how many runs are done
	Facts    []fact
	Rows     table.Table // the algorithms
	Missing  *table.Table
	Warnings []string

	Verdict   []string        // of one point as run prints it, of a sweep as a whole; none if nothing was judged
	AtPoints  []string        // the verdict at each point of a sweep
	Opening   *numberedFigure // shows the verdict; nil: the figure of the one axis does
	Decides   *numberedFigure // what decides the order of rows; nil as Moving
	Moving    *moving         // nil: a run, or one axis, which has a figure
	Axes      []axis
	AxisNotes []string

	Tables      []numberedTable // of means
	Single      bool            // they are of one point
	Differences []numberedTable
	Every       []numberedTable  // all metrics, where there is one point
	Figures     []numberedFigure // of the metrics that the figures above do not show
	LeftOut     []string         // tables and figures that the page leaves out, and how to get them

	TableNotes, DifferenceNotes, EveryNotes []string // notes that several tables of a kind share

	Commands  string
	Files     []file // that the commands need
	Made      []fact // versions, fingerprints
	Hashes    *table.Table
	Unhashed  string // what to know about runs without a hash
	Documents []document
	Metrics   []metric // metrics in the tables
	More      []metric // all other metrics
}

// A fact is a term and its text.
type fact struct{ Term, Text string }

// A file is one that stands beside a document.
type file struct{ Name, SHA256 string }

// A document is a plan or a scenario, in full.
type document struct {
	Name, About, Text string
	Needed            bool // to repeat the runs
}

// A metric describes one metric for the page.
type metric struct{ Key, Title, Unit, Meaning, How string }

// Limits of what a page shows. Beyond them, the page says how to get the rest.
const (
	maxTables  = 60
	maxFigures = 24
	maxGaps    = 40
	maxHashes  = 1000
)

// page builds the page.
func (j *Job) page(s *source) (*page, error) {
	p := &page{template: "page.html", Title: s.name + ": leader elections compared", Name: s.name, About: s.question(), Finished: s.asked > 0 && len(s.lines) >= s.asked}
	p.State, p.Asked, p.Single = s.state(), s.asks(), s.single()
	p.Facts, p.Rows, p.Warnings = s.facts(), s.rows(j.Algorithms), s.warnings
	p.Missing = s.gaps()
	if err := s.tables(p); err != nil {
		return nil, err
	}
	if err := s.figures(p); err != nil {
		return nil, err
	}
	s.moves(p)
	s.repeat(p, string(j.Algorithms.Program()))
	p.Made = append(p.Made, fact{"This page", fmt.Sprintf("made by %s, %s", j.Program.Version, j.Program.Go)})
	p.Commands, p.Unhashed = j.Algorithms.Program().Says(p.Commands), j.Algorithms.Program().Says(p.Unhashed)
	for _, list := range [][]string{p.LeftOut, p.Warnings} {
		for i, text := range list {
			list[i] = j.Algorithms.Program().Says(text)
		}
	}
	all := measure.Keys()
	if len(s.cross.Points) > 0 {
		all = append(all, s.cross.Points[0].Report.Own...)
	}
	for _, k := range all {
		m := metric{k.Name, k.Title, unitOf(&k), k.Meaning, howOf(&k)}
		if slices.Contains(s.metrics, k.Name) {
			p.Metrics = append(p.Metrics, m)
		} else {
			p.More = append(p.More, m)
		}
	}
	return p, nil
}

func unitOf(k *measure.Key) string {
	if k.Percent {
		return "%"
	}
	return k.Unit
}

// howOf returns how a metric is computed, as text.
func howOf(k *measure.Key) string {
	from := "component truth"
	if k.Exact {
		from = "events"
	}
	how, _ := k.Interval()
	return from + "; " + how + " over runs"
}

// state returns how many runs are done, as text.
func (s *source) state() string {
	switch {
	case s.asked == 0:
		return fmt.Sprintf("%d runs are here; how many were wanted is unknown.", len(s.lines))
	case len(s.lines) >= s.asked:
		return fmt.Sprintf("Finished: all %d runs are here.", s.asked)
	case s.plan != nil && s.plan.Adaptive():
		return fmt.Sprintf("Not finished: %d of at least %d runs are here.", len(s.lines), s.asked)
	}
	return fmt.Sprintf("Not finished: %d of %d runs are here.", len(s.lines), s.asked)
}

// write fills the template.
func (p *page) write(w io.Writer) error {
	style, err := files.ReadFile("page.css")
	if err != nil {
		return err
	}
	p.Style = template.CSS(style)
	shown := p.Figures
	if p.Opening != nil {
		shown = append(slices.Clone(shown), *p.Opening)
	}
	if p.Decides != nil {
		shown = append(slices.Clone(shown), *p.Decides)
	}
	for _, a := range p.Axes {
		shown = append(slices.Clone(shown), *a.Figure)
	}
	p.Dark = dark(shown...)
	t, err := template.New(p.template).Funcs(template.FuncMap{
		"lines": func(cell string) []string { return strings.Split(cell, "\n") },
		"right": func(columns []bool, i int) bool { return i < len(columns) && columns[i] },
		"alone": func(list []numberedFigure) bool {
			return !slices.ContainsFunc(list, func(f numberedFigure) bool { return len(f.Panels) > 1 })
		},
		"bare": func(t table.Table) numberedTable { return numberedTable{t, 0} },
	}).ParseFS(files, "*.html")
	if err != nil {
		return err
	}
	if err := t.Execute(w, p); err != nil {
		return err
	}
	return nil
}
