package reference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/scenarios/internal/section"
)

// Page writes the page REFERENCE.md: every key of a scenario with its type, unit, bounds,
// default and meaning, a table for each model, and the radios and batteries that have names.
// All of it comes from the code.
func (f Format) Page() []byte {
	p := &page{Format: f, meaning: Meanings(f.Schema)}
	p.choices = strictyaml.Choices(f.Whole)
	s := f.Assume("{}")
	p.heading(2, "The experiment")
	p.keys(p.scalars(strictyaml.Keys(s)))
	for _, k := range strictyaml.Keys(s) {
		if k.Kind == "mapping" && !strings.Contains(k.Path, ".") {
			p.mapping(2, k, p.meaning.Of(k))
		}
	}
	p.list("groups", listed(new(section.Group), "mobility"))
	p.heading(3, "The part of a trace in space")
	p.say("`within` of a trace: a rectangle in metres by its corner with the least coordinates, or one in degrees.")
	p.keys(strictyaml.Keys(section.Within{}))
	p.list("tags", listed(new(section.Tagged), ""))
	p.list("faults", listed(new(section.Fault), ""))
	p.heading(3, "Regions")
	p.say("A circle of a radius about a place, or a rectangle by its corner with the least coordinates.")
	p.keys(strictyaml.Keys(section.Region{}))
	p.list("interventions", listed(new(section.Intervention), ""))
	p.list("algorithms", listed(f.Row, ""))
	p.radios()
	p.profiles()

	var b bytes.Buffer
	b.WriteString(preface)
	b.WriteString("\n## Contents\n\n")
	b.Write(p.contents.Bytes())
	b.Write(p.body.Bytes())
	return b.Bytes()
}

const preface = `# Reference of scenarios

Every key of a scenario file: what it takes, in which unit and within which bounds, its
default, and what it means. This page is written from the code, and a test holds it to
it; ` + "`bellwether scenarios models NAME`" + ` prints the same of one model, and
` + "`bellwether algorithms NAME`" + ` the parameters of an algorithm.

Durations carry their unit: ` + "`250ms`, `10s`, `1m30s`, `2h`" + `. Other quantities are plain
numbers in the unit given. A key that has no meaning beside the model that was chosen is
allowed, and warned of. In a table, "with" names the models beside which a key has a
meaning.

**In an editor.** Put the schema beside your scenario and name it in the first line; editors
with the YAML language server (VS Code with Red Hat's YAML extension, Neovim, Helix, Emacs and
others) then complete keys and words, show what they mean, and underline what is wrong:

` + "```sh" + `
bellwether scenarios schema > schema.json
` + "```" + `

` + "```yaml" + `
# yaml-language-server: $schema=schema.json
radio: {model: log-distance, preset: wifi-5GHz}
` + "```" + `
`

// page is what has been written of the page.
type page struct {
	Format
	meaning        Meaning
	choices        []strictyaml.Choice
	contents, body bytes.Buffer
}

// heading begins a section, which the contents list.
func (p *page) heading(level int, title string) {
	anchor := strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case strings.ContainsRune("`.:,()/", c):
			return -1
		}
		return c
	}, strings.ToLower(title))
	fmt.Fprintf(&p.contents, "%s- [%s](#%s)\n", strings.Repeat("  ", level-2), title, anchor)
	fmt.Fprintf(&p.body, "\n%s %s\n", strings.Repeat("#", level), title)
}

// say writes a paragraph, if there is anything to say.
func (p *page) say(text string) {
	if text != "" {
		fmt.Fprintf(&p.body, "\n%s\n", text)
	}
}

// table writes rows, the header first.
func (p *page) table(rows [][]string) {
	p.body.WriteByte('\n')
	for i, row := range rows {
		for k := range row {
			row[k] = strings.ReplaceAll(row[k], "|", `\|`)
		}
		p.body.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			p.body.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
}

// keys writes a table of keys.
func (p *page) keys(keys []strictyaml.Key) {
	rows := [][]string{{"key", "type", "unit", "bounds", "default", "meaning, source"}}
	for _, k := range keys {
		rows = append(rows, p.row(k))
	}
	p.table(rows)
}

func (p *page) row(k strictyaml.Key) []string {
	bounds, value := k.Range, ""
	if len(k.Enum) > 0 {
		bounds = "`" + strings.Join(k.Enum, "`, `") + "`"
	}
	if k.Value != "" {
		value = "`" + k.Value + "`"
	}
	return []string{"`" + k.Path + "`", k.Kind, k.Unit, bounds, value, p.meaning.Of(k)}
}

// scalars are the keys that are neither mappings nor in one.
func (p *page) scalars(keys []strictyaml.Key) []strictyaml.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k strictyaml.Key) bool {
		return k.Kind == "mapping" || strings.Contains(k.Path, ".")
	})
}

// list writes the section of a list of mappings.
func (p *page) list(key string, keys []strictyaml.Key) {
	p.heading(2, "`"+key+"`")
	p.say(p.meaning["Scenario."+key])
	p.keys(keys)
}

// listed are the keys of an item of a list, with their defaults; of the mapping
// without, which has its own section, the name alone.
func listed(item any, without string) []strictyaml.Key {
	strictyaml.Default(item)
	return slices.DeleteFunc(strictyaml.Keys(item), func(k strictyaml.Key) bool {
		return without != "" && strings.HasPrefix(k.Path, without+".")
	})
}
