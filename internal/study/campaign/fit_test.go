package campaign

import (
	"strings"
	"testing"

	"bellwether/internal/base/memory"
	"bellwether/scenarios"
)

func TestFewerRunsAtATimeWhereMemoryIsShort(t *testing.T) {
	s, err := scenarios.Read("walk.yaml", []byte("schema: 2\nnodes: 1000\nruns: 10\nalgorithms: [vasudevan, flood-max]\n"), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	warned := ""
	j := &Job{Options: Options{Jobs: 8}, Warn: func(text string) { warned = text },
		Free: func() (memory.Amount, bool) { return memory.Amount{Bytes: 100e6, By: "is free on this machine"}, true }}
	if err := j.fit([]*scenarios.Scenario{s}); err != nil {
		t.Fatal(err)
	}
	if j.Options.Jobs < 1 || j.Options.Jobs > 4 || !strings.Contains(warned, "runs at a time") {
		t.Errorf("%d runs at a time, warned %q", j.Options.Jobs, warned)
	}
}
