package campaign

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bellwether/internal/build"
	"bellwether/internal/results"
)

// smallDisk takes so many bytes and no more.
type smallDisk struct {
	results.Appendable
	space int
}

func (d *smallDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.space)
	d.space -= n
	if n < len(b) {
		d.Appendable.Write(b[:n])
		return n, &fs.PathError{Op: "write", Path: "runs", Err: syscall.ENOSPC}
	}
	return d.Appendable.Write(b)
}

// A full disk ends the campaign with whole lines only; with space again it goes on.
func TestFullDiskLosesNothing(t *testing.T) {
	s := read(t, small)
	keeping := Keeping{Dir: filepath.Join(t.TempDir(), "out"), Program: build.Program{Build: build.Build{Version: "v1"}}, Warn: func(string) {}}
	k, err := keeping.open(s)
	if err != nil {
		t.Fatal(err)
	}
	k.dir.Log().Through(func(a results.Appendable) results.Appendable { return &smallDisk{a, 10_000} })
	_, err = Run(context.Background(), s, Options{Jobs: 2, keep: k})
	if !errors.Is(err, results.ErrWrite) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the same command goes on from there") {
		t.Errorf("got %v", err)
	}
	if err := k.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(keeping.Dir, RunsFile))
	if err != nil || len(text) == 0 || len(text) > 10_000 || text[len(text)-1] != '\n' {
		t.Errorf("%d bytes are left, %v", len(text), err)
	}
	if k, err = keeping.open(s); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n == 0 || len(k.lines) != n {
		t.Errorf("%d lines of %d are there", len(k.lines), n)
	}
	if out := run(t, s, Options{Jobs: 2, keep: k}); len(out.Runs) != 12 {
		t.Errorf("%d runs", len(out.Runs))
	}
	if err := k.close(); err != nil {
		t.Fatal(err)
	}
}

// With a trace to be written a kept run is made again, and must be the same.
func TestKeptRunMadeAgainIsTheSame(t *testing.T) {
	s := read(t, small)
	dir := t.TempDir()
	keeping := Keeping{Dir: filepath.Join(dir, "out"), Program: build.Program{Build: build.Build{Version: "v1"}}, Warn: func(string) {}}
	sitting := func(o Options) *Outcome {
		k, err := keeping.open(s)
		if err != nil {
			t.Fatal(err)
		}
		defer k.close()
		o.Jobs, o.keep = 2, k
		return run(t, s, o)
	}
	sitting(Options{})
	file := filepath.Join(keeping.Dir, RunsFile)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	traces := TraceFiles(filepath.Join(dir, "t.ndjson"), false)
	if out := sitting(Options{TraceFile: traces}); len(out.Failures) > 0 || len(out.Runs) != 12 {
		t.Errorf("%d runs, %v", len(out.Runs), out.Failures)
	}
	if _, err := os.Stat(traces("small", "bully", 12)); err != nil {
		t.Error(err)
	}
	if after, _ := os.ReadFile(file); string(after) != string(before) {
		t.Error("lines were added")
	}
	changed := strings.Replace(string(before), `"deliveries":`, `"deliveries":1`, 1)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := sitting(Options{TraceFile: traces}); len(out.Failures) != 1 || !errors.Is(out.Failures[0].Err, errDiffers) {
		t.Errorf("a changed line: %v", out.Failures)
	}
}
