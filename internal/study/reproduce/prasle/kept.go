package prasle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// runsFile has a line of each run that is made. Lines are in the order in which runs ended; parts of a study
// are put together by writing their files one after another.
const runsFile = "prasle.ndjson"

// A run is a run as it is kept.
type run struct {
	task
	Converged float64 `json:"converged_s"`
	Trace     string  `json:"trace_sha256"`
	Build     string  `json:"build"`
}

// A task is a run to make.
type task struct {
	Setting string `json:"setting"`
	Reading string `json:"reading"`
	Network string `json:"network"`
	Nodes   int    `json:"nodes"`
	Seed    uint64 `json:"seed"`
}

func (t task) String() string {
	return fmt.Sprintf("%s, %s, %s of %d, seed %d", t.Setting, t.Reading, t.Network, t.Nodes, t.Seed)
}

// kept are the runs of a directory, and where further ones are written. Without a directory nothing is.
type kept struct {
	mu   sync.Mutex
	made map[task]run
	file *os.File
}

// errOther means that a directory holds something else.
var errOther = errors.New("begin in another directory")

// open reads the runs of a directory, which is made if it does not exist, and may be "". Runs of another
// program may differ, so they are refused.
func open(dir, build string) (*kept, error) {
	k := &kept{made: map[task]run{}}
	if dir == "" {
		return k, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, runsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
			return nil, fmt.Errorf("%s holds other files, and no %s: %w", dir, runsFile, errors.Join(errOther, err))
		}
	} else if err != nil {
		return nil, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1] // the last line of a killed study is made again
	lines := bufio.NewScanner(bytes.NewReader(whole))
	for n := 1; lines.Scan(); n++ {
		var one run
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		switch err := d.Decode(&one); {
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		case one.Build != build:
			return nil, fmt.Errorf("%s:%d: a run of %s, and this is %s: %w", name, n, one.Build, build, errOther)
		}
		k.made[one.task] = one
	}
	if k.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if err := k.file.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	_, err = k.file.Seek(0, 2)
	return k, err
}

// add keeps a run.
func (k *kept) add(one run) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.made[one.task] = one
	if k.file == nil {
		return nil
	}
	line, err := json.Marshal(one)
	if err == nil {
		_, err = k.file.Write(append(line, '\n'))
	}
	return err
}

func (k *kept) close() error {
	if k.file == nil {
		return nil
	}
	return k.file.Close()
}
