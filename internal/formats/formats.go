// Package formats lists the formats of movement traces that can be read and written. Each
// has a package of its own.
//
// It assumes that a file's extension says its format, unless the caller does, and that .gz
// after it means gzip. It opens no file. For formats with a second file beside the first,
// the caller opens that.
//
// # Memory
//
// A file is read once, as a stream. Only its turns are kept, packed to 11 to 17 bytes
// each. While they are collected, memory that grows and is not yet freed takes up to as
// much again, on top of about 25 MB for the program. The table has the greatest resident
// set by .ci/memory (amd64, Go 1.26) for files whose nodes turn at every fix, the worst
// case. The last two lines are with packed turns (737 and 873 MB before). The others were
// measured on 2026-11-20, when a turn took 48 bytes, and are less now:
//
//	format      file      turns     resident
//	fcd         112 MB    1.8 M     176 MB
//	gpx          80 MB    1.2 M     119 MB
//	ns2         122 MB    2.4 M     195 MB
//	geojson      73 MB    4.0 M     343 MB
//	one         100 MB    4.3 M     364 MB
//	csv          88 MB    4.9 M     365 MB
//	bonnmotion  123 MB    8.6 M     237 MB
//	one-paths   123 MB    8.6 M     370 MB
//
// If nodes turn every 200 s, as walkers and cars do at crossings, and the file has a fix
// each second, 99 MB of fcd take 29 MB and 93 MB of one take 27 MB. In degrees nothing is
// straight: each fix is a turn unless the node rests.
package formats

import (
	"io"
	"slices"
	"strings"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/bonnmotion"
	"bellwether/internal/formats/csv"
	"bellwether/internal/formats/emane"
	"bellwether/internal/formats/fcd"
	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/geojson"
	"bellwether/internal/formats/gpx"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/one"
	"bellwether/internal/formats/text"
)

// A Format is one form of movement files.
type Format struct {
	Name       string
	About      string
	Extensions []string // the usual one first
	Companion  string   // extension of a second file beside the first, "" for none
	Absent     bool     // the format can say that a node leaves the world
	Late       bool     // the format cannot say that a node leaves, but that it comes for the first time
	Fixes      bool     // a node's records end with its last fix, which may come before the end of the trace
	Steps      bool     // the format has positions at steps, and nothing between
	Degrees    bool     // coordinates are always degrees
	Metres     bool     // coordinates are always metres
	Altitudes  bool     // how high nodes are is read and written
	Columns    bool     // it has columns or properties to choose

	// write is nil of a format that is only read.
	read          func(Input, io.Reader) (*movetrace.Trace, error)
	write         func(io.Writer, *movetrace.Trace, WriteOptions) error
	readCompanion func(io.Reader, text.File) (any, error)
	companion     func(io.Writer, *movetrace.Trace) error
}

// Input is a file to read.
type Input struct {
	Name        string // for errors
	Coordinates geo.Coordinates
	Dimensions  int // of BonnMotion, 2 or 3; 0: decided by the file

	// Companion opens the second file of the format, by its name; nil if it cannot be opened.
	Companion func(name string) (io.ReadCloser, error)

	Notes   *text.Notes  // of the reading; nil: a bad line is an error
	Columns text.Mapping // which columns or properties mean what

	// Within is a rectangle of degrees: places more than a degree away from it are left out, so that
	// a file of a continent is read in part. nil: all are read.
	Within *text.Rectangle

	second any // what was read from it
}

func (in Input) file() text.File {
	return text.File{Name: in.Name, Notes: in.Notes, Columns: in.Columns, Within: in.Within}
}

// WriteOptions say how a file is written.
type WriteOptions struct {
	Coordinates geo.Coordinates
	Step        time.Duration // of formats with steps; 0 is a second
}

