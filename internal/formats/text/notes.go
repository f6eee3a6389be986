package text

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"bellwether/internal/base/errs"
)

// A File says how a file is read.
type File struct {
	Name    string  // errors begin with it and the number of the line
	Notes   *Notes  // of the reading; nil: a bad line is an error
	Columns Mapping // which columns mean what

	// Within is a rectangle of degrees: places far from it are left out. nil: all are read.
	Within *Rectangle
}

// A Rectangle is a part of the Earth, in degrees.
type Rectangle struct{ West, South, East, North float64 }

// Notes are a reader's remarks on a file that it could read: which parts it skipped, and
// what it assumed. They are of one reading.
type Notes struct {
	// Lenient skips bad parts if they are few: lines of a table, places of a path,
	// elements of XML, features of GeoJSON. Set it before reading.
	Lenient bool

	Parts   int      // that were read, bad ones included
	Bad     int      // that were skipped
	First   []error  // errors of the first bad parts, with file and line
	Remarks []string // assumptions, in words
	Timed   bool     // the file says the unit of its times, or they are those of a day
}

const (
	// firstShown is how many bad parts are reported one by one.
	firstShown = 5

	// One part in badShare may be bad. A logger that was switched off in the middle of a
	// line, or a merge of two files, damages far fewer. If more are bad, the file has
	// another format, or a column another meaning.
	badShare = 10

	// In short files badAllowed parts may be bad, as long as most are good.
	badAllowed = 3
)

// Whole marks an error of the whole file, such as a wrong header of a table or a limit: no
// reader skips it.
func Whole(err error) error { return whole{err} }

type whole struct{ error }

func (w whole) Unwrap() error { return w.error }

// Whole marks errors of packages that do not import this one.
func (whole) Whole() bool { return true }

func isWhole(err error) bool {
	var of interface{ Whole() bool }
	return errors.As(err, &of) && of.Whole()
}

// Part counts a part.
func (f File) Part() {
	if f.Notes != nil {
		f.Notes.Parts++
	}
}

// Bad decides on a fault of one part, which ends in a line. It returns nil if the part may be
// skipped; the part must then have no effect.
func (f File) Bad(line int, err error) error {
	if err == nil {
		return nil
	}
	err = FaultAt(f.Name, line, err)
	n := f.Notes
	if n == nil || !n.Lenient || isWhole(err) {
		return err
	}
	n.Bad++
	if len(n.First) < firstShown {
		n.First = append(n.First, err)
	}
	return nil
}

// Device is the node of a file that has one and does not name it: the file's name without its
// directory and its endings.
func (f File) Device() string {
	name, _, _ := strings.Cut(path.Base(filepath.ToSlash(f.Name)), ".")
	if name == "" {
		return "1"
	}
	return name
}

// Remark notes an assumption.
func (f File) Remark(format string, args ...any) {
	if f.Notes != nil {
		f.Notes.Remarks = append(f.Notes.Remarks, f.Name+": "+fmt.Sprintf(format, args...))
	}
}

// Judge ends a reading: too many bad parts are an error even if the reading succeeded, and
// a reading that failed says what it skipped before.
func (n *Notes) Judge(err error) error {
	switch {
	case n == nil || n.Bad == 0:
		return err
	case n.Bad > max(n.Parts/badShare, min(badAllowed, n.Parts/2)):
		return errs.Note(n.First[0], "(and %d of %d parts in all are bad, more than one in %d: is the file what it is read as?)", n.Bad, n.Parts, badShare)
	case err != nil:
		return errs.Note(err, "(after %d of %d parts were passed over, the first: %s)", n.Bad, n.Parts, errs.Why(n.First[0]))
	}
	return nil
}

// Lines are all notes in words, one a line, without the program's prefix.
func (n *Notes) Lines() []string {
	if n == nil {
		return nil
	}
	lines := append([]string(nil), n.Remarks...)
	if n.Bad == 0 {
		return lines
	}
	for _, err := range n.First {
		lines = append(lines, "left out: "+errs.Why(err))
	}
	return append(lines, fmt.Sprintf("left out: %d of %d parts (%.2g %%) are bad and were passed over, as lenient asks", n.Bad, n.Parts, 100*float64(n.Bad)/float64(n.Parts)))
}
