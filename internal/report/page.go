package report

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/plots"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

//go:embed page.html page.css
var files embed.FS

// A page is what the template shows.
type page struct {
	Style    template.CSS
	Name     string
	About    string
	Finished bool
	State    string // how far it is
	Facts    []fact
	Rows     plots.Table // the algorithms
	Missing  *plots.Table
	Warnings []string

	Tables      []table // of means
	Differences []table
	Every       []table // all metrics, where there is one point
	Figures     []figure
	LeftOut     []string // what of tables and figures is not here, and how to get it

	TableNotes, DifferenceNotes, EveryNotes []string // that all tables of a kind have

	Commands  string
	Files     []file // that the commands need
	Made      []fact // versions, fingerprints
	Hashes    *plots.Table
	Documents []document
	Metrics   []metric // of the tables
	More      []metric // the others
}

// A fact is a term and what it is.
type fact struct{ Term, Text string }

// A file is one that stands beside a document.
type file struct{ Name, SHA256 string }

// A document is a plan or a scenario, in full.
type document struct {
	Name, About, Text string
	Needed            bool // to repeat the runs
}

// A metric is its definition.
type metric struct{ Key, Title, Unit, Meaning, How string }

// A table is numbered.
type table struct {
	plots.Table
	Number int
}

// Most of what a page shows: beyond, it says how to get the rest.
const (
	maxTables  = 60
	maxFigures = 24
	maxGaps    = 40
	maxHashes  = 1000
)

