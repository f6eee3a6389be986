package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellwether/internal/draw/table"
)

var update = flag.Bool("update", false, "write the golden page again")

// TestGoldenPage compares a small page that has every part with a golden file.
func TestGoldenPage(t *testing.T) {
	small := table.Table{Title: "density: leaderless", Header: []string{"algorithm", "nodes = 20\n%"}, Right: []bool{false, true},
		Rows: [][]string{{"vasudevan", " 1.00 ± 0.10"}, {"raft¹", "12.00       "}}, Notes: []string{"¹ elects any single node"}}
	p := &page{
		template: "page.html", Title: "density: leader elections compared",
		Name: "density", About: "How many nodes?", Asked: "vasudevan and raft, compared in campus-walk.", State: "Not finished: 3 of 4 runs are here.",
		Verdict: []string{"Verdict: none. 1 run is too few.", "raft collapsed: the air is full"},
		Opening: &numberedFigure{1, "badly led over nodes", []panel{{"range = 10", "badly led", `<svg role="img" id="a"></svg>`}, {"range = 20", "badly led", `<svg role="img" id="b"></svg>`}}, []string{"Bars: 95 %."}},
		Axes: []axis{{Title: "From nodes = 20 to 40", Says: []effect{{"badly led", "higher for raft by 1.00 points."}},
			Figure: &numberedFigure{2, "Over nodes", []panel{{"", "badly led", `<svg role="img" id="c"></svg>`}}, nil}}},
		AxisNotes: []string{"Changes: the mean at the last value minus the mean at the first."},
		Facts:     []fact{{"Scenario", "campus-walk"}},
		Rows:      table.Table{Title: "The algorithms", Header: []string{"row", "algorithm"}, Rows: [][]string{{"v", "vasudevan"}}},
		Missing: &table.Table{Title: "What is missing", Header: []string{"algorithm", "runs here", "wanted"},
			Right: []bool{false, true, true}, Rows: [][]string{{"raft", "1", "2"}}},
		Warnings: []string{"range covers the whole world"},
		Tables:   []numberedTable{{small, 1}}, TableNotes: []string{"± half the width"},
		Differences: []numberedTable{{small, 2}}, Every: []numberedTable{{small, 3}},
		Figures:  []numberedFigure{{3, "leaderless over nodes", []panel{{"", "leaderless", `<svg role="img" style="fill:var(--cFFFFFF,#FFFFFF)"></svg>`}}, nil}},
		LeftOut:  []string{"3 more tables"},
		Commands: "bellwether sweep plan.yaml --out again",
		Files:    []file{{"cars.ns_movements", "00ff"}},
		Made:     []fact{{"The runs", "made by bellwether v1"}},
		Hashes:   &table.Table{Header: []string{"row", "seed"}, Rows: [][]string{{"v", "1"}}},
		Documents: []document{{"plan.yaml", "the plan as run", "name: density\nruns: 2\n", true},
			{"scenario.yaml", "as run", "nodes: 20\n", false}},
		Metrics: []metric{{"leaderless_fraction", "leaderless", "%", "has no leader", "exact"}},
		More:    []metric{{"first_death_s", "first death", "s", "the first to run empty", "exact"}},
	}
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		t.Fatal(err)
	}
	sound(t, b.Bytes())
	_, body, _ := strings.Cut(b.String(), "</style>") // the style is page.css
	path := filepath.Join("testdata", "page.golden.html")
	if *update {
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), body); diff != "" {
		t.Errorf("%s differs (go test -update accepts it):\n%s", path, diff)
	}
}

// refersTo are the attributes by which a page of HTML or a figure loads something.
var refersTo = map[string]bool{"href": true, "src": true, "srcset": true, "data": true, "action": true, "poster": true, "background": true}

// sound checks the promises about every page: it is well-formed XML, its ids are unique, it
// loads nothing, it has no script. It returns the text that a reader sees.
func sound(t *testing.T, page []byte) string {
	t.Helper()
	ids, links := map[string]bool{}, []string{}
	var text strings.Builder
	in := xml.NewDecoder(bytes.NewReader(page))
	for inStyle := false; ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			inStyle = name == "style"
			if name == "script" || name == "link" || name == "iframe" || name == "object" || name == "base" || name == "image" {
				t.Errorf("it has an element %s", name)
			}
			for _, a := range token.Attr {
				switch key := a.Name.Local; {
				case key == "id" && ids[a.Value]:
					t.Errorf("the id %s comes twice", a.Value)
				case key == "id":
					ids[a.Value] = true
				case key == "aria-labelledby":
					links = append(links, a.Value)
				case refersTo[key]:
					id, local := strings.CutPrefix(a.Value, "#")
					if !local {
						t.Errorf("%s=%q refers elsewhere", key, a.Value)
					}
					links = append(links, id)
				case strings.HasPrefix(key, "on"):
					t.Errorf("%s=%q is a script", key, a.Value)
				case key == "style" && strings.Contains(a.Value, "url("):
					t.Errorf("style=%q refers elsewhere", a.Value)
				}
			}
		case xml.EndElement:
			inStyle = false
		case xml.CharData:
			if inStyle && (bytes.Contains(token, []byte("url(")) || bytes.Contains(token, []byte("@import"))) {
				t.Error("the style refers elsewhere")
			}
			text.Write(token)
		}
	}
	for _, id := range links {
		if !ids[id] {
			t.Errorf("there is no #%s", id)
		}
	}
	return text.String()
}
