package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Lines of programs are read by hand: half of a call's time would go to the standard decoder, which also takes
// the last of two equal keys, and keys with capitals.

// A pair is a key of an object and its value, as it was written.
type pair struct{ key, raw []byte }

// maxKeys bounds the keys of an object, each of which is compared with those before it.
const maxKeys = maxFields + 1

// maxDepth bounds how deep lists and objects lie in each other.
const maxDepth = 100

var errEnd = errors.New("it ends too early")

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// trim leaves out the space before.
func trim(b []byte) []byte {
	for len(b) > 0 && space(b[0]) {
		b = b[1:]
	}
	return b
}

// first splits b, which begins with a value, behind that. It looks at brackets and strings alone: what the
// value is its reader finds out.
func first(b []byte) (value, rest []byte, err error) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			end, err := quoted(b[i:])
			if err != nil {
				return nil, nil, err
			}
			i += end - 1
		case '{', '[':
			if depth++; depth > maxDepth {
				return nil, nil, fmt.Errorf("lists and objects lie more than %d deep", maxDepth)
			}
		case '}', ']':
			if depth == 0 {
				return bytes.TrimRight(b[:i], " \t\r\n"), b[i:], nil
			}
			depth--
		case ',':
			if depth == 0 {
				return bytes.TrimRight(b[:i], " \t\r\n"), b[i:], nil
			}
		}
	}
	if depth > 0 {
		return nil, nil, errEnd
	}
	return bytes.TrimRight(b, " \t\r\n"), nil, nil
}

// quoted is the length of a string with its quotes.
func quoted(b []byte) (int, error) {
	for i := 1; i < len(b); i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == '"':
			return i + 1, nil
		case b[i] < ' ':
			return 0, errors.New("a string has a control character")
		}
	}
	return 0, errEnd
}

// object appends the keys of an object with their values. No key is there twice, and each is written in small
// letters without escapes.
func object(raw []byte, to []pair) ([]pair, error) {
	b := trim(raw)
	if len(b) == 0 || b[0] != '{' {
		return to, fmt.Errorf("%s is no object", excerpt(raw))
	}
	b = trim(b[1:])
	for len(b) > 0 && b[0] != '}' {
		if b[0] != '"' {
			return to, fmt.Errorf("want a key in quotes before %s", excerpt(b))
		}
		end, err := quoted(b)
		if err != nil {
			return to, err
		}
		key := b[1 : end-1]
		if len(to) == maxKeys {
			return to, fmt.Errorf("an object has more than %d keys", maxKeys)
		}
		if unsound(key) || slices.ContainsFunc(to, func(p pair) bool { return bytes.Equal(p.key, key) }) {
			return to, fmt.Errorf("the key %s is there twice, or has a capital", excerpt(key))
		}
		if b = trim(b[end:]); len(b) == 0 || b[0] != ':' {
			return to, fmt.Errorf("want a colon after %s", excerpt(key))
		}
		value, rest, err := first(trim(b[1:]))
		if err != nil || len(value) == 0 {
			return to, cmp.Or(err, fmt.Errorf("%s has no value", excerpt(key)))
		}
		to = append(to, pair{key, value})
		if b, err = next(rest, '}'); err != nil {
			return to, err
		}
	}
	return to, ended(b)
}

// unsound reports whether a key is none of ours: capitals would make two of one.
func unsound(key []byte) bool {
	return bytes.ContainsFunc(key, func(c rune) bool { return 'A' <= c && c <= 'Z' || c == '\\' })
}

// list calls do for each item of a list.
func list(raw []byte, do func(item []byte) error) error {
	b := trim(raw)
	if len(b) == 0 || b[0] != '[' {
		return fmt.Errorf("%s is no list", excerpt(raw))
	}
	b = trim(b[1:])
	for len(b) > 0 && b[0] != ']' {
		value, rest, err := first(b)
		if err != nil || len(value) == 0 {
			return cmp.Or(err, errors.New("an item of a list is empty"))
		}
		if err := do(value); err != nil {
			return err
		}
		if b, err = next(rest, ']'); err != nil {
			return err
		}
	}
	return ended(b)
}

// next is what follows the comma behind a value, or the end of what it is in.
func next(b []byte, end byte) ([]byte, error) {
	switch {
	case len(b) == 0:
		return nil, errEnd
	case b[0] == end:
		return b, nil
	case b[0] != ',':
		return nil, fmt.Errorf("want a comma or %q before %s", end, excerpt(b))
	}
	if b = trim(b[1:]); len(b) == 0 || b[0] == end {
		return nil, errors.New("nothing follows a comma")
	}
	return b, nil
}

// ended checks that b is the bracket at the end, with nothing behind it.
func ended(b []byte) error {
	switch {
	case len(b) == 0:
		return errEnd
	case len(trim(b[1:])) > 0:
		return errors.New("more follows the value")
	}
	return nil
}

// text is a JSON string.
func text(raw []byte) (string, error) {
	if n, err := quoted(raw); err == nil && n == len(raw) && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : n-1]), nil
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err
}

// isText reports whether a JSON string is a name, which needs no escapes.
func isText(raw []byte, name string) bool {
	return len(raw) == len(name)+2 && raw[0] == '"' && raw[len(raw)-1] == '"' && string(raw[1:len(raw)-1]) == name
}

// whole is a whole number of so many bits, without a sign.
func whole(raw []byte, bits int) (uint64, error) {
	if !canonical(raw) {
		return 0, errNumber
	}
	return strconv.ParseUint(string(raw), 10, bits)
}

// integer is a whole number of so many bits.
func integer(raw []byte, bits int) (int64, error) {
	if !canonical(bytes.TrimPrefix(raw, []byte{'-'})) {
		return 0, errNumber
	}
	return strconv.ParseInt(string(raw), 10, bits)
}

var errNumber = errors.New("no whole number")

// canonical reports whether digits are a JSON number.
func canonical(digits []byte) bool {
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' {
		return false
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return false
		}
	}
	return true
}