// page puts everything together.
func (j *Job) page(s *source) (*page, error) {
	p := &page{Name: s.name, About: s.about, Finished: s.asked > 0 && len(s.lines) >= s.asked}
	p.State = s.state()
	p.Facts, p.Rows, p.Warnings = s.facts(), s.rows(), s.warnings
	p.Missing = s.gaps()
	if err := s.tables(p); err != nil {
		return nil, err
	}
	if err := s.figures(p); err != nil {
		return nil, err
	}
	s.repeat(p)
	p.Made = append(p.Made, fact{"This page", fmt.Sprintf("made by bellwether %s, %s", j.Program.Version, j.Program.Go)})
	for _, k := range measure.Keys() {
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

// howOf says how a metric is found.
func howOf(k *measure.Key) string {
	from := "sampled"
	if k.Exact {
		from = "exact"
	}
	return fmt.Sprintf("%s; %v over runs", from, k.Method)
}

// state says how far the runs are.
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

// gaps is the table of what is missing, nil if nothing is.
func (s *source) gaps() *plots.Table {
	if len(s.missing) == 0 {
		return nil
	}
	t := &plots.Table{Title: "What is missing", Header: []string{"algorithm", "runs here", "wanted"}, Right: []bool{false, true, true}}
	if s.plan != nil && len(s.plan.Axes) > 0 {
		t.Header, t.Right = append([]string{"point"}, t.Header...), append([]bool{false}, t.Right...)
	}
	for i, g := range s.missing {
		if i == maxGaps {
			t.Notes = append(t.Notes, fmt.Sprintf("and %d more", len(s.missing)-maxGaps))
			break
		}
		row := []string{g.Label, fmt.Sprint(g.Of - g.Runs), fmt.Sprint(g.Of)}
		if len(t.Header) > len(row) {
			row = append([]string{s.plan.Describe(g.At)}, row...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// rows is the table of algorithms.
func (s *source) rows() plots.Table {
	t := plots.Table{Title: "The algorithms", Header: []string{"row", "algorithm", "elects", "parameters", "about"}}
	entries := s.entries()
	for _, e := range entries {
		row := []string{e.Label, e.Name, "", params(e.Params), ""}
		if a, known := scenarios.Algorithm(e.Name); known {
			row[2], row[4] = string(a.Goal), a.About
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// entries are the rows of the scenario, or, where it is gone, those that were run.
func (s *source) entries() []scenarios.Entry {
	if s.scenario != nil {
		return s.scenario.Algorithms
	}
	var out []scenarios.Entry
	for i := range s.lines {
		if l := &s.lines[i]; !slices.ContainsFunc(out, func(e scenarios.Entry) bool { return e.Label == l.Label }) {
			out = append(out, scenarios.Entry{Name: l.Name, Label: l.Label})
		}
	}
	slices.SortFunc(out, func(a, b scenarios.Entry) int { return cmp.Compare(a.Label, b.Label) })
	return out
}

// params writes parameters in the order of their names.
func params(of map[string]string) string {
	var out []string
	for name, value := range of {
		out = append(out, name+" = "+value)
	}
	if len(out) == 0 {
		return "defaults"
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// repeat says how to get the same again, and how to see that it is.
func (s *source) repeat(p *page) {
	var versions []string
	for i := range s.lines {
		if v := cmp.Or(s.lines[i].Version, "unknown"); !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	p.Made = append(p.Made, fact{"The runs", "made by bellwether " + strings.Join(versions, " and ")})
	if s.scenario != nil {
		for _, f := range s.scenario.Files() {
			sum := sha256.Sum256(f.Data)
			p.Files = append(p.Files, file{f.Name, hex.EncodeToString(sum[:])})
		}
		p.Documents = append(p.Documents, document{"scenario.yaml", "the scenario as run, every default filled in" + s.firstPoint(),
			string(s.scenario.YAML()), s.plan == nil})
	}
	if s.plan == nil {
		versus := ""
		if s.cross.Versus != "" {
			versus = " --versus " + s.cross.Versus
		}
		p.Commands = "bellwether run scenario.yaml" + versus + " --out again\nbellwether report again"
		p.Hashes = s.hashes()
		return
	}
	p.Documents = append(s.planned(), p.Documents...)
	p.Commands = "bellwether sweep plan.yaml --out again\nbellwether report again\nLC_ALL=C sort again/results.ndjson | sha256sum"
	p.Made = append(p.Made, fact{"SHA-256 of the sorted lines", s.fingerprint()})
}

// planned is the plan, and the file of its scenario if that is not built in: as they
// are saved side by side.
func (s *source) planned() []document {
	p := *s.plan
	var scenario []document
	if text, err := os.ReadFile(p.Scenario); err == nil && filepath.IsAbs(p.Scenario) {
		p.Scenario = filepath.Base(p.Scenario)
		scenario = []document{{p.Scenario, "the scenario that the plan varies", string(text), true}}
	}
	return append([]document{{"plan.yaml", "the plan as run", string(p.YAML()), true}}, scenario...)
}

// firstPoint says of a plan with axes where on them the scenario stands.
func (s *source) firstPoint() string {
	if s.plan == nil || len(s.plan.Axes) == 0 {
		return ""
	}
	return ", at the first point: " + s.plan.Describe(s.plan.Places()[0])
}

// fingerprint is the hash of the lines, sorted as bytes: the same for the same plan,
// seeds and version.
func (s *source) fingerprint() string {
	var texts []string
	for i := range s.lines {
		var b strings.Builder
		out := json.NewEncoder(&b)
		out.SetEscapeHTML(false)
		if err := out.Encode(&s.lines[i]); err != nil {
			panic("report: " + err.Error()) // it was read from JSON
		}
		texts = append(texts, b.String())
	}
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "")))
	return hex.EncodeToString(sum[:])
}

// hashes are those of the traces of a run, nil without.
func (s *source) hashes() *plots.Table {
	t := &plots.Table{Header: []string{"row", "seed", "SHA-256 of the trace"}, Right: []bool{false, true, false}}
	for i := range s.lines {
		l := &s.lines[i]
		switch {
		case l.TraceSHA256 == "":
			return nil
		case i == maxHashes:
			t.Notes = append(t.Notes, fmt.Sprintf("and %d more, in runs.ndjson", len(s.lines)-maxHashes))
			return t
		}
		t.Rows = append(t.Rows, []string{l.Label, fmt.Sprint(l.Seed), l.TraceSHA256})
	}
	return t
}

// write fills the template.
func (p *page) write(w io.Writer) error {
	style, err := files.ReadFile("page.css")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	p.Style = template.CSS(style)
	t, err := template.New("page.html").Funcs(template.FuncMap{
		"lines": func(cell string) []string { return strings.Split(cell, "\n") },
		"right": func(columns []bool, i int) bool { return i < len(columns) && columns[i] },
	}).ParseFS(files, "page.html")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
