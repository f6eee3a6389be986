package queue

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
)

// RecordFile has a line for each answer: who gave it, in how many seconds, and whether it was
// the first. It grows by 150 bytes an answer, and contains no results.
const RecordFile = "work.ndjson"

// An entry is a line of the record.
type entry struct {
	ID      string  `json:"id"`
	Worker  string  `json:"worker"`
	Outcome outcome `json:"fate"`
	First   bool    `json:"first"`
	TookS   float64 `json:"took_s"`
	Turns   int     `json:"turns"` // how often the task was given to a worker, this time included
	At      string  `json:"at"`
}

// record is the file, and its sum.
type record struct {
	mutex   sync.Mutex
	log     *results.Log
	total   tasks.Record
	workers map[string]*tasks.Worker
	latest  []time.Time // of first answers, within the last minute
	firsts  int         // first answers
	seconds float64     // that they took
	broken  error
}

// order says whether an answer is the first one to its task.
type order bool

const (
	first    order = true
	notFirst order = false
)

// openRecord opens the record of a directory, and adds it up.
func openRecord(dir string) (*record, error) {
	r := &record{workers: map[string]*tasks.Worker{}}
	name := filepath.Join(dir, RecordFile)
	file, err := os.Open(name)
	whole := int64(0)
	if err == nil {
		defer file.Close()
		whole, _, err = results.ReadLines(bufio.NewReader(file), name, func(_ int, text []byte) error {
			var e entry
			if err := json.Unmarshal(text, &e); err != nil {
				return fmt.Errorf("no line of a record: %w; remove the file, and the record begins again", err)
			}
			r.sumUp(&e)
			return nil
		})
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.log, err = results.OpenLog(name, whole)
	return r, err
}

// add adds an answer.
func (r *record) add(a *answer, is order) {
	e := entry{a.id, a.worker, a.outcome, bool(is), a.took.Seconds(), a.turns, time.Now().UTC().Format(time.RFC3339Nano)}
	text, err := json.Marshal(e)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if err == nil {
		err = r.log.Add(append(text, '\n'))
	}
	r.broken = errors.Join(r.broken, err)
	r.sumUp(&e)
	if e.First {
		r.trim(time.Now())
		r.latest = append(r.latest, time.Now())
	}
}

// trim forgets what is older than a minute.
func (r *record) trim(now time.Time) {
	n := 0
	for n < len(r.latest) && now.Sub(r.latest[n]) > time.Minute {
		n++
	}
	r.latest = r.latest[n:]
}

// sumUp counts an answer.
func (r *record) sumUp(e *entry) {
	switch {
	case e.First:
		w := r.workers[e.Worker]
		if w == nil {
			w = &tasks.Worker{Name: e.Worker}
			r.workers[e.Worker] = w
		}
		w.Done, w.Seconds = w.Done+1, w.Seconds+e.TookS
		r.firsts, r.seconds = r.firsts+1, r.seconds+e.TookS
		r.total.Lost += e.Turns - 1
	case e.Outcome == done:
		r.total.Repeated++
	case e.Outcome == returned:
		r.total.Returned++
	case e.Outcome == noRoom:
		r.total.NoRoom++
	default:
		r.total.Failed++
	}
}

// sum is the record so far.
func (r *record) sum() tasks.Record {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	out := r.total
	for _, w := range r.workers {
		out.Workers = append(out.Workers, *w)
	}
	return out
}

// perMinute is how many first answers came in the last minute.
func (r *record) perMinute(now time.Time) float64 {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.trim(now)
	return float64(len(r.latest))
}

func (r *record) close() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return errors.Join(r.broken, r.log.Close())
}

// removeQueue removes the files of a queue that has ended, but not its record.
func removeQueue(dir string) error {
	err := os.RemoveAll(filepath.Join(dir, storeDir))
	if gone := os.Remove(filepath.Join(dir, stateFile)); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}
