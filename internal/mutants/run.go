package mutants

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Options of a Gate. Zero fields get the defaults that stand behind them.
type Options struct {
	Root    string        // of the module
	Book    *Book         // of results
	Jobs    int           // mutants at a time; 1
	Columns []string      // those that are run; all
	Least   time.Duration // that a command is given at least; 2 minutes
	// Factor is how many times as long as on the module as it is a command may take;
	// 10, since a machine is shared.
	Factor float64
	// Tell is called with each verdict as it is found, and with results that were kept; may be nil.
	Tell func(m *Mutant, column string, r Result, kept bool)
}

const (
	leastLimit  = 2 * time.Minute
	limitFactor = 10
	// originalLimit bounds a command on the module as it is: the longest tests of a package
	// take two minutes on an idle machine.
	originalLimit = 30 * time.Minute
)

// A Gate asks who convicts the mutants of a list.
type Gate struct {
	Options
	list   *List
	inputs inputs

	plain    func() (*workshop, error) // of the module as it is, made once
	mu       sync.Mutex
	original map[string]func() (Result, error) // by command
}

// NewGate makes one.
func NewGate(l *List, o Options) *Gate {
	o.Jobs = max(o.Jobs, 1)
	if o.Least <= 0 {
		o.Least = leastLimit
	}
	if o.Factor <= 0 {
		o.Factor = limitFactor
	}
	if o.Tell == nil {
		o.Tell = func(*Mutant, string, Result, bool) {}
	}
	g := &Gate{Options: o, list: l, inputs: inputs{root: o.Root}, original: map[string]func() (Result, error){}}
	g.plain = sync.OnceValues(func() (*workshop, error) { return g.prepare(nil) })
	return g
}

// Run gives the matrix of the list. Interrupted, or stopped by a fault of the list, it
// gives what is known by then.
func (g *Gate) Run(ctx context.Context) (*Matrix, error) {
	matrix := newMatrix(g.list)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wait sync.WaitGroup
	var mu sync.Mutex
	for range g.Jobs {
		wait.Go(func() {
			for i := range next {
				row, err := g.try(ctx, &g.list.Mutants[i])
				mu.Lock()
				matrix.Rows[i].Cells = row
				mu.Unlock()
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range g.list.Mutants {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	wait.Wait()
	err := context.Cause(ctx)
	if w, failed := g.plain(); failed == nil {
		err = errors.Join(err, w.close())
	}
	return matrix, err
}

// try returns the verdict of each column on a mutant.
func (g *Gate) try(ctx context.Context, m *Mutant) (cells []Cell, err error) {
	w, err := g.prepare(m)
	if err != nil {
		return nil, err
	}
	defer w.close()
	for i := range g.list.Columns {
		c := &g.list.Columns[i]
		cell, err := g.ask(ctx, m, c, w)
		cells = append(cells, cell)
		if err != nil {
			return cells, err
		}
	}
	return cells, nil
}

// ask runs the commands of a column until one convicts.
func (g *Gate) ask(ctx context.Context, m *Mutant, c *Column, w *workshop) (Cell, error) {
	commands, none := c.Commands(m.Package())
	if len(commands) == 0 {
		return Cell{None: none}, nil
	}
	cell := Cell{Pending: true}
	if m.Equivalent != "" || !g.wanted(c.Name) {
		return cell, nil
	}
	for _, command := range commands {
		r, err := g.judge(ctx, m, c.Name, command, w)
		if err != nil {
			return cell, err
		}
		cell.Seconds += r.Seconds
		if r.Verdict.Convicts() {
			cell.Pending, cell.Verdict, cell.Command = false, r.Verdict, command
			return cell, nil
		}
	}
	cell.Pending, cell.Verdict = false, Acquitted
	return cell, nil
}

func (g *Gate) wanted(column string) bool {
	if len(g.Columns) == 0 {
		return true
	}
	for _, c := range g.Columns {
		if c == column {
			return true
		}
	}
	return false
}

// judge gives a command's verdict on a mutant, kept or found now.
func (g *Gate) judge(ctx context.Context, m *Mutant, column, command string, w *workshop) (Result, error) {
	key, err := g.inputs.key(ctx, m, command)
	if err != nil {
		return Result{}, err
	}
	if r, kept := g.Book.find(key); kept {
		g.Tell(m, column, r, true)
		return r, nil
	}
	before, err := g.originally(ctx, command)
	if err != nil {
		return Result{}, err
	}
	if err := w.build(ctx); err != nil {
		return Result{}, fmt.Errorf("%s: %s: %w", m.Where, m.Name, err)
	}
	limit := max(time.Duration(g.Factor*before.Seconds*float64(time.Second)), g.Least)
	r, err := w.run(ctx, command, limit)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %s: %w", m.Where, m.Name, err)
	}
	r.Key, r.Mutant = key, m.Name
	g.Tell(m, column, r, false)
	return r, g.Book.keep(r)
}

// originally runs a command on the module as it is, once: it must acquit.
func (g *Gate) originally(ctx context.Context, command string) (Result, error) {
	g.mu.Lock()
	once, known := g.original[command]
	if !known {
		once = sync.OnceValues(func() (Result, error) { return g.first(ctx, command) })
		g.original[command] = once
	}
	g.mu.Unlock()
	return once()
}

func (g *Gate) first(ctx context.Context, command string) (Result, error) {
	key, err := g.inputs.key(ctx, nil, command)
	if err != nil {
		return Result{}, err
	}
	if r, kept := g.Book.find(key); kept {
		return r, nil
	}
	w, err := g.plain()
	if err != nil {
		return Result{}, err
	}
	r, err := w.run(ctx, command, originalLimit)
	if err != nil {
		return Result{}, err
	}
	if r.Verdict.Convicts() {
		return Result{}, fmt.Errorf("mutants: it convicts the module as it is: %s\n%s", command, r.Said)
	}
	r.Key = key
	return r, g.Book.keep(r)
}

// Build builds each mutant, one after another, and returns the errors of those that do not build.
func (g *Gate) Build(ctx context.Context) error {
	var faults []error
	for i := range g.list.Mutants {
		m := &g.list.Mutants[i]
		w, err := g.prepare(m)
		if err == nil {
			err = errors.Join(w.build(ctx), w.close())
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %s: %w", m.Where, m.Name, err))
		}
		g.Tell(m, "", Result{}, err == nil)
	}
	return errors.Join(faults...)
}
