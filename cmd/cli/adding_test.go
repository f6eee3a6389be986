package cli

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestAddingShowsWhatHappens makes what the page about one's own algorithm makes: its
// files are laid over the tree and beside it, never into it, and what its commands
// print is what it says they do.
func TestAddingShowsWhatHappens(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program three times")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(root, "baseline", "ADDING.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	a := &adding{T: t, root: root, work: t.TempDir(), files: map[string]string{}}
	out := a.follow(strings.Split(string(text), "\n"))
	if a.ran < 7 {
		t.Errorf("the page runs only %d commands", a.ran)
	}
	if *update {
		if err := os.WriteFile(page, []byte(strings.Join(out, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// adding is a reader who does what the page says.
type adding struct {
	*testing.T
	root    string            // of the module
	work    string            // directory for all that is made
	files   map[string]string // of the page, by their place in the tree, or below mine
	mistake map[string]string // files that the next commands are run with instead
	ran     int
}

// orders are what comments of the page say of the block that follows.
var orders = regexp.MustCompile(`^<!-- (file|change|mistake): (\S+) -->$`)

// follow goes through the page, and gives it as it should be.
func (a *adding) follow(lines []string) (out []string) {
	for at := 0; at < len(lines); at++ {
		out = append(out, lines[at])
		if order := orders.FindStringSubmatch(lines[at]); order != nil {
			end := at + 2
			for lines[end] != "```" {
				end++
			}
			a.obey(order[1], order[2], lines[at+2:end])
			out = append(out, lines[at+1:end+1]...)
			at = end
			continue
		}
		command, ok := strings.CutPrefix(lines[at], "$ ")
		if !ok {
			continue
		}
		a.ran++
		end := at + 1
		for lines[end] != "```" {
			end++
		}
		shown, printed := lines[at+1:end], a.print(command)
		a.mistake = nil
		if !matches(shown, printed) {
			if !*update {
				a.Errorf("%q prints something else than the page says; -update rewrites it:\n%s", command, strings.Join(printed, "\n"))
			}
			shown = abridge(shown, printed)
		}
		out = append(out, shown...)
		at = end - 1
	}
	return out
}

// obey takes a block: a new file, a change for good, or one for the next command.
func (a *adding) obey(order, name string, block []string) {
	switch order {
	case "file":
		a.files[name] = strings.Join(block, "\n") + "\n"
	case "change":
		a.files[name] = a.changed(name, block)
	case "mistake":
		a.mistake = map[string]string{name: a.changed(name, block)}
	}
}

// changed applies a diff: a line "…" stands between its parts, each of which must be
// found once.
func (a *adding) changed(name string, diff []string) string {
	text, ours := a.files[name]
	if !ours {
		b, err := os.ReadFile(filepath.Join(a.root, name))
		if err != nil {
			a.Fatal(err)
		}
		text = string(b)
	}
	for part := range strings.SplitSeq(strings.Join(diff, "\n"), "\n…\n") {
		var before, after strings.Builder
		for line := range strings.SplitSeq(part, "\n") {
			if line[0] != '+' {
				before.WriteString(line[1:] + "\n")
			}
			if line[0] != '-' {
				after.WriteString(line[1:] + "\n")
			}
		}
		if n := strings.Count(text, before.String()); n != 1 {
			a.Fatalf("%s has %d times\n%s", name, n, before.String())
		}
		text = strings.Replace(text, before.String(), after.String(), 1)
	}
	return text
}

// print runs a command of the page and gives what it prints on standard output.
func (a *adding) print(command string) []string {
	words := strings.Fields(command)
	switch {
	case command == "go run .":
		return a.run(a.elsewhere(), append(words[:2:2], "-mod=mod", "."))
	case words[0] == "go":
		return a.run(a.root, append([]string{"go", "test", "-vet=off", "-overlay", a.overlay()}, words[2:]...))
	}
	program := filepath.Join(a.work, "bellwether")
	a.run(a.root, []string{"go", "build", "-overlay", a.overlay(), "-o", program, "./cmd/bellwether"})
	for name, text := range a.files {
		if filepath.Base(filepath.Dir(name)) == "testdata" {
			a.write(filepath.Join(a.work, name), text)
		}
	}
	return a.run(a.work, append([]string{program}, words[1:]...))
}

// run runs a program. That it finds a fault is not one.
func (a *adding) run(dir string, words []string) []string {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOPROXY=off")
	var said strings.Builder
	cmd.Stderr = &said
	printed, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != exitFailed || len(printed) == 0) {
		a.Fatalf("%s: %v\n%s%s", strings.Join(words, " "), err, printed, said.String())
	}
	return strings.Split(strings.TrimRight(string(printed), "\n"), "\n")
}

// overlay writes the files of the page, and what shows the go command where in the tree
// they would be.
func (a *adding) overlay() string {
	at := map[string]string{}
	for name, text := range a.files {
		if mistaken, ok := a.mistake[name]; ok {
			text = mistaken
		}
		if strings.HasPrefix(name, "mine/") {
			continue
		}
		file := filepath.Join(a.work, "overlay", name)
		a.write(file, text)
		at[filepath.Join(a.root, name)] = file
	}
	list, err := json.Marshal(map[string]any{"Replace": at})
	if err != nil {
		a.Fatal(err)
	}
	file := filepath.Join(a.work, "overlay.json")
	a.write(file, string(list))
	return file
}

// elsewhere makes the module that imports bellwether. It needs what bellwether needs.
func (a *adding) elsewhere() string {
	dir := filepath.Join(a.work, "mine")
	for name, text := range a.files {
		if place, ok := strings.CutPrefix(name, "mine/"); ok {
			a.write(filepath.Join(dir, place), text)
		}
		if place, ok := strings.CutPrefix(name, "baseline/"); ok && strings.HasPrefix(place, "loudest/") && !strings.HasSuffix(place, "_test.go") {
			a.write(filepath.Join(dir, place), text)
		}
	}
	mod, err := os.ReadFile(filepath.Join(a.root, "go.mod"))
	if err != nil {
		a.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(a.root, "go.sum"))
	if err != nil {
		a.Fatal(err)
	}
	a.write(filepath.Join(dir, "go.sum"), string(sum))
	a.write(filepath.Join(dir, "go.mod"), strings.Replace(string(mod), "module bellwether\n", "module example.org/mine\n", 1)+
		"\nrequire bellwether v0.0.0\n\nreplace bellwether => "+a.root+"\n")
	return dir
}

func (a *adding) write(file, text string) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		a.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		a.Fatal(err)
	}
}
