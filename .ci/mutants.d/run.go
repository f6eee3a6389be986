package mutants

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Options of a Gate. A zero field has the default at the end of its comment.
type Options struct {
	Root    string        // of the module
	Cache   *Cache        // of results
	Jobs    int           // mutants at a time; default 1
	Columns []string      // those that are run; default all
	Least   time.Duration // the least time limit of a command; default 2 minutes
	// Factor times the time on the unchanged module is the time limit of a command; default 10,
	// since other work may slow the machine.
	Factor float64
	// Tell is called with each verdict, also with one that was kept. It may be nil. Its calls may
	// be concurrent.
	Tell func(m *Mutant, column string, r Result, kept bool)
}

const (
	leastLimit  = 2 * time.Minute
	limitFactor = 10
	// originalLimit bounds a command on the unchanged module: the longest tests of a package
	// take two minutes on an idle machine.
	originalLimit = 30 * time.Minute
)

// A Gate finds out which columns convict the mutants of a list.
type Gate struct {
	Options
	list   *List
	inputs inputs

	unchanged func() (*workDir, error) // the directory of the unchanged module, made once
	mu        sync.Mutex
	original  map[string]func() (Result, error) // by command
}

// NewGate returns a gate for a list.
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
	g.unchanged = sync.OnceValues(func() (*workDir, error) { return g.prepare(nil) })
	return g
}

// Run returns the matrix of the list. If it is interrupted, or ends at a fault of the list, the
// matrix holds what is known by then.
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
	if w, failed := g.unchanged(); failed == nil {
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
func (g *Gate) ask(ctx context.Context, m *Mutant, c *Column, w *workDir) (Cell, error) {
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

// judge returns a command's verdict on a mutant: a kept one, or it runs the command.
func (g *Gate) judge(ctx context.Context, m *Mutant, column, command string, w *workDir) (Result, error) {
	key, err := g.inputs.key(ctx, m, command)
	if err != nil {
		return Result{}, err
	}
	if r, kept := g.Cache.find(key); kept {
		g.Tell(m, column, r, true)
		return r, nil
	}
	before, err := g.onUnchanged(ctx, command)
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
	return r, g.Cache.keep(r)
}

// onUnchanged runs a command on the unchanged module, once: it must acquit.
func (g *Gate) onUnchanged(ctx context.Context, command string) (Result, error) {
	g.mu.Lock()
	once, known := g.original[command]
	if !known {
		once = sync.OnceValues(func() (Result, error) { return g.runUnchanged(ctx, command) })
		g.original[command] = once
	}
	g.mu.Unlock()
	return once()
}

func (g *Gate) runUnchanged(ctx context.Context, command string) (Result, error) {
	key, err := g.inputs.key(ctx, nil, command)
	if err != nil {
		return Result{}, err
	}
	if r, kept := g.Cache.find(key); kept {
		return r, nil
	}
	w, err := g.unchanged()
	if err != nil {
		return Result{}, err
	}
	r, err := w.run(ctx, command, originalLimit)
	if err != nil {
		return Result{}, err
	}
	if r.Verdict.Convicts() {
		return Result{}, fmt.Errorf("mutants: it convicts the unchanged module: %s\n%s", command, r.Output)
	}
	r.Key = key
	return r, g.Cache.keep(r)
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
