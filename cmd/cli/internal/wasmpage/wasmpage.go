// Package wasmpage writes pages in which bellwether itself runs, as WebAssembly. A browser opens it
// from disk, and needs no server. The user's Go toolchain builds the program, so that the working
// directory must lie in a module that has bellwether's source; the first build takes a minute. The
// page is as large as that program. A world that needs files is refused, since a page has none.
package wasmpage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer"
	"bellwether/internal/viewer/lesson"
	"bellwether/internal/viewer/play"
	"bellwether/scenarios"
)

// programOfPages is the package that runs within a browser. The module may have another name.
var programOfPages = reflect.TypeFor[play.Session]().PkgPath() + "/wasm"

// A Page is a world that a page plays.
type Page struct {
	Session *play.Session
	Lesson  string // that leads through it; "": none
}

// Write writes a page of a session into a directory, and progress to said.
func Write(ctx context.Context, said io.Writer, dir string, p Page) error {
	s := p.Session
	world := s.World()
	for _, f := range world.Files() {
		if f.From != "" {
			return fmt.Errorf("--static: %s needs the file %s, and a page has none: choose a world that comes with bellwether, or one without files", world.Name, f.As)
		}
	}
	page, err := built(ctx, said, viewer.Within{Name: world.Name, Text: s.Text(), Lesson: p.Lesson})
	if err != nil {
		return err
	}
	return writeAll(said, dir, []file{{"index.html", page}})
}

// WriteAll writes one page that plays every lesson and every world that comes with bellwether, the list of them, and
// the notes of a teacher.
func WriteAll(ctx context.Context, said io.Writer, dir string) error {
	var worlds []lesson.World
	for _, name := range scenarios.Builtin() {
		text, _ := scenarios.Source(name)
		w := lesson.World{Name: name}
		if about := aboutLine.FindSubmatch(text); about != nil {
			w.About = string(about[1])
		}
		worlds = append(worlds, w)
	}
	site, err := lesson.NewPlayground(worlds)
	if err != nil {
		return err
	}
	page, err := built(ctx, said, viewer.Within{Name: "ten-nodes"})
	if err != nil {
		return err
	}
	return writeAll(said, dir, []file{{"play.html", page}, {"notes.html", site.Notes}, {"index.html", site.Index}})
}

// aboutLine is the line of a scenario that says what it is about.
var aboutLine = regexp.MustCompile(`(?m)^about: (.+)$`)

// built is a page with the program in it, which is built first.
func built(ctx context.Context, said io.Writer, of viewer.Within) ([]byte, error) {
	fmt.Fprintln(said, "building the program for browsers: a minute, the first time")
	var err error
	if of.Program, of.Runtime, err = buildForBrowsers(ctx); err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = viewer.WriteWithin(&page, of)
	return page.Bytes(), err
}

// A file of the directory.
type file struct {
	name string
	text []byte
}

func writeAll(said io.Writer, dir string, files []file) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	size := 0
	for _, f := range files {
		size += len(f.text)
		if err := durable.Write(durable.OS{}, filepath.Join(dir, f.name), results.Readable, f.text); err != nil {
			return err
		}
	}
	fmt.Fprintf(said, "%s: %.1f MB, for any browser, from disk or from any server of files\n", filepath.Join(dir, "index.html"), float64(size)/1e6)
	return nil
}

// buildForBrowsers builds the program, and finds the code of Go that starts it.
func buildForBrowsers(ctx context.Context) (program, runtime []byte, err error) {
	root, err := toolchain(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	work, err := os.MkdirTemp("", "bellwether-play-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	out := filepath.Join(work, "play.wasm")
	if _, err := toolchain(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "build", "-trimpath", "-ldflags=-s -w", "-o", out, programOfPages); err != nil {
		return nil, nil, err
	}
	if program, err = os.ReadFile(out); err != nil {
		return nil, nil, err
	}
	for _, place := range []string{"lib", "misc"} { // misc: before Go 1.24
		runtime, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), place, "wasm", "wasm_exec.js"))
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return program, runtime, err
}

// toolchain runs the go command.
func toolchain(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("--static needs Go to build the program for browsers, and there is no go command here: install it from https://go.dev/dl")
	case err != nil && strings.Contains(said.String(), programOfPages):
		return "", fmt.Errorf("--static needs bellwether's source: go into a clone of it, and try again (%s)", strings.TrimSpace(said.String()))
	case err != nil:
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(said.String()))
	}
	return string(out), nil
}
