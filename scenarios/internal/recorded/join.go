package recorded

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/section"
)

// assembled makes one trace of the files of a section.
func (r *Reader) assembled(m section.Moving, of *Replay) (*movetrace.Trace, error) {
	if len(of.Read) == 1 && m.Join == "" {
		return of.Read[0].Trace, nil
	}
	called := fileNames(of.Read)
	var parts []movetrace.Part
	for i, f := range of.Read {
		of := f.Trace.Parts(f.Name)
		names := map[string]bool{}
		for _, part := range of {
			names[part.Name] = true
		}
		for _, part := range of {
			switch {
			case m.Join == section.JoinAll:
				part.Name = called[0]
			case m.Join == section.JoinFile, m.Join == "" && f.Trace.Nodes() == 1:
				part.Name = called[i]
			case m.Join == section.JoinName:
				part.Name = device(f.Format, part.Name, names)
			default:
				part.Name = called[i] + "/" + part.Name
			}
			parts = append(parts, part)
		}
	}
	return movetrace.Assembled(parts, of.Read[0].Trace.Anchor())
}

// again is how the reader of GPX makes the name of a second track distinct.
var again = regexp.MustCompile(`^(.+) \([0-9]+\)$`)

// device is the name of a track without the number that its reader added, if the file has a
// track of that name.
func device(format, name string, names map[string]bool) string {
	if found := again.FindStringSubmatch(name); format == "gpx" && found != nil && names[found[1]] {
		return found[1]
	}
	return name
}

// fileNames are the names of files as names of nodes: the shortest form in which all are
// distinct.
func fileNames(files []ReadFile) []string {
	forms := []func(string) string{
		func(name string) string { base, _, _ := strings.Cut(path.Base(name), "."); return base },
		path.Base,
		path.Clean,
	}
	var out []string
	for _, form := range forms {
		out = out[:0]
		for _, f := range files {
			out = append(out, form(filepath.ToSlash(f.Name)))
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(out))); len(distinct) == len(out) && !slices.Contains(out, "") {
			break
		}
	}
	return out
}
