//go:build docs

// Command docs-tables compares tables of the documents with the output of the commands that
// are named above them, see .ci/docs-tables.
//
//	go run -tags docs ./.ci/docs-tables.d [-update] BELLWETHER PAGE…
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	update := flag.Bool("update", false, "rewrite tables that differ")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "docs-tables: which program, and which pages?")
		os.Exit(2)
	}
	program, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		fail(err)
	}
	differ := 0
	for _, page := range flag.Args()[1:] {
		text, err := os.ReadFile(page)
		if err != nil {
			fail(err)
		}
		p := &checker{page: page, lines: strings.Split(string(text), "\n"), update: *update, run: runner(program)}
		n, err := p.check()
		if err != nil {
			fail(err)
		}
		differ += n
		if made := strings.Join(p.lines, "\n"); made != string(text) {
			if err := os.WriteFile(page, []byte(made), 0o644); err != nil {
				fail(err)
			}
		}
	}
	if differ > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "docs-tables:", err)
	os.Exit(1)
}

// runner returns a function that runs a command line of bellwether, each one once, in the root
// of the repository. DIR stands for a directory that all commands share and that is removed.
func runner(program string) func(command string) (string, error) {
	shared, err := os.MkdirTemp("", "docs-tables-")
	if err != nil {
		fail(err)
	}
	printed := map[string]string{}
	return func(command string) (string, error) {
		if out, known := printed[command]; known {
			return out, nil
		}
		words := strings.Fields(command)
		if len(words) < 2 || words[0] != "bellwether" {
			return "", fmt.Errorf("%q is no command of bellwether", command)
		}
		for i, word := range words {
			words[i] = strings.ReplaceAll(word, "DIR", shared)
		}
		out, err := exec.Command(program, words[1:]...).Output()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", command, err)
		}
		printed[command] = string(out)
		return string(out), nil
	}
}

// The comments that name commands.
const (
	madeBy   = "<!-- made by: "   // the table below is the one that the command prints as Markdown
	madeFrom = "<!-- made from: " // the table below is laid out by hand; its numbers are printed
	end      = " -->"
)

// A checker compares the tables of one page.
type checker struct {
	page   string
	lines  []string
	update bool
	run    func(command string) (string, error)
}

// check compares all tables, and returns how many differ.
func (p *checker) check() (differ int, err error) {
	var from []string // commands of madeFrom that stand above the next table
	by := ""
	for at := 0; at < len(p.lines); at++ {
		line := p.lines[at]
		switch command, is := strings.CutPrefix(line, madeBy); {
		case is:
			by = strings.TrimSuffix(command, end)
		case strings.HasPrefix(line, madeFrom):
			from = append(from, strings.TrimSuffix(strings.TrimPrefix(line, madeFrom), end))
		case strings.HasPrefix(line, "|") && (by != "" || from != nil):
			to := at
			for to < len(p.lines) && strings.HasPrefix(p.lines[to], "|") {
				to++
			}
			same, wrong := p.table(at, to, by, from)
			if wrong != nil {
				return differ, fmt.Errorf("%s:%d: %w", p.page, at+1, wrong)
			}
			if !same {
				differ++
			}
			for at < len(p.lines) && strings.HasPrefix(p.lines[at], "|") {
				at++
			}
			by, from = "", nil
		}
	}
	if by != "" || from != nil {
		return differ, fmt.Errorf("%s: below the last comment there is no table", p.page)
	}
	return differ, nil
}

// table compares the lines of one table.
func (p *checker) table(at, to int, by string, from []string) (same bool, err error) {
	shown := p.lines[at:to]
	if by == "" {
		lacks, err := p.notPrinted(shown, from)
		for _, lack := range lacks {
			fmt.Printf("%s:%d: %s\n", p.page, at+1+lack.line, lack.text)
		}
		return lacks == nil, err
	}
	out, err := p.run(by)
	if err != nil {
		return false, err
	}
	printed := firstTable(out)
	if printed == nil {
		return false, fmt.Errorf("%s prints no table in Markdown", by)
	}
	if slices.EqualFunc(shown, printed, sameRow) {
		return true, nil
	}
	fmt.Printf("%s:%d: differs from what this prints: %s\n", p.page, at+1, by)
	for i := range max(len(shown), len(printed)) {
		if i >= len(shown) || i >= len(printed) || !sameRow(shown[i], printed[i]) {
			fmt.Printf("\t-%s\n\t+%s\n", lineOf(shown, i), lineOf(printed, i))
		}
	}
	if p.update {
		p.lines = slices.Replace(p.lines, at, to, printed...)
	}
	return p.update, nil
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// firstTable returns the lines of the first table in Markdown.
func firstTable(text string) (table []string) {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "|") {
			table = append(table, line)
		} else if table != nil {
			break
		}
	}
	return table
}

// sameRow compares the cells of two lines, whatever their spaces and the length of rules.
func sameRow(a, b string) bool { return slices.Equal(cells(a), cells(b)) }

func cells(line string) []string {
	out := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i, cell := range out {
		out[i] = strings.Join(strings.Fields(cell), " ")
		if strings.Trim(out[i], ":-") == "" {
			out[i] = ""
		}
	}
	return out
}
