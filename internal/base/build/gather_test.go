package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkout is the root of the repository.
const checkout = "../../.."

// programs are all programs of each module of this repository: go's patterns, so that a new one
// is among them.
var programs = []struct{ module, pattern string }{{".", "./cmd/..."}, {"cmd/nats", "./..."}}

// listed is what "go list" prints of a package that is linked.
type listed struct {
	ImportPath, Dir string
	Standard        bool
	EmbedFiles      []string
	Module          *struct{ Path, Dir string }
}

// list returns what the programs link on a system, as linux/arm64.
func list(t *testing.T, platform string) (all []listed) {
	t.Helper()
	system, processor, _ := strings.Cut(platform, "/")
	// What this process reads is part of the key of go's test cache, and what go list reads
	// is not: a new import, and a line of go.mod.
	filepath.WalkDir(checkout, func(string, fs.DirEntry, error) error { return nil })
	for _, p := range programs {
		dir := filepath.Join(checkout, p.module)
		if _, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,EmbedFiles,Module", p.pattern)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list for %s in %s: %v\n%s", platform, p.module, err, said.String())
		}
		all = append(all, decode(t, out)...)
	}
	return all
}

func decode(t *testing.T, out []byte) (all []listed) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil {
			p.Module.Path = named(p.Module.Path)
		}
		all = append(all, p)
	}
}

// bears matches the name of a file that may hold a notice, and code what is a program.
var (
	bears = regexp.MustCompile(`(?i)licen[cs]e|copying|copyright|^notice|^patents|third.?party`)
	code  = regexp.MustCompile(`\.(go|sh|py|js|json|ya?ml)$`)
)

// gather returns the texts of notices by their sources: of each linked package the files
// beside it and beside what it embeds, and in the directories above up to the module's own,
// where directories of licences count too.
func gather(t *testing.T, packages []listed) map[source]string {
	t.Helper()
	found := map[source]string{}
	seen := map[string]bool{}
	for _, p := range packages {
		if p.Standard || p.Module == nil {
			continue
		}
		dirs := []string{p.Dir}
		for _, name := range p.EmbedFiles {
			dirs = append(dirs, filepath.Dir(filepath.Join(p.Dir, name)))
		}
		for _, dir := range dirs {
			for ; !seen[dir]; dir = filepath.Dir(dir) {
				seen[dir] = true
				take(t, found, holder{module: p.Module.Path, root: p.Module.Dir}, dir)
				if dir == p.Module.Dir {
					break
				}
			}
		}
	}
	return found
}

// A holder is a module and where it lies.
type holder struct{ module, root string }

func take(t *testing.T, found map[source]string, of holder, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		switch {
		case !bears.MatchString(e.Name()) || code.MatchString(e.Name()):
		case e.IsDir() && dir == of.root:
			err := filepath.WalkDir(name, func(name string, e fs.DirEntry, err error) error {
				if err == nil && e.Type().IsRegular() && !code.MatchString(name) {
					keep(t, found, of, name)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		case e.Type().IsRegular():
			keep(t, found, of, name)
		}
	}
}

func keep(t *testing.T, found map[source]string, of holder, name string) {
	t.Helper()
	short, err := filepath.Rel(of.root, name)
	if err != nil {
		t.Fatal(err)
	}
	s := source{module: of.module, file: filepath.ToSlash(short)}
	if left[s.String()] != "" {
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s.licence = licenceOf(string(text))
	if found[s] = tidy(string(text)); refusedWords(found[s]) != "" {
		t.Errorf("%s is under the %s: choose another module, or another of its licences by the table left", s, refusedWords(found[s]))
	}
}

// tidy takes from a text what editors leave at the ends of lines, and no word. Letters of
// Latin-1, as the © of some, become UTF-8.
func tidy(text string) string {
	if !utf8.ValidString(text) {
		runes := make([]rune, 0, len(text))
		for _, b := range []byte(text) {
			runes = append(runes, rune(b))
		}
		text = string(runes)
	}
	var b strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		b.WriteString(strings.TrimRight(line, " \t\r\n\f") + "\n")
	}
	return strings.Trim(b.String(), "\n") + "\n"
}

// format writes the form of NOTICES.txt.
func format(found map[source]string) string {
	sources := map[string][]source{}
	for s, text := range found {
		sources[text] = append(sources[text], s)
	}
	var all []notice
	for text, of := range sources {
		slices.SortFunc(of, func(a, b source) int { return strings.Compare(a.String(), b.String()) })
		all = append(all, notice{of, text})
	}
	slices.SortFunc(all, func(a, b notice) int { return strings.Compare(a.of[0].String(), b.of[0].String()) })
	var b strings.Builder
	b.WriteString("The licences of what is linked into bellwether. Generated: go test ./internal/base/build -update\n")
	for _, n := range all {
		b.WriteString("\n")
		for _, s := range n.of {
			fmt.Fprintf(&b, "%s%s\n", mark, s)
		}
		b.WriteString("\n" + n.text)
	}
	return b.String()
}
