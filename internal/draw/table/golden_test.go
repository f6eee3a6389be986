package table

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files again")

// golden compares text with a file in testdata, and checks what holds for every table: no
// line ends in a space, and the file ends in one line break.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	for line := range strings.Lines(string(got)) {
		if strings.TrimRight(line, " \t\r\n") != strings.TrimRight(line, "\n") {
			t.Errorf("%s: a line ends in a space: %q", name, line)
		}
	}
	if !utf8.Valid(got) || !bytes.HasSuffix(got, []byte("\n")) || bytes.HasSuffix(got, []byte("\n\n")) {
		t.Errorf("%s: does not end in one line break", name)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (go test -update accepts it):\n%s", path, diff)
	}
}
