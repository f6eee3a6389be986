package reference

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
)

// Models returns a row for each word of each key that chooses a model: the key, the
// word, and the keys that have a meaning beside it.
func (f Format) Models() [][]string {
	var rows [][]string
	for _, c := range strictyaml.Choices(f.Whole) {
		for _, word := range c.Enum {
			var keys []string
			for _, k := range f.Beside(c.Path, word) {
				if !strings.Contains(k.Path, ".") {
					keys = append(keys, k.Path)
				}
			}
			rows = append(rows, []string{c.Path, word, strings.Join(keys, ", ")})
		}
	}
	return rows
}

// Describe writes what the code knows of the models that a word chooses,
// whatever the key; of a key.word only there. An unknown one is an error.
func (f Format) Describe(w io.Writer, name string) error {
	var b bytes.Buffer
	var known []string
	for _, c := range strictyaml.Choices(f.Whole) {
		for _, word := range c.Enum {
			if !slices.Contains(known, word) {
				known = append(known, word)
			}
			if name != word && name != c.Path+"="+word {
				continue
			}
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			f.describe(&b, c.Path, word)
		}
	}
	if b.Len() == 0 {
		return errs.Scenarios.Errorf("unknown model %q%s", name, strictyaml.Hint(name, known))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (f Format) describe(b *bytes.Buffer, path, word string) {
	b.WriteString(path + ": " + word + "\n\n")
	if source := Source(path, word); source != "" {
		wrapped(b, "paper  ", source)
		b.WriteByte('\n')
	}
	meaning := Meanings(f.Schema)
	b.WriteString("keys beside it\n")
	keys := f.Beside(path, word)
	for _, k := range keys {
		line := "  " + k.Path + ": " + k.Takes
		if k.Value != "" {
			line += ", default " + k.Value
		}
		b.WriteString(line + "\n")
		wrapped(b, "      ", meaning.Of(k))
	}
	if len(keys) == 0 {
		b.WriteString("  none\n")
	}
}

// Beside returns the keys that have a meaning beside the word of a key, with the
// defaults that they have then; keys of lists and of other choices apart.
func (f Format) Beside(path, word string) []strictyaml.Key {
	steps := strings.Split(path, ".")
	text := word
	for i := range steps {
		step := steps[len(steps)-1-i]
		text = step + ": " + text
		if i < len(steps)-1 {
			text = "{" + text + "}"
		}
	}
	in := f.Assume(text)
	for _, step := range steps[:len(steps)-1] {
		in = fieldOf(in, step)
	}
	var out []strictyaml.Key
	for _, k := range strictyaml.Keys(in) {
		if k.Path != steps[len(steps)-1] {
			out = append(out, k)
		}
	}
	return out
}

// fieldOf returns the value of a key of a struct.
func fieldOf(of any, key string) any {
	v := reflect.ValueOf(of)
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("yaml") == key {
			return v.Field(i).Interface()
		}
	}
	panic("reference: no key " + key)
}

// documented is the name that schema and page have for the type of a key. The fields of a
// type that reads itself are declared a second time, under its name with Fields.
func documented(name string) string {
	if base, ok := strings.CutSuffix(name, "Fields"); ok {
		return strings.ToUpper(base[:1]) + base[1:]
	}
	return name
}

// Meaning is the description of each key in the schema, by the documented name of its type
// and its own.
type Meaning map[string]string

// Of is the description of a key.
func (m Meaning) Of(k strictyaml.Key) string { return m[documented(k.Owner)+"."+k.Name] }

// Meanings reads the descriptions of a schema.
func Meanings(schema []byte) Meaning {
	type described struct {
		Description string               `json:"description"`
		Properties  map[string]described `json:"properties"`
		Definitions map[string]described `json:"$defs"`
		Items       *described           `json:"items"`
		OneOf       []described          `json:"oneOf"`
	}
	var all described
	if err := json.Unmarshal(schema, &all); err != nil {
		panic("scenarios: schema.json: " + err.Error()) // a test holds it to the types
	}
	out := Meaning{}
	add := func(owner string, of described) {
		for key, property := range of.Properties {
			out[owner+"."+key] = property.Description
		}
	}
	for owner, of := range all.Definitions {
		add(owner, of)
	}
	add("Scenario", all)
	for _, rows := range all.Properties["algorithms"].OneOf {
		if rows.Items == nil {
			continue // the word all
		}
		for _, shape := range rows.Items.OneOf {
			add("Entry", shape)
		}
	}
	add("Region", all.Definitions["Fault"].Properties["jam"])
	return out
}
