package reproduce

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/internal/draw/figure"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/results"
)

// A record is a study as JSON. The paper's numbers, ratios and verdicts are written for
// readers only; ReadJSON computes them again from the values.
// List is left out for ByHello, Access for Ideal and Child for ChildAssumed.
type record struct {
	Command string        `json:"command"`
	Version string        `json:"version"`
	Merge   Merge         `json:"merge"`
	List    List          `json:"neighbours,omitempty"`
	Access  Access        `json:"access,omitempty"`
	Child   string        `json:"child_timeout,omitempty"`
	Setup   Setup         `json:"setup,omitempty"`
	Quick   bool          `json:"quick"`
	Runs    int           `json:"runs"`
	Nodes   []int         `json:"nodes"`
	Figures []int         `json:"figures"`
	Values  []valueRecord `json:"values"`
	Claims  []claimRecord `json:"claims"`
}

// A valueRecord is a value of a point. Half is half its plain 95 % interval, Low and High
// are the ends of the printed one; all are null for one run. Paper is null if no value was
// published, Ratio also if that is 0.
type valueRecord struct {
	Figure int      `json:"figure"`
	Series string   `json:"series"`
	Nodes  int      `json:"nodes"`
	Metric Metric   `json:"metric"`
	Mean   float64  `json:"mean"`
	Half   *float64 `json:"half"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Runs   int      `json:"runs"`
	Paper  *float64 `json:"paper"`
	Ratio  *float64 `json:"ratio"`
}

type claimRecord struct {
	Figure  int      `json:"figure"`
	Says    string   `json:"says"`
	Holds   bool     `json:"holds"`
	Held    int      `json:"held"`
	Asked   int      `json:"asked"`
	Open    int      `json:"open"`
	Against []string `json:"against"`
}

// Command returns the command that repeats a study.
func (s *Study) Command() string {
	words := []string{"bellwether", "reproduce", "vkt04", "--merge", string(s.Merge)}
	if s.Setup != "" {
		words = []string{"bellwether", "reproduce", "vkt04", "--setup", string(s.Setup)}
	}
	if s.Setup == "" && s.List == AsBeacons {
		words = append(words, "--neighbours", string(AsBeacons))
	}
	if s.Access == Contended {
		words = append(words, "--access", string(Contended))
	}
	if s.Setup == "" && s.Child != 0 && s.Child != ChildAssumed {
		words = append(words, "--child-timeout", s.Child.String())
	}
	usual := paperRuns
	if s.Quick {
		words = append(words, "--quick")
		usual = quickRuns
	}
	if len(s.Figures) < len(paperFigures()) {
		words = append(words, "--figure", strings.Trim(strings.ReplaceAll(fmt.Sprint(numbered(s.Figures)), " ", ","), "[]"))
	}
	if s.Runs != usual {
		words = append(words, "--runs", fmt.Sprint(s.Runs))
	}
	return strings.Join(words, " ")
}

// WriteJSON writes a study for another program, or for readJSON.
func (s *Study) WriteJSON(w io.Writer) error {
	r := record{Command: s.Command(), Version: s.Version, Merge: s.Merge, Quick: s.Quick, Runs: s.Runs, Nodes: s.Nodes,
		Values: []valueRecord{}, Claims: []claimRecord{}}
	if s.List != ByHello {
		r.List = s.List
	}
	r.Setup = s.Setup
	if s.Access != Ideal {
		r.Access = s.Access
	}
	if s.Child != 0 && s.Child != ChildAssumed {
		r.Child = s.Child.String()
	}
	for _, f := range s.Figures {
		r.Figures = append(r.Figures, f.Number)
		for _, m := range f.Metrics {
			for _, series := range f.Series {
				for _, n := range s.Nodes {
					p := Point{f.Number, series.Label, n}
					if v, has := s.Values[p][m]; has && v.Runs > 0 {
						r.Values = append(r.Values, v.record(p, m))
					}
				}
			}
		}
	}
	for _, v := range s.Verdicts() {
		r.Claims = append(r.Claims, claimRecord{v.Figure, v.Says, v.holds(), v.Held, v.Asked, v.Open, append([]string{}, v.Against...)})
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	if err := out.Encode(r); err != nil {
		return err
	}
	return nil
}

func (v value) record(p Point, m Metric) valueRecord {
	r := valueRecord{Figure: p.Figure, Series: p.Series, Nodes: p.Nodes, Metric: m, Mean: v.Mean, Runs: v.Runs}
	if v.Runs > 1 {
		low, high, _ := v.ends(m)
		r.Half, r.Low, r.High = &v.Half, &low, &high
	}
	if paper, published := theirs(p, m); published {
		r.Paper = &paper
		if paper > 0 {
			ratio := v.Mean / paper
			r.Ratio = &ratio
		}
	}
	return r
}

// readJSON reads what WriteJSON wrote: only the values, since the rest follows from them.
func readJSON(in io.Reader) (*Study, error) {
	var r record
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, err
	}
	child, err := time.ParseDuration(cmp.Or(r.Child, ChildAssumed.String()))
	if err != nil {
		return nil, fmt.Errorf("child_timeout: %w", err)
	}
	s := &Study{Child: child, Merge: r.Merge, List: cmp.Or(r.List, ByHello), Access: cmp.Or(r.Access, Ideal), Setup: r.Setup, Version: r.Version, Nodes: r.Nodes, Runs: r.Runs, Quick: r.Quick, Values: map[Point]map[Metric]value{}}
	for _, number := range r.Figures {
		f, err := figureOf(number, r.Quick)
		if err != nil {
			return nil, err
		}
		s.Figures = append(s.Figures, f)
	}
	for i, v := range r.Values {
		if !s.has(v) {
			return nil, fmt.Errorf("value %d is of no point of these figures: Fig. %d, %s, N = %d, %s", i+1, v.Figure, v.Series, v.Nodes, v.Metric)
		}
		p := Point{v.Figure, v.Series, v.Nodes}
		if s.Values[p] == nil {
			s.Values[p] = map[Metric]value{}
		}
		value := value{Mean: v.Mean, Runs: v.Runs}
		if v.Half != nil {
			value.Half = *v.Half
		}
		s.Values[p][v.Metric] = value
	}
	return s, nil
}

// has reports whether a value belongs to the study.
func (s *Study) has(v valueRecord) bool {
	return slices.Contains(s.Nodes, v.Nodes) && slices.ContainsFunc(s.Figures, func(f Figure) bool {
		return f.Number == v.Figure && slices.Contains(f.Metrics, v.Metric) &&
			slices.ContainsFunc(f.Series, func(series Series) bool { return series.Label == v.Series })
	})
}

// Names of the files that Save writes beside pictures.
const (
	tableFile = "vkt04.md"
	jsonFile  = "vkt04.json"
)

// Save writes a study into a directory: its tables, its numbers, its pictures.
func (s *Study) Save(dir string) error {
	if err := s.tell(dir); err != nil {
		return err
	}
	return s.draw(dir)
}

// tell writes the tables and the numbers of a study into a directory.
func (s *Study) tell(dir string) error {
	var page bytes.Buffer
	if err := s.Write(&page, table.Markdown); err != nil {
		return err
	}
	if err := durable.Write(durable.OS{}, filepath.Join(dir, tableFile), results.Readable, page.Bytes()); err != nil {
		return err
	}
	var numbers bytes.Buffer
	if err := s.WriteJSON(&numbers); err != nil {
		return err
	}
	return durable.Write(durable.OS{}, filepath.Join(dir, jsonFile), results.Readable, numbers.Bytes())
}

// made returns the names of all files that Save may write.
func made() []string {
	names := []string{tableFile, jsonFile}
	for _, p := range panels {
		for _, image := range []figure.Image{figure.SVG, figure.PNG} {
			names = append(names, p.name+"."+string(image))
		}
	}
	return names
}
