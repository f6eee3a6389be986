package tasks

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
)

// A Shard is one of N parts of all tasks, numbered from 1. The zero Shard is all of them.
type Shard struct{ I, N int }

// maxShards bounds the parts: it is more than any batch scheduler allows in an array.
const maxShards = 100_000

var shardForm = regexp.MustCompile(`^([0-9]{1,6})(\+1)?/([0-9]{1,6})$`)

// ParseShard reads i/n; "" is the zero Shard. i may be k+1: schedulers that count from 0 put their
// number there without a shell that adds.
func ParseShard(text string) (Shard, error) {
	if text == "" {
		return Shard{}, nil
	}
	m := shardForm.FindStringSubmatch(text)
	if m == nil {
		return Shard{}, fmt.Errorf("want i/n, like 3/7, got %q", text)
	}
	i, _ := strconv.Atoi(m[1]) // the form has only digits
	n, _ := strconv.Atoi(m[3])
	if m[2] != "" {
		i++
	}
	switch {
	case n < 1 || n > maxShards:
		return Shard{}, fmt.Errorf("%s: of 1 to %d shards, not %d", text, maxShards, n)
	case i < 1 || i > n:
		return Shard{}, fmt.Errorf("%s: shards are numbered 1 to %d; an array that counts from 0 writes K+1/%d", text, n, n)
	}
	return Shard{i, n}, nil
}

// Whole reports whether a shard is all tasks.
func (s Shard) Whole() bool { return s.N <= 1 }

// Has reports whether a task belongs to the shard. A hash of the task's identity decides, so
// that each shard has about as many tasks of each kind, and equal tasks are in one shard.
func (s Shard) Has(known string) bool {
	if s.Whole() {
		return true
	}
	sum := sha256.Sum256([]byte(known))
	return binary.BigEndian.Uint64(sum[:8])%uint64(s.N) == uint64(s.I-1)
}

// String returns i/n; "" for the zero Shard.
func (s Shard) String() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.N)
}
