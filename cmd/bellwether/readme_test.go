package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what commands print in the README")

// TestReadmeShowsWhatHappens runs every "$ bellwether …" of the README's console
// blocks and compares what follows it, up to the next prompt or the block's end,
// with what it prints. A line "…" stands for any lines.
func TestReadmeShowsWhatHappens(t *testing.T) {
	if testing.Short() {
		t.Skip("campus-walk, whole, takes its time under the race detector")
	}
	readme, err := filepath.Abs("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // one for all: a trace that one command writes another shows
	var out []string
	ran := 0
	lines := strings.Split(string(text), "\n")
	for at := 0; at < len(lines); at++ {
		out = append(out, lines[at])
		command, ok := strings.CutPrefix(lines[at], "$ bellwether ")
		if !ok {
			continue
		}
		ran++
		end := at + 1
		for lines[end] != "```" && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		shown := lines[at+1 : end]
		printed := printedBy(t, command)
		if !matches(shown, printed) {
			if !*update {
				t.Errorf("%q prints something else than the README says; -update rewrites it:\n%s",
					command, strings.Join(printed, "\n"))
			}
			shown = abridge(shown, printed)
		}
		out = append(out, shown...)
		at = end - 1
	}
	if ran < 5 {
		t.Errorf("the README runs only %d commands", ran)
	}
	if *update {
		if err := os.WriteFile(readme, []byte(strings.Join(out, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// printedBy runs a command line in this process.
func printedBy(t *testing.T, command string) []string {
	t.Helper()
	var stdout bytes.Buffer
	if code := run(strings.Fields(command), &stdout, io.Discard); code != exitDone {
		t.Errorf("%q exits with %d", command, code)
	}
	return strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
}

// matches compares lines, where "…" in what is shown stands for any of them.
func matches(shown, printed []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if shown[0] == "…" {
		for skip := range len(printed) + 1 {
			if matches(shown[1:], printed[skip:]) {
				return true
			}
		}
		return false
	}
	return len(printed) > 0 && shown[0] == printed[0] && matches(shown[1:], printed[1:])
}

// abridge gives what was printed, as many lines from its beginning as were shown
// before a "…" if there was one.
func abridge(shown, printed []string) []string {
	for k, line := range shown {
		if line == "…" && k < len(printed) {
			return append(append([]string{}, printed[:k]...), "…")
		}
	}
	return printed
}
