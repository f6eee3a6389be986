package movement

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"bellwether/internal/base/durable"
	"bellwether/internal/base/errs"
	"bellwether/internal/base/gz"
	"bellwether/internal/formats"
	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Progress is called with the share of a file that has been read, from 0 to 1.
type Progress func(what string, fraction float64)

// A Source is a file to read.
type Source struct {
	File        string
	Format      string // "": by the file's extension
	Coordinates geo.Coordinates
	Dimensions  int         // of BonnMotion; 0: decided by the file
	Notes       *text.Notes // of the reading; nil: none
	Columns     text.Mapping
	Within      *text.Rectangle // the part of the Earth to read, in degrees; nil: all of it
}

// A Target is a file to write.
type Target struct {
	File        string
	Format      string // "": by the file's extension
	Coordinates geo.Coordinates
	Step        time.Duration     // of formats with steps; 0 is a second
	Anchor      *movetrace.Anchor // replaces the trace's own; nil: the trace keeps it
}

func formatOf(name, file string) (format formats.Format, err error) {
	if name != "" {
		format, err = formats.ByName(name)
	} else {
		format, err = formats.ByFile(file)
	}
	if err != nil {
		err = fmt.Errorf("%w; of contacts %s", err, strings.Join(contacts.FormatNames(), " or "))
	}
	return format, err
}

// Recognise gives the source its format, and a remark if the content decided and not the
// extension. A pipe can be read only once, so its name decides.
func Recognise(s Source) (Source, string, error) {
	stat, err := os.Stat(s.File)
	if s.Format != "" || err != nil || !stat.Mode().IsRegular() {
		return s, "", nil // reading it will report the error
	}
	file, err := os.Open(s.File)
	if err != nil {
		return s, "", nil
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, text.HeadBytes)) // and so will this one
	choice, err := formats.Choose(s.File, head)
	s.Format = choice.Format
	return s, choice.Remark, err
}

// hint adds to a read error the format that the content seems to have, or what to do with one that is
// not read.
func hint(s Source, err error) error {
	if stat, wrong := os.Stat(s.File); err == nil || wrong != nil || !stat.Mode().IsRegular() {
		return err
	}
	file, wrong := os.Open(s.File)
	if wrong != nil {
		return err
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, text.HeadBytes))
	return formats.Hinted(err, s.Format, head)
}

// Read reads a trace.
func Read(ctx context.Context, s Source, p Progress) (*movetrace.Trace, error) {
	format, err := formatOf(s.Format, s.File)
	if err != nil {
		return nil, err
	}
	file, err := open(ctx, s.File)
	if err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	defer file.Close()
	defer interrupted(ctx, file)()
	t, err := format.Read(watch(ctx, file, p), formats.Input{
		Name: s.File, Coordinates: s.Coordinates, Dimensions: s.Dimensions, Notes: s.Notes, Columns: s.Columns, Within: s.Within,
		Companion: func(name string) (io.ReadCloser, error) { return open(ctx, name) },
	})
	if err == nil && s.Within != nil {
		t, err = cut(t, *s.Within)
	}
	return t, hint(s, err)
}

// cut is the part of a trace in a rectangle of degrees.
func cut(t *movetrace.Trace, degrees text.Rectangle) (*movetrace.Trace, error) {
	if !t.Anchor().OnEarth {
		return nil, errs.Mobility.Errorf("the trace has no place on Earth, and no part of it is within a rectangle of degrees")
	}
	on, err := geo.On(t.Anchor(), degrees)
	if err == nil {
		t, err = t.Reshaped(movetrace.Reshaping{Within: &on})
	}
	if err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	return t, nil
}

// open opens a file. For a pipe it waits until there is a writer, or until ctx is done.
func open(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		*os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		return o.File, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// interrupted ends the wait for a pipe that is open and silent when ctx is done,
// until the returned function is called.
func interrupted(ctx context.Context, file *os.File) (stop func() bool) {
	return context.AfterFunc(ctx, func() { file.SetReadDeadline(time.Unix(0, 1)) })
}

// watched reads a file, reports progress, and stops when ctx is done.
type watched struct {
	ctx        context.Context
	file       *os.File
	size, read int64 // size 0 if it is not known
	progress   Progress
}

func watch(ctx context.Context, file *os.File, p Progress) *watched {
	w := &watched{ctx: ctx, file: file, progress: p}
	if stat, err := file.Stat(); err == nil && stat.Mode().IsRegular() {
		w.size = stat.Size()
	}
	return w
}

// FileSize is the size of the file in bytes; 0 if it is not known. Readers refuse a file beyond
// their bound before they read it.
func (w *watched) FileSize() int64 { return w.size }

func (w *watched) Read(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.file.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, w.ctx.Err()
	}
	w.read += int64(n)
	if w.size > 0 && w.progress != nil {
		w.progress("reading "+w.file.Name(), float64(w.read)/float64(w.size))
	}
	return n, err
}

// Write writes a trace, and the second file if its format has one, and says what is lost.
func Write(ctx context.Context, t *movetrace.Trace, to Target) (losses []string, err error) {
	format, err := formatOf(to.Format, to.File)
	if err != nil {
		return nil, err
	}
	if to.Anchor != nil {
		t = t.Anchored(*to.Anchor)
	}
	if err := t.Unread(); err != nil && format.Altitudes {
		return nil, errs.Mobility.Errorf("%w; --lenient leaves it out", err)
	}
	o := formats.WriteOptions{Coordinates: to.Coordinates, Step: to.Step}
	first, err := stage(ctx, to.File, func(w io.Writer) error { return format.Write(w, t, o) })
	if err != nil {
		return nil, err
	}
	if second := format.CompanionOf(to.File); second != "" {
		beside, err := stage(ctx, second, func(w io.Writer) error { return format.WriteCompanion(w, t) })
		if err == nil {
			err = beside.Commit()
		}
		if err != nil {
			first.Drop()
			return nil, errs.Mobility.Errorf("%w", err)
		}
	}
	if err := first.Commit(); err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	return format.Losses(t, o), nil
}

// readable is the mode of written files: others may read traces.
const readable = 0o644

// stage writes a file that does not have its final name yet.
func stage(ctx context.Context, name string, write func(io.Writer) error) (*durable.File, error) {
	file, err := durable.Create(durable.OS{}, name, readable)
	if err != nil {
		return nil, errs.Mobility.Errorf("%w", err)
	}
	w := io.Writer(stoppable{ctx, file})
	if !gz.Named(name) {
		err = write(w)
	} else {
		z := gzip.NewWriter(w)
		if err = write(z); err == nil {
			err = z.Close()
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		file.Drop()
		return nil, err
	}
	return file, nil
}

// stoppable writes until ctx is done.
type stoppable struct {
	ctx context.Context
	w   io.Writer
}

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(b)
}
