package strict

import (
	"reflect"
	"strings"
)

// A Key is what the tags say of a key, and what it holds: for documentation.
type Key struct {
	Path  string   // from the struct that was asked about: speed.min
	Owner string   // the name of the type that has the field
	Name  string   // the last step of the path
	Takes string   // what may be given, in words: number of m/s, 0 … 100
	Value string   // as Encode writes it; "" for a mapping or where nothing is held
	Enum  []string // what a word may be
}

// Keys lists the keys of a struct that have a meaning beside its values, those of
// mappings in it after them.
func Keys(of any) []Key { return appendKeys(nil, reflect.Indirect(reflect.ValueOf(of)), "") }

func appendKeys(out []Key, v reflect.Value, prefix string) []Key {
	for i := range v.NumField() {
		t := tagsOf(v.Type().Field(i))
		if t.name == "" {
			continue
		}
		if _, _, idle := t.idle(v); idle {
			continue
		}
		field, key := v.Field(i), Key{Path: childPath(prefix, t.name), Owner: v.Type().Name(), Name: t.name, Enum: t.enum}
		key.Takes = t.takes(field)
		shown := resolve(field)
		mapping := field.Kind() == reflect.Struct && !reflect.PointerTo(field.Type()).Implements(decoderType)
		if !mapping && shown.IsValid() && !(shown.Kind() == reflect.Slice && shown.IsNil()) && !(shown.Kind() == reflect.String && shown.Len() == 0) &&
			!(t.least > 0 && shown.IsZero()) {
			key.Value = flow(shown)
		}
		out = append(out, key)
		if mapping {
			out = appendKeys(out, field, key.Path)
		}
	}
	return out
}

// A Choice is a key with a word on which it depends what other keys mean.
type Choice struct {
	Path string   // radio.loss.model
	Enum []string // its words
}

// Choices lists such keys of a struct, and of the mappings in it.
func Choices(of any) []Choice {
	return appendChoices(nil, reflect.Indirect(reflect.ValueOf(of)).Type(), "")
}

func appendChoices(out []Choice, in reflect.Type, prefix string) []Choice {
	seen := map[string]bool{}
	for i := range in.NumField() {
		t := tagsOf(in.Field(i))
		if at, ok := fieldByKey(in, t.whenKey); ok && !seen[t.whenKey] { // not of a key within a sibling
			seen[t.whenKey] = true
			out = append(out, Choice{childPath(prefix, t.whenKey), tagsOf(in.Field(at)).enum})
		}
	}
	for i := range in.NumField() {
		f := in.Field(i)
		if name := f.Tag.Get("yaml"); name != "" && f.Type.Kind() == reflect.Struct && !reflect.PointerTo(f.Type).Implements(decoderType) {
			out = appendChoices(out, f.Type, childPath(prefix, name))
		}
	}
	return out
}

// takes says in words what may be given for a field.
func (t tags) takes(field reflect.Value) string {
	switch {
	case len(t.enum) > 0:
		return strings.Join(t.enum, "|")
	case field.Type() == durationType:
		return "duration" + t.bounds(t.least.text(), t.most.text())
	case reflect.PointerTo(field.Type()).Implements(decoderType):
		return "see below"
	case field.Kind() == reflect.Struct:
		return "mapping"
	case field.Kind() == reflect.Slice:
		return "list"
	case field.Kind() == reflect.String:
		return "text"
	case field.CanInt() || field.CanUint():
		return "integer" + t.bounds(t.minimum, t.maximum)
	}
	return "number" + t.in() + t.bounds(t.minimum+t.above, t.maximum+t.below)
}

// text writes a bound, "" for none.
func (d Duration) text() string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// bounds says from where to where.
func (t tags) bounds(low, high string) string {
	from := "from "
	if t.above != "" {
		from = "above "
	}
	switch {
	case low != "" && high != "":
		return ", " + strings.TrimPrefix(from, "from ") + low + " … " + high
	case low != "":
		return ", " + from + low
	case high != "":
		return ", up to " + high
	}
	return ""
}
