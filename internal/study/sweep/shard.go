package sweep

import (
	"fmt"

	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// shardOf makes a job that continues in the directory of a shard a job of that shard.
func (j *Job) shardOf(dir string) error {
	if j.Dir != dir || j.Shard.N != 0 {
		return nil
	}
	text, err := results.ShardOf(dir)
	if err != nil {
		return err
	}
	if j.Shard, err = tasks.ParseShard(text); err != nil {
		return fmt.Errorf("%s: its shard: %w", dir, err)
	}
	return nil
}

// before enters the runs of the directory that the plan comes from, if this session is a shard
// of a later round: the runs of all shards so far decide which runs are wanted now.
func (j *Job) before(l *ledger) error {
	if j.merged == "" {
		return nil
	}
	_, err := results.Each(j.merged, func(same results.Readings, at results.Place, line *results.Line) error {
		l.same = same
		return l.enter(results.Place{Number: at.Number, Offset: int64(elsewhere) - 1}, line)
	})
	return err
}
