package look

import (
	"encoding/json"
	"os"
	"testing"

	"bellwether/internal/study/registry"
	"bellwether/internal/viewer/lesson"
	"bellwether/internal/viewer/play"
)

// Each change of each lesson can be played, and gives the scenario that the lesson itself runs.
func TestPlayLessonChanges(t *testing.T) {
	for _, name := range lesson.Names() {
		l, err := lesson.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		f := playFlags{registry: plainRegistry(t), program: registry.Program("bellwether"), lesson: name}
		for n := range l.Changes {
			s, err := f.change(n + 1)
			if err != nil {
				t.Fatalf("%s, change %d: %v", name, n+1, err)
			}
			want, err := l.World(l.Changes[n].Set)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.World(); string(got.YAML()) != string(want.YAML()) {
				t.Errorf("%s, change %d plays another world:\n%s\nwant\n%s", name, n+1, got.YAML(), want.YAML())
			}
		}
		for _, n := range []int{-1, 0, len(l.Changes) + 1} {
			if _, err := f.change(n); err == nil {
				t.Errorf("%s has a change %d", name, n)
			}
		}
	}
}

// Who begins again keeps the file of what was done before.
func TestPlayBeginsAgainInANewFile(t *testing.T) {
	t.Chdir(t.TempDir())
	f := playFlags{registry: plainRegistry(t), program: registry.Program("bellwether")}
	for _, named := range []bool{false, true} {
		kept := &keptSession{scenario: "ten-nodes", named: named}
		if named {
			kept.name = "mine.yaml"
		}
		first, err := kept.write([]byte("first"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kept.anew(f.begin([]string{"two-islands"})); err != nil {
			t.Fatal(err)
		}
		second, err := kept.write([]byte("second"))
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(first); (string(b) == "first") == named {
			t.Errorf("named %v: %s has %q after %s was written", named, first, b, second)
		}
		if _, err := os.Stat("two-islands-played.yaml"); err != nil {
			t.Errorf("named %v: %v", named, err)
		}
	}
}

// The film has the lesson beside it.
func TestPlayShowsTheLesson(t *testing.T) {
	f := playFlags{registry: plainRegistry(t), program: registry.Program("own"), lesson: "two-leaders"}
	s, err := f.begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := play.New(s, play.Options{})
	defer p.Close()
	took, err := p.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var outline struct{ Title, Play string }
	if err := json.Unmarshal(took.Film.Head.Lesson, &outline); err != nil || outline.Title == "" || outline.Play != "own play --lesson two-leaders" {
		t.Errorf("%v: %+v", err, outline)
	}
}

func plainRegistry(t *testing.T) *registry.Registry {
	t.Helper()
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	return reg
}
