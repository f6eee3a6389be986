package strictyaml

import "slices"

// SpellOut replaces a word by the list, written as YAML, that it stands for: as the value
// of a key of the document, or as an item of the list there. It returns the paths of the
// new entries, none if the word is not there.
func (d *Document) SpellOut(key, word, list string) (paths []string) {
	n := d.root.Get(key)
	if n == nil {
		return nil
	}
	is := func(n *Node) bool { return n.Kind == Plain && n.Text == word }
	if is(n) {
		item := *n
		*n = Node{Place: n.Place, Path: n.Path, Kind: List, Items: []*Node{&item}}
	}
	at := -1
	if n.Kind == List {
		at = slices.IndexFunc(n.Items, is)
	}
	if at < 0 {
		return nil
	}
	parsed, err := Parse(d.name, []byte(key+": "+list+"\n"))
	if err != nil {
		panic("strict: " + err.Error()) // the list is the program's own
	}
	items := parsed.root.Get(key).Items
	for i, item := range items {
		item.move(n.Items[at].Place, itemPath(n.Path, at+i))
		paths = append(paths, item.Path)
	}
	n.Items = slices.Replace(n.Items, at, at+1, items...)
	for i := at + len(items); i < len(n.Items); i++ {
		n.Items[i].repath(itemPath(n.Path, i))
	}
	return paths
}

// repath gives a node and all under it a path.
func (n *Node) repath(path string) {
	n.Path = path
	for i, item := range n.Items {
		item.repath(itemPath(path, i))
	}
	for i := range n.Fields {
		n.Fields[i].Value.repath(childPath(path, n.Fields[i].Key))
	}
}
