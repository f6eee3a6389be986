package strictyaml

import (
	"fmt"
	"strconv"
	"strings"
)

// Set puts a value, written as YAML, at a path, over the value of the file, as a flag
// does. The place of its faults is the flag. A missing mapping on the way is made; an
// entry of a list must exist.
func (d *Document) Set(path, value, flag string) {
	at := Place{File: flag}
	if strings.TrimSpace(value) == "" {
		d.faultAt(at, path, "no value given")
		return
	}
	parsed, err := Parse(flag, []byte("value: "+value+"\n"))
	if err != nil {
		parsed, err = Parse(flag, []byte("value: "+strconv.Quote(value)+"\n"))
	}
	if err != nil {
		d.faultAt(at, path, "not a value: "+value)
		return
	}
	node := parsed.root.Get("value")
	if len(parsed.root.Fields) != 1 || len(parsed.faults) > 0 {
		d.faultAt(at, path, "not a value: "+value)
		return
	}
	node.move(at, path)
	d.put(d.root, "", marked(path), node, at)
}

// move gives a node and all under it a place and a path.
func (n *Node) move(at Place, path string) {
	n.Place, n.Path = at, path
	for i, item := range n.Items {
		item.move(at, itemPath(path, i))
	}
	for i := range n.Fields {
		n.Fields[i].Place = at
		n.Fields[i].Value.move(at, childPath(path, n.Fields[i].Key))
	}
}

// marked are the steps of a path; those that stood in brackets, as only entries of lists do,
// begin with one.
func marked(path string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(path, "[", ".["), func(r rune) bool { return r == '.' || r == ']' })
}

// put descends to the place of the value, and returns the value's usual path:
// rows[tall].size becomes rows[2].size.
func (d *Document) put(in *Node, path string, rest []string, value *Node, at Place) {
	if len(rest) == 0 {
		d.faultAt(at, "", "no path given")
		return
	}
	step := strings.TrimPrefix(rest[0], "[")
	switch in.Kind {
	case List:
		i, ok := d.entry(in, step)
		if !ok {
			d.faultAt(at, path, noEntry(len(in.Items), step))
			return
		}
		if len(rest) == 1 {
			value.move(at, itemPath(path, i))
			in.Items[i] = value
			return
		}
		d.expand(in.Items[i])
		d.put(in.Items[i], itemPath(path, i), rest[1:], value, at)
	case Map:
		for i := range in.Fields {
			if in.Fields[i].Key != step {
				continue
			}
			if len(rest) == 1 {
				value.move(at, childPath(path, step))
				in.Fields[i].Value, in.Fields[i].Place = value, at
				return
			}
			d.put(in.Fields[i].Value, childPath(path, step), rest[1:], value, at)
			return
		}
		d.grow(in, path, rest, value, at)
	default:
		d.faultAt(at, path, fmt.Sprintf("holds %s, so it has no %s", in.Describe(), step))
	}
}

// noEntry returns the error of a path whose entry a list of so many entries does not have.
func noEntry(of int, step string) string {
	if of == 0 {
		return fmt.Sprintf("has no entries, so it has no %s", step)
	}
	return fmt.Sprintf("has entries 0 to %d, not %s", of-1, step)
}

// entry finds an entry of a list by its number or its name.
func (d *Document) entry(in *Node, step string) (int, bool) {
	if i, err := strconv.Atoi(step); err == nil {
		return i, i >= 0 && i < len(in.Items)
	}
	for _, key := range d.Names {
		for i, item := range in.Items {
			if of := item.Get(key); of != nil && of.Text == step || item.Kind == Plain && item.Text == step {
				return i, true
			}
		}
	}
	return 0, false
}

// expand replaces a plain entry by the mapping that it stands for.
func (d *Document) expand(n *Node) {
	if len(d.Names) == 0 || n.Kind != Plain && n.Kind != Quoted {
		return
	}
	key := d.Names[len(d.Names)-1]
	value := *n
	value.Path = childPath(n.Path, key)
	*n = Node{Place: n.Place, Path: n.Path, Kind: Map, Fields: []Field{{key, n.Place, &value}}}
}

func (d *Document) grow(in *Node, path string, rest []string, value *Node, at Place) {
	step := strings.TrimPrefix(rest[0], "[")
	child := value
	child.move(at, childPath(path, step))
	if len(rest) > 1 {
		if entry, listed := strings.CutPrefix(rest[1], "["); listed {
			d.faultAt(at, childPath(path, step), noEntry(0, entry))
			return
		}
		child = &Node{Kind: Map, Place: at, Path: childPath(path, step)}
	}
	in.Fields = append(in.Fields, Field{step, at, child})
	if len(rest) > 1 {
		d.put(child, child.Path, rest[1:], value, at)
	}
}
