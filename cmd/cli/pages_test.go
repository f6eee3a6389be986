package cli

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what commands print and draw in the documents")

// pages are the documents whose commands a test runs and whose links it follows;
// READING.md and ADDING.md have tests of their own for what they show besides.
func pages(t *testing.T) []string {
	t.Helper()
	under, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(under) < 8 {
		t.Fatalf("docs holds %d pages: %v", len(under), err)
	}
	return append([]string{"../../README.md"}, under...)
}

// TestPagesShowWhatHappens holds the README and docs to what commands print. Some
// pages show no command.
func TestPagesShowWhatHappens(t *testing.T) {
	if testing.Short() {
		t.Skip("the table of campus-walk takes its time under the race detector")
	}
	for _, page := range pages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if ran, shown := showsWhatHappens(t, page), strings.Count(string(text), "\n$ bellwether "); ran != shown {
				t.Errorf("%d of %d commands ran", ran, shown)
			}
		})
	}
}

// TestLargeWorldsRun runs the scenarios of the page about large worlds with a thousandth
// of their nodes, in a world as dense.
func TestLargeWorldsRun(t *testing.T) {
	text, err := os.ReadFile("../../docs/large.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) != 2 {
		t.Fatalf("the page has %d scenarios", len(blocks))
	}
	for _, block := range blocks {
		file := filepath.Join(t.TempDir(), "large.yaml")
		if err := os.WriteFile(file, block[1], 0o644); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		if code := run([]string{"run", file, "--memory", "10MB"}, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "nodes needs memory of about") {
			t.Errorf("with 10 MB: exit code %d, %s", code, stderr.String())
		}
		small := []string{"run", file, "--quiet", "--nodes", "1000", "--set", "world={width: 4431, height: 4431}", "--set", "duration=5s", "--set", "warmup=0s"}
		if code := run(small, &stdout, &stderr); code != exitDone || !strings.Contains(stdout.String(), "vasudevan") {
			t.Errorf("exit code %d: %s", code, stderr.String())
		}
	}
}

// maxReadme is the size, in bytes, up to which a newcomer reads the README whole.
const maxReadme = 10_000

// TestReadmeIsShort keeps what grows out of the README and in docs.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > maxReadme {
		t.Errorf("the README has %d bytes, more than %d: put it on a page of docs", len(text), maxReadme)
	}
}

// TestLinksResolve follows the links between documents.
func TestLinksResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	others := []string{"../../plots/READING.md", "../../baseline/ADDING.md", "../../internal/reproduce/results/RESULTS.md"}
	followed := 0
	for _, page := range append(pages(t), others...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(found[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			followed++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil {
				t.Errorf("%s links to %s: %v", page, found[1], err)
			}
		}
	}
	if followed < 30 {
		t.Errorf("only %d links were found", followed)
	}
}

// TestReadingShowsWhatHappens holds the page about numbers to what commands print,
// and its figure to what they draw.
func TestReadingShowsWhatHappens(t *testing.T) {
	committed, err := filepath.Abs("../../plots/reading.svg")
	if err != nil {
		t.Fatal(err)
	}
	if ran := showsWhatHappens(t, "../../plots/READING.md"); ran < 2 {
		t.Errorf("the page runs only %d commands", ran)
	}
	drawn, err := os.ReadFile("reading.svg")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(committed, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(committed); err != nil || !bytes.Equal(drawn, want) {
		t.Errorf("the figure on the page is another (-update draws it anew): %v", err)
	}
}

// showsWhatHappens runs every "$ bellwether …" of a page's console blocks in an
// empty directory, and compares what follows it, up to the next prompt or the
// block's end, with what it prints. A line "…" stands for any lines. It gives how
// many commands ran.
func showsWhatHappens(t *testing.T, name string) (ran int) {
	t.Helper()
	page, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // one for all: a trace that one command writes another shows
	var out []string
	lines := strings.Split(string(text), "\n")
	for at := 0; at < len(lines); at++ {
		out = append(out, lines[at])
		command, ok := strings.CutPrefix(lines[at], "$ bellwether ")
		if !ok {
			continue
		}
		ran++
		end := at + 1
		for lines[end] != "```" && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		shown := lines[at+1 : end]
		printed := printedBy(t, command)
		if !matches(shown, printed) {
			if !*update {
				t.Errorf("%q prints something else than %s says; -update rewrites it:\n%s",
					command, filepath.Base(page), strings.Join(printed, "\n"))
			}
			shown = abridge(shown, printed)
		}
		out = append(out, shown...)
		at = end - 1
	}
	if *update {
		if err := os.WriteFile(page, []byte(strings.Join(out, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return ran
}

// printedBy runs a command line in this process.
func printedBy(t *testing.T, command string) []string {
	t.Helper()
	var stdout bytes.Buffer
	if code := run(strings.Fields(command), &stdout, io.Discard); code != exitDone {
		t.Errorf("%q exits with %d", command, code)
	}
	text := strings.TrimRight(stdout.String(), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// matches compares lines, where "…" in what is shown stands for any of them.
func matches(shown, printed []string) bool {
	if len(shown) == 0 {
		return len(printed) == 0
	}
	if shown[0] == "…" {
		for skip := range len(printed) + 1 {
			if matches(shown[1:], printed[skip:]) {
				return true
			}
		}
		return false
	}
	return len(printed) > 0 && shown[0] == printed[0] && matches(shown[1:], printed[1:])
}

// abridge gives what was printed, as many lines from its beginning as were shown
// before a "…" if there was one.
func abridge(shown, printed []string) []string {
	for k, line := range shown {
		if line == "…" && k < len(printed) {
			return append(append([]string{}, printed[:k]...), "…")
		}
	}
	return printed
}
