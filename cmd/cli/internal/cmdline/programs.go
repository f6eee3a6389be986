package cmdline

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/mattn/go-shellwords"
	"github.com/spf13/cobra"

	"bellwether/internal/contract/optional"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// Programs are the flags by which rows may be programs in any language: see docs/languages.md.
type Programs struct {
	rows    []string
	named   map[string]bool // rows of the command line
	allowed bool
	start   *scenarios.Programs
	joined  *joined
}

// joined are the programs that joined a registry.
type joined struct {
	mu        sync.Mutex
	makers    []func() protocol.Machine
	stateless []string // who gives no states of its nodes
}

// Bind binds the flags of a verb that may add rows.
func (p *Programs) Bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&p.rows, "algorithm", nil, "add a row that a program runs, as `NAME=COMMAND`: 'mine=python3 mine.py'; repeatable")
	p.BindLeave(cmd)
}

// BindLeave binds the flag that lets the programs of a scenario be started.
func (p *Programs) BindLeave(cmd *cobra.Command) {
	p.start = new(scenarios.Programs)
	cmd.Flags().BoolVar(&p.allowed, "allow-commands", false, "start the programs that the scenario's rows name (command): only if you trust the file")
}

// Load lets a scenario be loaded with them.
func (p *Programs) Load(o *scenarios.Options) error {
	p.named = map[string]bool{}
	for _, row := range p.rows {
		e, err := entry(row)
		if err != nil {
			return err
		}
		if p.named[e.Name] {
			return fmt.Errorf("--algorithm %s: two rows are called %s", row, e.Name)
		}
		p.named[e.Name] = true
		o.Rows = append(o.Rows, e)
	}
	o.Program = p.Start
	return nil
}

// entry is the row of NAME=COMMAND.
func entry(row string) (scenarios.Entry, error) {
	name, line, ok := strings.Cut(row, "=")
	if !ok || strings.TrimSpace(name) == "" {
		return scenarios.Entry{}, fmt.Errorf("--algorithm %s: must be NAME=COMMAND, like mine='python3 mine.py'; a row that is no program goes to --algorithms", row)
	}
	parser := shellwords.NewParser()
	words, err := parser.Parse(line)
	if err != nil {
		return scenarios.Entry{}, fmt.Errorf("--algorithm %s: the command is split into words as a shell does: %w: does a quote end?", row, err)
	}
	if parser.Position >= 0 || len(words) == 0 {
		return scenarios.Entry{}, fmt.Errorf("--algorithm %s: the command is split into words as a shell does, but no shell runs it: it needs a program and its arguments, without ; & | < >", row)
	}
	return scenarios.Entry{Name: name, Label: name, Command: words}, nil
}

// Join starts the programs among names, which are NAME=COMMAND. It returns the names alone, and a registry
// that has their algorithms, too.
func (p *Programs) Join(reg *registry.Registry, names []string) (*registry.Registry, []string, error) {
	var started []protocol.Algorithm
	p.joined = new(joined)
	names = slices.Clone(names)
	for i, name := range names {
		if !strings.Contains(name, "=") {
			continue
		}
		e, err := entry(name)
		if err != nil {
			return nil, nil, err
		}
		if _, taken := reg.Find(e.Name); taken {
			return nil, nil, fmt.Errorf("--algorithm %s: %s is the name of an algorithm: give the program another", name, e.Name)
		}
		dir, err := os.Getwd()
		if err != nil {
			return nil, nil, err
		}
		one, err := new(scenarios.Programs).Start(e, dir)
		if err != nil {
			return nil, nil, err
		}
		names[i], started = e.Name, append(started, p.joined.noted(one.Algorithm))
		var says struct{ Hears []string }
		if err := json.Unmarshal([]byte(one.Declares), &says); err != nil || !slices.Contains(says.Hears, "snapshot") {
			p.joined.stateless = append(p.joined.stateless, e.Name)
		}
	}
	if len(started) == 0 {
		return reg, names, nil
	}
	with, err := reg.With(started...)
	return with, names, err
}

// noted is an algorithm whose makers of machines are kept, to close them.
func (j *joined) noted(a protocol.Algorithm) protocol.Algorithm {
	inner := a.New
	a.New = func(c protocol.Config) (func() protocol.Machine, error) {
		made, err := inner(c)
		if err == nil {
			j.mu.Lock()
			defer j.mu.Unlock()
			j.makers = append(j.makers, made)
		}
		return made, err
	}
	return a
}

// Stateless returns who of those that joined gives no states of its nodes, which a search needs.
func (p *Programs) Stateless() []string { return p.joined.stateless }

// Close ends the programs that joined a registry, where the driver of their machines does not, and removes
// what was written to start others.
func (p *Programs) Close() {
	if p.start != nil {
		p.start.Close() // what cannot be removed stays among temporary files
	}
	j := p.joined
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, make := range j.makers {
		optional.Close(make())
	}
	j.makers = nil
}

// Start starts the program of a row, if the user named it or allows those of files.
func (p *Programs) Start(e scenarios.Entry, dir string) (scenarios.Program, error) {
	if !p.allowed && !p.named[e.Name] {
		return scenarios.Program{}, fmt.Errorf("the row %s runs a program: %s; if you trust this file, --allow-commands starts it", e.Label, strings.Join(e.Command, " "))
	}
	return p.start.Start(e, dir)
}
