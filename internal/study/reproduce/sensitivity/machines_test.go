package sensitivity

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"bellwether/internal/base/build"
	"bellwether/internal/study/reproduce"
	"bellwether/internal/study/tasks"
)

// A refusal is an engine that counts tasks and makes none.
type refusal struct {
	mu    sync.Mutex
	asked map[string]int
}

var errRefused = errors.New("refused")

func (r *refusal) Run(ctx context.Context, todo <-chan *tasks.Task, done chan<- tasks.Ended) error {
	for {
		select {
		case t, more := <-todo:
			if !more {
				return nil
			}
			r.mu.Lock()
			r.asked[t.ID]++
			r.mu.Unlock()
			done <- tasks.Ended{Task: t, Err: errRefused}
		case <-ctx.Done():
			return nil
		}
	}
}

// A study gives all its runs to its engine, and exactly one of its shards gives each run.
func TestOthersMakeTheRuns(t *testing.T) {
	ask := func(shard tasks.Shard) map[string]int {
		r := &refusal{asked: map[string]int{}}
		s, err := Run(t.Context(), Options{Study: ofStages, Runs: 1, Out: filepath.Join(t.TempDir(), "out"), Shard: shard,
			Program: build.Program{Build: build.Build{Version: "v1", Go: "go9"}, Machine: build.Machine{OS: "linux", Arch: "amd64"}},
			Engine:  func(context.Context) (tasks.Engine, error) { return r, nil }})
		if s != nil || err == nil {
			t.Errorf("shard %v: %v, %v", shard, s, err)
		}
		return r.asked
	}
	all, together := ask(tasks.Shard{}), map[string]int{}
	for i := range 3 {
		part := ask(tasks.Shard{I: i + 1, N: 3})
		if len(part) == 0 || len(part) == len(all) {
			t.Errorf("shard %d has %d of %d runs", i+1, len(part), len(all))
		}
		for id, n := range part {
			together[id] += n
		}
	}
	if worlds, trials := len(stageWorlds()), len(stages()); len(all) < worlds || len(all) > worlds*trials {
		t.Errorf("%d runs of %d stages in %d worlds", len(all), trials, worlds)
	}
	if len(together) != len(all) {
		t.Errorf("three shards have %d runs, a study has %d", len(together), len(all))
	}
	for id := range all {
		if together[id] != 1 {
			t.Errorf("task %.8s is made %d times", id, together[id])
		}
	}
	if _, err := Run(t.Context(), Options{Study: ofStages, Shard: tasks.Shard{I: 1, N: 2}}); !errors.Is(err, reproduce.ErrShard) {
		t.Errorf("a part that nothing keeps: %v", err)
	}
}
