package scenarios

import (
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/foreign"
)

// An Entry is one row of the table: an algorithm with its parameters. In a file
// it is a name, or a mapping.
type Entry struct {
	// Which algorithm.
	Name string `yaml:"name" jsonschema:"required"`
	// The name of the row. Default: the algorithm's name.
	Label string `yaml:"label" jsonschema:"pattern=^[A-Za-z0-9][A-Za-z0-9._+-]*$,maxLength=64"`
	// The algorithm's own parameters, as "bellwether algorithms NAME" lists them.
	Params map[string]string `yaml:"params"`

	// A program that runs the election of this row, with its arguments: [python3, mine.py]. It runs in the
	// directory of this file, and only if the user allows it (--allow-commands).
	Command []string `yaml:"command" jsonschema:"maxItems=64"`
	// Files that the program needs and that no word of its command names. The helpers bellwether.py and
	// bellwether.mjs need not be listed.
	Files []string `yaml:"files" jsonschema:"maxItems=100"`
	// As run: what the program declared, as JSON.
	Declares string `yaml:"declares" jsonschema:"maxLength=65536"`
	// As run: the hash of the command and its files. A program that has changed since is refused.
	Content string `yaml:"content" jsonschema:"maxLength=80"`

	path string         // where in the file it stands, "" if a flag named it
	kept []foreign.File // of the command, if copies were kept with the scenario
}

// entryFields keeps Entry's own decoder from calling itself.
type entryFields Entry

// DecodeStrict reads a name or a mapping. The reader of scenario files calls it.
func (e *Entry) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	e.path = n.Path
	if n.Kind == strictyaml.Plain || n.Kind == strictyaml.Quoted {
		e.Name, e.Label = n.Text, n.Text
		return
	}
	d.DecodeNode(n, (*entryFields)(e))
	if n.Kind == strictyaml.Map && n.Get("name") == nil {
		d.Add(n, "names no algorithm: name is missing")
	}
	if n.Get("command") != nil && len(e.Command) == 0 {
		d.Add(n.Get("command"), "names no program: [python3, mine.py]")
	}
	if e.Label == "" {
		e.Label = e.Name
	}
}

// EncodeStrict writes the shortest form.
func (e Entry) EncodeStrict() any {
	if len(e.Params) == 0 && len(e.Command) == 0 && e.Label == e.Name {
		return e.Name
	}
	out := entryFields(e)
	if out.Label == out.Name {
		out.Label = ""
	}
	return out
}
