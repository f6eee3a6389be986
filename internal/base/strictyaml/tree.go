package strictyaml

import (
	"strconv"
	"strings"
)

// kind is what a node of the document is.
type kind uint8

// The kinds. A plain scalar is kept as written: the field that it fills decides what it
// is.
const (
	Plain  kind = iota // 250, 10m, true, bernoulli
	Quoted             // "250"
	Null               // nothing, ~ or null
	List
	Map
	Spoilt // already has a fault
)

// A Node is a value of the document.
type Node struct {
	Place  Place
	Path   string
	Kind   kind
	Text   string  // Plain, Quoted
	Items  []*Node // List
	Fields []Field // Map
}

// A Field is a key of a mapping with its value.
type Field struct {
	Key   string
	Place Place
	Value *Node
}

// Get returns the value of a key of a mapping, nil if it lacks the key.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	for _, f := range n.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Describe returns what the node is, for "got …".
func (n *Node) Describe() string {
	switch n.Kind {
	case Null:
		return "nothing"
	case List:
		return "a list"
	case Map:
		return "a mapping"
	case Spoilt:
		return "what is no value"
	case Quoted:
		return "the text " + strconv.Quote(shorten(n.Text))
	}
	return shorten(n.Text)
}

func shorten(s string) string {
	const most = 60
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most]) + "…"
}

// steps splits a path: radio.range, faults[2].at, faults.2.at.
func steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// find descends to the node of a path. If the path is not given, it returns the nearest node
// above.
func (n *Node) find(path string) (found *Node, whole bool) {
	found = n
	for _, step := range steps(path) {
		next := found.Get(step)
		if found.Kind == List {
			if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(found.Items) {
				next = found.Items[i]
			}
		}
		if next == nil {
			return found, false
		}
		found = next
	}
	return found, true
}

func childPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func itemPath(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
