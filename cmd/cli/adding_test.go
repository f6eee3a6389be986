package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// addingPage is the page about one's own algorithm.
const addingPage = "../../docs/algorithm.md"

// adds makes the module of the page in a stranger's directory, and one more for each
// mistake on the page. The function that it returns runs the page's commands, once the
// programs are built, and compares their output with the page.
func adds(s *stranger) (follow func(*testing.T)) {
	s.Helper()
	page, err := filepath.Abs(addingPage)
	if err != nil {
		s.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		s.Fatal(err)
	}
	a := &adding{stranger: s, files: map[string]string{}, in: whole}
	lines := strings.Split(string(text), "\n")
	a.make(lines)
	return func(t *testing.T) {
		a.T = t
		out := a.follow(lines)
		if a.ran < 5 {
			t.Errorf("the page runs only %d commands", a.ran)
		}
		if *update {
			if err := os.WriteFile(page, []byte(strings.Join(out, "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// adding follows the instructions of the page.
type adding struct {
	*stranger
	files    map[string]string // of the page, by their place in the module
	mistakes int               // made so far
	in       string            // directory of the module that the next command is run with
	ran      int
}

// whole is the directory of the page's module without a mistake.
const whole = "page"

// orders are comments of the page about the block that follows.
var orders = regexp.MustCompile(`^<!-- (file|mistake): (\S+) -->$`)

// block returns the block that follows a line, and the number of its last line.
func block(lines []string, at int) (text []string, end int) {
	end = at + 2
	for lines[end] != "```" {
		end++
	}
	return lines[at+2 : end], end
}

// make writes the files of the page, and for each mistake the whole module with that
// mistake, each in a directory of its own.
func (a *adding) make(lines []string) {
	type mistake struct{ file, text string }
	var mistakes []mistake
	for at, line := range lines {
		order := orders.FindStringSubmatch(line)
		if order == nil {
			continue
		}
		text, _ := block(lines, at)
		if order[1] == "file" {
			a.files[order[2]] = strings.Join(text, "\n") + "\n"
		} else {
			mistakes = append(mistakes, mistake{order[2], a.changed(order[2], text)})
		}
	}
	for name, text := range a.files {
		a.put(whole, name, text)
		for i, m := range mistakes {
			if name == m.file {
				a.put(mistaken(i+1), name, m.text)
			} else {
				a.put(mistaken(i+1), name, text)
			}
		}
	}
}

// mistaken is the directory of the module with the n-th mistake.
func mistaken(n int) string { return "mistake" + strconv.Itoa(n) }

// put writes a file of the page below a directory. Files other than Go files are for
// commands.
func (a *adding) put(below, name, text string) {
	a.write(below+"/"+name, strings.ReplaceAll(text, "example.org/mine/", "example.org/mine/"+below+"/"))
	if !strings.HasSuffix(name, ".go") {
		a.write(name, text)
	}
}

// changed applies a diff: each of its parts must be found once.
func (a *adding) changed(name string, diff []string) string {
	text := a.files[name]
	var before, after strings.Builder
	for _, line := range diff {
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
	return strings.Replace(text, before.String(), after.String(), 1)
}

// follow reads the page, runs its commands, and returns the page as it should be.
func (a *adding) follow(lines []string) (out []string) {
	for at := 0; at < len(lines); at++ {
		out = append(out, lines[at])
		if order := orders.FindStringSubmatch(lines[at]); order != nil {
			_, end := block(lines, at)
			if order[1] == "mistake" {
				a.mistakes++
				a.in = mistaken(a.mistakes)
			}
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
		if !matches(shown, printed) {
			if !*update {
				a.Errorf("%q prints something else than the page shows; -update rewrites it:\n%s", command, strings.Join(printed, "\n"))
			}
			shown = abridge(shown, printed)
		}
		out = append(out, shown...)
		at = end - 1
	}
	return out
}

// print runs a command of the page, in the module with the last mistake, and returns its
// standard output. It is no error if the command finds a fault.
func (a *adding) print(command string) []string {
	words := strings.Fields(command)
	program := strings.Replace(words[0], "./mine", filepath.Join(a.dir, "bin", a.in), 1)
	for i := range words {
		words[i] = strings.Replace(words[i], "./loudest", "./"+a.in+"/loudest", 1)
	}
	code, printed, stderr := a.does(program, words[1:]...)
	if code != exitDone && code != exitFailed || code == exitFailed && a.in == whole {
		a.Fatalf("%s: exit code %d\n%s%s", command, code, printed, stderr)
	}
	a.in = whole
	return strings.Split(strings.TrimRight(printed, "\n"), "\n")
}
