package cli

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// isReadAsThePageSays runs the programs of the page about results on the tables that its
// commands wrote. It skips a program whose interpreter is not installed.
func isReadAsThePageSays(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, reader := range []struct {
		block string
		tried []string // exits with 0 if the reader is installed
		run   []string
	}{
		{"python", []string{"python3", "-c", ""}, []string{"python3", "-c"}},
		{"pandas", []string{"python3", "-c", "import pandas"}, []string{"python3", "-c"}},
		{"sql", []string{"duckdb", "--version"}, []string{"duckdb", "-c"}},
		{"r", []string{"Rscript", "-e", "library(survival)"}, []string{"Rscript", "-e"}},
	} {
		block := regexp.MustCompile("(?s)```" + reader.block + "\n(.*?)```\n(?:\n```text\n(.*?)```)?").FindStringSubmatch(string(text))
		if block == nil {
			t.Errorf("the page has no %s", reader.block)
			continue
		}
		if exec.Command(reader.tried[0], reader.tried[1:]...).Run() != nil {
			t.Logf("%s is not installed", reader.block)
			continue
		}
		var complaint bytes.Buffer
		program := exec.Command(reader.run[0], append(reader.run[1:], block[1])...)
		program.Stderr = &complaint
		printed, err := program.Output()
		if err != nil || block[2] != "" && string(printed) != block[2] {
			t.Errorf("%s: %v, prints %q, the page shows %q: %s", reader.block, err, printed, block[2], complaint.String())
		}
	}
}
