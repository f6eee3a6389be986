package merge

import (
	"container/heap"
	"errors"
	"io"

	"bellwether/protocol"
	"bellwether/trace"
)

// Stream calls visit for every record of the run, in the order of the common clock.
// Records of one instant come in the order of nodes, and records of one node in the order
// in which it wrote them. Of what a node did before time 0 they have what holds of it then,
// at time 0, and no more. The last is an End. The line is valid during the call.
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
		i = k
		switch err := a.next(); {
		case errors.Is(err, io.EOF): // it ended before time 0
		case err != nil:
			return err
		default:
			q = append(q, a)
		}
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
	lives []*Life     // the first is being read
	file  *reader     // nil: none is open
	stand stand       // of the life that is being read, at time 0; emptied as it is told
	after *trace.Line // the first record from time 0 on, until the stand is told
	line  trace.Line
	now   protocol.Time // of the record before
}

// next reads one record into a.line; io.EOF after the last.
func (a *agent) next() error {
	if a.file == nil {
		if err := a.open(); err != nil {
			return err
		}
	}
	if len(a.stand.lines) > 0 {
		a.line, a.now = a.stand.lines[0], 0
		a.stand.lines = a.stand.lines[1:]
		return nil
	}
	line, err := a.read()
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

// open opens the next life that reaches time 0; io.EOF after the last.
func (a *agent) open() error {
	if len(a.lives) == 0 {
		return io.EOF
	}
	f, err := a.lives[0].source.reader()
	if err != nil {
		return err
	}
	a.file = f
	return a.skip()
}

// read is the next record of the file.
func (a *agent) read() (*trace.Line, error) {
	if line := a.after; line != nil {
		a.after = nil
		return line, nil
	}
	return a.file.Next()
}

// skip reads up to time 0. A life that ended before then has no part in the run.
func (a *agent) skip() error {
	for l := a.lives[0]; l.line.at(l.First) < 0; {
		line, err := a.file.Next()
		switch {
		case errors.Is(err, io.EOF), err == nil && line.Record.Kind == trace.End && l.line.at(line.Record.At) < 0:
			a.stand = stand{}
			a.close()
			a.lives = a.lives[1:]
			return a.open()
		case err != nil:
			return err
		case l.line.at(line.Record.At) >= 0:
			kept := *line // valid until the next one is read
			a.after = &kept
			return nil
		}
		a.stand.take(line)
	}
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
