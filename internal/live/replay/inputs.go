package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/live/merge"
	"bellwether/internal/study/campaign"
)

// Sources returns the trace files that a user names: files, and all *.ndjson and *.ndjson.gz of
// directories.
func Sources(names []string) ([]merge.Source, error) {
	var out []merge.Source
	var faults []error
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if !info.IsDir() {
			out = append(out, merge.File(name))
			continue
		}
		found, _ := fs.Glob(os.DirFS(name), "*.ndjson") // the patterns are valid
		packed, _ := fs.Glob(os.DirFS(name), "*.ndjson.gz")
		found = append(found, packed...)
		if len(found) == 0 {
			faults = append(faults, fmt.Errorf("%s: there is no *.ndjson or *.ndjson.gz in it", name))
		}
		for _, file := range found {
			out = append(out, merge.File(filepath.Join(name, file)))
		}
	}
	return out, errors.Join(faults...)
}

// until lets sources fail once a context is done, so that reading long traces can be
// interrupted.
func until(ctx context.Context, sources []merge.Source) []merge.Source {
	out := make([]merge.Source, len(sources))
	for i, s := range sources {
		out[i] = merge.Source{Name: s.Name, Open: func() (io.ReadCloser, error) {
			f, err := s.Open()
			if err != nil {
				return nil, err
			}
			return &untilDone{f, ctx}, nil
		}}
	}
	return out
}

type untilDone struct {
	io.ReadCloser
	ctx context.Context
}

func (u *untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, campaign.ErrInterrupted
	}
	return u.ReadCloser.Read(p)
}
