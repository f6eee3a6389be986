package film

import (
	"bytes"
	"compress/gzip"
	"os"

	"bellwether/internal/base/errs"
)

// pack packs a table by gzip, which browsers unpack.
func pack(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// A store keeps the pages of a film: in memory, or in a file that is already unlinked.
type store struct {
	memory [][]byte
	file   *os.File
	ends   []int64 // of each page in the file
}

func newStore(dir string) (store, error) {
	if dir == "" {
		return store{}, nil
	}
	f, err := os.CreateTemp(dir, "bellwether-view-*")
	if err != nil {
		return store{}, errs.Film.Errorf("no place for the pages: %w", err)
	}
	return store{file: f}, nil
}

func (s *store) add(packed []byte) error {
	if s.file == nil {
		s.memory = append(s.memory, packed)
		return nil
	}
	_, err := s.file.Write(packed)
	s.ends = append(s.ends, s.begin(len(s.ends))+int64(len(packed)))
	return err
}

// begin is where a page begins in the file.
func (s *store) begin(i int) int64 {
	if i == 0 {
		return 0
	}
	return s.ends[i-1]
}

func (s *store) read(i int) ([]byte, error) {
	if s.file == nil {
		return s.memory[i], nil
	}
	b := make([]byte, s.ends[i]-s.begin(i))
	_, err := s.file.ReadAt(b, s.begin(i))
	return b, err
}

func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	s.file.Close()
	return os.Remove(s.file.Name())
}
