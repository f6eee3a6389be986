package hunt

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/wording"

	"bellwether/scenarios"
)

const (
	stateFile = "hunt.json"     // the progress of the hunt; found worlds are the scenarios beside it
	keepEvery = 2 * time.Second // an interrupted hunt repeats at most this much
	readable  = 0o644
)

// A Dir is a directory of found worlds, with a file that states the progress of the hunt. A
// hunt may be killed at any moment: files are replaced whole, and the next hunt continues from
// there.
type Dir struct {
	Path  string
	state *state
	// Again is called for each kept world that was run again, with what it breaks now (nil:
	// nothing). It may be nil.
	Again func(file string, now *Breach)
}

// state is the content of stateFile.
type state struct {
	Of   Ask    `json:"hunt"`
	Next uint64 `json:"next"`
	Tally
	Found []kept `json:"found"`
}

// An Ask is everything that decides which worlds a hunt runs. A directory belongs to one Ask.
type Ask struct {
	Algorithms []string `json:"algorithms"`
	Scenario   string   `json:"scenario,omitempty"`
	Seed       uint64   `json:"seed"`
	First      uint64   `json:"first,omitempty"`
	Bounds     []string `json:"bounds,omitempty"`
	// Programs are those that ran algorithms, as NAME=COMMAND: a directory from somebody else starts none.
	Programs []string `json:"programs,omitempty"`
}

// kept is the part of stateFile about a found world, beside the world's own file.
type kept struct {
	File      string  `json:"file"`
	Story     string  `json:"story,omitempty"`
	Algorithm string  `json:"algorithm"`
	Breach    *Breach `json:"breach"`
	Number    uint64  `json:"number"`
	Nodes     int     `json:"nodes"` // as it was drawn
	Faults    int     `json:"faults"`
	Tried     int     `json:"tried"`
	Smallest  bool    `json:"smallest"`
	Again     int     `json:"again"`
}

// OpenDir opens the directory of a hunt, and makes it if it does not exist. A directory with
// other files and no state of a hunt is an error.
func OpenDir(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	d := &Dir{Path: path}
	text, err := os.ReadFile(filepath.Join(path, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		if list, err := os.ReadDir(path); err == nil && len(list) > 0 {
			return nil, fmt.Errorf("%s holds other files, and no %s: a hunt keeps its worlds in a directory of its own", path, stateFile)
		}
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	d.state = new(state)
	if err := json.Unmarshal(text, d.state); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(path, stateFile), err)
	}
	return d, nil
}

// Asked returns the Ask of the directory; false: the directory is new.
func (d *Dir) Asked() (Ask, bool) {
	if d == nil || d.state == nil {
		return Ask{}, false
	}
	return d.state.Of, true
}

// Flags are the flags that name the algorithms of a hunt.
func (a Ask) Flags() (flags string) {
	for _, name := range a.Algorithms {
		if at := slices.IndexFunc(a.Programs, func(p string) bool { return strings.HasPrefix(p, name+"=") }); at >= 0 {
			name = a.Programs[at]
		}
		flags += " --algorithm " + wording.Quote(name)
	}
	return flags
}

// ask returns the Ask of this hunt.
func (h *hunter) ask() Ask {
	a := Ask{Seed: h.Seed, First: h.First, Programs: h.Programs}
	for _, b := range h.Bounds {
		a.Bounds = append(a.Bounds, b.String())
	}
	if h.Base != nil {
		a.Scenario = h.Base.from
		for _, e := range h.Base.scenario.Algorithms {
			a.Algorithms = append(a.Algorithms, e.Label)
		}
		return a
	}
	for i := range h.Algorithms {
		a.Algorithms = append(a.Algorithms, h.Algorithms[i].Name)
	}
	return a
}

