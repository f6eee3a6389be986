package strictyaml

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An encoder gives the value by which it is written: a string, a number, a slice, a map or
// a struct. With nil the key is left out.
type encoder interface{ EncodeStrict() any }

// Encode writes a struct as a document that decodes to the same value. Every key that has
// a meaning is written, defaults included, so that the file keeps its meaning in later
// versions.
func Encode(of any) []byte {
	var b bytes.Buffer
	writeStruct(&b, reflect.ValueOf(of), 0)
	return b.Bytes()
}

func writeStruct(b *bytes.Buffer, v reflect.Value, indent int) {
	for key, field := range present(v) {
		fmt.Fprintf(b, "%s%s:", strings.Repeat("  ", indent), key)
		switch {
		case field.Kind() == reflect.Struct && !short(field):
			b.WriteByte('\n')
			writeStruct(b, field, indent+1)
		case field.Kind() == reflect.Slice && field.Len() > 0 && compound(field.Index(0)):
			b.WriteByte('\n')
			for i := range field.Len() {
				fmt.Fprintf(b, "%s- %s\n", strings.Repeat("  ", indent+1), flow(resolve(field.Index(i))))
			}
		default:
			fmt.Fprintf(b, " %s\n", flow(field))
		}
	}
}

// compound reports whether each entry of a list gets its own line.
func compound(v reflect.Value) bool {
	v = resolve(v)
	return v.Kind() == reflect.Struct || v.Kind() == reflect.String
}

// short reports whether a struct of plain values fits on one line.
func short(v reflect.Value) bool {
	fields := 0
	for _, f := range present(v) {
		fields++
		if f.Kind() == reflect.Struct || f.Kind() == reflect.Slice && f.Len() > 4 {
			return false
		}
	}
	return fields <= 4
}

// present ranges over the keys of a struct that have a meaning and a value.
func present(v reflect.Value) func(func(string, reflect.Value) bool) {
	return func(yield func(string, reflect.Value) bool) {
		for i, t := range tagsOf(v.Type()) {
			if t.name == "" {
				continue
			}
			if _, _, idle := t.idle(v); idle {
				continue
			}
			field := resolve(v.Field(i))
			if !field.IsValid() || field.Kind() == reflect.Slice && field.IsNil() ||
				field.Kind() == reflect.Map && field.Len() == 0 ||
				field.Kind() == reflect.String && field.Len() == 0 ||
				field.Kind() == reflect.Bool && !field.Bool() ||
				field.Kind() == reflect.Struct && empty(field) {
				continue
			}
			if field.Type() == durationType && field.Int() == 0 && (t.least > 0 || t.unsaid) {
				continue // here 0 means "not given", because 0 cannot be given or means the same
			}
			if field.CanFloat() && field.Float() == 0 && t.above == "0" {
				continue // the same
			}
			if !yield(t.name, field) {
				return
			}
		}
	}
}

func empty(v reflect.Value) bool {
	for range present(v) {
		return false
	}
	return true
}

// resolve replaces an Encoder by its value.
func resolve(v reflect.Value) reflect.Value {
	if e, ok := v.Interface().(encoder); ok {
		return reflect.ValueOf(e.EncodeStrict())
	}
	return v
}

// flow writes a value on one line.
func flow(v reflect.Value) string {
	v = resolve(v)
	if v.Type() == durationType {
		return Duration(v.Int()).String()
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for key, field := range present(v) {
			parts = append(parts, key+": "+flow(field))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			parts = append(parts, quote(key.String())+": "+plain(v.MapIndex(key).String()))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			parts = append(parts, flow(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.String:
		return quote(v.String())
	case reflect.Float64:
		text := strconv.FormatFloat(v.Float(), 'f', -1, 64)
		if len(text) > 20 { // some readers take 2e+06 for text, so only long numbers are written so
			text = strconv.FormatFloat(v.Float(), 'g', -1, 64)
		}
		return text
	}
	return fmt.Sprint(v.Interface())
}

// plain writes a scalar of unknown type: a number stays a number.
func plain(s string) string {
	if number().MatchString(s) {
		return s
	}
	return quote(s)
}

// quote writes text so that it reads back as the same text.
func quote(s string) string {
	ordinary := s != "" && !number().MatchString(s) && !notFinite().MatchString(s)
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		inner := i > 0 && (letter || r >= '0' && r <= '9' || r == '-' || r == '.' || r == '/' || r == ' ')
		ordinary = ordinary && (letter || r >= '0' && r <= '9' || inner)
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		ordinary = false
	}
	if ordinary && !strings.HasSuffix(s, " ") {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f || r == utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
