package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// read reads the body of a request: one JSON object with nothing but the fields of into.
func read(r *http.Request, into any) error {
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = decode(text, into)
	}
	if err != nil {
		return fmt.Errorf("the body is not as described in /v1/openapi.yaml: %w", err)
	}
	return nil
}

// decode accepts any bytes. Its errors are for users: they name fields, and no type of Go.
func decode(text []byte, into any) error {
	if text = bytes.TrimSpace(text); !bytes.HasPrefix(text, []byte("{")) {
		return errors.New("it must be a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var wrong *json.UnmarshalTypeError
	var letter base64.CorruptInputError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("%q must be no %s", wrong.Field, wrong.Value)
	case errors.As(err, &letter):
		return errors.New("a key must be in base64")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early")
	case err != nil: // a mistake in the JSON, or an unknown field
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}
