package lesson

import (
	"bytes"
	"html"
	"strings"
	"testing"
)

// The page of all lessons links each lesson and its first question, and has no answer. The notes have
// every answer, and the command and the result of every change.
func TestSite(t *testing.T) {
	site, err := NewSite()
	if err != nil {
		t.Fatal(err)
	}
	index, notes := html.UnescapeString(string(site.Index)), html.UnescapeString(string(site.Notes))
	for _, name := range Names() {
		l, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Questions) == 0 {
			t.Errorf("%s has no first question to link", name)
		}
		for _, link := range []string{`href="` + name + `.html"`, `href="` + name + `.html#question=1"`} {
			if !strings.Contains(index, link) || !strings.Contains(notes, link) {
				t.Errorf("%s: %s is missing", name, link)
			}
		}
		if !strings.Contains(index, l.Title) || !strings.Contains(index, strings.TrimSpace(l.About)) {
			t.Errorf("%s is not told on the page of all lessons", name)
		}
		for _, q := range l.Questions {
			if strings.Contains(index, q.Answer) || !strings.Contains(notes, q.Ask) || !strings.Contains(notes, q.Answer) {
				t.Errorf("%s: the answer %q is not where it belongs", name, q.Answer)
			}
		}
		for i := range l.Changes {
			c := &l.Changes[i]
			if !strings.Contains(notes, l.command(c)) || !strings.Contains(notes, c.Then) {
				t.Errorf("%s: change %d is missing in the notes", name, i+1)
			}
		}
	}
	if bytes.Contains(site.Index, []byte("http:")) || bytes.Contains(site.Notes, []byte("http:")) {
		t.Error("a page needs the network")
	}
}

// A folder with one page for all leads to each lesson and world by the address of that page.
func TestPlayground(t *testing.T) {
	site, err := NewPlayground([]World{{"some-world", "Some nodes & links."}})
	if err != nil {
		t.Fatal(err)
	}
	index := string(site.Index)
	for _, want := range []string{`href="play.html?world=some-world"`, "Some nodes &amp; links.", `href="play.html?lesson=two-leaders"`, `href="play.html?lesson=two-leaders#question=1"`} {
		if !strings.Contains(index, want) {
			t.Errorf("the list has no %s", want)
		}
	}
	if !strings.Contains(string(site.Notes), `href="play.html?lesson=margin#question=1"`) || strings.Contains(index, ".html.html") {
		t.Error("a link leads nowhere")
	}
	if plain, err := NewSite(); err != nil || bytes.Contains(plain.Index, []byte("Worlds to play with")) {
		t.Errorf("a folder without worlds lists them: %v", err)
	}
}
