package strictyaml

import (
	"reflect"
	"strings"
)

// Flow writes a node on one line, in a form that [Document.Set] reads back as the same
// value.
func (n *Node) Flow() string {
	switch n.Kind {
	case Null, Spoilt:
		return "null"
	case Quoted:
		return quote(n.Text)
	case List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = item.Flow()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		parts := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			parts[i] = Text(f.Key) + ": " + f.Value.Flow()
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if n.Text == "true" || n.Text == "false" {
		return n.Text
	}
	return plain(n.Text)
}

// Text writes a text as a YAML scalar, in quotes if necessary.
func Text(s string) string { return quote(s) }

// Inline writes a value on one line, with the values of [Encode], in the form that
// [Document.Set] reads.
func Inline(of any) string { return flow(reflect.ValueOf(of)) }
