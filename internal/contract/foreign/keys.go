package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// sound returns an error if an object of a declaration has a key twice or one with a capital: the standard
// decoder accepts both, and takes the last.
func sound(line []byte) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	return soundValue(d)
}

func soundValue(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('['):
		for d.More() {
			if err := soundValue(d); err != nil {
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
			if keys[key] || bytes.ContainsAny([]byte(key), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
				return fmt.Errorf("the key %s is there twice, or has a capital", excerpt([]byte(key)))
			}
			keys[key] = true
			if err := soundValue(d); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}
