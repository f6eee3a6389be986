package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"
)

func parts(by func([]byte, func(string, json.RawMessage) error) error, text string) ([]string, error) {
	var out []string
	err := by([]byte(text), func(key string, value json.RawMessage) error {
		out = append(out, key+" = "+string(value))
		return nil
	})
	return out, err
}

// FuzzObject: cut at its commas or decoded, an object has the same keys and values, and
// other text gives an error both ways.
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{}`, `{ }`, `{"a":1}`, `{ "a" : [1, {"b":"}"}] , "c" : "\"," }`, `{"é":null,"a":1e3}`, `{"\u0061":true}`,
		`{"a":1,}`, `{"a":1}{`, `[1]`, ``, `{`, `{"a"}`, `{"a":{"b":{"c":[]}},"d":-0.5}`, `{"a":1,"a":2}`, "{\"\xff\":1}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, slow := parts(decoded, text)
		got, fast := parts(object, text)
		if fmt.Sprint(slow) != fmt.Sprint(fast) {
			t.Fatalf("%q: %v, decoded %v", text, fast, slow)
		}
		if slow == nil && !slices.Equal(got, want) {
			t.Fatalf("%q: %q, decoded %q", text, got, want)
		}
	})
}

// FuzzParse: a value that is read without encoding/json equals what encoding/json reads.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"0", "-1", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615",
		"1.5", "1e3", `"x"`, `"\n"`, `"é"`, "true", "-0", "999999999999999999", "{}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) || strings.TrimSpace(text) != text || text == "null" {
			return
		}
		same[protocol.ID](t, text)
		same[protocol.Time](t, text)
		same[int64](t, text)
		same[uint64](t, text)
		same[int32](t, text)
		same[uint32](t, text)
		same[string](t, text)
	})
}

func same[T comparable](t *testing.T, text string) {
	t.Helper()
	var got, want T
	slow := json.Unmarshal([]byte(text), &want)
	fast := parse(json.RawMessage(text), "key", &got)
	if (slow == nil) != (fast == nil) || slow == nil && got != want {
		t.Errorf("%s: %v (%v), encoding/json has %v (%v)", text, got, fast, want, slow)
	}
}
