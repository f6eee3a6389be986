package footprint_test

import (
	"strings"
	"testing"

	"bellwether/internal/base/memory"
	"bellwether/internal/study/footprint"
	"bellwether/scenarios"
)

// having returns a machine with so much memory.
func having(bytes int64) func() (memory.Amount, bool) {
	return func() (memory.Amount, bool) { return memory.Amount{Bytes: bytes, By: "is free on this machine"}, true }
}

func keep(text *string) func(string) { return func(s string) { *text = s } }

func large(t *testing.T) *scenarios.Scenario {
	return load(t, worldCase{"", 1_000_000, 10, "name: field\nmobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "vasudevan"})
}

func TestAWorldThatFitsRuns(t *testing.T) {
	s := large(t)
	for _, free := range []func() (memory.Amount, bool){
		nil,
		func() (memory.Amount, bool) { return memory.Amount{}, false },
		having(64e9),
	} {
		warning := ""
		jobs, err := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: 8, Free: free, Warn: keep(&warning)}.Fit()
		if jobs != 8 || warning != "" || err != nil {
			t.Errorf("%d jobs, warning %q, error %v", jobs, warning, err)
		}
	}
}

func TestFewerRunsAtATimeIfTheyFit(t *testing.T) {
	s := large(t)
	small := load(t, worldCase{"", 10, 1, "name: small\n", "vasudevan"})
	warning := ""
	jobs, err := footprint.Plan{Scenarios: []*scenarios.Scenario{small, s}, Jobs: 8, Free: having(4e9), Warn: keep(&warning)}.Fit()
	if jobs != 2 || err != nil || !strings.Contains(warning, "field: 2 of 8 runs at a time: one of vasudevan needs memory of about 1.5 GB, and there is 4.0 GB, which is free on this machine") {
		t.Errorf("%d jobs, warning %q, error %v", jobs, warning, err)
	}
}

func TestAWorldTooLargeIsRefusedWithItsEstimate(t *testing.T) {
	s := large(t)
	_, err := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: 1, Free: having(1e9)}.Fit()
	if err == nil {
		t.Fatal("the world was not refused")
	}
	for _, want := range []string{"field: a run of vasudevan with 1000000 nodes needs memory of about 1.5 GB (nodes 1.1 GB",
		"there is 1.0 GB, which is free on this machine", "fewer nodes, some 660000;", "--memory off"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nlacks %q", err, want)
		}
	}
}

// The suggested number of nodes fits.
func TestAdviceOfFewerNodesFits(t *testing.T) {
	for _, nodes := range []int{660_000, 670_000} {
		s := load(t, worldCase{"", nodes, 10, "mobility: {model: static}\nneighbours: {service: oracle}\nstart: {elect: [1]}\n", "vasudevan"})
		_, err := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: 1, Free: having(1e9)}.Fit()
		if fits := nodes == 660_000; (err == nil) != fits {
			t.Errorf("%d nodes: %v", nodes, err)
		}
	}
}

func TestTheLargestRowCounts(t *testing.T) {
	s := load(t, worldCase{"", 1000, 10, "name: two\n", "flood-max, bully"})
	_, err := footprint.Plan{Scenarios: []*scenarios.Scenario{s}, Jobs: 1, Free: having(10e6)}.Fit()
	if err == nil || !strings.Contains(err.Error(), "a run of bully") {
		t.Errorf("error %v", err)
	}
}
