package source

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Bounds of what is told of one message: bully's roster at its limit has a thousand members,
// and no viewer shows more of them.
const (
	maxFields = 256
	maxPath   = 200 // bytes
	maxText   = 200 // bytes
	maxDepth  = 16  // JSON in JSON; trace.Writer nests at most twelve deep
)

// A Type is what a field holds.
type Type uint8

// The types, by the numbers that package pcapng writes.
const (
	Int  Type = iota + 1 // a whole number that 64 bits with sign hold
	Real                 // any other number
	Text
	Bool
)

// A Field is one value of a message.
type Field struct {
	Path string // the names that lead to it, with dots between; elements of a list have one path
	Type Type
	Int  int64 // Int, and Bool as 0 or 1
	Real float64
	Text string
}

// Fields lists the values of a message's content in their order. It leaves out unset fields,
// which are null. It returns none for text that is not JSON.
func Fields(content json.RawMessage) []Field {
	var f flattening
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	f.value(d, "", 0)
	return f.fields
}

type flattening struct{ fields []Field }

// value reads one value. It reports whether there may be more.
func (f *flattening) value(d *json.Decoder, path string, depth int) bool {
	token, err := d.Token()
	if err != nil || depth > maxDepth {
		return false
	}
	switch v := token.(type) {
	case json.Delim:
		return f.inside(d, v, path, depth)
	case json.Number:
		return f.add(number(path, v))
	case string:
		return f.add(Field{Path: path, Type: Text, Text: cut(v, maxText)})
	case bool:
		one := Field{Path: path, Type: Bool}
		if v {
			one.Int = 1
		}
		return f.add(one)
	}
	return true
}

// inside reads an object or a list to its end.
func (f *flattening) inside(d *json.Decoder, of json.Delim, path string, depth int) bool {
	for d.More() {
		below := path
		if of == '{' {
			key, err := d.Token()
			if err != nil {
				return false
			}
			below = strings.TrimPrefix(path+"."+key.(string), ".")
		}
		if !f.value(d, below, depth+1) {
			return false
		}
	}
	_, err := d.Token() // the end
	return err == nil
}

func (f *flattening) add(one Field) bool {
	one.Path = cut(one.Path, maxPath)
	f.fields = append(f.fields, one)
	return len(f.fields) < maxFields
}

func number(path string, n json.Number) Field {
	digits := n.String()
	if whole, err := strconv.ParseInt(digits, 10, 64); err == nil {
		return Field{Path: path, Type: Int, Int: whole}
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return Field{Path: path, Type: Text, Text: cut(digits, maxText)}
	}
	return Field{Path: path, Type: Real, Real: x}
}

// cut cuts a text to a number of bytes, between two characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return strings.ToValidUTF8(text, "")
	}
	return strings.ToValidUTF8(text[:most], "")
}

// String is the value in words.
func (f Field) String() string {
	switch f.Type {
	case Int:
		return strconv.FormatInt(f.Int, 10)
	case Real:
		return strconv.FormatFloat(f.Real, 'g', -1, 64)
	case Bool:
		return strconv.FormatBool(f.Int == 1)
	}
	return f.Text
}
