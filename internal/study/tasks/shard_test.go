package tasks

import (
	"fmt"
	"testing"
)

// A shard is written as people and schedulers count.
func TestShardsAreRead(t *testing.T) {
	for text, want := range map[string]Shard{"": {}, "1/1": {1, 1}, "3/7": {3, 7}, "0+1/40": {1, 40}, "39+1/40": {40, 40}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"0/7", "8/7", "7+1/7", "1", "1/0", "-1/7", "1+2/7", "1/1000000", "a/b", "1/7 "} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// Each task is in exactly one shard, and no shard is empty or has twice its share.
func TestShardsPartTheTasks(t *testing.T) {
	const n, all = 7, 7000
	count := map[int]int{}
	for k := range all {
		in := 0
		for i := 1; i <= n; i++ {
			if (Shard{i, n}).Has(fmt.Sprint("task ", k)) {
				in, count[i] = in+1, count[i]+1
			}
		}
		if in != 1 {
			t.Fatalf("task %d is in %d shards", k, in)
		}
	}
	for i := 1; i <= n; i++ {
		// 1000 expected, with a standard deviation of 29: five of them
		if count[i] < 850 || count[i] > 1150 {
			t.Errorf("shard %d has %d of %d tasks", i, count[i], all)
		}
	}
}
