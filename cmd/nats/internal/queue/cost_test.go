//go:build unix

package queue_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellwether/cmd/nats/internal/queue"
	"bellwether/internal/base/build"
	"bellwether/internal/study/tasks"
)

// lineBytes is the size of the answers: a line of results of campus-walk has 2.5 kB, which
// compress to a third (docs/maintainers/projection.md).
const lineBytes = 2500

// answer is text that compresses as a line of results does.
func answer() []byte {
	var b strings.Builder
	for b.Len() < lineBytes {
		fmt.Fprintf(&b, `"metric_of_some_length":%s,`, rand.Text()[:8])
	}
	return []byte(b.String())
}

// BenchmarkTasks gives b.N tasks that only wait to workers of this process, over loopback. So
// all processor time is the engine's. The sub-benchmark says workers, jobs of each, and how
// long a task waits. It reports tasks per second, and processor time per task of coordinator,
// server and workers together: docs/maintainers/projection.md compares its simulation with them.
func BenchmarkTasks(b *testing.B) {
	for _, c := range []struct {
		workers, jobs int
		wait          time.Duration
	}{{1, 1, 0}, {2, 1, 0}, {1, 1, 20 * time.Millisecond}, {2, 1, 20 * time.Millisecond}, {4, 1, 20 * time.Millisecond}, {4, 4, 20 * time.Millisecond}, {4, 16, 20 * time.Millisecond}} {
		b.Run(fmt.Sprintf("workers=%d/jobs=%d/wait=%v", c.workers, c.jobs, c.wait), func(b *testing.B) {
			many(b, c.workers, c.jobs, c.wait)
		})
	}
}

func many(b *testing.B, workers, jobs int, wait time.Duration) {
	program, err := build.This()
	if err != nil {
		b.Fatal(err)
	}
	text := answer()
	handlers := map[tasks.Kind]tasks.Handler{tasks.Run: func(context.Context, string, json.RawMessage, tasks.Fetched) ([]byte, error) {
		time.Sleep(wait)
		return text, nil
	}}
	ctx := b.Context()
	warn := func(text string) { fmt.Fprintln(os.Stderr, text) }
	c, err := queue.JetStream{}.Serve(ctx, tasks.Serving{Name: "bench", Dir: b.TempDir(), Listen: "127.0.0.1:0", Program: program, Warn: warn})
	if err != nil {
		b.Fatal(err)
	}
	_, url, _ := strings.Cut(c.Join(), "--connect ")
	left := make(chan error, workers)
	for i := range workers {
		go func() {
			_, err := queue.JetStream{}.Work(ctx, tasks.Working{Access: tasks.Access{URLs: []string{strings.Fields(url)[0]}}, Name: "w" + strconv.Itoa(i),
				Program: program, Handlers: handlers, Jobs: jobs, Warn: warn})
			left <- err
		}()
	}
	time.Sleep(500 * time.Millisecond) // workers are there
	todo, done := make(chan *tasks.Task), make(chan tasks.Ended, 64)
	go c.Run(ctx, todo, done)
	before := spent(b)
	b.ResetTimer()
	given, ended := 0, 0
	for ended < b.N {
		var next *tasks.Task
		give := todo
		if given == b.N {
			give = nil
		} else {
			next = numbered(given)
		}
		select {
		case give <- next:
			given++
		case e := <-done:
			if e.Err != nil {
				b.Fatal(e.Err)
			}
			e.Release()
			ended++
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
	b.ReportMetric((spent(b)-before).Seconds()*1e6/float64(b.N), "cpu-µs/task")
	close(todo)
	if err := c.Close(true); err != nil {
		b.Fatal(err)
	}
	for range workers {
		if err := <-left; err != nil {
			b.Error(err)
		}
	}
}

// numbered returns a task.
func numbered(n int) *tasks.Task {
	sum := sha256.Sum256([]byte(strconv.Itoa(n)))
	return &tasks.Task{ID: hex.EncodeToString(sum[:]), Order: func() (*tasks.Order, error) {
		return &tasks.Order{Kind: tasks.Run, Spec: json.RawMessage(`{"name":"campus-walk.yaml","scenario":"","label":"vasudevan","seed":1}`)}, nil
	}}
}

// spent is the processor time of this process.
func spent(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
