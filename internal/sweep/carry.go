package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"bellwether/internal/build"
	"bellwether/internal/campaign"
	"bellwether/internal/footprint"
	"bellwether/internal/registry"
	"bellwether/internal/results"
	"bellwether/internal/tasks"
	"bellwether/scenarios"
)

// A Carrier carries out orders of runs on a machine that has nothing but the program. It trusts
// no order: a scenario is read as strictly as a user's, names no file of this machine, and must be
// the one of the order's ID.
type Carrier struct {
	Algorithms *registry.Registry // of this program; nil: those built in
	Program    build.Program
	Room       *tasks.Room // memory for runs; nil: as much as they take

	cache scenarioCache
}

// Bounds of an order. A plan has at most twelve axes, whose values set some paths each; a
// scenario names some files.
const (
	maxSet   = 1000
	maxFiles = 1000
)

// Handle makes a run and returns its line, without plan and axes.
func (c *Carrier) Handle(ctx context.Context, id string, text json.RawMessage, needs tasks.Fetched) ([]byte, error) {
	var spec runSpec
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&spec); err != nil {
		return nil, fmt.Errorf("sweep: no order of a run: %w", err)
	}
	if len(spec.Set) > maxSet || len(spec.Files) > maxFiles {
		return nil, fmt.Errorf("sweep: an order that sets %d paths and names %d files; at most %d of each", len(spec.Set), len(spec.Files), maxSet)
	}
	s, err := c.cache.get(&spec, func() (*scenarios.Scenario, error) { return c.load(&spec, needs) })
	if err != nil {
		return nil, err
	}
	row := rowOf(s.Algorithms, spec.Label)
	if row < 0 {
		return nil, fmt.Errorf("sweep: the order's scenario has no row %q", spec.Label)
	}
	entry := s.Algorithms[row]
	name := results.Task{Digest: s.digest, Row: entry.Row(), Seed: spec.Seed, Build: c.Program.Build.Name()}
	if name.ID() != id {
		return nil, errors.New("sweep: the order is that of another run: its id is not that of its scenario, row, seed and this program")
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
func (c *Carrier) load(spec *runSpec, needs tasks.Fetched) (*scenarios.Scenario, error) {
	text, err := needs.Bytes(spec.Scenario)
	if err != nil {
		return nil, err
	}
	o := c.Algorithms.Options()
	for _, set := range spec.Set {
		o.Set = append(o.Set, scenarios.Assign(set[0], set[1]))
	}
	o.Files = map[string]string{}
	for _, f := range spec.Files {
		if o.Files[f.As], err = needs.File(f.SHA256); err != nil {
			return nil, err
		}
	}
	return scenarios.Read(spec.Name, text, o)
}

// cached is a scenario with its hash.
type cached struct {
	*scenarios.Scenario
	digest string
	bytes  int // of its files
	once   sync.Once
	err    error
}

// Bounds of the scenarios that are kept between orders: 1024 take some 10 MB, and files as they
// are read take about four times their size.
const (
	mostCached      = 1024
	mostCachedBytes = 128 << 20
)

// scenarioCache keeps scenarios between orders, the latest ones.
type scenarioCache struct {
	mutex sync.Mutex
	by    map[string]*cached
	order []string // the oldest first
	bytes int
}

// get returns the scenario of an order, and reads it if it is not kept. Two orders do not read one
// scenario at the same time.
func (c *scenarioCache) get(spec *runSpec, load func() (*scenarios.Scenario, error)) (*cached, error) {
	one := *spec
	one.Label, one.Seed, one.Trace = "", 0, 0
	text, err := json.Marshal(one)
	if err != nil {
		return nil, err
	}
	key := string(text)
	c.mutex.Lock()
	if c.by == nil {
		c.by = map[string]*cached{}
	}
	s, known := c.by[key]
	if !known {
		s = new(cached)
		c.by[key], c.order = s, append(c.order, key)
	}
	c.mutex.Unlock()
	s.once.Do(func() {
		if s.Scenario, s.err = load(); s.err != nil {
			return
		}
		s.digest = s.Scenario.Digest()
		for _, f := range s.Scenario.Files() {
			s.bytes += len(f.Data)
		}
		c.mutex.Lock()
		c.bytes += s.bytes
		c.mutex.Unlock()
	})
	if s.err != nil {
		c.drop(key)
		return nil, s.err
	}
	c.trim()
	return s, nil
}

// drop forgets a scenario that could not be read: what it lacked may come.
func (c *scenarioCache) drop(key string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.by, key)
}

// trim forgets the oldest scenarios beyond the bounds, but never the latest.
func (c *scenarioCache) trim() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.order) > 1 && (len(c.order) > mostCached || c.bytes > mostCachedBytes) {
		if old := c.by[c.order[0]]; old != nil {
			c.bytes -= old.bytes
			delete(c.by, c.order[0])
		}
		c.order = c.order[1:]
	}
}
