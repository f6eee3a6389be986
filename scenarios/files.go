package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bellwether/internal/formats/movetrace"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// maxMovementFiles bounds the files of one section, as its tag has it.
const maxMovementFiles = 10000

// expand returns the files of a section, patterns replaced by what they match, and the key
// of each. It returns nil after a fault.
func (r *reader) expand(m section.Moving) (names, keys []string) {
	seen := map[string]bool{}
	for i, asked := range m.Files {
		key := section.Item(m.Path+".files", i)
		matched, err := r.matches(asked)
		if err != nil {
			r.Fault(key, "%v", err)
			return nil, nil
		}
		for _, name := range matched {
			if seen[path.Clean(name)] {
				r.Fault(key, "%s is listed twice", name)
				return nil, nil
			}
			seen[path.Clean(name)] = true
			names, keys = append(names, name), append(keys, key)
		}
		if len(names) > maxMovementFiles {
			r.Fault(key, "makes more than %d files", maxMovementFiles)
			return nil, nil
		}
	}
	return names, keys
}

// matches returns the files that a name of the scenario stands for: itself, or what a pattern
// matches in the scenario's directory, in the order of their names.
func (r *reader) matches(name string) ([]string, error) {
	if !strings.ContainsAny(name, "*?[") || r.exists(name) {
		return []string{name}, nil
	}
	var found []string
	var err error
	switch {
	case len(r.o.Files) > 0: // the directory may have others by now
		for _, as := range slices.Sorted(maps.Keys(r.o.Files)) {
			if hit, badly := path.Match(name, as); hit {
				found = append(found, as)
			} else if badly != nil {
				err = badly
			}
		}
	case r.where == nil:
		found, err = fs.Glob(builtin, name)
	default:
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("%s: a pattern is of files in the scenario's directory: no .. and no / at its beginning", name)
		}
		found, err = fs.Glob(os.DirFS(filepath.Dir(r.where("x"))), name)
	}
	switch {
	case errors.Is(err, path.ErrBadPattern):
		return nil, fmt.Errorf("%s: is no pattern: * stands for any letters, ? for one, [ab] for one of some", name)
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, fmt.Errorf("%s: no file in the scenario's directory has such a name", name)
	}
	slices.SortFunc(found, movetrace.CompareNames)
	return found, nil
}

func (r *reader) exists(name string) bool {
	f, err := r.open(name)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// assembled makes one trace of the files of a section.
func (r *reader) assembled(m section.Moving, of *recorded.Replay) (*movetrace.Trace, error) {
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
func fileNames(files []recorded.ReadFile) []string {
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
