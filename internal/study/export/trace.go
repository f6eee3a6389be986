package export

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/formats/export/pcapng"
	"bellwether/internal/formats/export/perfetto"
	"bellwether/internal/formats/export/shiviz"
	"bellwether/internal/formats/export/source"
	"bellwether/trace"
)

// The formats of traces.
const (
	PCAPNG   = "pcapng"
	Perfetto = "perfetto"
	ShiViz   = "shiviz"
)

// TraceFormats lists the formats of traces.
func TraceFormats() []string { return []string{PCAPNG, Perfetto, ShiViz} }

// A Trace writes one trace in another format.
type Trace struct {
	File   string
	Format string
	Window source.Window
	Out    io.Writer
	Warn   func(string) // of a trace that ends before its end
}

// writer writes one format.
type writer interface {
	Before(l *trace.Line) error // a record before the window, in order
	Take(l *trace.Line) error   // a record within it
	Close() error
}

// Do writes the trace.
func (t *Trace) Do() error {
	if !slices.Contains(TraceFormats(), t.Format) {
		return fmt.Errorf("--format %s: unknown format%s", t.Format, strictyaml.Hint(t.Format, TraceFormats()))
	}
	file, err := os.Open(t.File)
	if err != nil {
		return err
	}
	defer file.Close()
	if stat, err := file.Stat(); err == nil && !stat.Mode().IsRegular() {
		return fmt.Errorf("%s is no file, but a pipe or a device: write the trace to a file first, because it is read twice", t.File)
	}
	survey, err := source.Read(file, t.File, t.Window)
	if err != nil {
		return err
	}
	if survey.Damage != nil {
		t.Warn(fmt.Sprintf("the trace is damaged, and written up to there: %s", errs.Plain(survey.Damage)))
	}
	if len(survey.Nodes) == 0 {
		return fmt.Errorf("%s has no record of a node", t.File)
	}
	if len(survey.Kinds) == 0 {
		return fmt.Errorf("%s has no record between --from and --to", t.File)
	}
	w, err := t.writer(survey)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return errors.Join(t.copy(w, file), w.Close())
}

func (t *Trace) writer(s *source.Survey) (writer, error) {
	switch t.Format {
	case PCAPNG:
		return pcapng.New(t.Out, s)
	case Perfetto:
		return perfetto.New(t.Out, s)
	}
	return shiviz.New(t.Out, s)
}

// copy passes the records to a writer, as far as the trace can be read; the damage was
// reported before.
func (t *Trace) copy(w writer, file io.Reader) error {
	in, err := trace.NewReader(file, t.File)
	if err != nil {
		return err
	}
	for {
		line, err := in.Next()
		if err != nil {
			return nil
		}
		switch t.Window.Place(line.Record.At) {
		case source.Before:
			err = w.Before(line)
		case source.Within:
			err = w.Take(line)
		case source.After:
			return nil
		}
		if err != nil {
			return err
		}
	}
}
