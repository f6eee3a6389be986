package scaffold

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/protocol"
)

// module returns a directory with a go.mod.
func module(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), "// a comment\nmodule "+path+" // here\n\ngo 1.26.0\n")
	return dir
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The written package has the name that the user gave, and contains no other. The first
// algorithm of a module comes with a program.
func TestPackagesHaveTheNameOfTheUser(t *testing.T) {
	dir := module(t, "example.org/mine")
	for _, goal := range Goals() {
		w, err := Job{Kind: Algorithm, Name: "my-" + goal, Goal: protocol.Goal(goal), Dir: dir}.Do()
		if err != nil {
			t.Fatal(err)
		}
		stories := 0
		pkg := "my" + strings.ReplaceAll(goal, "-", "")
		if w.Package != "example.org/mine/"+pkg || w.Main != (goal == Goals()[0]) {
			t.Errorf("%s: %+v", goal, w)
		}
		for _, name := range w.Files {
			if strings.HasSuffix(name, ".story") {
				stories++
				if text := read(t, filepath.Join(dir, name)); strings.Count(text, "\nnodes my-"+goal) != 1 {
					t.Errorf("%s has another algorithm:\n%s", name, text)
				}
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got := file.Name.Name; got != pkg && name != "main.go" {
				t.Errorf("%s has the package %s", name, got)
			}
			if text := read(t, filepath.Join(dir, name)); strings.Contains(text, `"election"`) || strings.Contains(text, "election: ") || strings.Contains(text, "package election") {
				t.Errorf("%s has the name of the template", name)
			}
		}
		if stories != 5 {
			t.Errorf("%s: %d stories", goal, stories)
		}
		if text := read(t, filepath.Join(dir, pkg, "algorithm.go")); !strings.Contains(text, `"my-`+goal+`"`) {
			t.Errorf("the algorithm has another name:\n%s", text)
		}
		if text := read(t, filepath.Join(dir, pkg, "goal.go")); strings.Count(text, "const goal = protocol.Goal") != 1 {
			t.Errorf("%s: its goal:\n%s", goal, text)
		}
	}
	if text := read(t, filepath.Join(dir, "main.go")); !strings.Contains(text, `"example.org/mine/mybest"`) || !strings.Contains(text, "mybest.Algorithm()") {
		t.Errorf("the program:\n%s", text)
	}
	for _, kind := range []Kind{Mobility, Loss} {
		first := module(t, "a.example.org/mine")
		if _, err := (Job{Kind: kind, Name: "the-first", Goal: protocol.GoalBest, Dir: first}).Do(); err != nil {
			t.Error(err)
		} else if text := read(t, filepath.Join(first, "main.go")); !strings.Contains(text, `"the-first": thefirst.`) || !strings.Contains(text, places[kind].list+"{\n") {
			t.Errorf("the program:\n%s", text)
		}
		if w, err := (Job{Kind: kind, Name: "drift-" + string(kind), Goal: protocol.GoalBest, Dir: dir}).Do(); err != nil || len(w.Files) != 2 || w.Main {
			t.Errorf("%s: %v, %+v", kind, err, w)
		}
	}
}

// In a clone an algorithm is written beside the others, and added to the list if the user
// wants that.
func TestInACloneItIsAddedToTheList(t *testing.T) {
	dir := module(t, ours())
	list := read(t, "../../../"+List)
	put(t, filepath.Join(dir, List), list)
	put(t, filepath.Join(dir, "baseline/internal/bully/doc.go"), "package bully\n")
	w, err := Job{Kind: Algorithm, Name: "lowest", Goal: protocol.GoalSmallestID, Dir: filepath.Join(dir, "baseline")}.Do()
	if err != nil {
		t.Fatal(err)
	}
	if w.Package != ours()+"/baseline/internal/lowest" || w.Main {
		t.Errorf("%+v", w)
	}
	if err := w.Register(); err != nil {
		t.Fatal(err)
	}
	changed := read(t, filepath.Join(dir, List))
	if !strings.Contains(changed, "\t\tlowest.Algorithm(),\n\t}\n}\n") || !strings.Contains(changed, "\t"+w.Import()+"\n") {
		t.Errorf("the list:\n%s", changed)
	}
	for _, kind := range []Kind{Mobility, Loss} { // internal/proof/layers has a row for them
		w, err := Job{Kind: kind, Name: "own-" + string(kind), Goal: protocol.GoalBest, Dir: filepath.Join(dir, "baseline")}.Do()
		if err != nil || w.Package != ours()+"/internal/own/own"+string(kind) || w.Main || w.Files[0] != filepath.Join("..", "internal", "own", "own"+string(kind), "own"+string(kind)+".go") {
			t.Errorf("%s: %+v, %v", kind, w, err)
		}
	}
	if len(changed) != len(list)+len(w.Import())+len(w.Line())+len("\t\n\t\t\n") {
		t.Error("more than two lines were changed")
	}
}

// A package may have the name of one that the program imports, or a word of the language.
// The program then imports it by another name, and has no name twice.
func TestPackagesWithNamesOfTheProgramAreRenamed(t *testing.T) {
	for _, kind := range []Kind{Algorithm, Mobility, Loss} {
		for _, name := range append([]string{"string", "error", "uint64", "init"}, imported...) {
			dir := module(t, "example.org/mine")
			w, err := Job{Kind: kind, Name: name, Goal: protocol.GoalBest, Dir: dir}.Do()
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "main.go"), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{name: true}
			for _, i := range file.Imports {
				called := strings.Trim(i.Path.Value[strings.LastIndexByte(i.Path.Value, '/')+1:], `"`)
				if i.Name != nil {
					called = i.Name.Name
				}
				if seen[called] && called != name || called == name && strings.HasPrefix(i.Path.Value, `"example.org`) {
					t.Errorf("%s: main.go has %s twice", name, called)
				}
				seen[called] = true
			}
			if !strings.Contains(w.Line(), "my"+name+".") || !strings.HasPrefix(w.Import(), "my"+name+" ") {
				t.Errorf("%s: %s, %s", name, w.Import(), w.Line())
			}
		}
	}
	if w := (Written{Kind: Loss, Name: "fog", Package: "a.org/fog"}); w.Import() != `"a.org/fog"` || w.Line() != `"fog": fog.Of,` {
		t.Errorf("%s, %s", w.Import(), w.Line())
	}
}

// No file is overwritten, and invalid names are refused.
func TestFaultyJobsAreRefused(t *testing.T) {
	dir := module(t, "example.org/mine")
	put(t, filepath.Join(dir, "taken", "x.txt"), "")
	for name, want := range map[string]string{
		"taken": "taken is there already", "Lowest": "is no name", "a--b": "is no name", "": "is no name", "../up": "is no name",
		"func": "no package can be called func", "ma-in": "no package can be called main",
	} {
		if _, err := (Job{Kind: Algorithm, Name: name, Goal: protocol.GoalBest, Dir: dir}).Do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
	if _, err := (Job{Kind: Algorithm, Name: "x", Goal: "worst", Dir: dir}).Do(); err == nil || !strings.Contains(err.Error(), "best, smallest-id") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a refused job leaves its directory")
	}
	if _, err := (Job{Kind: Loss, Name: "fog", Goal: protocol.GoalBest, Dir: "/"}).Do(); err == nil || !strings.Contains(err.Error(), "go mod init") {
		t.Errorf("without a module: %v", err)
	}
}
