package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/wording"
)

// Command returns the one command that repeats the run of a row with a seed, all
// that was set over the file included. The program's name, which comes before, is left out.
func (s *Scenario) Command(label string, seed uint64) string {
	return s.command(fmt.Sprintf("--algorithms %s --seed %d --runs 1", wording.Quote(label), seed))
}

// Again returns the command that repeats the whole, without the program's name.
func (s *Scenario) Again() string {
	rest := fmt.Sprintf("--seed %d --runs %d", s.Seed, s.Runs)
	if len(s.options.Algorithms) > 0 {
		rest = "--algorithms " + wording.Quote(strings.Join(s.options.Algorithms, ",")) + " " + rest
	}
	return s.command(rest)
}

func (s *Scenario) command(rest string) string {
	words := []string{"run", wording.Quote(s.from)}
	for _, set := range s.options.Set {
		if set.Path != "seed" && set.Path != "runs" {
			words = append(words, set.Flag)
		}
	}
	words = append(append(words, s.programs()...), rest)
	if s.options.Until > 0 {
		words = append(words, "--until "+s.options.Until.String())
	}
	return strings.Join(words, " ")
}

// programs are the flags that start the programs of rows.
func (s *Scenario) programs() []string {
	var words []string
	for _, e := range s.Algorithms {
		switch {
		case len(e.Command) == 0:
		case slices.ContainsFunc(s.options.Rows, func(o Entry) bool { return o.Name == e.Name }):
			quoted := make([]string, 0, len(e.Command))
			for _, word := range e.Command {
				quoted = append(quoted, wording.Quote(word))
			}
			words = append(words, "--algorithm "+wording.Quote(e.Name+"="+strings.Join(quoted, " ")))
		case !slices.Contains(words, "--allow-commands"):
			words = append(words, "--allow-commands")
		}
	}
	return words
}

// Set makes the override of a flag of its own: --nodes 60.
func Set(flag, path, value string) Override {
	return Override{Path: path, Value: value, Flag: "--" + flag + " " + wording.Quote(value)}
}

// Assign makes the override of --set path=value.
func Assign(path, value string) Override {
	return Override{Path: path, Value: value, Flag: "--set " + wording.Quote(path+"="+value)}
}
