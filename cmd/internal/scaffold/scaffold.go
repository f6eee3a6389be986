// Package scaffold writes a new package: an election, a model of movement, or a loss. The
// package builds, passes its tests, and says in comments what to fill in.
//
// It copies the packages below it under another name. Those are built and tested with all
// others, so a user gets tested code. For an election the file goal.go and the records of its
// stories depend on the goal.
//
// It assumes that the directory is part of a module that requires bellwether, or of
// bellwether itself. It never changes a file, except the list of algorithms on request.
package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"bellwether/protocol"
)

//go:embed election movement loss goals languages
var patterns embed.FS

// A Kind is what the new package is.
type Kind string

// The kinds, with the names of the copied packages.
const (
	Algorithm Kind = "election"
	Mobility  Kind = "movement"
	Loss      Kind = "loss"
)

// Goals are the goals for which there is an election to copy.
func Goals() []string {
	return []string{string(protocol.GoalBest), string(protocol.GoalSmallestID), string(protocol.GoalStablest), string(protocol.GoalAny)}
}

// A Job is a package to write.
type Job struct {
	Kind Kind
	Name string        // lower case, with hyphens: lowest-id
	Goal protocol.Goal // of an algorithm
	Dir  string        // the user's directory
}

// Written says what was written, and what to do with it.
type Written struct {
	Kind    Kind
	Name    string   // as the user gave it
	Package string   // its import path
	Files   []string // relative to the user's directory
	Home    *Module  // the module that it is part of
	Main    bool     // one of the files is a main.go that uses the package
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Do writes the package. If its directory exists, nothing is written.
func (j Job) Do() (*Written, error) {
	pkg := strings.ReplaceAll(j.Name, "-", "")
	switch {
	case !nameForm.MatchString(j.Name):
		return nil, fmt.Errorf("%q is no name: small letters, digits and single hyphens, a letter first, like lowest-id", j.Name)
	case token.IsKeyword(pkg) || pkg == "main" || pkg == "internal" || pkg == "vendor" || pkg == "testdata":
		return nil, fmt.Errorf("no package can be called %s", pkg)
	}
	var err error
	if j.Dir, err = filepath.Abs(j.Dir); err != nil {
		return nil, err
	}
	home, err := moduleOf(j.Dir)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(j.Dir, pkg)
	if home.Ours() {
		dir = filepath.Join(home.Root, filepath.FromSlash(places[j.Kind].house), pkg)
	}
	w := &Written{Kind: j.Kind, Name: j.Name, Home: home}
	if w.Package, err = home.importPath(dir); err != nil {
		return nil, err
	}
	files, err := j.files(pkg)
	if err != nil {
		return nil, err
	}
	if home.Ours() { // below a directory that may not be there yet
		if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
			return nil, err
		}
	}
	if err := os.Mkdir(dir, 0o755); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s is there already", relative(j.Dir, dir))
	} else if err != nil {
		return nil, err
	}
	if entry := filepath.Join(j.Dir, "main.go"); !home.Ours() && none(j.Dir, "*.go") {
		program, err := w.program()
		if err != nil {
			return nil, err
		}
		files = append(files, file{entry, program})
		w.Main = true
	}
	for _, f := range files {
		if !filepath.IsAbs(f.name) {
			f.name = filepath.Join(dir, f.name)
		}
		if err := os.MkdirAll(filepath.Dir(f.name), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(f.name, []byte(f.text), 0o644); err != nil {
			return nil, err
		}
		w.Files = append(w.Files, relative(j.Dir, f.name))
	}
	return w, nil
}

type file struct{ name, text string }

// files are the files of the package under its new name.
func (j Job) files(pkg string) ([]file, error) {
	was := string(j.Kind)
	rename := strings.NewReplacer(
		"package "+was+"\n", "package "+pkg+"\n",
		"// Package "+was+" ", "// Package "+pkg+" ",
		`"`+was+`"`, `"`+j.Name+`"`,
		`"`+was+`: `, `"`+j.Name+`: `,
	)
	entries, err := patterns.ReadDir(was)
	if err != nil {
		return nil, err
	}
	var out []file
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		from := path.Join(was, e.Name())
		if e.Name() == "goal.go" && j.Goal != protocol.GoalBest {
			from = path.Join("goals", string(j.Goal)+".go.txt")
		}
		text, err := patterns.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no election for the goal %q: %s", j.Goal, strings.Join(Goals(), ", "))
		} else if err != nil {
			return nil, err
		}
		name := strings.NewReplacer(was+".go", pkg+".go", was+"_test.go", pkg+"_test.go").Replace(e.Name())
		out = append(out, file{name, rename.Replace(string(text))})
	}
	if j.Kind != Algorithm {
		return out, nil
	}
	stories, err := j.stories()
	return append(out, stories...), err
}

// stories returns the stories of the election for the goal, with their records.
func (j Job) stories() (out []file, err error) {
	from := path.Join(string(Algorithm), "testdata")
	if j.Goal != protocol.GoalBest {
		from = path.Join("goals", string(j.Goal))
	}
	entries, err := patterns.ReadDir(from)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := patterns.ReadFile(path.Join(from, e.Name()))
		if err != nil {
			return nil, err
		}
		told := strings.Replace(string(text), "\nnodes "+string(Algorithm), "\nnodes "+j.Name, 1)
		out = append(out, file{filepath.Join("testdata", e.Name()), told})
	}
	return out, nil
}

// ours returns the path of bellwether's module.
func ours() string {
	return strings.TrimSuffix(reflect.TypeFor[Job]().PkgPath(), "/cmd/internal/scaffold")
}

func none(dir, pattern string) bool {
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	return err == nil && len(found) == 0
}

func relative(dir, name string) string {
	if short, err := filepath.Rel(dir, name); err == nil {
		return short
	}
	return name
}
