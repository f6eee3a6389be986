package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// paperWidths are the widths of the figures of docs/paper, as their PDF says them: a column of 3.5
// and a page of 7.16 inches.
var paperWidths = map[string]string{"messages.pdf": "252.00", "islands.pdf": "515.52"}

// The commands of docs/paper make the figures that its LaTeX names, in the sizes of its columns and its
// page. Where there is a TeX, it compiles.
func TestThePaperHasItsFigures(t *testing.T) {
	source, err := filepath.Abs("../../docs/paper")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.CopyFS(".", os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	captions := runCommandsOf(t, "figures.sh")
	if n := strings.Count(captions, "For the caption: "); n != 2 || !strings.Contains(captions, "n = 6 runs each.") {
		t.Errorf("%d captions in %s", n, captions)
	}
	tex, err := os.ReadFile("paper.tex")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\\includegraphics\{([^}]*)\}`).FindAllStringSubmatch(string(tex), -1)
	if len(named) != len(paperWidths) || !strings.Contains(string(tex), "textwidth=7.16in") || !strings.Contains(string(tex), "columnsep=0.16in") {
		t.Fatalf("the paper has %d figures, or another layout", len(named))
	}
	for _, n := range named {
		pdf, err := os.ReadFile(n[1])
		if err != nil {
			t.Errorf("the paper names a figure that no command makes: %v", err)
			continue
		}
		if want := "/MediaBox [0 0 " + paperWidths[n[1]] + " "; !bytes.Contains(pdf, []byte(want)) {
			t.Errorf("%s has not the box %s", n[1], want)
		}
		if fonts, files := bytes.Count(pdf, []byte("/BaseFont")), bytes.Count(pdf, []byte("/FontFile2")); fonts != files {
			t.Errorf("%s names %d fonts and embeds %d", n[1], fonts, files)
		}
	}
	compile(t, "paper.tex")
}

// runCommandsOf carries out the lines of a script that begin with bellwether, and returns what they printed.
func runCommandsOf(t *testing.T, script string) string {
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "bellwether" {
			continue
		}
		if code := run(append(words[1:], quietly(words[1])...), &stdout, &stderr); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", strings.TrimSpace(line), code, stderr.String())
		}
	}
	return stdout.String()
}

// quietly are further arguments of a verb that shows progress.
func quietly(verb string) []string {
	if verb == "run" || verb == "sweep" {
		return []string{"--quiet"}
	}
	return nil
}

// compile compiles a document with the first TeX that this machine has.
func compile(t *testing.T, document string) {
	for _, tex := range [][]string{{"pdflatex", "-interaction=nonstopmode", "-halt-on-error"}, {"tectonic"}} {
		program, err := exec.LookPath(tex[0])
		if err != nil {
			continue
		}
		out, err := exec.Command(program, append(tex[1:], document)...).CombinedOutput()
		switch {
		case err != nil:
			t.Errorf("%s: %v\n%s", tex[0], err, out)
		case bytes.Contains(out, []byte("Overfull")):
			t.Errorf("%s: something is wider than its column:\n%s", tex[0], out)
		}
		return
	}
	t.Log("there is no pdflatex and no tectonic here: the document is not compiled")
}