// List returns all formats, by name.
func List() []Format {
	list := slices.Concat(written(), readOnly())
	slices.SortFunc(list, func(a, b Format) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// written are the formats that are read and written.
func written() []Format {
	return []Format{
		{
			Name: "bonnmotion", About: "BonnMotion: a line for each node, settings beside it",
			Extensions: []string{".movements"}, Companion: ".params", Metres: true,
			read: readBonnMotion, readCompanion: readParams, companion: bonnmotion.WriteParams,
			write: func(w io.Writer, t *movetrace.Trace, _ WriteOptions) error { return bonnmotion.Write(w, t) },
		},
		{
			Name: "csv", About: "a table: node, time, x, y; also BonnMotion's IntervalFormat and Cooja's positions",
			Extensions: []string{".csv", ".tsv", ".if", ".dat"}, Absent: true, Fixes: true, Altitudes: true, Columns: true,
			read:  func(in Input, r io.Reader) (*movetrace.Trace, error) { return csv.Read(r, in.file(), in.Coordinates) },
			write: func(w io.Writer, t *movetrace.Trace, o WriteOptions) error { return csv.Write(w, t, o.Coordinates) },
		},
		{
			Name: "eel", About: "EMANE: location events of an emulation event log",
			Extensions: []string{".eel"}, Late: true, Degrees: true,
			read:  func(in Input, r io.Reader) (*movetrace.Trace, error) { return emane.ReadMovement(r, in.file()) },
			write: func(w io.Writer, t *movetrace.Trace, _ WriteOptions) error { return emane.WriteMovement(w, t) },
		},
		{
			Name: "fcd", About: "SUMO: floating car data, as XML",
			Extensions: []string{".fcd.xml", ".fcd", ".xml"}, Absent: true, Steps: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) { return fcd.Read(r, in.file(), in.Coordinates) },
			write: func(w io.Writer, t *movetrace.Trace, o WriteOptions) error {
				return fcd.Write(w, t, fcd.Options{Coordinates: o.Coordinates, Step: o.Step})
			},
		},
		{
			Name: "geojson", About: "GeoJSON: points, and lines with times",
			Extensions: []string{".geojson", ".json"}, Absent: true, Fixes: true, Columns: true,
			read: func(in Input, r io.Reader) (*movetrace.Trace, error) {
				return geojson.Read(r, in.file(), in.Coordinates)
			},
			write: func(w io.Writer, t *movetrace.Trace, o WriteOptions) error {
				return geojson.Write(w, t, o.Coordinates)
			},
		},
		{
			Name: "gpx", About: "GPX 1.1: tracks of satellite receivers",
			Extensions: []string{".gpx"}, Absent: true, Fixes: true, Degrees: true, Altitudes: true,
			read:  func(in Input, r io.Reader) (*movetrace.Trace, error) { return gpx.Read(r, in.file()) },
			write: func(w io.Writer, t *movetrace.Trace, _ WriteOptions) error { return gpx.Write(w, t) },
		},
		{
			Name: "ns2", About: "ns-2: setdest commands, also of ns-3, CORE, INET, BonnMotion and SUMO",
			Extensions: []string{".ns_movements", ".tcl", ".ns2", ".setdest"}, Absent: true, Metres: true,
			read:  func(in Input, r io.Reader) (*movetrace.Trace, error) { return ns2.Read(r, in.file()) },
			write: func(w io.Writer, t *movetrace.Trace, _ WriteOptions) error { return ns2.Write(w, t) },
		},
		{
			Name: "one", About: "The ONE: external movement, steps of all nodes",
			Extensions: []string{".one"}, Steps: true, Metres: true,
			read:  func(in Input, r io.Reader) (*movetrace.Trace, error) { return one.ReadMovement(r, in.file()) },
			write: func(w io.Writer, t *movetrace.Trace, o WriteOptions) error { return one.WriteMovement(w, t, o.Step) },
		},
		{
			Name: "one-paths", About: "The ONE: external paths, times of activity beside them",
			Extensions: []string{".paths"}, Companion: ".active", Absent: true, Metres: true,
			read: readPaths, readCompanion: readActivity, companion: one.WriteActivity,
			write: func(w io.Writer, t *movetrace.Trace, _ WriteOptions) error { return one.WritePaths(w, t) },
		},
	}
}

func readBonnMotion(in Input, r io.Reader) (*movetrace.Trace, error) {
	o := bonnmotion.Options{Dimensions: in.Dimensions}
	if p, ok := in.second.(bonnmotion.Params); ok {
		o.Params = &p
	}
	return bonnmotion.Read(r, in.file(), o)
}

func readParams(r io.Reader, in text.File) (any, error) { return bonnmotion.ReadParams(r, in) }

func readPaths(in Input, r io.Reader) (*movetrace.Trace, error) {
	activity, _ := in.second.(one.Activity)
	return one.ReadPaths(r, in.file(), activity)
}

func readActivity(r io.Reader, in text.File) (any, error) { return one.ReadActivity(r, in) }

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range List() {
		names = append(names, f.Name)
	}
	return names
}

// Writes reports whether files of the format are written.
func (f Format) Writes() bool { return f.write != nil }

// ByName returns the format with a name.
func ByName(name string) (Format, error) {
	for _, f := range List() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, errs.Mobility.Errorf("unknown format %q: want %s", name, strings.Join(Names(), ", "))
}

// ByFile returns the format of a file, by its extension: the longest that it has.
func ByFile(file string) (Format, error) {
	var found Format
	longest := 0
	plain, _ := cutSuffix(file, ".gz")
	for _, f := range List() {
		if stem, ok := f.stem(file); ok && len(plain)-len(stem) > longest {
			found, longest = f, len(plain)-len(stem)
		}
	}
	if longest > 0 {
		return found, nil
	}
	return Format{}, errs.Mobility.Errorf("%s: no format has this file extension: give one of %s", file, strings.Join(Names(), ", "))
}

// stem cuts the format's extension off, and .gz.
func (f Format) stem(file string) (string, bool) {
	plain, _ := cutSuffix(file, ".gz")
	shortest, found := plain, false
	for _, ext := range f.Extensions {
		if stem, ok := cutSuffix(plain, ext); ok && stem != "" && len(stem) < len(shortest) {
			shortest, found = stem, true
		}
	}
	return shortest, found
}

// cutSuffix is strings.CutSuffix without regard to case.
func cutSuffix(s, suffix string) (string, bool) {
	if at := len(s) - len(suffix); at >= 0 && strings.EqualFold(s[at:], suffix) {
		return s[:at], true
	}
	return s, false
}

// CompanionOf returns the name of the second file that belongs to a file; "" if the format
// has none.
func (f Format) CompanionOf(file string) string {
	if f.Companion == "" {
		return ""
	}
	stem, _ := f.stem(file)
	return stem + f.Companion
}
