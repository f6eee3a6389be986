package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"bellwether/protocol"
)

// object calls each for every key of a JSON object and its value. A decoder takes ten
// microseconds for a line of a trace. This takes a tenth of that: valid JSON only needs to be
// cut at its commas.
func object(text []byte, each func(key string, value json.RawMessage) error) error {
	if !json.Valid(text) || text[0] != '{' || text[len(text)-1] != '}' {
		return decoded(text, each)
	}
	rest := trimmed(text[1 : len(text)-1])
	for len(rest) > 0 {
		end := literalEnd(rest)
		key, plain := plainString(rest[:end])
		if !plain {
			key = quoted(rest[:end])
		}
		rest = trimmed(trimmed(rest[end:])[1:]) // the colon
		end = valueEnd(rest)
		if err := each(key, json.RawMessage(rest[:end:end])); err != nil {
			return err
		}
		if rest = trimmed(rest[end:]); len(rest) > 0 {
			rest = trimmed(rest[1:]) // the comma
		}
	}
	return nil
}

// trimmed leaves out leading white space.
func trimmed(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	return b
}

// valueEnd returns where the JSON value at the beginning of b ends.
func valueEnd(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i += literalEnd(b[i:]) - 1
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// literalEnd returns where the string at the beginning of b ends.
func literalEnd(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// plainString decodes a string of ASCII without escapes; false for others.
func plainString(literal []byte) (string, bool) {
	if len(literal) < 2 || literal[0] != '"' {
		return "", false
	}
	inner := literal[1 : len(literal)-1]
	for _, c := range inner {
		if c == '\\' || c >= 0x80 {
			return "", false
		}
	}
	return string(inner), true
}

// quoted decodes any string of valid JSON.
func quoted(literal []byte) (s string) {
	_ = json.Unmarshal(literal, &s) // it is valid
	return s
}

// parse decodes a value. Whole numbers and plain strings, the most frequent values, need no
// decoder.
func parse[T any](value json.RawMessage, key string, into *T) error {
	if bytes.Equal(value, []byte("null")) {
		return fmt.Errorf("%q is null", key)
	}
	if text, is := any(into).(*string); is {
		if s, plain := plainString(value); plain {
			*text = s
			return nil
		}
	} else if parsedInteger(value, any(into)) {
		return nil
	}
	if err := json.Unmarshal(value, into); err != nil {
		return fmt.Errorf("%q cannot be %.40s", key, value)
	}
	return nil
}

// parsedInteger reads a whole number that its target can hold; false for other values.
func parsedInteger(value json.RawMessage, into any) bool {
	if len(value) == 0 || len(value) > 18 || value[0] != '-' && (value[0] < '0' || value[0] > '9') {
		return false
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		return false
	}
	unsigned := value[0] != '-' // encoding/json refuses "-0" for unsigned numbers
	switch p := into.(type) {
	case *protocol.Time:
		*p = protocol.Time(n)
	case *int64:
		*p = n
	case *protocol.ID:
		if !unsigned || n > math.MaxUint32 {
			return false
		}
		*p = protocol.ID(n)
	case *uint32:
		if !unsigned || n > math.MaxUint32 {
			return false
		}
		*p = uint32(n)
	case *uint64:
		if !unsigned {
			return false
		}
		*p = uint64(n)
	case *int32:
		if n < math.MinInt32 || n > math.MaxInt32 {
			return false
		}
		*p = int32(n)
	default:
		return false
	}
	return true
}

// decoded does the same as object with a decoder, which reports what is wrong with
// text that is not a JSON object.
func decoded(text []byte, each func(key string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.New("not a JSON object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return fmt.Errorf("not JSON: %w", cutShort(err))
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("not JSON at key %q: %w", key, cutShort(err))
		}
		if err := each(key.(string), value); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return errors.New("the object does not end")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

// cutShort replaces io.EOF, so that the end of a line is not taken for the end of the file.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
