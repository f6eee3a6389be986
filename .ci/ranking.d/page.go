//go:build docs

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bellwether/internal/draw/table"
)

// The comments of the page between which a table stands.
const (
	made    = "<!-- made by .ci/ranking: "
	madeEnd = "<!-- end -->"
)

// page compares the tables of a page with what the results say, and with update writes them. dir has a directory of
// results for each sweep.
func page(file, dir, program string, update []string) error {
	s, err := newStudy(filepath.Join(dir, "ranking"))
	if err != nil {
		return err
	}
	makers := map[string]func() (table.Table, error){
		"answers":    s.answersTable,
		"winners":    func() (table.Table, error) { return s.grid(s.winner), nil },
		"choosing":   func() (table.Table, error) { return s.choosing(), nil },
		"means":      func() (table.Table, error) { return s.grid(s.means), nil },
		"turns":      func() (table.Table, error) { return s.turns(program) },
		"checks":     s.checks,
		"literature": func() (table.Table, error) { return s.literature(), nil },
		"margins":    func() (table.Table, error) { return s.margins(), nil },
		"least":      func() (table.Table, error) { return s.least(), nil },
		"patience":   func() (table.Table, error) { return patience(dir) },
		"waits":      func() (table.Table, error) { return waits(dir) },
		"recorded":   func() (table.Table, error) { return recorded(s, dir) },
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var out strings.Builder
	rest, differ := string(text), 0
	for {
		head, tail, found := strings.Cut(rest, made)
		out.WriteString(head)
		if !found {
			break
		}
		name, tail, _ := strings.Cut(tail, " -->\n")
		shown, after, closed := strings.Cut(tail, madeEnd)
		if makers[name] == nil || !closed {
			return fmt.Errorf("%s: a table %q without a maker or an end", file, name)
		}
		t, err := makers[name]()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var now bytes.Buffer
		if err := t.Write(&now, table.Markdown); err != nil {
			return err
		}
		if now.String() != shown {
			fmt.Printf("%s: %s differs:\n%s", file, name, now.String())
			differ++
		}
		out.WriteString(made + name + " -->\n" + now.String() + madeEnd)
		rest = after
	}
	switch {
	case differ == 0:
		return nil
	case len(update) == 1 && update[0] == "-update":
		return os.WriteFile(file, []byte(out.String()), 0o644)
	}
	return errors.New("tables differ from what the results say")
}
