package bench

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bellwether/internal/study/sweep"
)

// BenchmarkSweep runs a thousand short runs on all cores, and reports how many cores it
// used. Other work on the machine lowers that number.
//
//	go test -run '^$' -bench Sweep -benchtime 1x ./internal/proof/bench
func BenchmarkSweep(b *testing.B) {
	const plan = `
scenario: campus-walk
set: {duration: 10s, warmup: 2s, faults: []}
algorithms: [vasudevan, bully]
runs: 500
`
	for range b.N {
		dir := b.TempDir()
		file := filepath.Join(dir, "thousand.yaml")
		if err := os.WriteFile(file, []byte(plan), 0o644); err != nil {
			b.Fatal(err)
		}
		job := sweep.Job{Plan: file, Dir: filepath.Join(dir, "out"), Jobs: runtime.GOMAXPROCS(0), Warn: func(string) {}}
		begun, used := time.Now(), processorTime()
		if err := job.Do(context.Background()); err != nil {
			b.Fatal(err)
		}
		took, busy := time.Since(begun), processorTime()-used
		b.ReportMetric(busy.Seconds()/took.Seconds(), "cores")
		b.ReportMetric(1000/took.Seconds(), "runs/s")
	}
}
