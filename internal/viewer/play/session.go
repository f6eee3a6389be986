package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios"
)

// A Base is the world that a session begins with.
type Base struct {
	Scenario string // a built-in name, a file, or a trace
	Text     []byte // the scenario itself, called Scenario in errors; nil: it is loaded
	// Load changes the scenario as it is loaded. It names at most one algorithm; the default
	// is the scenario's first.
	Load scenarios.Options
	Seed uint64 // 0: the scenario's
	// Lesson is the text that leads through the world, as package lesson outlines it; nil: none.
	Lesson json.RawMessage
}

// A Session is a base and what was done to it. It has no clock and runs nothing.
type Session struct {
	base    Base
	world   *scenarios.Scenario // the base, loaded
	now     *scenarios.Scenario // the base with the actions
	actions []Action
	undone  []Action // the last first
	knobs   []Knob
	file    os.FileInfo // of the base, as it was at the beginning; nil: the base is not a file
}

// Begin loads a world to play with.
func Begin(b Base) (*Session, error) {
	world, err := b.load(b.Load)
	if err != nil {
		return nil, err
	}
	row := world.Algorithms[0].Label
	b.Load.Algorithms = []string{row}
	if b.Seed == 0 {
		b.Seed = world.Seed
	}
	b.Load.Set = append(slices.Clone(b.Load.Set), override("runs", "1"), override("seed", strconv.FormatUint(b.Seed, 10)))
	if world, err = b.load(b.Load); err != nil {
		return nil, err
	}
	s := &Session{base: b, world: world, now: world, knobs: knobsOf(world)}
	if _, builtin := scenarios.Source(b.Scenario); b.Text == nil && !builtin {
		if s.file, err = os.Stat(b.Scenario); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func override(path, value string) scenarios.Override {
	return scenarios.Override{Path: path, Value: value, Flag: path + ", by play"}
}

// World is the scenario that the session began with.
func (s *Session) World() *scenarios.Scenario { return s.world }

// Do adds an action. An action that makes the scenario invalid is refused and changes nothing.
func (s *Session) Do(d Action) error {
	if d.AtNs < 0 || d.AtNs >= int64(s.world.Duration) {
		return fmt.Errorf("the run lasts from 0s to %v: nothing can be done at %s", s.world.Duration, d.at())
	}
	if d.ForNs < 0 {
		return fmt.Errorf("nothing lasts for %v", time.Duration(d.ForNs))
	}
	return s.become(append(slices.Clone(s.actions), d), nil)
}

// Undo takes the last action back.
func (s *Session) Undo() error {
	n := len(s.actions) - 1
	if n < 0 {
		return errors.New("nothing was done")
	}
	return s.become(slices.Clone(s.actions[:n]), append(slices.Clone(s.undone), s.actions[n]))
}

// Redo does again what was undone last.
func (s *Session) Redo() error {
	n := len(s.undone) - 1
	if n < 0 {
		return errors.New("nothing was undone")
	}
	return s.become(append(slices.Clone(s.actions), s.undone[n]), slices.Clone(s.undone[:n]))
}

// become changes the actions if the scenario takes them. Runs may still read the former lists.
func (s *Session) become(actions, undone []Action) error {
	now, err := s.load(actions)
	if err != nil {
		return err
	}
	s.now, s.actions, s.undone = now, actions, undone
	return nil
}

// Text is the session as a scenario, with a comment of what was done. Files that the base
// names relative to itself get absolute paths.
func (s *Session) Text() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Played with bellwether: %s, %s, seed %d.\n", s.world.Name, s.world.Algorithms[0].Label, s.world.Seed)
	for i := range s.actions {
		fmt.Fprintf(&b, "#   %-14s %s\n", s.actions[i].at(), s.actions[i].Say())
	}
	text := string(s.now.YAML())
	for _, f := range s.now.Files() {
		if f.From != "" {
			name, path := strictyaml.Text(f.Name), strictyaml.Text(filepath.ToSlash(f.From))
			at := regexp.MustCompile(`(: |- |\[|, )` + regexp.QuoteMeta(name) + `([,\]}\n])`)
			for range 2 { // neighbours in a list share a comma
				text = at.ReplaceAllString(text, "${1}"+strings.ReplaceAll(path, "$", "$$")+"${2}")
			}
		}
	}
	b.WriteString(text)
	return []byte(b.String())
}

// load reads the base with actions.
func (s *Session) load(actions []Action) (*scenarios.Scenario, error) {
	e, err := entriesOf(actions)
	if err != nil {
		return nil, err
	}
	if s.file != nil {
		if now, err := os.Stat(s.base.Scenario); err != nil || now.Size() != s.file.Size() || !now.ModTime().Equal(s.file.ModTime()) {
			return nil, fmt.Errorf("%s has changed since the session began: begin again", s.base.Scenario)
		}
	}
	o := s.base.Load
	o.Set = slices.Clone(o.Set)
	if len(e.faults) > 0 {
		o.Set = append(o.Set, override("faults", list(strictyaml.Inline(s.world.Faults), e.faults)))
	}
	if len(e.changes) > 0 {
		var texts []string
		for i := range e.changes {
			texts = append(texts, e.changes[i].String())
		}
		o.Set = append(o.Set, override("interventions", list(strictyaml.Inline(s.world.Interventions), texts)))
	}
	return s.base.load(o)
}

func (b *Base) load(o scenarios.Options) (*scenarios.Scenario, error) {
	if b.Text != nil {
		return scenarios.Read(b.Scenario, b.Text, o)
	}
	return scenarios.Load(b.Scenario, o)
}

// list adds items to a list as text.
func list(first string, more []string) string {
	first = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(first), "["), "]")
	all := more
	if strings.TrimSpace(first) != "" {
		all = append([]string{first}, more...)
	}
	return "[" + strings.Join(all, ", ") + "]"
}
