package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// sound returns an error if a line is no UTF-8, or if an object of it has a key twice or one with a capital:
// the standard decoder accepts both, and takes the last. What a program saves is its own, and not looked at.
func sound(line []byte) error {
	if !utf8.Valid(line) {
		return fmt.Errorf("it is no UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	return soundValue(d, true)
}

func soundValue(d *json.Decoder, ours bool) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
		for d.More() {
			if err := soundValue(d, ours); err != nil {
				return err
			}
		}
		_, err = d.Token()
	case json.Delim('{'):
		keys := make(map[string]bool, 8)
		for d.More() {
			t, err := d.Token()
			if err != nil {
				return err
			}
			key, _ := t.(string)
			if ours && (keys[key] || bytes.ContainsAny([]byte(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
				return fmt.Errorf("the key %q is there twice, or has a capital", key)
			}
			keys[key] = true
			if err := soundValue(d, ours && key != "state"); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}
