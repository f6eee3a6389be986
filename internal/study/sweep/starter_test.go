package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// programs is a plan with a row that is a program, beside its files.
func programs(t *testing.T) *desk {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	d := newDesk(t, "{name: few, scenario: ./mine.yaml, axes: {nodes: [2]}, algorithms: [vasudevan, {name: mine, command: [python3, mine.py]}], runs: 1}")
	d.write("mine.yaml", "{duration: 10s}")
	for as, from := range map[string]string{"mine.py": "lowest-id.py", "bellwether.py": "bellwether.py"} {
		text, err := os.ReadFile(filepath.Join("../../../cmd/internal/scaffold/languages/python", from))
		if err != nil {
			t.Fatal(err)
		}
		d.write(as, string(text))
	}
	return d
}

// starter starts programs that are allowed, until the test ends.
func starter(t *testing.T, allowed ...string) *Starter {
	s := &Starter{Allowed: allowed}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestWorkersStartProgramsThatTheyMay: from the files that came with the order, by the name of the program or by
// its content, and the lines are those that one machine makes. They start no others.
func TestWorkersStartProgramsThatTheyMay(t *testing.T) {
	d := programs(t)
	job := func(out string) *Job {
		j := d.job(out)
		j.Start = new(scenarios.Programs).Start
		return j
	}
	here := job("here")
	d.do(here)
	far := job("far")
	other := d.carried(far)
	other.Handlers[tasks.Run] = (&Carrier{Program: far.Program, Starter: starter(t, "node", "python3")}).Handle
	d.do(far)
	if !slices.Equal(d.lines("far"), d.lines("here")) || other.Done() != 2 {
		t.Errorf("other lines, %d carried", other.Done())
	}
	for want, starter := range map[string]*Starter{
		"this worker starts none":                        nil,
		"this worker does not start the program python3": starter(t, "node", "sha256:0123456789abcdef", "sha256:"),
	} {
		far := job("refused")
		other := d.carried(far)
		handle := (&Carrier{Program: far.Program, Starter: starter}).Handle
		var kept atomic.Bool // from others, who may do it
		other.Handlers[tasks.Run] = func(ctx context.Context, id string, text json.RawMessage, needs tasks.Fetched) ([]byte, error) {
			data, err := handle(ctx, id, text, needs)
			if err != nil && !errors.Is(err, tasks.ErrProgram) {
				kept.Store(true)
			}
			return data, err
		}
		if err := far.Do(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if kept.Load() {
			t.Error("the order is not left to others")
		}
	}
}
