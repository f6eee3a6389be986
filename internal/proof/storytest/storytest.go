// Package storytest replays stories as tests. It assumes that scripts lie in a
// directory as files that end in .story; it never reads another. With the flag -rewrite,
// which is datadriven's, it records what happens now.
//
//	func TestStories(t *testing.T) { storytest.Run(t, "testdata", story.Only(mine.Algorithm())) }
package storytest

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"bellwether/emulator/story"
)

// Suffix ends the names of scripts.
const Suffix = ".story"

// Run plays every script below a directory, and fails if it finds no script. A check that
// fails is an error unless the record says how.
func Run(t *testing.T, dir string, find story.Finder) {
	t.Helper()
	played := 0
	datadriven.Walk(t, dir, func(t *testing.T, path string) {
		if !strings.HasSuffix(path, Suffix) {
			return
		}
		played++
		Play(t, path, find)
	})
	if played == 0 {
		t.Errorf("there is no %s file below %s", Suffix, dir)
	}
}

// Play plays one script.
func Play(t *testing.T, path string, find story.Finder) {
	t.Helper()
	tell := story.New(find)
	datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
		out, err := tell.Do(directive(d))
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		return out.Text
	})
	replay(t, path, find)
}

// directive converts a directive that datadriven has read.
func directive(d *datadriven.TestData) story.Directive {
	out := story.Directive{Verb: d.Cmd}
	for _, arg := range d.CmdArgs {
		out.Words = append(out.Words, arg.String())
	}
	if d.Input != "" {
		out.Input = strings.Split(d.Input, "\n")
	}
	return out
}

// replay plays the file with package story's reader, as the command line does. The output
// must be the same to the byte.
func replay(t *testing.T, path string, find story.Finder) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := story.Read(path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	differences, err := s.Play(find, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Error(d)
	}
	if got := out.String(); got != string(text) {
		t.Errorf("%s is played as\n%s", path, got)
	}
}
