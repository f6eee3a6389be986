package strictyaml

import (
	"fmt"
	"reflect"
	"strings"
)

// A decoder decodes itself from a node: for values that may have several forms.
type decoder interface {
	DecodeStrict(d *Document, n *Node)
}

var decoderType = reflect.TypeFor[decoder]()

// Decode fills the struct that into points to: first the defaults of its tags, then the
// values of the document. Faults are noted; a value with a fault keeps its default.
func (d *Document) Decode(into any) {
	v := reflect.ValueOf(into).Elem()
	d.top = v.Type()
	d.defaults(v)
	d.value(d.root, v, tags{})
}

// DecodeNode fills what into points to from one node, as Decode does.
func (d *Document) DecodeNode(n *Node, into any) {
	v := reflect.ValueOf(into).Elem()
	d.defaults(v)
	d.value(n, v, tags{})
}

// Default fills a struct with the defaults of its tags.
func Default(into any) { new(Document).defaults(reflect.ValueOf(into).Elem()) }

func (d *Document) defaults(v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i, t := range tagsOf(v.Type()) {
		switch {
		case t.name == "":
		case t.fallback != "":
			before := len(d.faults)
			d.value(&Node{Text: t.fallback}, v.Field(i), t)
			if len(d.faults) > before {
				panic("strict: bad default of " + v.Type().Name() + "." + t.name + ": " + d.faults[before].Message)
			}
		default:
			d.defaults(v.Field(i))
		}
	}
}

// value decodes n into v; t are the tags of the field that v is.
func (d *Document) value(n *Node, v reflect.Value, t tags) {
	switch n.Kind {
	case Null:
		d.Add(n, "has no value; leave the key out for its default")
		return
	case Spoilt:
		return
	}
	if v.CanAddr() && v.Addr().Type().Implements(decoderType) {
		v.Addr().Interface().(decoder).DecodeStrict(d, n)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v)
	case reflect.Slice:
		d.list(n, v, t)
	case reflect.Array:
		d.array(n, v, t)
	case reflect.Map:
		d.mapping(n, v)
	default:
		d.scalar(n, v, t)
	}
}

func (d *Document) structure(n *Node, v reflect.Value) {
	if n.Kind != Map {
		d.Add(n, "must be a mapping (%s), got %s", strings.Join(keys(v.Type()), ", "), n.Describe())
		return
	}
	for _, f := range n.Fields {
		i, ok := fieldByKey(v.Type(), f.Key)
		if !ok {
			d.faultAt(f.Place, childPath(n.Path, f.Key), "unknown key"+d.hintOfKey(f.Key, v.Type()))
			continue
		}
		d.value(f.Value, v.Field(i), tagsOf(v.Type())[i])
	}
}

func (d *Document) list(n *Node, v reflect.Value, t tags) {
	if n.Kind != List {
		d.Add(n, "must be a list, got %s", n.Describe())
		return
	}
	if t.maxItems > 0 && len(n.Items) > t.maxItems {
		d.Add(n, "must have at most %d entries, got %d", t.maxItems, len(n.Items))
		return
	}
	if len(n.Items) < t.minItems {
		d.Add(n, "must have at least %d, got %d", t.minItems, len(n.Items))
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Items), len(n.Items))
	for i, item := range n.Items {
		d.defaults(out.Index(i))
		d.value(item, out.Index(i), tags{})
	}
	v.Set(out)
}

func (d *Document) array(n *Node, v reflect.Value, t tags) {
	if n.Kind != List || len(n.Items) != v.Len() {
		got := n.Describe()
		if n.Kind == List {
			got = fmt.Sprintf("%d", len(n.Items))
		}
		d.Add(n, "must be a list of %d, like [1, 2], got %s", v.Len(), got)
		return
	}
	for i, item := range n.Items {
		d.value(item, v.Index(i), t)
	}
}

// mapping decodes a map from keys to scalars as written.
func (d *Document) mapping(n *Node, v reflect.Value) {
	if n.Kind != Map {
		d.Add(n, "must be a mapping, got %s", n.Describe())
		return
	}
	out := map[string]string{}
	for _, f := range n.Fields {
		if f.Value.Kind != Plain && f.Value.Kind != Quoted {
			d.Add(f.Value, "must be one value, got %s", f.Value.Describe())
			continue
		}
		out[f.Key] = f.Value.Text
	}
	v.Set(reflect.ValueOf(out))
}

// Unused lists the paths that are in the document but have no meaning beside their
// siblings, as "radio.range" → "radio.model is graph".
func (d *Document) Unused(of any) []unused {
	var out []unused
	d.unused(d.root, reflect.ValueOf(of).Elem(), &out)
	return out
}

// unused is a key that has no meaning where it stands.
type unused struct{ Path, Because string }

func (d *Document) unused(n *Node, v reflect.Value, out *[]unused) {
	if n != nil && n.Kind == List && v.Kind() == reflect.Slice && v.Len() == len(n.Items) {
		for i, item := range n.Items {
			d.unused(item, v.Index(i), out)
		}
	}
	if n == nil || n.Kind != Map || v.Kind() != reflect.Struct {
		return
	}
	for i, t := range tagsOf(v.Type()) {
		child := n.Get(t.name)
		if child == nil {
			continue
		}
		if key, value, idle := t.idle(v); idle {
			*out = append(*out, unused{child.Path, childPath(n.Path, key) + " is " + value})
			continue
		}
		d.unused(child, v.Field(i), out)
	}
}
