package sources

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/formats/movetrace"
)

// Matches returns the files that a name of the scenario stands for: itself, or what a pattern
// Matches in the scenario's directory, in the order of their names.
func (f *Files) Matches(name string) ([]string, error) {
	if !strings.ContainsAny(name, "*?[") || f.exists(name) {
		return []string{name}, nil
	}
	var found []string
	var err error
	switch {
	case len(f.Moved) > 0: // the directory may have others by now
		for _, as := range slices.Sorted(maps.Keys(f.Moved)) {
			if hit, badly := path.Match(name, as); hit {
				found = append(found, as)
			} else if badly != nil {
				err = badly
			}
		}
	case f.Where == nil:
		found, err = fs.Glob(f.Builtin, name)
	default:
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("%s: a pattern is of files in the scenario's directory: no .. and no / at its beginning", name)
		}
		found, err = fs.Glob(os.DirFS(filepath.Dir(f.Where("x"))), name)
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

func (f *Files) exists(name string) bool {
	opened, err := f.Open(name)
	if err != nil {
		return false
	}
	opened.Close()
	return true
}
