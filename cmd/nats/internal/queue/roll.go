package queue

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/internal/study/tasks"
)

// Workers report every rollEvery; a worker that was not heard for absentAfter counts as
// absent.
const (
	rollEvery   = 3 * time.Second
	absentAfter = 15 * time.Second
	mostOnRoll  = 100_000 // names that are remembered
)

// A roll lists the workers.
type roll struct {
	mutex sync.Mutex
	by    map[string]*onRoll
}

type onRoll struct {
	present
	heard time.Time
}

func newRoll() *roll { return &roll{by: map[string]*onRoll{}} }

// take takes the report of a worker.
func (r *roll) take(text []byte, now time.Time) {
	var p present
	err := json.Unmarshal(text, &p)
	p.Name, p.Machine = shownName(p.Name), shown(p.Machine)
	if err != nil || p.Name == "" || len(p.Name) > maxName || len(p.Machine) > maxName || p.Jobs < 0 || p.Jobs > mostJobs {
		return // of another client
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.by[p.Name] == nil && len(r.by) >= mostOnRoll {
		return
	}
	r.by[p.Name] = &onRoll{p, now}
}

// heard notes a worker by an answer of its own.
func (r *roll) heard(name, machine string, now time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if w := r.by[name]; w != nil {
		w.heard = now
	} else if len(r.by) < mostOnRoll {
		r.by[name] = &onRoll{present{Name: name, Machine: machine, Jobs: 1}, now}
	}
}

func (w *onRoll) lives(now time.Time) bool { return !w.Gone && now.Sub(w.heard) < absentAfter }

// living returns how many workers are there, and how many tasks they do at a time.
func (r *roll) living(now time.Time) (n, slots int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, w := range r.by {
		if w.lives(now) {
			n, slots = n+1, slots+w.Jobs
		}
	}
	return n, slots
}

func (r *roll) present(now time.Time) int { n, _ := r.living(now); return n }
func (r *roll) slots(now time.Time) int   { _, n := r.living(now); return n }

// among reports whether all present workers belong to a given set.
func (r *roll) among(some map[string]bool, now time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for name, w := range r.by {
		if w.lives(now) && !some[name] {
			return false
		}
	}
	return true
}

// note says who works now, for people.
func (r *roll) note(now time.Time) string {
	n, slots := r.living(now)
	if n == 0 {
		return "no worker"
	}
	return fmt.Sprintf("%s with %s", wording.Count(n, "worker"), wording.Count(slots, "job"))
}

// describe adds the present workers to a record.
func (r *roll) describe(out *tasks.Record, now time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	seen := map[string]bool{}
	for i := range out.Workers {
		w := &out.Workers[i]
		seen[w.Name] = true
		if p := r.by[w.Name]; p != nil {
			w.Machine, w.Jobs, w.Present = p.Machine, p.Jobs, p.lives(now)
		}
	}
	for name, p := range r.by {
		if !seen[name] {
			out.Workers = append(out.Workers, tasks.Worker{Name: name, Machine: p.Machine, Jobs: p.Jobs, Present: p.lives(now)})
		}
	}
	slices.SortFunc(out.Workers, func(a, b tasks.Worker) int { return cmp.Compare(a.Name, b.Name) })
}
