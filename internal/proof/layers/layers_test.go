package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// module is the path of this module.
var module = strings.TrimSuffix(reflect.TypeFor[Row]().PkgPath(), "/internal/proof/layers")

// pkg is what "go list" prints of a package.
type pkg struct {
	ImportPath string
	Dir        string
	Doc        string // its comment's first sentence
	GoFiles    []string
	Imports    []string
}

func (p pkg) name() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

// checkout is the root of the repository, and modules are the directories of its modules whose
// packages have rows.
const checkout = "../../.."

var modules = []string{".", "cmd/nats"}

// list asks go for the packages of the modules.
func list() (all []pkg, err error) {
	// The directories that this process reads are part of the key of go's test cache.
	// Those that go list reads are not.
	filepath.WalkDir(checkout, func(string, fs.DirEntry, error) error { return nil })
	for _, m := range modules {
		cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,GoFiles,Imports", "./...")
		cmd.Dir = filepath.Join(checkout, m)
		out, err := cmd.Output()
		if err != nil {
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				err = fmt.Errorf("go list: %w\n%s", err, exit.Stderr)
			}
			return nil, err
		}
		some, err := decode(out)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if len(all) < 10 {
		return nil, fmt.Errorf("go list found only %d packages", len(all))
	}
	return all, nil
}

// decode returns the packages that go list printed and that have files of this system.
func decode(out []byte) (all []pkg, err error) {
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if len(p.GoFiles) > 0 {
			all = append(all, p)
		}
	}
}

func TestPackagesImportWhatTheTableAllows(t *testing.T) {
	for _, p := range house(t) {
		for _, fault := range judge(Table, p.name(), p.Imports) {
			t.Errorf("%s: %s", p.name(), fault)
		}
	}
}

// impure are packages that a pure one never imports.
var impure = []string{"context", "os", "net", "log", "log/slog", "sync", "sync/atomic", "runtime", "syscall", "unsafe"}

// judge returns the faults in the imports of a package.
func judge(table []Row, name string, imports []string) []string {
	row, ok := find(table, name)
	if !ok {
		return []string{"has no row in the table of package layers"}
	}
	var faults []string
	for _, imported := range imports {
		switch theirs := strings.Contains(strings.Split(imported, "/")[0], "."); {
		case imported == module || strings.HasPrefix(imported, module+"/"):
			if why := row.refuses(table, strings.TrimPrefix(imported, module+"/")); why != "" {
				faults = append(faults, why)
			}
		case theirs && !slices.ContainsFunc(row.Theirs, func(p string) bool { return within(imported, p) }):
			faults = append(faults, "may not import "+imported)
		case row.Pure && slices.Contains(impure, imported):
			faults = append(faults, "is pure and may not import "+imported)
		case within(imported, orb+"/geojson") && name != "scenarios" && name != "internal/study/campaign":
			faults = append(faults, "may not import orb/geojson, which drags a database driver in")
		}
	}
	return faults
}

func within(path, prefix string) bool { return path == prefix || strings.HasPrefix(path, prefix+"/") }

// refuses returns why a package of this module may not be imported, "" if it may.
func (r Row) refuses(table []Row, other string) string {
	below, ok := find(table, other)
	switch {
	case !ok:
		return "imports " + other + ", which has no row"
	case below.Tests && !r.Tests && r.Runs != other:
		return "imports " + other + ", which is for tests"
	case below.Layer > r.Layer || below.Layer == r.Layer && below.Step >= r.Step:
		return "imports " + other + ", which is not below it"
	case slices.Contains(r.Ours, anyBelow):
		return ""
	case !slices.ContainsFunc(r.Ours, func(p string) bool { return matches(p, other) }):
		return "may not import " + other
	}
	return ""
}

