package layers

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

// renamed are the ends of the names of files that .ci/rename may change.
var renamed = []string{".go", ".go.txt", ".md", ".mod", ".sum"}

// TestRenameGivesTheModuleAnotherPath renames the module in a copy of the tree: no import
// has the former path, and imported packages are found by the new one.
func TestRenameGivesTheModuleAnotherPath(t *testing.T) {
	if testing.Short() {
		t.Skip("it copies the tree and builds in it")
	}
	if _, err := exec.LookPath("perl"); err != nil {
		t.Skip("the script needs perl")
	}
	dir := t.TempDir()
	copyTree(t, dir)
	in := func(name string, args ...string) []byte {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return out
	}
	const path = "example.org/somebody/bellwether.fork"
	in(".ci/rename", path)
	words := []string{`"` + module + `/`, `[` + module + `/`, "=" + module + "@", "module " + module + "\n"}
	inTree(t, dir, func(name string, text []byte) {
		for _, word := range words {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s still has %q", name, word)
			}
		}
	})
	if got := strings.TrimSpace(string(in("go", "list", "-f", "{{join .Imports \" \"}}", "./overlay"))); !strings.Contains(got, path+"/protocol") {
		t.Errorf("overlay imports %s", got)
	}
	formatted := []string{"-l", "overlay"}
	if sample.Whole() {
		in("go", "build", "-trimpath", "./overlay")
		formatted = append(formatted, "cmd", "internal")
	}
	if out := in("gofmt", formatted...); len(out) > 0 {
		t.Errorf("gofmt would change %s", out)
	}
	if _, err := exec.Command(filepath.Join(dir, ".ci", "rename"), "nodot").CombinedOutput(); err == nil {
		t.Error("a path without a dot is accepted")
	}
}

// copyTree copies the files that the script reads, and the script. In go test it leaves out tests outside
// of package overlay: they are two fifths of the text, and the script treats all Go files alike.
func copyTree(t *testing.T, dir string) {
	t.Helper()
	inTree(t, "../../..", func(name string, text []byte) {
		if below := filepath.ToSlash(name); strings.HasSuffix(below, "_test.go") && !strings.HasPrefix(below, "overlay/") && !sample.Whole() {
			return
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := fs.FileMode(0o644)
		if filepath.Base(name) == "rename" {
			mode = 0o755
		}
		if err := os.WriteFile(to, text, mode); err != nil {
			t.Fatal(err)
		}
	})
}

// inTree calls f for the files below a directory that the script may change, and for the
// script. Names are relative to the directory.
func inTree(t *testing.T, root string, f func(name string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == ".git" {
			if err == nil {
				err = fs.SkipDir
			}
			return err
		}
		below, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		may := slices.ContainsFunc(renamed, func(end string) bool { return strings.HasSuffix(name, end) })
		if !d.Type().IsRegular() || !may && filepath.ToSlash(below) != ".ci/rename" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err == nil {
			f(below, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
