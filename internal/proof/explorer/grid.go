package explorer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"bellwether/emulator/story"
	"bellwether/internal/base/build"
	"bellwether/internal/base/crash"
	"bellwether/internal/study/tasks"
)

// A Table describes the searches of a table of figures and the engine that makes them.
type Table struct {
	Find story.Finder
	Grid []Options // see Grid
	Jobs int       // searches at a time; at least 1
	// Build is this program, for the searches' ids.
	Build build.Build
	// Engine returns the engine that makes the searches; nil: Jobs goroutines.
	Engine func(context.Context) (tasks.Engine, error)
	// Done is called for each figure as its search ends; may be nil.
	Done func(Figure)
}

// Figures makes the searches of a table and returns the results in the order of the grid. If ctx
// ends, the searches end as interrupted.
func Figures(ctx context.Context, t Table) ([]Figure, error) {
	g, err := newGrid(t)
	if err != nil {
		return nil, err
	}
	engine := tasks.Engine(tasks.Pool(max(t.Jobs, 1)))
	if t.Engine != nil {
		if engine, err = t.Engine(ctx); err != nil {
			return nil, err
		}
	}
	broken := g.work(ctx, engine)
	for i := range g.out { // searches that were not made
		if ctx.Err() == nil {
			break
		}
		if !g.made[i] {
			found, err := g.search(ctx, i)
			g.enter(i, found, err)
		}
	}
	for _, err := range g.faults {
		var p *crash.Panic
		if errors.As(err, &p) {
			panic(p) // on the caller's goroutine, as if it had searched itself
		}
		if err != nil {
			return nil, err
		}
	}
	return g.out, broken
}

// grid is a table in progress.
type grid struct {
	Table
	list   []*tasks.Task
	of     map[string][]int // searches without a result, by ID: equal ones have one
	out    []Figure
	made   []bool
	faults []error
}

// newGrid checks all searches before the first.
func newGrid(t Table) (*grid, error) {
	g := &grid{Table: t, of: map[string][]int{}, out: make([]Figure, len(t.Grid)), made: make([]bool, len(t.Grid)), faults: make([]error, len(t.Grid))}
	for i, o := range t.Grid {
		o.fill()
		if err := o.validate(t.Find); err != nil {
			return nil, err
		}
		id, text, err := tasks.Describe(tasks.Search, specOf(o), t.Build)
		if err != nil {
			return nil, err
		}
		if g.of[id] = append(g.of[id], i); len(g.of[id]) > 1 {
			continue
		}
		g.list = append(g.list, &tasks.Task{
			ID:    id,
			Do:    func(ctx context.Context) ([]byte, error) { return g.do(ctx, i) },
			Order: func() (*tasks.Order, error) { return &tasks.Order{Kind: tasks.Search, Spec: text}, nil },
		})
	}
	return g, nil
}

// search makes a search here.
func (g *grid) search(ctx context.Context, i int) (Report, error) {
	o := g.Grid[i]
	o.Workers = 1 // the searches share the processors
	return Explore(ctx, g.Find, o, nil)
}

// do makes a search here, as a task. Its error may be a panic.
func (g *grid) do(ctx context.Context, i int) (answer []byte, err error) {
	defer crash.Into(&err, "")
	found, err := g.search(ctx, i)
	if err != nil {
		return nil, err
	}
	return found.encode()
}

// work gives the searches to an engine, and stores the results. It returns why the engine
// could not continue.
func (g *grid) work(ctx context.Context, engine tasks.Engine) error {
	todo, done, idle := make(chan *tasks.Task), make(chan tasks.Ended), make(chan error, 1)
	go func() { idle <- engine.Run(ctx, todo, done) }()
	for open := true; ; {
		var give chan<- *tasks.Task
		var next *tasks.Task
		switch {
		case len(g.list) > 0 && ctx.Err() == nil:
			give, next = todo, g.list[0]
		case open && len(g.of) == 0:
			close(todo) // the engine ends
			open = false
		}
		select {
		case give <- next:
			g.list = g.list[1:]
		case e := <-done:
			g.end(ctx, &e)
		case err := <-idle:
			return err
		}
	}
}

// end enters what a search found at its places, unless it was a second answer.
func (g *grid) end(ctx context.Context, e *tasks.Ended) {
	e.Release()
	if e.Err != nil && ctx.Err() != nil {
		return // it was not made
	}
	found, err := Report{}, e.Err
	if err == nil {
		found, err = decodeReport(e.Answer)
	}
	for _, i := range g.of[e.ID] {
		g.enter(i, found, err)
	}
	delete(g.of, e.ID)
}

// enter enters what a search found.
func (g *grid) enter(i int, found Report, err error) {
	found.Story, found.Covered = "", nil
	g.out[i], g.faults[i], g.made[i] = Figure{g.Grid[i], found}, err, true
	if g.Done != nil && err == nil {
		g.Done(g.out[i])
	}
}

// errCut means that a search did not end: it is no answer for another machine.
var errCut = errors.New("explorer: the search was interrupted")

// A Carrier makes searches by orders on a machine that has only the program. It trusts no
// order.
type Carrier struct {
	Find       story.Finder
	Invariants properties
	Build      build.Build
	Room       *tasks.Room // memory for searches; nil: as much as they take
}

// Handle makes a search and returns what it found.
func (c *Carrier) Handle(ctx context.Context, id string, text json.RawMessage, _ tasks.Fetched) ([]byte, error) {
	var spec searchSpec
	if err := tasks.Read(id, tasks.Search, text, c.Build, &spec); err != nil {
		return nil, err
	}
	o := spec.options()
	o.Invariants, o.Workers = c.Invariants, 1
	if err := o.validate(c.Find); err != nil {
		return nil, fmt.Errorf("explorer: an order of a search: %w", err)
	}
	leave, err := c.Room.Enter(ctx, o.need())
	if err != nil {
		return nil, err
	}
	defer leave()
	found, err := Explore(ctx, c.Find, o, nil)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case found.Verdict == Interrupted:
		return nil, errCut
	}
	return found.encode()
}
