//go:build docs

// Command tanist makes the tables and the figures of docs/tanist.md: what tanist does beside vasudevan
// in each built-in world and over a grid of worlds, and which points of leader changes and time badly
// led can be had.
//
//	go run -tags docs ./.ci/tanist.d [-runs 30] [-part worlds|grid|frontiers] PAGE
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

// firstSeed: no seed from 9001 on was used when rules and constants were chosen.
const firstSeed = 9001

func main() {
	var o options
	flag.IntVar(&o.runs, "runs", 30, "runs of each row")
	flag.StringVar(&o.part, "part", "", "make only the worlds, the grid or the frontiers")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "tanist: which page?")
		os.Exit(2)
	}
	o.page = flag.Arg(0)
	if err := o.write(); err != nil {
		fmt.Fprintln(os.Stderr, "tanist:", err)
		os.Exit(1)
	}
}

// options are what to make.
type options struct {
	page string
	part string // "": all
	runs int    // of each row
}

func (o options) write() error {
	text, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	for _, t := range []struct {
		name string
		make func(context.Context, int) (string, error)
	}{{"worlds", worlds}, {"grid", grid}} {
		if o.part != "" && o.part != t.name {
			continue
		}
		table, err := t.make(context.Background(), o.runs)
		if err != nil {
			return err
		}
		made, err := between(string(text), t.name, table)
		if err != nil {
			return err
		}
		text = []byte(made)
		if err := os.WriteFile(o.page, text, 0o644); err != nil {
			return err
		}
	}
	if o.part != "" && o.part != "frontiers" {
		return nil
	}
	return frontiers(context.Background(), strings.TrimSuffix(filepath.ToSlash(o.page), ".md"), o.runs)
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
