package strictyaml

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// node converts a YAML node, aliases expanded within bounds.
func (d *Document) node(n ast.Node, path string, anchors map[string]ast.Node) *Node {
	out := &Node{Place: d.place(first(n)), Path: path}
	if strings.Count(path, ".")+strings.Count(path, "[") > maxDepth {
		d.Add(out, "nested deeper than %d levels", maxDepth)
		out.Kind = Spoilt
		return out
	}
	if d.aliased > maxAliased {
		return out
	}
	switch n := n.(type) {
	case *ast.NullNode:
		out.Kind = Null
	case *ast.StringNode:
		out.Text = n.Value
		if n.Token.Type == token.SingleQuoteType || n.Token.Type == token.DoubleQuoteType {
			out.Kind = Quoted
		}
	case *ast.LiteralNode:
		out.Kind = Quoted
		out.Text = n.Value.Value
	case *ast.MappingNode:
		out.Kind = Map
		d.fields(out, n.Values, anchors)
	case *ast.MappingValueNode:
		out.Kind = Map
		d.fields(out, []*ast.MappingValueNode{n}, anchors)
	case *ast.SequenceNode:
		out.Kind = List
		for i, item := range n.Values {
			out.Items = append(out.Items, d.node(item, itemPath(path, i), anchors))
		}
	case *ast.AnchorNode:
		inner := d.node(n.Value, path, anchors)
		anchors[n.Name.GetToken().Value] = n.Value
		return inner
	case *ast.AliasNode:
		return d.alias(n, out, anchors)
	case *ast.TagNode:
		d.Add(out, "the tag %s has no meaning here", n.Start.Value)
		return d.node(n.Value, path, anchors)
	default: // numbers, booleans, NaN, infinity: as written
		if tk := n.GetToken(); tk != nil {
			out.Text = tk.Value
		}
	}
	return out
}

func (d *Document) alias(n *ast.AliasNode, out *Node, anchors map[string]ast.Node) *Node {
	name := n.Value.GetToken().Value
	target, ok := anchors[name]
	if !ok {
		d.Add(out, "the alias *%s names no anchor before it", name)
		out.Kind = Spoilt
		return out
	}
	inner := d.node(target, out.Path, anchors)
	d.aliased += inner.count()
	return inner
}

func (n *Node) count() int {
	total := 1
	for _, item := range n.Items {
		total += item.count()
	}
	for _, f := range n.Fields {
		total += f.Value.count()
	}
	return total
}

func (d *Document) fields(out *Node, values []*ast.MappingValueNode, anchors map[string]ast.Node) {
	seen := map[string]Place{}
	for _, v := range values {
		at := d.place(v.Key.GetToken())
		key := keyText(v.Key)
		if first, twice := seen[key]; twice {
			d.faultAt(at, childPath(out.Path, key), fmt.Sprintf("given twice; first on line %d", first.Line))
			continue
		}
		seen[key] = at
		value := d.node(v.Value, childPath(out.Path, key), anchors)
		if value.Kind == Null {
			value.Place = at // a missing value has no place
		}
		out.Fields = append(out.Fields, Field{key, at, value})
	}
}

// first is the token where a node begins. For a block mapping, go-yaml gives the first
// colon.
func first(n ast.Node) *token.Token {
	t := n.GetToken()
	var pair *ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 && t.Type == token.MappingValueType {
			pair = n.Values[0]
		}
	case *ast.MappingValueNode:
		pair = n
	}
	if pair != nil {
		return pair.Key.GetToken()
	}
	return t
}

func keyText(key ast.MapKeyNode) string {
	if s, ok := key.(*ast.StringNode); ok {
		return s.Value
	}
	if k, ok := key.(*ast.MappingKeyNode); ok && k.Value != nil {
		if s, ok := k.Value.(*ast.StringNode); ok {
			return s.Value
		}
	}
	return key.GetToken().Value
}
