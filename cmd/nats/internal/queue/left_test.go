package queue

import (
	"math"
	"testing"
	"time"
)

// The estimate uses the present workers, however long there were none before.
func TestLeftIsByTheWorkersThatAreThere(t *testing.T) {
	begun := time.Now()
	// answers are first answers that came after pauses; each task took some seconds.
	type answers struct {
		n           int
		after, each time.Duration // before the first of them, and between two
		took        float64
	}
	for name, c := range map[string]struct {
		came  []answers
		slots int
		want  time.Duration // for 100 tasks
	}{
		"none yet":                      {nil, 4, 0},
		"no worker":                     {[]answers{{10, 0, time.Second, 1}}, 0, 0},
		"as they come":                  {[]answers{{50, time.Second, time.Second, 4}}, 4, 100 * time.Second},
		"a worker after ten minutes":    {[]answers{{50, 10 * time.Minute, time.Second, 4}}, 4, 100 * time.Second},
		"a pause between":               {[]answers{{200, time.Second, 50 * time.Millisecond, 0.2}, {10, time.Hour, 50 * time.Millisecond, 0.2}}, 4, 5 * time.Second},
		"all that waited come at once":  {[]answers{{250, time.Minute, 0, 4}}, 4, 100 * time.Second},
		"the way of answers decides":    {[]answers{{500, time.Second, 10 * time.Millisecond, 0.001}}, 1000, time.Second},
		"a worker that claims too much": {[]answers{{1, 0, 0, math.MaxFloat64}}, 1, mostLeft},
	} {
		r, err := openRecord(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		now := begun
		for _, a := range c.came {
			now = now.Add(a.after)
			for i := range a.n {
				if i > 0 {
					now = now.Add(a.each)
				}
				r.sumUp(&entry{Worker: "one", Outcome: done, First: true, TookS: a.took, Turns: 1})
				r.trim(now)
				r.latest = append(r.latest, now)
			}
		}
		if got := r.left(100, c.slots, now); (got - c.want).Abs() > c.want/100 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		r.close()
	}
}

// A refusal for lack of memory does not count as an error of the task.
func TestRefusalsAreCountedApart(t *testing.T) {
	r, err := openRecord(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	for _, f := range []outcome{noRoom, noRoom, failed, worn, returned} {
		r.sumUp(&entry{Worker: "one", Outcome: f})
	}
	if got := r.sum(); got.NoRoom != 2 || got.Failed != 2 || got.Returned != 1 {
		t.Errorf("%+v", got)
	}
}
