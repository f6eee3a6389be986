// Package schematest compiles JSON Schemas that the project publishes, for tests that validate
// what it reads and writes against them. It is for tests alone.
package schematest

import (
	"bytes"
	"fmt"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// Compile compiles a schema, or the definition of it at a pointer such as /$defs/from_program; "" is all of it.
func Compile(schema []byte, pointer string) (*validator.Schema, error) {
	const name = "schema.json"
	doc, err := validator.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("schematest: %w", err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		return nil, fmt.Errorf("schematest: %w", err)
	}
	if pointer != "" {
		pointer = "#" + pointer
	}
	return c.Compile(name + pointer)
}
