package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellwether/internal/testkit/sample"
)

// The tables and the picture of docs/why.md are those that its command makes; -update writes them anew. The
// notes below the tables are left out: the page says what they say. .ci/run and campaigns
// make them.
func TestLosingIsWhatItsCommandPrints(t *testing.T) {
	if !sample.Whole() && !*update {
		t.Skip("it makes 144 runs")
	}
	page, err := filepath.Abs("../../docs/why.md")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^bellwether (why worse .*)$`).FindSubmatch(text)
	if command == nil {
		t.Fatal("the page has no command")
	}
	args := strings.Fields(string(command[1]))
	t.Chdir(t.TempDir())
	var stdout bytes.Buffer
	if code := run(append(args, "--quiet", "--format", "markdown"), &stdout, io.Discard); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
	made := string(text)
	answers := strings.Split("\n"+stdout.String(), "\nThe same again, with ")
	for _, answer := range answers[:len(answers)-1] {
		_, answer, _ = strings.Cut(answer, "**")
		name, _, _ := strings.Cut(answer, ":")
		before, rest, found := strings.Cut(made, "<!-- "+name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end -->\n")
		if !found || !ended {
			t.Fatalf("the page has no place for %s", name)
		}
		made = before + "<!-- " + name + " -->\n" + withoutNotes("**"+answer) + "<!-- end -->\n" + after
	}
	if len(answers) == 1 {
		t.Error("no answer was compared")
	}
	same(t, page, []byte(made))
	drawn, err := os.ReadFile("losing.svg")
	if err != nil {
		t.Fatal(err)
	}
	same(t, filepath.Join(filepath.Dir(page), "losing.svg"), drawn)
}

// withoutNotes are the tables and the sentences of an answer in Markdown; each sentence is a paragraph.
func withoutNotes(answer string) string {
	answer = regexp.MustCompile(`(?m)^- .*\n`).ReplaceAllString(answer, "")
	answer = regexp.MustCompile(`(?m)^([a-z-]+: .*|For example .*)$`).ReplaceAllString(answer, "$1\n")
	return regexp.MustCompile(`\n{3,}`).ReplaceAllString(strings.TrimRight(answer, "\n")+"\n", "\n\n")
}

// same compares a file with what was made, or with -update writes it.
func same(t *testing.T, file string, made []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(made, want) {
		t.Errorf("%s differs (-update makes it anew): %v", filepath.Base(file), err)
	}
}
