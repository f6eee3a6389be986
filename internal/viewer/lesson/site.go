package lesson

import (
	"bytes"
	"embed"
	"html/template"
)

//go:embed site/*.html
var sitePages embed.FS

var siteTemplates = template.Must(template.New("site").Funcs(template.FuncMap{"command": func(l *Lesson, c Change) string { return l.command(&c) }}).ParseFS(sitePages, "site/*.html"))

// A Site is a folder of pages for a class. Beside its pages stands a page NAME.html for each lesson,
// which the caller writes.
type Site struct {
	Index []byte // index.html: all lessons, without answers
	Notes []byte // notes.html: what a teacher needs, with answers
}

// A World is one that the pages lead to, beside lessons.
type World struct{ Name, About string }

// listed is what the pages are about.
type listed struct {
	Lessons []*Lesson
	Worlds  []World
	page    string // the start of a lesson's address, before its name
	ends    string // what follows the name
}

// Page is the address of a lesson's page.
func (l listed) Page(name string) string { return l.page + name + l.ends }

// NewSite makes the pages that are about all lessons. Their links lead to NAME.html, and to its first
// question.
func NewSite() (*Site, error) { return newSite(listed{ends: ".html"}) }

// NewPlayground makes the same pages for a folder with one page that plays all lessons and worlds: links lead to
// play.html?lesson=NAME and play.html?world=NAME.
func NewPlayground(worlds []World) (*Site, error) {
	return newSite(listed{page: "play.html?lesson=", Worlds: worlds})
}

func newSite(all listed) (*Site, error) {
	for _, name := range order {
		l, err := Load(name)
		if err != nil {
			return nil, err
		}
		all.Lessons = append(all.Lessons, l)
	}
	var index, notes bytes.Buffer
	if err := siteTemplates.ExecuteTemplate(&index, "index.html", all); err != nil {
		return nil, err
	}
	if err := siteTemplates.ExecuteTemplate(&notes, "notes.html", all); err != nil {
		return nil, err
	}
	return &Site{Index: index.Bytes(), Notes: notes.Bytes()}, nil
}
