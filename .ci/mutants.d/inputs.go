package mutants

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// inputs hashes what commands build and read.
type inputs struct {
	root string
	mu   sync.Mutex
	sums map[string][]byte // by the packages, joined
}

// key returns the hash of everything that the verdict of a command on a mutant depends on; nil
// is the unchanged module.
func (in *inputs) key(ctx context.Context, m *Mutant, command string) (string, error) {
	files, err := in.sum(ctx, packagesOf(command))
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%x\n", runtime.Version(), command, files)
	if m != nil {
		for _, e := range m.Edits {
			fmt.Fprintf(h, "%q %q %q %q\n", e.Package, e.Function, e.Was, e.Now)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sum hashes the files of the module from which packages and their tests are built, and their
// testdata.
func (in *inputs) sum(ctx context.Context, packages []string) ([]byte, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	name := strings.Join(packages, " ")
	if sum, known := in.sums[name]; known {
		return sum, nil
	}
	files, err := in.files(ctx, packages)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, f := range files {
		if err := in.add(h, f); err != nil {
			return nil, err
		}
	}
	if in.sums == nil {
		in.sums = map[string][]byte{}
	}
	in.sums[name] = h.Sum(nil)
	return in.sums[name], nil
}

func (in *inputs) add(h hash.Hash, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	relative, err := filepath.Rel(in.root, file)
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%s\n", filepath.ToSlash(relative))
	_, err = io.Copy(h, f)
	return err
}

// files returns the files that sum hashes, sorted.
func (in *inputs) files(ctx context.Context, packages []string) ([]string, error) {
	args := append([]string{"list", "-deps", "-test", "-json=Dir,Standard,Module,GoFiles,EmbedFiles"}, packages...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = in.root
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("mutants: go list: %w", err)
	}
	all := []string{filepath.Join(in.root, "go.mod"), filepath.Join(in.root, "go.sum")}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir                 string
			Standard            bool
			Module              *struct{ Main bool }
			GoFiles, EmbedFiles []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Standard || p.Module == nil || !p.Module.Main {
			continue
		}
		for _, f := range slices.Concat(p.GoFiles, p.EmbedFiles) {
			if !filepath.IsAbs(f) { // files that go generates for a test have absolute names
				all = append(all, filepath.Join(p.Dir, f))
			}
		}
	}
	for _, p := range packages {
		read, err := below(filepath.Join(in.root, p, "testdata"))
		if err != nil {
			return nil, err
		}
		all = append(all, read...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// below returns the regular files below a directory, none if there is no directory.
func below(dir string) (out []string, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Type().IsRegular() {
			out = append(out, name)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return out, err
}
