// Package sample says how many worlds, inputs or resamples a test draws: few with
// -short, enough to find most faults in "go test", and more in campaigns, by the
// environment variable BELLWETHER_DRAWS: 10 means ten times as many (.ci/campaign).
//
// It assumes that draws are numbered from one seed on, so that the few are the first of
// the many. It never changes what a test checks in one draw. Parts of a test that are left to
// campaigns as they are ask Whole.
package sample

import (
	"flag"
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

// laws is the flag by which package conformance is told how many worlds it draws, and fewLaws
// is how many are enough on each change: as many as convict each planted defect of its own test.
const (
	laws    = "conformance.worlds"
	fewLaws = "20"
)

// Laws has package conformance draw and explore few worlds in this test, unless its flag is given or a
// campaign runs (.ci/campaign laws, .ci/laws). Other modules, which have no campaigns, do
// without it.
func Laws(t *testing.T) {
	t.Helper()
	f := flag.Lookup(laws)
	if f == nil {
		t.Fatalf("there is no flag -%s", laws)
	}
	given := Whole()
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == laws })
	if !given {
		if err := f.Value.Set(fewLaws); err != nil {
			t.Fatal(err)
		}
	}
}

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
