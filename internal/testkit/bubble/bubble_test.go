package bubble

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// Goroutines that wake at one instant ask their timers while the others' are still run. With
// two processors this ends the process under the race detector, nearly always.
func TestManyTimersAtOneInstant(t *testing.T) {
	rounds := 20000
	if testing.Short() {
		rounds = 2000
	}
	before := runtime.GOMAXPROCS(0)
	Test(t, func(t *testing.T) {
		if n := runtime.GOMAXPROCS(0); alternates() && n != 1 {
			t.Errorf("%d processors", n)
		}
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				for range rounds {
					timer := time.NewTimer(time.Millisecond)
					time.AfterFunc(time.Millisecond, func() {})
					time.Sleep(time.Millisecond)
					select {
					case <-timer.C:
					default:
						t.Error("the timer of this instant has not fired")
						return
					}
				}
			})
		}
		all.Wait()
	})
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("%d processors, before %d", n, before)
	}
}
