package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
)

// repeat fills in how to make the same results again, and how to check that they are the
// same.
func (s *source) repeat(p *page, program string) {
	var versions []string
	for i := range s.lines {
		if v := cmp.Or(s.lines[i].Build, "unknown"); !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	p.Made = append(p.Made, fact{"The runs", "made by " + program + " " + strings.Join(versions, " and ")})
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
		p.Hashes, p.Unhashed = s.hashes()
		return
	}
	p.Documents = append(s.planned(), p.Documents...)
	p.Commands = "bellwether sweep plan.yaml --out again\nbellwether report again\nLC_ALL=C sort again/results.ndjson | sha256sum"
	p.Made = append(p.Made, fact{"SHA-256 of the sorted lines", s.fingerprint()})
}

// planned returns the plan, and the file of its scenario if the scenario is not built in. A
// reader saves both in one directory.
func (s *source) planned() []document {
	p := *s.plan
	var scenario []document
	if text, err := os.ReadFile(p.Scenario); err == nil && filepath.IsAbs(p.Scenario) {
		p.Scenario = filepath.Base(p.Scenario)
		scenario = []document{{p.Scenario, "the scenario that the plan varies", string(text), true}}
	}
	return append([]document{{"plan.yaml", "the plan as run", string(p.YAML()), true}}, scenario...)
}

// firstPoint returns the values of the axes of the scenario on the page, as text; "" without
// axes.
func (s *source) firstPoint() string {
	if s.plan == nil || len(s.plan.Axes) == 0 {
		return ""
	}
	return ", at the first point: " + s.plan.Describe(s.plan.Places()[0])
}

// fingerprint returns the hash of the lines, sorted as bytes: the same for the same plan,
// seeds and version.
func (s *source) fingerprint() string {
	var texts []string
	for i := range s.lines {
		text, err := s.lines[i].Encode()
		if err != nil {
			panic("report: " + err.Error()) // it was read from JSON
		}
		texts = append(texts, string(text))
	}
	slices.Sort(texts)
	sum := sha256.Sum256([]byte(strings.Join(texts, "")))
	return hex.EncodeToString(sum[:])
}

// hashes returns the trace hashes of the runs, nil if no run has one, and a remark on runs
// without a hash.
func (s *source) hashes() (t *table.Table, without string) {
	t = &table.Table{Header: []string{"row", "seed", "SHA-256 of the trace"}, Right: []bool{false, true, false}}
	hashed := 0
	for i := range s.lines {
		l := &s.lines[i]
		if l.TraceSHA256 == "" {
			continue
		}
		if hashed++; hashed <= maxHashes {
			t.Rows = append(t.Rows, []string{l.Label, fmt.Sprint(l.Seed), l.TraceSHA256})
		}
	}
	if hashed > maxHashes {
		t.Notes = append(t.Notes, fmt.Sprintf("and %d more, in runs.ndjson", hashed-maxHashes))
	}
	const instead = "bellwether verify makes runs again and compares their numbers."
	switch bare := len(s.lines) - hashed; {
	case hashed == 0:
		return nil, "No run was kept with the hash of its records. " + instead
	case bare > 0:
		return t, fmt.Sprintf("%d of %s were kept without the hash of their records. %s", bare, wording.Count(len(s.lines), "run"), instead)
	}
	return t, ""
}
