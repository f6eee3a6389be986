package strict

import (
	"reflect"
	"strings"
)

// Flow writes a node on one line, so that it is read back as the same value: what
// [Document.Set] takes.
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

// Text writes a text as a YAML scalar, in quotes where it needs them.
func Text(s string) string { return quote(s) }

// Inline writes a value on one line, as [Encode] would, in the form that
// [Document.Set] takes.
func Inline(of any) string { return flow(reflect.ValueOf(of)) }
