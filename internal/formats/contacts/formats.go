package contacts

import (
	"io"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/text"
)

// A Format is one form of contact files.
type Format struct {
	Name       string
	About      string
	Extensions []string // of files, the usual one first

	read  func(io.Reader, text.File, Rules) (*Trace, error)
	write func(io.Writer, *Trace) error
}

// Formats returns all formats, by name.
func Formats() []Format {
	return []Format{
		{
			Name: "contacts", About: "contacts: a table of a, b, start, end; also Haggle's of CRAWDAD",
			Extensions: []string{".contacts", ".contacts.csv", ".contacts.dat"}, read: readSpans, write: writeSpans,
		},
		{
			Name: "one-contacts", About: "The ONE: CONN events, up and down",
			Extensions: []string{".conn", ".one-contacts"}, read: readEvents, write: writeEvents,
		},
	}
}

// FormatNames returns the names of all formats.
func FormatNames() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// FormatByName returns the format with a name; false if no format of contacts has this name.
func FormatByName(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// FormatByFile returns the format of a file by its extension, without a final .gz; false if no
// format of contacts has this extension.
func FormatByFile(file string) (Format, bool) {
	plain := strings.TrimSuffix(strings.ToLower(file), ".gz")
	for _, f := range Formats() {
		for _, ext := range f.Extensions {
			if strings.HasSuffix(plain, ext) {
				return f, true
			}
		}
	}
	return Format{}, false
}

// scanLimit bounds the time between two scans.
const scanLimit = 24 * time.Hour

// Read reads a file, which may be packed by gzip. Errors begin with the name, and mostly
// the number of the line.
func (f Format) Read(r io.Reader, name string, rules Rules) (*Trace, error) {
	if rules.Scan < 0 || rules.Scan > scanLimit {
		return nil, errs.Mobility.Errorf("the time between two scans must be from 0s to %v, got %v", scanLimit, rules.Scan)
	}
	t, err := f.read(r, text.File{Name: name, Notes: rules.Notes, Columns: rules.Columns}, rules)
	if err := rules.Notes.Judge(err); err != nil {
		return nil, err
	}
	return t, nil
}

// Write writes a trace. A node without contacts is not written: neither format can state
// one.
func (f Format) Write(w io.Writer, t *Trace) error { return f.write(w, t) }
