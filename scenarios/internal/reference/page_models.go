package reference

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/base/strictyaml"
)

// choice finds the key that chooses a model in a mapping.
func (p *page) choice(mapping string) (strictyaml.Choice, bool) {
	for _, c := range p.choices {
		if in, _, ok := cutLast(c.Path); ok && in == mapping {
			return c, true
		}
	}
	return strictyaml.Choice{}, false
}

func cutLast(path string) (in, last string, ok bool) {
	at := strings.LastIndexByte(path, '.')
	if at < 0 {
		return "", path, false
	}
	return path[:at], path[at+1:], true
}

// mapping writes the section of a mapping, and the sections of mappings in it that have
// models of their own.
func (p *page) mapping(level int, of strictyaml.Key, about string) {
	p.heading(level, "`"+of.Path+"`")
	p.say(about)
	c, models := p.choice(of.Path)
	if !models {
		keys := under(strictyaml.Keys(p.Assume("{}")), of.Path)
		if len(keys) == 0 { // beside another model alone
			keys = under(strictyaml.Keys(p.Assume("radio: {model: friis}")), of.Path)
		}
		p.keys(keys)
		return
	}
	p.models(level, c)
}

// under are the keys of a mapping, with their paths in it.
func under(keys []strictyaml.Key, mapping string) []strictyaml.Key {
	var out []strictyaml.Key
	for _, k := range keys {
		if rest, ok := strings.CutPrefix(k.Path, mapping+"."); ok {
			k.Path = rest
			out = append(out, k)
		}
	}
	return out
}

// A shared key is one with the models beside which it has the same default.
type shared struct {
	strictyaml.Key
	with []string
}

// models writes the table of what several models have in common, and one for each
// model.
func (p *page) models(level int, c strictyaml.Choice) {
	mapping, name, _ := cutLast(c.Path)
	chooser := strictyaml.Key{Path: name, Owner: p.ownerOf(mapping), Name: name, Kind: "word", Enum: c.Enum, Value: p.fallback(c)}
	var all []shared
	var inner []strictyaml.Key // mappings with models of their own
	for _, word := range c.Enum {
		for _, k := range p.Beside(c.Path, word) {
			if !p.own(mapping, k.Path) {
				continue
			}
			if _, models := p.choice(mapping + "." + k.Path); models && !has(inner, k.Path) {
				inner = append(inner, k)
			}
			at := slices.IndexFunc(all, func(s shared) bool { return reflect.DeepEqual(s.Key, k) })
			if at < 0 {
				at = len(all)
				all = append(all, shared{Key: k})
			}
			all[at].with = append(all[at].with, word)
		}
	}
	rows := [][]string{{"key", "with", "type", "unit", "bounds", "default", "meaning, source"}}
	add := func(k strictyaml.Key, with string) { rows = append(rows, slices.Insert(p.row(k), 1, with)) }
	add(chooser, "all")
	for _, s := range all {
		switch {
		case len(s.with) == len(c.Enum):
			add(s.Key, "all")
		case len(s.with) > 1:
			add(s.Key, strings.Join(s.with, ", "))
		}
	}
	p.table(rows)
	for _, word := range c.Enum {
		p.model(level+1, c.Path, word, all)
	}
	for _, k := range inner {
		k.Path = mapping + "." + k.Path
		p.mapping(level+1, k, p.meaning.Of(k))
	}
}

// model writes the section of one model, if there is anything to say of it.
func (p *page) model(level int, path, word string, all []shared) {
	var own []strictyaml.Key
	var others []string
	for _, s := range all {
		switch {
		case !slices.Contains(s.with, word):
		case len(s.with) == 1:
			own = append(own, s.Key)
		case !strings.Contains(s.Path, "."): // a mapping stands for its keys
			others = append(others, s.Path)
		}
	}
	source := Source(path, word)
	if len(own) == 0 && source == "" {
		return
	}
	p.heading(level, "`"+path+": "+word+"`")
	p.say(source)
	if len(own) > 0 {
		p.keys(own)
	}
	if len(others) > 0 {
		p.say("In the table above: `" + strings.Join(others, "`, `") + "`.")
	}
}

// own reports whether a key belongs to the mapping itself, and not to a mapping in it with
// models of its own.
func (p *page) own(mapping, path string) bool {
	for in, _, ok := cutLast(path); ok; in, _, ok = cutLast(in) {
		if _, models := p.choice(mapping + "." + in); models {
			return false
		}
	}
	return true
}

func has(keys []strictyaml.Key, path string) bool {
	return slices.ContainsFunc(keys, func(k strictyaml.Key) bool { return k.Path == path })
}

// ownerOf is the name of the type of a mapping.
func (p *page) ownerOf(mapping string) string {
	of := reflect.ValueOf(p.Whole).Elem()
	for step := range strings.SplitSeq(mapping, ".") {
		of = reflect.ValueOf(fieldOf(of.Interface(), step))
	}
	return of.Type().Name()
}

// fallback is the word that is chosen by default.
func (p *page) fallback(c strictyaml.Choice) string {
	in := p.Assume("{}")
	for step := range strings.SplitSeq(c.Path, ".") {
		in = fieldOf(in, step)
	}
	return fmt.Sprint(in)
}
