package queue_test

import (
	"container/heap"
	"math/rand/v2"
	"time"
)

// A model is the queue as a closed network. One coordinator, with its server, is a serial
// station: it queues a task, and takes its answer. Slots (jobs of workers) take the oldest
// queued task, run it, and answer. The coordinator keeps so many tasks queued or under way as
// package queue does (engine.room), and takes answers before it queues tasks.
type model struct {
	slots     int           // jobs of all workers
	run       time.Duration // mean of a run; uniform from half to one and a half of it
	steady    bool          // each run takes the mean
	perTask   time.Duration // of the coordinator and its server, half for each end of a task
	overhead  time.Duration // of a slot, between two runs, beyond what the coordinator takes
	lease     time.Duration
	deathRate float64 // of a slot, per second: its task comes again after the lease, and another worker takes the slot
}

// A forecast is the result of a simulation.
type forecast struct {
	perSecond float64
	busy      float64 // share of time in which the coordinator works
	lost      int
}

// What happens, in the order of time.
type happening struct {
	at   time.Duration
	kind kind
}

type kind int

const (
	served   kind = iota // the coordinator ends what it does
	answered             // a run and its overhead end, and the answer is at the coordinator
	died                 // a slot dies under a task
	expired              // the lease of a lost task ends
)

type agenda []happening

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].at < a[j].at }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)        { *a = append(*a, x.(happening)) }
func (a *agenda) Pop() any {
	old := *a
	last := old[len(old)-1]
	*a = old[:len(old)-1]
	return last
}

// window is how many tasks are queued or under way: engine.room.
func window(slots int) int { return min(max(64, 2*slots), 20_000) }

// simulate runs a number of tasks, and measures after the first fifth, when the queue is
// steady.
func (m model) simulate(tasks int) forecast {
	draw := rand.New(rand.NewPCG(1, 2))
	var next agenda
	var now, busy, from, busyFrom time.Duration
	free, queued, answers, flying, done, lost := m.slots, 0, 0, 0, 0, 0
	working, takes := false, false // the coordinator: at what
	at := func(in time.Duration, k kind) { heap.Push(&next, happening{now + in, k}) }
	for done < tasks {
		if !working && (answers > 0 || flying < window(m.slots)) {
			working, takes = true, answers > 0
			busy += m.perTask / 2
			at(m.perTask/2, served)
			if takes {
				answers--
			} else {
				flying++
			}
		}
		for free > 0 && queued > 0 {
			free, queued = free-1, queued-1
			length := m.run
			if !m.steady {
				length = time.Duration(float64(m.run) * (0.5 + draw.Float64()))
			}
			if death := time.Duration(draw.ExpFloat64() / max(m.deathRate, 1e-12) * 1e9); m.deathRate > 0 && death < length {
				at(death, died)
				continue
			}
			at(length+m.overhead, answered)
		}
		one := heap.Pop(&next).(happening)
		now = one.at
		switch one.kind {
		case served:
			working = false
			if !takes {
				queued++
				break
			}
			flying, done = flying-1, done+1
			if done == tasks/5 {
				from, busyFrom = now, busy
			}
		case answered:
			free, answers = free+1, answers+1
		case died:
			lost, free = lost+1, free+1
			at(m.lease, expired)
		case expired:
			queued++
		}
	}
	span := (now - from).Seconds()
	return forecast{perSecond: float64(tasks-tasks/5) / span, busy: (busy - busyFrom).Seconds() / span, lost: lost}
}

// bound is the asymptotic bound of the network: slots that never wait, or a coordinator that never
// does.
func (m model) bound() float64 {
	return min(float64(m.slots)/(m.run+m.overhead).Seconds(), 1/m.perTask.Seconds())
}
