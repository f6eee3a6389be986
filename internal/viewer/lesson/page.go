package lesson

import (
	"bytes"
	"fmt"
	"strings"
)

// Page is docs/lessons.md: all lessons, for people who prepare a class.
func Page() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`# Lessons

After this page you can teach a class with eight small worlds: what to look at, what to ask, and what to change.

This page is written from the lessons themselves (` + "`go test ./internal/viewer/lesson -update`" + `). A test
compares every step and every change with the run: who follows whom, and how many messages were sent. Answers,
and what comes of each change, are in the teacher's notes of ` + "`--site`" + `, and told by ` + "`--answers`" + `.

` + "```sh" + `
bellwether lessons                               # lists them
bellwether lessons two-leaders --view            # shows one in the browser, step by step beside its run
bellwether lessons two-leaders --out two-leaders.html   # the same as one page, to hand out
bellwether lessons --site class                  # a directory for a class: a page for each, their list, teacher's notes
bellwether play --lesson two-leaders             # the same, and nodes and links can be broken by hand
bellwether lessons two-leaders                   # tells one in the terminal, with the conversation between the steps
bellwether lessons two-leaders --answers         # with the answers, and what comes of each change
bellwether lessons two-leaders --scenario > two-leaders.yaml   # its world, to break
` + "```" + `
`)
	for _, name := range order {
		l, err := Load(name)
		if err != nil {
			return nil, err
		}
		l.write(&b)
	}
	return b.Bytes(), nil
}

// write writes one lesson.
func (l *Lesson) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n`%s`\n\n", l.Title, l.About, l.Name)
	b.WriteString("| instant | what is to be seen |\n|---|---|\n")
	for _, s := range l.Steps {
		fmt.Fprintf(b, "| %v | %s |\n", s.At, cell(s.Say))
	}
	if len(l.Questions) > 0 {
		b.WriteString("\n")
	}
	for _, q := range l.Questions {
		fmt.Fprintf(b, "- %s\n", q.Ask)
	}
	if len(l.Changes) == 0 {
		return
	}
	b.WriteString("\nNow break it:\n\n| do | set |\n|---|---|\n")
	for _, c := range l.Changes {
		sets := make([]string, len(c.Set))
		for i, set := range c.Set {
			sets[i] = "`" + strings.ReplaceAll(set, "|", `\|`) + "`"
		}
		fmt.Fprintf(b, "| %s | %s |\n", cell(c.Do), strings.Join(sets, "<br>"))
	}
}

// cell keeps a bar from ending the cell of a table: 2|E|.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
