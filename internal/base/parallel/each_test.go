package parallel

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"bellwether/internal/base/crash"
)

// Each run is made once, at most the given number at a time, whatever that number is.
func TestEachRunIsMadeOnce(t *testing.T) {
	for _, jobs := range []int{-1, 0, 1, 3, 100} {
		var mu sync.Mutex
		var made []int
		var now, most atomic.Int32
		Each(context.Background(), jobs, 20, func(i int) {
			n := now.Add(1)
			mu.Lock()
			made = append(made, i)
			most.Store(max(most.Load(), n))
			mu.Unlock()
			now.Add(-1)
		})
		slices.Sort(made)
		if len(slices.Compact(made)) != 20 || int(most.Load()) > max(jobs, 1) {
			t.Errorf("%d jobs: runs %v, %d at a time", jobs, made, most.Load())
		}
	}
	Each(context.Background(), 2, 0, func(int) { t.Error("a call without an index") })
}

// Once the context has ended no run begins, and Each waits for those under way.
func TestNoRunBeginsAfterTheEnd(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	ended := 0
	Each(ctx, 1, 1000, func(i int) {
		if i == 3 {
			stop()
		}
		ended++
	})
	if ended < 4 || ended > 20 { // select takes one of two ready cases at random
		t.Errorf("%d runs ended", ended)
	}
}

// If a run panics, Each panics on the goroutine of its caller, after the others have ended.
func TestAPanicIsRepeated(t *testing.T) {
	var ended atomic.Int32
	defer func() {
		p, is := recover().(*crash.Panic)
		if !is || p.Value != "no way" || ended.Load() == 0 {
			t.Errorf("recovered %v, %d others ended", p, ended.Load())
		}
	}()
	Each(t.Context(), 3, 9, func(i int) {
		if i == 4 {
			panic("no way")
		}
		ended.Add(1)
	})
	t.Error("it comes back")
}
