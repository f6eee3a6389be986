package scenarios

import (
	"fmt"
	"strings"
)

// Command gives the one command that repeats the run of a row with a seed, all
// that was set over the file included. The program's name, which comes before, is left out.
func (s *Scenario) Command(label string, seed uint64) string {
	return s.command(fmt.Sprintf("--algorithms %s --seed %d --runs 1", quoted(label), seed))
}

// Again gives the command that repeats the whole, without the program's name.
func (s *Scenario) Again() string {
	rest := fmt.Sprintf("--seed %d --runs %d", s.Seed, s.Runs)
	if len(s.options.Algorithms) > 0 {
		rest = "--algorithms " + quoted(strings.Join(s.options.Algorithms, ",")) + " " + rest
	}
	return s.command(rest)
}

func (s *Scenario) command(rest string) string {
	words := []string{"run", quoted(s.from)}
	for _, set := range s.options.Set {
		if set.Path != "seed" && set.Path != "runs" {
			words = append(words, set.Flag)
		}
	}
	words = append(words, rest)
	if s.options.Until > 0 {
		words = append(words, "--until "+s.options.Until.String())
	}
	return strings.Join(words, " ")
}

// Set makes the override of a flag of its own: --nodes 60.
func Set(flag, path, value string) Override {
	return Override{Path: path, Value: value, Flag: "--" + flag + " " + quoted(value)}
}

// quoted writes a word for a POSIX shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:+,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Assign makes the override of --set path=value.
func Assign(path, value string) Override {
	return Override{Path: path, Value: value, Flag: "--set " + quoted(path+"="+value)}
}
