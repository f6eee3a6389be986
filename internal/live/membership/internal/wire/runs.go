package wire

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
)

// RunsLimit bounds Runs in bytes: every announcement has it, and the rest of the metadata leave no more. Older
// agents make up to runsMost.
const (
	RunsLimit = 81
	runsMost  = 100
)

// Runs is what a member runs, for people: the name of its algorithm, and the parameters that
// differ from the algorithm's own defaults, "tanist late=2.25 patience=24h0m0s". "": unknown.
type Runs string

// MakeRuns joins a name and parameters. Where they are too long, a hash takes the place of the
// parameters: members with different ones then differ, but do not say in what.
func MakeRuns(name string, params []string) Runs {
	plain := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '_'
		}
		return r
	}, name)
	whole := strings.Join(append([]string{plain}, params...), " ")
	if len(whole) <= RunsLimit && checkRuns(whole) == nil {
		return Runs(whole)
	}
	h := fnv.New32a()
	fmt.Fprint(h, name, params)
	return Runs(fmt.Sprintf("%s #%08x", plain[:min(len(plain), RunsLimit-10)], h.Sum32()))
}

// checkRuns refuses what would not be one readable line.
func checkRuns(text string) error {
	if text == "" || len(text) > runsMost || text[0] == ' ' {
		return errors.New("what a member runs has no name, or is too long")
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return fmt.Errorf("what a member runs has the byte %d", text[i])
		}
	}
	return nil
}

// Algorithm is the name alone; "" if unknown.
func (r Runs) Algorithm() string {
	name, _, _ := strings.Cut(string(r), " ")
	return name
}

// Params are the parameters alone, "the defaults" without any.
func (r Runs) Params() string {
	if _, params, some := strings.Cut(string(r), " "); some {
		return params
	}
	return "the defaults"
}
