package sweep

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// liar changes the answers of a pool.
type liar struct {
	lie func(answer, last []byte) []byte
}

func (l *liar) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	var last []byte
	for t := range todo {
		answer, err := t.Do(ctx)
		if err != nil {
			return err
		}
		done <- tasks.Ended{Task: t, Answer: l.lie(answer, last)}
		last = answer
	}
	return nil
}

// An answer that is not a line, belongs to another run or program, or was changed, is a
// failure of its run, and its line is not kept.
func TestFalseAnswersAreNotKept(t *testing.T) {
	for name, c := range map[string]struct {
		lie  func(answer, last []byte) []byte
		want string
	}{
		"nothing":     {func(_, _ []byte) []byte { return nil }, "the answer is no line"},
		"another run": {func(answer, last []byte) []byte { return last }, "the answer is"},
		"a better mean": {func(answer, _ []byte) []byte {
			return bytes.Replace(answer, []byte(`"leaderless_fraction":0`), []byte(`"leaderless_fraction":1`), 1)
		}, "its sha256 is not that of the rest of the line"},
		"no hash": {func(answer, _ []byte) []byte {
			return append(answer[:bytes.LastIndex(answer, []byte(`,"sha256"`))], "}\n"...)
		}, "not of this program"},
		"another build": {func(answer, _ []byte) []byte {
			line, err := results.Decode(answer)
			if err != nil {
				t.Fatal(err)
			}
			task := line.Task()
			task.Build = "another"
			run := line.Result()
			out, err := results.NewLine(task, line.Scenario, &run).Encode()
			if err != nil {
				t.Fatal(err)
			}
			return out
		}, "the answer is that of another run"},
	} {
		d := newDesk(t, small)
		j := d.job("out")
		j.Engine = func(context.Context) (tasks.Engine, error) { return &liar{c.lie}, nil }
		err := j.Do(t.Context())
		if !errors.Is(err, campaign.ErrFailed) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.300v", name, err)
		}
		if text := string(d.file("out")); text != "" {
			t.Errorf("%s: %d bytes of lines are kept", name, len(text))
		}
	}
}

// A shard of a plan with stop makes its part of the round and no more, even if all other parts
// are there already and it could decide by itself which runs come next.
func TestAShardMakesOneRound(t *testing.T) {
	d := newDesk(t, stopping)
	part := func(i int, plan, out string) {
		t.Helper()
		j := d.job(out)
		j.Plan, j.Shard = d.path(plan), tasks.Shard{I: i, N: 2}
		d.do(j)
	}
	part(1, "plan.yaml", "part-1")
	merged := d.merge("all", "part-1")
	if merged.Missing == 0 {
		t.Fatal("shard 1 of 2 has all runs")
	}
	part(2, "all", "part-2")
	if n := strings.Count(string(d.file("part-2")), "\n"); n != merged.Missing {
		t.Errorf("%d runs, of which %d were missing", n, merged.Missing)
	}
}
