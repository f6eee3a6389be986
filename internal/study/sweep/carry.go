package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"bellwether/internal/base/build"
	"bellwether/internal/study/campaign"
	"bellwether/internal/study/footprint"
	"bellwether/internal/study/portable"
	"bellwether/internal/study/registry"
	"bellwether/internal/study/results"
	"bellwether/internal/study/tasks"
	"bellwether/scenarios"
)

// A Carrier makes runs by orders on a machine that has only the program. It trusts no order: a
// scenario is read as strictly as a user's, may name no file of this machine, and must match
// the order's ID.
type Carrier struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Program    build.Program
	Room       *tasks.Room // memory for runs; nil: as much as they take
	Starter    *Starter    // of programs that rows name; nil: none is started

	cache portable.Cache[*digested]
}

// Handle makes a run and returns its line, without plan and axes.
func (c *Carrier) Handle(ctx context.Context, id string, text json.RawMessage, needs tasks.Fetched) ([]byte, error) {
	var spec runSpec
	if err := tasks.Decode(tasks.Run, text, &spec); err != nil {
		return nil, err
	}
	s, err := c.cache.Get(spec.Spec, func() (*digested, int, error) { return c.load(&spec, needs) })
	if err != nil {
		return nil, err
	}
	row := rowOf(s.Algorithms, spec.Label)
	if row < 0 {
		return nil, fmt.Errorf("sweep: the order's scenario has no row %q", spec.Label)
	}
	entry := s.Algorithms[row]
	if len(entry.Command) > 0 && c.Starter == nil {
		return nil, fmt.Errorf("%w: the row %s is a program, and this worker starts none: bellwether sweep work --allow-commands %s", tasks.ErrProgram, entry.Label, entry.Command[0])
	}
	name := results.Task{Digest: s.digest, Row: entry.Row(), Seed: spec.Seed, Build: c.Program.Build.Name()}
	if name.ID() != id {
		return nil, errors.New("sweep: the order is that of another run: its id is not that of its scenario, row, seed and this program")
	}
	if bound := s.ProcessorBound(); bound != "" && (spec.Machine == nil || !spec.Machine.SameProcessor(c.Program.Machine)) {
		return nil, fmt.Errorf("%w: %s, and this is %v", tasks.ErrProcessor, bound, c.Program.Machine)
	}
	leave, err := c.Room.Enter(ctx, footprint.Need(s.Scenario, entry))
	if err != nil {
		return nil, err
	}
	defer leave()
	if spec.Trace > 0 {
		return traced(ctx, name, s.Scenario, campaign.Row{Label: entry.Label, Seed: spec.Seed}, c.Algorithms, min(spec.Trace, MaxTraceMost))
	}
	run, failure := campaign.One(ctx, s.Scenario, entry, spec.Seed, c.Algorithms)
	if failure != nil {
		return nil, failure.Err
	}
	return results.NewLine(name, s.Name, &run).Encode()
}

// load reads the scenario of an order.
func (c *Carrier) load(spec *runSpec, needs tasks.Fetched) (*digested, int, error) {
	var refused error
	l, err := spec.Load(needs, c.Starter.options(c.Algorithms.Options(), &refused))
	if err != nil && refused != nil { // whatever the row of the order is: the scenario cannot be read without it
		return nil, 0, fmt.Errorf("%w: %w", tasks.ErrProgram, refused)
	}
	if err != nil {
		return nil, 0, err
	}
	return &digested{l.Scenario, l.Digest()}, l.Bytes(), nil
}

// digested is a scenario with its hash.
type digested struct {
	*scenarios.Scenario
	digest string
}