// resume runs the kept worlds again, and continues where the last hunt ended. A world that no
// longer breaks its law stays in the directory; another world that breaks the law is a new find.
func (h *hunter) resume(ctx context.Context) error {
	if h.Dir == nil || h.Dir.state == nil {
		return nil
	}
	was := h.Dir.state
	if now := h.ask(); now.Seed != was.Of.Seed || now.First != was.Of.First || now.Scenario != was.Of.Scenario ||
		!slices.Equal(now.Algorithms, was.Of.Algorithms) || !slices.Equal(now.Bounds, was.Of.Bounds) {
		return fmt.Errorf("%s is of another hunt: %s; take another directory", h.Dir.Path, was.Of)
	}
	h.out.Next, h.out.Tally = was.Next, was.Tally
	if h.out.Broken == nil {
		h.out.Broken = map[string]int{}
	}
	for _, k := range was.Found {
		f := &Find{File: k.File, Story: k.Story, Breach: k.Breach, Number: k.Number, Tried: k.Tried, Smallest: k.Smallest, Again: k.Again,
			World: &World{Algorithm: k.Algorithm}, Drawn: &World{Nodes: k.Nodes, Faults: make([]fault, k.Faults)}}
		s, err := scenarios.Load(filepath.Join(h.Dir.Path, k.File), h.judge.options())
		if err != nil {
			return err
		}
		f.World.Nodes, f.World.Faults = s.Nodes, make([]fault, len(s.Faults))
		got, err := h.judge.scenario(ctx, s, s.Algorithms[0], s.Seed)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Dir.Again != nil {
			h.Dir.Again(filepath.Join(h.Dir.Path, k.File), got.Breach)
		}
		if f.mended = !got.Breach.same(k.Breach); !f.mended {
			h.seen[f.key()] = f
		}
		h.out.Finds = append(h.out.Finds, f)
	}
	return nil
}

// String is the Ask in one line.
func (a Ask) String() string {
	out := strings.Join(a.Algorithms, ", ")
	if a.Scenario != "" {
		out = a.Scenario + " with " + out
	}
	out += fmt.Sprintf(", seed %d", a.Seed)
	if a.First > 0 {
		out += fmt.Sprintf(", from world %d", a.First)
	}
	if len(a.Bounds) > 0 {
		out += ", laws " + strings.Join(a.Bounds, ", ")
	}
	return out
}

// keep writes the state of the hunt, if there is a directory.
func (h *hunter) keep() error {
	h.kept = h.Now()
	if h.Dir == nil {
		return nil
	}
	s := state{Of: h.ask(), Next: h.out.Next, Tally: h.out.Tally}
	for _, f := range h.out.Finds {
		s.Found = append(s.Found, kept{f.File, f.Story, f.World.Algorithm, f.Breach, f.Number, f.Drawn.Nodes, len(f.Drawn.Faults), f.Tried, f.Smallest, f.Again})
	}
	text, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return durable.Write(durable.OS{}, filepath.Join(h.Dir.Path, stateFile), readable, append(text, '\n'))
}

// write writes a found world and its story into the directory.
func (d *Dir) write(f *Find, program string) error {
	f.File = f.World.Name + ".yaml"
	var b bytes.Buffer
	for _, line := range wording.Wrap(f.Breach.String(), 96, "") {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "# Again: %s\n", f.Command(program, filepath.Join(d.Path, f.File)))
	b.Write(f.World.YAML())
	if err := durable.Write(durable.OS{}, filepath.Join(d.Path, f.File), readable, b.Bytes()); err != nil {
		return err
	}
	if f.StoryText == nil {
		return nil
	}
	f.Story = f.World.Name + ".story"
	return durable.Write(durable.OS{}, filepath.Join(d.Path, f.Story), readable, f.StoryText)
}

// Command returns the command line that shows the breach again from the file of the world.
func (f *Find) Command(program, file string) string {
	again := fmt.Sprintf("%s hunt %s --worlds 1", program, wording.Quote(file))
	if f.Started != "" {
		again += " --algorithm " + wording.Quote(f.Started)
	}
	if f.Breach.Law == lawOwn {
		again += fmt.Sprintf(" --law %q", f.Breach.Of)
	}
	return again
}
