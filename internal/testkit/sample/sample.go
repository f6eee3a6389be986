// Package sample says how many worlds, inputs or resamples a test draws: few with
// -short, enough to find most faults in "go test", and more in campaigns, by the
// environment variable BELLWETHER_DRAWS: 10 means ten times as many (.ci/campaign).
//
// It assumes that draws are numbered from one seed on, so that the few are the first of
// the many. It never changes what a test checks in one draw. Parts of a test that are left to
// campaigns as they are ask Whole.
package sample

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

// Factor is the environment variable that campaigns set.
const Factor = "BELLWETHER_DRAWS"

// Size is how many to draw: short with -short, else full, times the factor.
func Size(short, full int) int {
	if testing.Short() {
		return short
	}
	return full * factor(os.Getenv(Factor))
}

// Whole reports whether a campaign runs: with the factor set, also to 1, tests run parts that
// take minutes each.
func Whole() bool { return os.Getenv(Factor) != "" }

// factor reads the variable; unset it is 1.
func factor(given string) int {
	if given == "" {
		return 1
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 1 {
		panic(fmt.Sprintf("sample: %s=%s: must be a whole number from 1 on", Factor, given))
	}
	return n
}
