package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/baseline"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
)

// asBellwether finds a command line of the program bellwether.
var asBellwether = regexp.MustCompile(`bellwether[ -](run|report|verify|table|plot|sweep|live|show|--version)\b`)

// A program with algorithms of its own has its own name: in the commands that repeat runs,
// in its version, help, man pages, pages of results and errors.
func TestAProgramHasItsOwnName(t *testing.T) {
	t.Chdir(t.TempDir())
	own := baseline.Named("bully")
	own.Name = "loud"
	for _, c := range []struct{ command, want string }{
		{"run ten-nodes --algorithms loud,bully --runs 2 --quiet --out kept", "The same again, with mine (devel) on bellwether (devel): mine run ten-nodes --algorithms loud,bully"},
		{"version", "mine (devel) on bellwether (devel), go"},
		{"--version", "mine (devel) on bellwether (devel), go"},
		{"--help", "The workbench bellwether, and what mine has of its own."},
		{"run --help", "  mine run campus-walk\n"},
		{"docs man man", "into man"},
		{"live unit", "mine live"},
		{"report kept", "kept/report.html"},
		{"metrics nosuch", `mine: "nosuch": unknown metric; "mine metrics" lists them all`},
		{"run ten-nodes --rums", "did you mean --runs"},
	} {
		var out, said bytes.Buffer
		app := &App{Algorithms: []protocol.Algorithm{own}, Stdout: &out, Stderr: &said, name: "mine"}
		app.Main(t.Context(), strings.Fields(c.command))
		text := out.String() + said.String()
		if !strings.Contains(text, c.want) || asBellwether.MatchString(text) {
			t.Errorf("%s: want %q and no command of bellwether in\n%s", c.command, c.want, text)
		}
	}
	for file, want := range map[string]string{
		"kept/report.html": "mine run scenario.yaml", "kept/table.md": "mine run ten-nodes", "man/mine.1": "mine", "man/mine-run.1": "mine run",
	} {
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil || !bytes.Contains(text, []byte(want)) || asBellwether.Match(text) {
			t.Errorf("%s: %v, want %q, and no command of bellwether: %q", file, err, want, asBellwether.Find(text))
		}
	}
}

// The verbs by which commands are found in texts are all verbs, and no former name of one.
func TestVerbsAreListed(t *testing.T) {
	var verbs []string
	for _, cmd := range rootCommand(io.Discard, nil).Commands() {
		if _, former := moved[cmd.Name()]; !former {
			verbs = append(verbs, cmd.Name())
		}
	}
	slices.Sort(verbs)
	if !slices.Equal(verbs, registry.Verbs) {
		t.Errorf("verbs are %q, listed are %q", verbs, registry.Verbs)
	}
}
