package strictyaml

import (
	"reflect"
	"strconv"
	"strings"
)

// A Key describes a key and its value, from the tags: for documentation.
type Key struct {
	Path  string   // from the struct that Keys was given: speed.min
	Owner string   // the name of the type that has the field
	Name  string   // the last step of the path
	Takes string   // the accepted values, in words: number of m/s, 0 … 100
	Kind  string   // of the accepted value: number, duration, list
	Unit  string   // of a number, or of those in a list
	Range string   // the accepted range, in words: 0 … 100
	Value string   // as Encode writes it; "" for a mapping or without a value
	Enum  []string // the accepted words
}

// A taker is a decoder that says in words what it accepts.
type taker interface {
	decoder
	TakesStrict() string
}

// Keys lists the keys of a struct that have a meaning beside its values; the keys of a
// mapping follow the mapping.
func Keys(of any) []Key { return appendKeys(nil, reflect.Indirect(reflect.ValueOf(of)), "") }

func appendKeys(out []Key, v reflect.Value, prefix string) []Key {
	for i, t := range tagsOf(v.Type()) {
		if t.name == "" {
			continue
		}
		if _, _, idle := t.idle(v); idle {
			continue
		}
		field, key := v.Field(i), Key{Path: childPath(prefix, t.name), Owner: v.Type().Name(), Name: t.name, Enum: t.enum}
		key.Takes, key.Kind, key.Unit, key.Range = t.takes(field), t.kind(field), t.unit, t.limits(field)
		shown := resolve(field)
		mapping := field.Kind() == reflect.Struct && !reflect.PointerTo(field.Type()).Implements(decoderType)
		if !mapping && shown.IsValid() && !(shown.Kind() == reflect.Slice && shown.IsNil()) && !(shown.Kind() == reflect.String && shown.Len() == 0) &&
			!(t.fallback == "" && shown.IsZero() && shown.Kind() != reflect.Bool) {
			key.Value = flow(shown)
		}
		out = append(out, key)
		if mapping {
			out = appendKeys(out, field, key.Path)
		}
	}
	return out
}

// A Choice is a key whose value decides the meaning of other keys.
type Choice struct {
	Path string   // radio.loss.model
	Enum []string // its words
}

// Choices lists the choices of a struct and of the mappings in it.
func Choices(of any) []Choice {
	return appendChoices(nil, reflect.Indirect(reflect.ValueOf(of)).Type(), "")
}

func appendChoices(out []Choice, in reflect.Type, prefix string) []Choice {
	seen := map[string]bool{}
	for _, t := range tagsOf(in) {
		if at, ok := fieldByKey(in, t.whenKey); ok && !seen[t.whenKey] { // without keys of a sibling's mapping
			seen[t.whenKey] = true
			out = append(out, Choice{childPath(prefix, t.whenKey), tagsOf(in)[at].enum})
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

// takes returns what a field accepts, in words.
func (t tags) takes(field reflect.Value) string {
	if len(t.enum) > 0 {
		return strings.Join(t.enum, "|")
	}
	kind := t.kind(field)
	if kind == "list" {
		return kind
	}
	if kind == "number" {
		kind += t.in()
	}
	switch limits := t.limits(field); {
	case limits == "":
		return kind
	default:
		return kind + ", " + limits
	}
}

// kind is the kind of value that a field accepts.
func (t tags) kind(field reflect.Value) string {
	switch {
	case len(t.enum) > 0 && field.Kind() == reflect.String:
		return "word"
	case field.Type() == durationType:
		return "duration"
	case reflect.PointerTo(field.Type()).Implements(decoderType):
		if taker, ok := reflect.New(field.Type()).Interface().(taker); ok {
			return taker.TakesStrict()
		}
		return "see below"
	case field.Kind() == reflect.Struct, field.Kind() == reflect.Map:
		return "mapping"
	case field.Kind() == reflect.Slice:
		return "list"
	case field.Kind() == reflect.String:
		return "text"
	case field.Kind() == reflect.Bool:
		return "true|false"
	case field.CanInt() || field.CanUint():
		return "integer"
	}
	return "number"
}

// text writes a bound, "" for none.
func (d Duration) text() string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// limits returns the range of a value, or the length of a list, in words.
func (t tags) limits(field reflect.Value) string {
	low, high := t.minimum+t.above, t.maximum+t.below
	switch {
	case len(t.enum) > 0:
		return ""
	case field.Type() == durationType:
		low, high = t.least.text(), t.most.text()
	case field.Kind() == reflect.Slice && t.minItems > 0 && t.minItems == t.maxItems:
		return strconv.Itoa(t.minItems) + " items"
	case field.Kind() == reflect.Slice && t.maxItems > 0:
		return "up to " + strconv.Itoa(t.maxItems) + " items"
	case field.Kind() == reflect.String && t.maxLength > 0:
		return "up to " + strconv.Itoa(t.maxLength) + " letters"
	}
	above := ""
	if t.above != "" {
		above = "above "
	}
	switch {
	case low != "" && high != "":
		return above + low + " … " + high
	case low != "" && above != "":
		return above + low
	case low != "":
		return "from " + low
	case high != "":
		return "up to " + high
	}
	return ""
}
