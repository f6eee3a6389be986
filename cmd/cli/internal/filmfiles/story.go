package filmfiles

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bellwether/emulator/story"
	"bellwether/internal/base/errs"
	"bellwether/internal/contract/provenance"
	"bellwether/internal/study/registry"
	"bellwether/internal/viewer/film"
	"bellwether/protocol"
	"bellwether/trace"
)

// storySuffix ends the name of a file that is a story and not a trace.
const storySuffix = ".story"

// filmStory plays a story, and films it: each step lasts a second.
func filmStory(reg *registry.Registry, name string, said io.Writer) (*film.Film, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	script, err := story.Read(name, file)
	if err != nil {
		return nil, err
	}
	var recorded bytes.Buffer // a story is short
	taken := &tape{name: filepath.Base(name), to: &recorded}
	unknown := ""
	find := func(algorithm string) (protocol.Algorithm, bool) {
		a, found := reg.Find(algorithm)
		if found {
			taken.begin(&a)
		} else {
			unknown = algorithm
		}
		return a, found
	}
	differences, err := script.Play(find, io.Discard, taken)
	for _, d := range differences {
		fmt.Fprintln(said, d)
	}
	if taken.Writer == nil && err != nil && unknown != "" {
		return nil, fmt.Errorf("%w; if %s is a program: bellwether story %s --algorithm %s=COMMAND plays it, and what is viewed starts none", err, unknown, name, unknown)
	}
	if taken.Writer == nil {
		return nil, err
	}
	taken.Record(&trace.Record{At: taken.last, Kind: trace.End})
	if also := errors.Join(taken.err, taken.Close()); also != nil {
		return nil, errors.Join(err, also)
	}
	one, also := film.Read(&recorded, film.Options{Name: name})
	if err != nil && one != nil {
		one.Head.Note = fmt.Sprintf("The story ends early: %s.", errs.ForPeople(err))
		fmt.Fprintf(said, "warning: %s\n", one.Head.Note)
	}
	return one, also
}

// A tape writes the trace of a story. Which messages there are is known once the story has
// named its algorithm.
type tape struct {
	*trace.Writer
	name string
	to   io.Writer
	last protocol.Time
	err  error
}

// begin writes the head. A story may begin again with another algorithm. The head stays that of the
// first one: messages of the other have numbers in place of names.
func (t *tape) begin(a *protocol.Algorithm) {
	if t.Writer != nil {
		return
	}
	codec, err := protocol.NewCodec(a.Kinds...)
	t.err = err
	o := trace.WriterOptions{Scenario: t.name, Algorithm: a.Name, Codec: codec}
	o.Origin.Measured = provenance.Measured{Goal: string(a.Goal)}
	t.Writer = trace.NewWriter(t.to, o)
}

// Wants is part of trace.Sink.
func (t *tape) Wants() trace.Set { return trace.All }

// Record is part of trace.Sink.
func (t *tape) Record(r *trace.Record) {
	t.last = r.At
	t.Writer.Record(r)
}
