package scenarios

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"bellwether/internal/base/errs"
	"bellwether/internal/contract/foreign"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

// A Program is what is known of a row's command once it was started.
type Program struct {
	Algorithm protocol.Algorithm
	emulated  protocol.Algorithm // the same, whose first run has a witness
	Declares  string             // its declaration, as JSON
	Content   string             // hash of the command and its files
	files     []foreign.File
	changed   bool // since its files were kept, which run
}

// Programs start the commands of rows, each once: a scenario may be loaded a thousand times. The zero value
// is ready, and any number of goroutines may use it.
type Programs struct {
	// Refuse returns why a program of some content is not started; nil: each is.
	Refuse func(e Entry, content string) error

	mu    sync.Mutex
	known map[string]Program // by command and content
	lain  string             // directory of copies, "" if none was needed
}

// Start starts the command of a row, which runs in a directory, to learn what it declares, unless the same
// has declared itself before, or the row wants another content. Where the files of the program were kept with
// the scenario and those in the directory are others, or there is no directory (""), the kept ones run in a
// directory of their own. A row of a scenario from somebody else must not run code: give this to
// Options.Program only if the user allows it.
func (p *Programs) Start(e Entry, dir string) (Program, error) {
	c, files, changed, err := p.choose(e, dir)
	if err != nil {
		return Program{}, errs.Scenarios.Errorf("%w", err)
	}
	content := foreign.Command{Words: e.Command}.Content(files) // wherever they are
	if e.Content != "" && e.Content != content {
		return Program{Content: content}, nil // the reader refuses it: what is not wanted is not started
	}
	if p.Refuse != nil {
		if err := p.Refuse(e, content); err != nil {
			return Program{}, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := fmt.Sprintf("%q %q %q %s", c.Name, c.Dir, c.Words, content)
	if one, has := p.known[key]; has {
		return one, nil
	}
	a, d, err := foreign.Open(c)
	if err != nil {
		return Program{}, errs.Scenarios.Errorf("%w", err)
	}
	if err := declared(a); err != nil {
		return Program{}, err
	}
	if err := c.Steady(d); err != nil {
		return Program{}, errs.Scenarios.Errorf("%w", err)
	}
	declares, err := json.Marshal(d)
	if err != nil {
		return Program{}, err
	}
	emulated, err := c.Witnessed(d)
	if err != nil {
		return Program{}, err
	}
	if p.known == nil {
		p.known = map[string]Program{}
	}
	p.known[key] = Program{a, emulated, string(declares), content, files, changed}
	return p.known[key], nil
}

// choose is the command of a row with its files: in place, or as they were kept, if that is needed. It says
// whether those in place have changed since.
func (p *Programs) choose(e Entry, dir string) (c foreign.Command, files []foreign.File, changed bool, err error) {
	c = foreign.Command{Name: e.Name, Words: e.Command, More: e.Files, Dir: dir}
	if dir != "" {
		files, err = c.Read()
		same := err == nil && c.Content(files) == e.Content
		if len(e.kept) == 0 || same && c.Runnable() {
			return c, files, false, err
		}
		changed = len(files) > 0 && e.Content != "" && !same
	}
	c, err = p.lay(c, e.kept)
	return c, e.kept, changed, err
}

// lay writes the kept files of a command into a directory of their own, and returns the command that runs
// there.
func (p *Programs) lay(c foreign.Command, kept []foreign.File) (foreign.Command, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lain == "" {
		dir, err := os.MkdirTemp("", "bellwether-programs-")
		if err != nil {
			return c, err
		}
		p.lain = dir
	}
	dir := filepath.Join(p.lain, strings.TrimPrefix(c.Content(kept), "sha256:"))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return c, err
	}
	return c.Lay(dir, kept)
}

// Close removes the copies of programs that were started. None may run any more.
func (p *Programs) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	dir := p.lain
	p.lain, p.known = "", nil
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// programs adds the algorithms of rows that are programs: of the file first, then of Options.Rows. One of
// these that has the name of a row is the program of this row.
func (r *reader) programs() {
	added := slices.Clone(r.o.Rows)
	for i := range r.s.Algorithms {
		e := &r.s.Algorithms[i]
		if at := slices.IndexFunc(added, func(o Entry) bool { return o.Name == e.Name }); at >= 0 && r.Sound(e.path) {
			e.Command, e.Files, e.Declares, e.Content = added[at].Command, nil, "", ""
			added = slices.Delete(added, at, at+1)
			r.typed(e)
			continue
		}
		if r.Sound(e.path) && len(e.Command) > 0 {
			e.kept = r.kept(e)
			r.program(e, r.dir(), func(text string, args ...any) { r.Fault(e.path+".command", text, args...) })
			e.kept = nil
		}
	}
	for _, e := range added {
		r.typed(&e)
		if len(r.s.Algorithms) > 0 {
			r.s.Algorithms = append(r.s.Algorithms, e)
		}
	}
	r.rows.table = r.s.table
}

// typed adds the algorithm of a row whose program the user typed.
func (r *reader) typed(e *Entry) {
	flag := "--algorithm " + e.Name
	r.program(e, "", func(text string, args ...any) { r.FaultOf(flag, text, args...) })
	r.rows.named = append(r.rows.named, *e) // with what it declared
}

// dir is the directory of the file, "" if it has none.
func (r *reader) dir() string {
	if r.files.Where == nil {
		return ""
	}
	return filepath.Dir(r.files.Where("program"))
}

// kept are the files of a row's program that were kept with the scenario.
func (r *reader) kept(e *Entry) []foreign.File {
	if r.files.Copied == nil {
		return nil
	}
	return foreign.Command{Words: e.Command, More: e.Files}.Kept(r.files.Copied)
}

// program adds the algorithm of one row.
func (r *reader) program(e *Entry, dir string, fault func(string, ...any)) {
	if e.Name == section.WordAll {
		fault("no row can be called %s: that stands for every algorithm", e.Name)
		return
	}
	if _, taken := r.s.table.named(e.Name); taken {
		fault("%s is the name of an algorithm: give this row, which runs a program, another", e.Name)
		return
	}
	if !ownName.MatchString(e.Name) {
		fault("a program's row is called %q: want small letters, digits, dots, underscores and hyphens", e.Name)
		return
	}
	if r.o.Program == nil {
		a, err := foreign.Command{Name: e.Name, Words: e.Command}.Inert(e.Declares)
		if err != nil {
			fault("what the program of %s declared: %v", e.Name, err)
			return
		}
		r.s.table = append(r.s.table, a)
		return
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	p, err := r.o.Program(*e, dir)
	switch {
	case err != nil:
		fault("%s", errs.Why(err))
		return
	case e.Content != "" && e.Content != p.Content:
		fault("the program of %s is not the one that ran: its words, a file that they name, a helper beside it or one of files has changed (content %.15s…, was %.15s…)", e.Name, p.Content, e.Content)
		return
	}
	if p.changed {
		r.Warn(e.path, "the program of %s has changed: the copy that was kept with the run is started", e.Name)
	}
	for _, f := range p.files {
		if err := r.files.KeepProgram(dir, f.Name, f.Data); err != nil {
			fault("%v", err)
			return
		}
	}
	e.Declares, e.Content = p.Declares, p.Content
	if p.emulated.New == nil { // of somebody who starts programs in a way of their own
		p.emulated = p.Algorithm
	}
	r.s.table = append(r.s.table, p.emulated)
}
