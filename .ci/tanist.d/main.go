//go:build docs

// Command tanist makes the tables and the figures of docs/tanist.md: what tanist does beside vasudevan
// in each built-in world and over a grid of worlds, and which points of leader changes and time badly
// led can be had.
//
//	go run -tags docs ./.ci/tanist.d [-runs 30] [-floors 10] PAGE
//
// A table replaces what is between the comments <!-- NAME --> and <!-- /NAME --> of the page.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// firstSeed: no seed from 1001 on was used when constants were chosen.
const firstSeed = 2001

func main() {
	runs := flag.Int("runs", 30, "runs of each row")
	floors := flag.Int("floors", 10, "runs of which the floor is computed")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "tanist: which page?")
		os.Exit(2)
	}
	if err := write(flag.Arg(0), *runs, *floors); err != nil {
		fmt.Fprintln(os.Stderr, "tanist:", err)
		os.Exit(1)
	}
}

func write(page string, runs, floors int) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	for _, t := range []struct {
		name string
		make func(context.Context, int) (string, error)
	}{{"worlds", worlds}, {"grid", grid}} {
		table, err := t.make(context.Background(), runs)
		if err != nil {
			return err
		}
		made, err := between(string(text), t.name, table)
		if err != nil {
			return err
		}
		text = []byte(made)
		if err := os.WriteFile(page, text, 0o644); err != nil {
			return err
		}
	}
	return frontiers(context.Background(), strings.TrimSuffix(filepath.ToSlash(page), ".md"), runs, floors)
}

// between replaces what is between the comments of a name.
func between(page, name, with string) (string, error) {
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, found := strings.Cut(page, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return "", fmt.Errorf("the page has no %s…%s", strings.TrimSpace(begin), end)
	}
	return before + begin + with + end + after, nil
}
