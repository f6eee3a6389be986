package tasks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bellwether/internal/base/build"
)

// Describe returns a spec as text, and the ID of the task that it describes: the hash of the kind,
// the text and the program. The answer to the task must depend on nothing else.
func Describe(kind Kind, spec any, program build.Build) (id string, text json.RawMessage, err error) {
	if text, err = json.Marshal(spec); err != nil {
		return "", nil, fmt.Errorf("tasks: a %s that cannot be described: %w", kind, err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "bellwether %s 1\n%s\nbuild %s\n", kind, text, program.Name()))
	return hex.EncodeToString(sum[:]), text, nil
}

// Read reads the spec of an order into a pointer, and returns an error unless Describe gives the
// order's id for it with this program.
func Read(id string, kind Kind, text json.RawMessage, program build.Build, spec any) error {
	if err := Decode(kind, text, spec); err != nil {
		return err
	}
	ours, _, err := Describe(kind, spec, program)
	if err != nil {
		return err
	}
	if ours != id {
		return fmt.Errorf("tasks: the order of a %s is of another task or of another program: its id is not that of what it says, done by bellwether %s", kind, program.Name())
	}
	return nil
}

// Decode reads a spec into a pointer. It refuses unknown fields.
func Decode(kind Kind, text json.RawMessage, spec any) error {
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	err := in.Decode(spec)
	if err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something stands behind it")
		}
	}
	if err != nil {
		return fmt.Errorf("tasks: not the form of a %s: %w", kind, err)
	}
	return nil
}
