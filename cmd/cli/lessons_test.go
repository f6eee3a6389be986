package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"bellwether/internal/viewer/lesson"
)

// The page of a lesson has its run, and the text of every step at its instant.
func TestPageOfALesson(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "lesson.html")
	var out, said bytes.Buffer
	if code := run([]string{"lessons", "echo-tree", "--out", name}, &out, &said); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`id="film-0-head">([^<]*)<`).FindSubmatch(page)
	if found == nil {
		t.Fatal("the page has no film")
	}
	packed, err := base64.StdEncoding.DecodeString(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var head struct {
		Nodes  []int
		EndNs  int64 `json:"end_ns"`
		Lesson struct {
			Title string
			Steps []struct {
				Say, Look string
				AtNs      int64 `json:"at_ns"`
			}
			Questions []struct{ Ask, Answer string }
			Changes   []struct{ Do, Command, Then string }
		}
	}
	if err := json.Unmarshal(text, &head); err != nil {
		t.Fatal(err)
	}
	want, err := lesson.Load("echo-tree")
	if err != nil {
		t.Fatal(err)
	}
	got := head.Lesson
	if len(head.Nodes) != 7 || got.Title != want.Title || len(got.Steps) != len(want.Steps) || len(got.Questions) != len(want.Questions) || len(got.Changes) != len(want.Changes) {
		t.Fatalf("%d nodes, lesson %+v", len(head.Nodes), got)
	}
	for i, s := range want.Steps {
		if g := got.Steps[i]; g.Say != s.Say || g.Look != string(s.Look) || g.AtNs != int64(s.At) || g.AtNs > head.EndNs {
			t.Errorf("step %d is %+v, want %+v", i, g, s)
		}
	}
	for i, c := range want.Changes {
		if g := got.Changes[i]; g.Do != c.Do || g.Then != c.Then || !regexp.MustCompile(`^bellwether run echo-tree.yaml --set .* --trace echo-tree.ndjson$`).MatchString(g.Command) {
			t.Errorf("change %d is %+v", i, g)
		}
	}
}

// The directory for a class has a page with the film and the text of each lesson, and the pages that
// link them. It is of all lessons, and needs a name.
func TestPagesOfAllLessons(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "class")
	var out, said bytes.Buffer
	if code := run([]string{"lessons", "--site", dir}, &out, &said); code != exitDone {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`href="([^"#]*)`).FindAllSubmatch(index, -1)
	if len(links) != 2*len(lesson.Names())+1 {
		t.Errorf("the list has %d links", len(links))
	}
	for _, link := range links {
		if _, err := os.Stat(filepath.Join(dir, string(link[1]))); err != nil {
			t.Error(err)
		}
	}
	for _, name := range lesson.Names() {
		page, err := os.ReadFile(filepath.Join(dir, name+".html"))
		if err != nil || !bytes.Contains(page, []byte(`id="film-0-head"`)) {
			t.Errorf("%s has no film: %v", name, err)
		}
	}
	for _, args := range [][]string{{"lessons", "merge", "--site", dir}, {"lessons", "--site", ""}} {
		if code := run(args, &out, &said); code == exitDone {
			t.Errorf("%v is done", args)
		}
	}
}