func TestJudgeSeesFaults(t *testing.T) {
	for _, c := range []struct {
		name, imported, want string
	}{
		{"election", "bellwether/emulator", "not below"},
		{"election", "os", "pure"},
		{"election", "log/slog", "pure"},
		{"radio", "bellwether/mobility", "may not import mobility"},
		{"trace/check", "bellwether/radio", "may not import radio"},
		{"radio", "gonum.org/v1/gonum/stat", "may not import gonum"},
		{"radio", "github.com/paulmach/orb/geojson", "database driver"},
		{"emulator", "bellwether/election", "may not import election"},
		{"baseline/internal/new", "bellwether/scenarios", "not below"},
		{"baseline/internal/new", "go.etcd.io/raft/v3", "may not import go.etcd.io"},
		{"baseline/internal/raft", "go.etcd.io/raft/v3/raftpb", ""},
		{"cellar", "fmt", "no row"},
		{"emulator", "bellwether/cellar", "has no row"},
		{"overlay", "bellwether/internal/proof/smallworld", "for tests"},
		{"protocol/conformance", "bellwether/internal/proof/smallworld", ""},
		{"baseline", "bellwether/protocol/conformance", "for tests"},
		{"plots", "github.com/paulmach/orb", "may not import"},
		{"cmd/cli", "bellwether/scenarios", ""},
		{"cmd/bellwether", "bellwether/scenarios", "may not import scenarios"},
		{"internal/survey", "bellwether/scenarios", "no row"},
		{"internal/live/daemon", "bellwether/scenarios", ""},
		{"emulator", "github.com/paulmach/orb", ""},
	} {
		got := strings.Join(judge(Table, c.name, []string{c.imported}), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s importing %s: got %q, want %q", c.name, c.imported, got, c.want)
		}
	}
}

// clocks are the functions of package time that read or await the wall clock.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}

// makers are the names of math/rand/v2 that do not use the global generator.
var makers = []string{"Rand", "New", "NewPCG", "NewChaCha8", "PCG", "ChaCha8", "Source", "Zipf", "NewZipf"}

// TestPurePackagesReadNoClock checks the code itself, since package time is allowed for
// its durations and math/rand/v2 for its generators. It also finds goroutines, and init
// functions in any package.
func TestPurePackagesReadNoClock(t *testing.T) {
	for _, p := range house(t) {
		row, _ := find(Table, p.name())
		for _, file := range p.GoFiles {
			syntax, err := syntaxOf(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range inspect(syntax, row.Pure) {
				t.Errorf("%s/%s: %s", p.name(), file, fault)
			}
		}
	}
}

func inspect(file *ast.File, pure bool) []string {
	var faults []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				faults = append(faults, "has an init function: lists are explicit")
			}
		case *ast.GoStmt:
			if pure {
				faults = append(faults, "is pure and starts a goroutine")
			}
		case *ast.SelectorExpr:
			from, ok := n.X.(*ast.Ident)
			switch {
			case !ok || !pure:
			case from.Name == "time" && slices.Contains(clocks, n.Sel.Name):
				faults = append(faults, "is pure and calls time."+n.Sel.Name)
			case from.Name == "rand" && !slices.Contains(makers, n.Sel.Name):
				faults = append(faults, "is pure and uses the global rand."+n.Sel.Name)
			}
		}
		return true
	})
	return faults
}

func TestInspectSeesFaults(t *testing.T) {
	const code = `package p
func init() {}
func f(r *rand.Rand) { go f(r); _ = time.Now(); _ = rand.IntN(3); _ = time.Second; _ = rand.New(nil) }`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(inspect(file, true), "; ")
	want := "has an init function: lists are explicit; is pure and starts a goroutine; " +
		"is pure and calls time.Now; is pure and uses the global rand.IntN"
	if got != want {
		t.Errorf("got %s", got)
	}
	if got := inspect(file, false); len(got) != 1 {
		t.Errorf("an impure package may do all but init, got %v", got)
	}
}

func TestRowsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Table {
		if seen[r.Package] || r.Owns == "" {
			t.Errorf("row %s is listed twice or does not state what it owns", r.Package)
		}
		seen[r.Package] = true
	}
}
