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

// NewSite makes the pages that are about all lessons. Their links lead to NAME.html, and to its first
// question.
func NewSite() (*Site, error) {
	var lessons []*Lesson
	for _, name := range order {
		l, err := Load(name)
		if err != nil {
			return nil, err
		}
		lessons = append(lessons, l)
	}
	var index, notes bytes.Buffer
	if err := siteTemplates.ExecuteTemplate(&index, "index.html", lessons); err != nil {
		return nil, err
	}
	if err := siteTemplates.ExecuteTemplate(&notes, "notes.html", lessons); err != nil {
		return nil, err
	}
	return &Site{Index: index.Bytes(), Notes: notes.Bytes()}, nil
}
