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
	"runtime/debug"
	"strconv"
	"testing"
)

// Factor is the environment variable that campaigns set.
const Factor = "BELLWETHER_DRAWS"

// Main runs the tests of a package as a TestMain, with CollectLess.
func Main(m *testing.M) {
	CollectLess()
	m.Run()
}

// CollectLess has the collector of garbage run a quarter as often. The heaps of samples are small, so it
// ran often: it took a fifth of the time of all tests. GOGC=100 has it run as in
// programs, and in campaigns, whose heaps are large, it does.
func CollectLess() {
	if os.Getenv("GOGC") == "" && !Whole() {
		debug.SetGCPercent(400)
	}
}

// Size is how many to draw: short with -short, a third of full in "go test", but at least short, and
// full in campaigns, times the factor.
func Size(short, full int) int {
	switch {
	case testing.Short():
		return short
	case !Whole():
		return max(short, full/3)
	}
	return full * factor(os.Getenv(Factor))
}

// Whole reports whether a campaign runs: with the factor set, also to 1, tests run parts that
// take minutes each.
func Whole() bool { return os.Getenv(Factor) != "" }

// Some is how many to draw where few find most faults: few in "go test", also with -short, and many
// in campaigns, times the factor.
func Some(few, many int) int {
	if !Whole() {
		return few
	}
	return many * factor(os.Getenv(Factor))
}

// Of is how much of something a test takes, without the factor: few in "go test", all in campaigns.
func Of(few, all int) int {
	if Whole() {
		return all
	}
	return few
}

// Takes reports whether a test takes its part i: each nth in "go test", and all in campaigns.
func Takes(i, n int) bool { return Whole() || i%n == 0 }

// checks is the flag by which rapid is told how many checks it makes.
const checks = "rapid.checks"

// Checks has rapid make n checks of each law of this test instead of 100, unless its flag is given or
// a campaign runs. With -short it makes a fifth of n. The test must not be parallel.
func Checks(t *testing.T, n int) {
	t.Helper()
	f := flag.Lookup(checks)
	if f == nil {
		t.Fatalf("there is no flag -%s", checks)
	}
	given := Whole()
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == checks })
	if given {
		return
	}
	before := f.Value.String()
	if err := f.Value.Set(strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(before) })
}

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
