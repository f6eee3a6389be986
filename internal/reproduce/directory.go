package reproduce

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bellwether/internal/durable"
	"bellwether/internal/plural"
)

// studyFile says which study a directory keeps, from its first moment on.
const studyFile = "study.json"

// ErrDirectory is a directory that keeps something else; nothing in it is touched.
var ErrDirectory = errors.New("begin in another directory")

// A studied is the study that a directory keeps: its tables and pictures are of all its
// runs, so runs of two studies do not go together.
type studied struct {
	Figure int    `json:"figure,omitempty"` // 0: all
	Merge  Merge  `json:"merge"`
	List   List   `json:"neighbours"`
	Access Access `json:"access"`
	Quick  bool   `json:"quick,omitempty"`
	Runs   int    `json:"runs"` // for a point
}

// check refuses a directory that keeps another study. A study may grow: by runs, or from one
// figure to all.
func (s studied) check(dir string) error {
	name := filepath.Join(dir, studyFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var was studied
	if err := json.Unmarshal(text, &was); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !was.grows(s) {
		return fmt.Errorf("%s keeps another study: %v; this one is %v: %w", dir, was, s, ErrDirectory)
	}
	return nil
}

// save writes down which study a directory keeps from now on.
func (s studied) save(dir string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return durable.Write(durable.OS{}, filepath.Join(dir, studyFile), readable, append(text, '\n'))
}

// grows reports whether every run of the study is one of now's.
func (was studied) grows(now studied) bool {
	same := was
	same.Figure, same.Runs = now.Figure, now.Runs
	return same == now && (now.Figure == 0 || now.Figure == was.Figure) && now.Runs >= was.Runs
}

func (s studied) String() string {
	words := []string{"all figures", "merges by " + string(s.Merge), "neighbours as " + string(s.List), string(s.Access), plural.Of(s.Runs, "run") + " a point"}
	if s.Figure != 0 {
		words[0] = fmt.Sprintf("figure %d", s.Figure)
	}
	if s.Quick {
		words = append(words, "quick")
	}
	return strings.Join(words, ", ")
}

// foreign refuses a directory that holds what no reproduction wrote. One with runs, from
// before studies were written down, is taken.
func foreign(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var other string
	ours := false
	for _, e := range entries {
		switch e.Name() {
		case runsFile, jsonFile:
			ours = true
		case "index.json": // of runs and sweeps
			return fmt.Errorf("%s keeps the results of a run or a sweep: %w", dir, ErrDirectory)
		case lockFile:
		default:
			other = e.Name()
		}
	}
	if other != "" && !ours {
		return fmt.Errorf("%s holds %s, which is no result of a reproduction: %w", dir, other, ErrDirectory)
	}
	return nil
}
