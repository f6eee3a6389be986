package cli

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/study/registry"
	"bellwether/internal/testkit/sample"
	"bellwether/scenarios"
)

var update = flag.Bool("update", false, "rewrite what commands print and draw in the documents")

// pages are the documents whose commands a test runs and whose links it follows. The
// commands of algorithm.md, which makes a module, run in adding_test.go.
func pages(t *testing.T) []string {
	t.Helper()
	under, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(under) < 8 {
		t.Fatalf("docs holds %d pages: %v", len(under), err)
	}
	return slices.Concat([]string{"../../README.md"}, under, maintainersPages(t))
}

// maintainersPages are the pages for those who change the program: histories, campaigns, studies of
// errors.
func maintainersPages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../docs/maintainers/*.md")
	if err != nil || len(found) < 4 {
		t.Fatalf("docs/maintainers holds %d pages: %v", len(found), err)
	}
	return found
}

// slowPages have commands that take seconds.
var slowPages = []string{"README.md", "numbers.md", "why.md"}

// TestPagesShowWhatHappens compares the README and docs with the output of their
// commands. Some pages show no command. Slow pages are left to .ci/run and campaigns.
func TestPagesShowWhatHappens(t *testing.T) {
	if testing.Short() {
		t.Skip("the pages' worlds take their time under the race detector")
	}
	further := map[string]func(t *testing.T, page string){
		"numbers.md": drawsItsFigure("reading.svg"),
		"studies.md": isReadAsThePageSays,
		"why.md":     drawsItsFigure("why.svg"),
	}
	for _, page := range pages(t) {
		if slices.Contains(slowPages, filepath.Base(page)) && !sample.Whole() && !*update {
			continue
		}
		t.Run(titled(page), func(t *testing.T) {
			page, err := filepath.Abs(page)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if ran, shown := showsWhatHappens(t, page), strings.Count(string(text), "\n$ bellwether "); ran != shown {
				t.Errorf("%d of %d commands ran", ran, shown)
			}
			if then := further[filepath.Base(page)]; then != nil {
				then(t, page)
			}
		})
	}
}

// titled is the name of a page's subtest: "many.md", "maintainers many.md".
func titled(page string) string {
	if filepath.Base(filepath.Dir(page)) == "maintainers" {
		return "maintainers " + filepath.Base(page)
	}
	return filepath.Base(page)
}

// TestWorldsBesideThePagesAreSound checks the scenarios that the pages link to.
func TestWorldsBesideThePagesAreSound(t *testing.T) {
	worlds, err := filepath.Glob("../../docs/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, name := range worlds {
		if dir := filepath.Base(filepath.Dir(name)); dir == "batch" || dir == "live" || strings.HasPrefix(filepath.Base(name), "plan") {
			continue // of Kubernetes, of an agent, or no scenario
		}
		checked++
		var stdout, stderr bytes.Buffer
		if code := run([]string{"scenarios", "check", name}, &stdout, &stderr); code != exitDone || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, %s%s", name, code, &stdout, &stderr)
		}
	}
	if checked < 4 {
		t.Errorf("%d worlds", checked)
	}
}

// TestLargeWorldsRun runs the scenarios of the page about large worlds with a thousandth
// of their nodes, in a world as dense.
func TestLargeWorldsRun(t *testing.T) {
	page, err := os.ReadFile("../../docs/world.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := bytes.Cut(page, []byte("\n## Large worlds\n"))
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

// maxReadme is the size, in bytes, of a README that a newcomer reads to the end.
const maxReadme = 8_000

// TestReadmeIsShort keeps long text out of the README: it belongs in docs.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > maxReadme {
		t.Errorf("the README has %d bytes, more than %d: put it on a page of docs", len(text), maxReadme)
	}
}

// TestLinksResolve follows the links between documents, to the heading that a link names.
func TestLinksResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	others := []string{"../../internal/study/reproduce/results/RESULTS.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md"}
	followed := 0
	for _, page := range append(pages(t), others...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			target, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			followed++
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", page, found[1], err)
			} else if anchor != "" && strings.HasSuffix(file, ".md") && !slices.Contains(anchors(t, file), anchor) {
				t.Errorf("%s links to %s, which has no such heading", page, found[1])
			}
		}
	}
	if followed < 30 {
		t.Errorf("only %d links were found", followed)
	}
}

// anchors are the names by which links reach the headings of a page, as GitHub forms them.
func anchors(t *testing.T, file string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dropped := regexp.MustCompile(`[^\pL\pN _-]`)
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		name := dropped.ReplaceAllString(strings.ToLower(heading[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// drawsItsFigure compares a figure of a page with what its command drew.
func drawsItsFigure(name string) func(t *testing.T, page string) {
	return func(t *testing.T, page string) {
		drawn, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		committed := filepath.Join(filepath.Dir(page), name)
		if *update {
			if err := os.WriteFile(committed, drawn, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(committed); err != nil || !bytes.Equal(drawn, want) {
			t.Errorf("the figure on the page differs (-update draws it anew): %v", err)
		}
	}
}

// maxSimulated bounds what the commands of a page simulate, in nodes × seconds × runs:
// one or two seconds on one processor.
const maxSimulated = 400_000.0

// maxReadmeSimulated bounds the README, whose first table is 12 runs of four rows of campus-walk: fourteen
// seconds on one processor, in .ci/run alone.
const maxReadmeSimulated = 1_500_000.0

// TestPagesAreCheap keeps long simulations out of the pages, and so out of their test.
func TestPagesAreCheap(t *testing.T) {
	run := regexp.MustCompile(`(?m)^\$ (?:bellwether|\./mine) (?:run|why worse) (.*)$`)
	for _, page := range append(pages(t), "../../docs/algorithm.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, command := range run.FindAllStringSubmatch(string(text), -1) {
			sum += simulated(t, strings.Fields(command[1]))
		}
		most := maxSimulated
		if filepath.Base(page) == "README.md" {
			most = maxReadmeSimulated
		}
		if sum > most {
			t.Errorf("%s simulates %.0f node-seconds, more than %d: take a smaller world or fewer runs, or show the command without a prompt",
				filepath.Base(page), sum, int(most))
		}
	}
}

// simulated returns what "run" with these arguments simulates, in node-seconds. A trace
// that an earlier command writes is one run of that command, and not counted again. A row
// of a page's own algorithm is not counted either.
func simulated(t *testing.T, args []string) (sum float64) {
	t.Helper()
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	f, cmd := cmdline.Worlds{Registry: reg}, &cobra.Command{FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}}
	f.Bind(cmd)
	for _, flag := range []string{"view", "no-open", "no-copy", "hash"} { // which take no argument
		cmd.Flags().Bool(flag, false, "")
	}
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	f.Algorithms = slices.DeleteFunc(f.Algorithms, func(name string) bool { return name == "loudest" })
	job, err := f.Job(cmd, cmd.Flags().Args())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range job.Scenarios {
		if strings.HasSuffix(name, ".ndjson") {
			continue
		}
		s, err := scenarios.Load(name, job.Load)
		if err != nil {
			t.Fatal(err)
		}
		span := time.Duration(s.Duration)
		if until := time.Duration(job.Load.Until); until > 0 {
			span = min(span, until)
		}
		sum += span.Seconds() * float64(s.Nodes*s.Runs*len(s.Algorithms))
	}
	return sum
}

// showsWhatHappens runs every "$ bellwether …" of a page's console blocks in an
// empty directory, and compares what follows it, up to the next prompt or the
// block's end, with what it prints. A line "…" stands for any lines. It returns the
// number of commands.
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
	t.Chdir(t.TempDir()) // one directory for all: a command may show the trace of another
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
				t.Errorf("%q prints something else than %s shows; -update rewrites it:\n%s",
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
