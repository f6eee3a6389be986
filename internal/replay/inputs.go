package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/trace/merge"
)

// Sources are the trace files that a user names: files, and directories whose
// *.ndjson are meant.
func Sources(names []string) ([]merge.Source, error) {
	var out []merge.Source
	var faults []error
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			faults = append(faults, fmt.Errorf("replay: %w", bare(err)))
			continue
		}
		if !info.IsDir() {
			out = append(out, merge.File(name))
			continue
		}
		found, _ := fs.Glob(os.DirFS(name), "*.ndjson") // the pattern is sound
		if len(found) == 0 {
			faults = append(faults, fmt.Errorf("replay: %s: there is no *.ndjson in it", name))
		}
		for _, file := range found {
			out = append(out, merge.File(filepath.Join(name, file)))
		}
	}
	return out, errors.Join(faults...)
}

// bare takes the name of the system call off an error of a file.
func bare(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Errorf("%s: %w", of.Path, of.Err)
	}
	return err
}
