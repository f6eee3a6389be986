package merge

import (
	"container/heap"
	"errors"
	"io"

	"bellwether/protocol"
	"bellwether/trace"
)

// Stream calls visit for every record of the run, in the order of the common clock.
// Records of one instant come in the order of nodes, and those of one node in the order
// in which it wrote them. The last is an End. The line is valid during the call.
func (m *Merge) Stream(visit func(*trace.Line) error) error {
	var q queue
	defer func() {
		for _, a := range q {
			a.close()
		}
	}()
	for i := 0; i < len(m.Lives); {
		k := i
		for k < len(m.Lives) && m.Lives[k].Node == m.Lives[i].Node {
			k++
		}
		a := &agent{lives: m.Lives[i:k]}
		if err := a.next(); err != nil {
			return err
		}
		q = append(q, a)
		i = k
	}
	heap.Init(&q)
	end := m.End
	for len(q) > 0 {
		a := q[0]
		end = max(end, a.line.Record.At)
		if err := visit(&a.line); err != nil {
			return err
		}
		switch err := a.next(); {
		case errors.Is(err, io.EOF):
			heap.Pop(&q)
		case err != nil:
			return err
		default:
			heap.Fix(&q, 0)
		}
	}
	return visit(&trace.Line{Record: trace.Record{At: end, Kind: trace.End}})
}

// An agent is the lives of one node, one after the other.
type agent struct {
	lives []*Life // the first is being read
	file  *reader // nil: none is open
	line  trace.Line
	now   protocol.Time // of the record before
}

// next reads one record into a.line; io.EOF after the last.
func (a *agent) next() error {
	if a.file == nil {
		if len(a.lives) == 0 {
			return io.EOF
		}
		f, err := a.lives[0].source.reader()
		if err != nil {
			return err
		}
		a.file = f
	}
	line, err := a.file.Next()
	switch {
	case errors.Is(err, io.EOF):
		a.depart(trace.Record{Kind: trace.Crash, At: a.now, Why: trace.WhyFault})
		return nil
	case err != nil:
		return err
	}
	at := max(a.now, a.lives[0].At(line.Record.At))
	if line.Record.Kind == trace.End {
		a.depart(trace.Record{Kind: trace.Absent, At: at})
		return nil
	}
	a.line, a.now = *line, at
	a.line.Record.At = at
	return nil
}

// depart ends a life.
func (a *agent) depart(r trace.Record) {
	r.Node = a.lives[0].Node
	a.line, a.now = trace.Line{Record: r}, r.At
	a.close()
	a.lives = a.lives[1:]
}

func (a *agent) close() {
	if a.file != nil {
		a.file.Close()
		a.file = nil
	}
}

// queue is a heap of agents; the one with the next record is on top.
type queue []*agent

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	a, b := &q[i].line.Record, &q[j].line.Record
	return a.At < b.At || a.At == b.At && a.Node < b.Node
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(*agent)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
