package errs

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// notJSON returns why a text is not JSON.
func notJSON(err *json.SyntaxError) string {
	const early = "unexpected end of JSON input" // the only one without a place
	if err.Error() == early {
		return "not JSON: it ends too early"
	}
	return fmt.Sprintf("not JSON: %s, at byte %d", err.Error(), err.Offset)
}

// notOfType returns which value is of another type than expected.
func notOfType(err *json.UnmarshalTypeError) string {
	want := map[reflect.Kind]string{reflect.String: "a text", reflect.Bool: "true or false", reflect.Float64: "a number",
		reflect.Slice: "a list", reflect.Array: "a list", reflect.Struct: "an object", reflect.Map: "an object"}[err.Type.Kind()]
	if want == "" {
		want = "a whole number"
	}
	if err.Field == "" {
		return fmt.Sprintf("want %s, and got a JSON %s", want, err.Value)
	}
	return fmt.Sprintf("%q: want %s, and got a JSON %s", err.Field, want, err.Value)
}
