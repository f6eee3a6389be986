package errs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOf(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failed := func(_ any, err error) error { return err }
	type line struct {
		Seed uint64
		At   []int
	}
	reading := func(text string) error { return json.Unmarshal([]byte(text), new(line)) }
	of := func(err error) error { return &fs.PathError{Op: "open", Path: "a", Err: err} }
	for want, err := range map[string]error{
		"none: there is no such file or directory":                                  failed(os.Open("none")),
		"plan: none: there is no such file or directory; name one":                  fmt.Errorf("plan: %w; name one", failed(os.Stat("none"))),
		"x/y/z: there is no directory x/y":                                          failed(os.Create("x/y/z")),
		"file/x: file is a file; wanted is a directory":                             failed(os.Open("file/x")),
		"file is a file; wanted is a directory":                                     os.MkdirAll("file/x/y", 0o700),
		dir + " is a directory; wanted is a file":                                   failed(os.ReadFile(dir)),
		"file is there already":                                                     os.Mkdir("file", 0o700),
		"no/b: there is no directory no":                                            os.Rename("file", filepath.Join("no", "b")),
		"a: the disk is full (no space left on device)":                             of(syscall.ENOSPC),
		"a: nothing can be written there: the file system is read-only":             of(syscall.EROFS),
		"a: the name is too long":                                                   of(syscall.ENAMETOOLONG),
		"a: input/output error":                                                     of(syscall.EIO),
		"f:3: not JSON: it ends too early":                                          fmt.Errorf("f:3: %w", reading("")),
		"not JSON: invalid character '}' looking for beginning of value, at byte 9": reading(`{"Seed":}`),
		`"Seed": want a whole number, and got a JSON string`:                        reading(`{"Seed":"x"}`),
		`"At": want a list, and got a JSON number`:                                  reading(`{"At":7}`),
		"want an object, and got a JSON array":                                      reading(`[]`),
		"f: it ends too early":                                                      fmt.Errorf("f: %w", io.ErrUnexpectedEOF),
		"a is wrong: EOF":                                                           Radio.Errorf("a is wrong: %w", io.EOF),
		"none: there is no such file or directory\nfile is there already": errors.Join(
			Mobility.Errorf("%w", failed(os.Open("none"))), os.Mkdir("file", 0o700)),
		"a: permission denied: its owner, or that of its directory, must allow it": of(syscall.EACCES),
	} {
		if got := ForPeople(err); got != want {
			t.Errorf("%v:\n got %q\nwant %q", err, got, want)
		}
	}
}
