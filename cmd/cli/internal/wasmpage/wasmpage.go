// Package wasmpage writes a page in which bellwether itself runs, as WebAssembly. A browser opens it
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
	"strings"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/results"
	"bellwether/internal/viewer"
	"bellwether/internal/viewer/play"
)

// programOfPages is the package that runs within a browser. The module may have another name.
var programOfPages = reflect.TypeFor[play.Session]().PkgPath() + "/wasm"

// Write writes a page of a session into a directory, and progress to said.
func Write(ctx context.Context, said io.Writer, dir string, s *play.Session) error {
	world := s.World()
	for _, f := range world.Files() {
		if f.From != "" {
			return fmt.Errorf("--static: %s needs the file %s, and a page has none: choose a world that comes with bellwether, or one without files", world.Name, f.As)
		}
	}
	fmt.Fprintln(said, "building the program for browsers: a minute, the first time")
	program, runtime, err := buildForBrowsers(ctx)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := viewer.WriteWithin(&page, viewer.Within{Program: program, Runtime: runtime, Name: world.Name, Text: s.Text()}); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, "index.html")
	if err := durable.Write(durable.OS{}, name, results.Readable, page.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(said, "%s: %.1f MB, for any browser, from disk or from any server of files\n", name, float64(page.Len())/1e6)
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
