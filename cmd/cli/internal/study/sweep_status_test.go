package study

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/study/tasks"
)

// A status says how long the rest takes, if the coordinator knows it.
func TestStatusSaysHowLongTheRestTakes(t *testing.T) {
	var out bytes.Buffer
	if err := printStatus(&out, []tasks.Status{{Name: "a", Whole: tasks.Whole{Asked: 9, Left: time.Minute}}, {Name: "b", Whole: tasks.Whole{Asked: 9}}}, cmdline.AsText); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); !strings.Contains(said, "a: 0 of 9 runs, 0 in the last minute, about 1m0s left, 0 queued") || !strings.Contains(said, "b: 0 of 9 runs, 0 in the last minute, 0 queued") {
		t.Error(said)
	}
}
