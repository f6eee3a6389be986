package one_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/formats/one"
	"bellwether/internal/formats/text"
)

const contacts = `# made by hand
12.5 CONN 3 7 up
12.5 CONN 7 p9 up
20 C M1 3 7 1000
60 S M1 3 7
80.0 CONN 3 7 down
80.0 CONN 3 7 down
`

func TestContacts(t *testing.T) {
	c, err := one.ReadContacts(strings.NewReader(contacts), text.File{Name: "a.txt"})
	if err != nil {
		t.Fatal(err)
	}
	ms := time.Millisecond
	want := []one.Contact{{12500 * ms, 1, 2, true}, {12500 * ms, 2, 3, true}, {80000 * ms, 1, 2, false}, {80000 * ms, 1, 2, false}}
	if !slices.Equal(c.Names, []string{"3", "7", "p9"}) || !slices.Equal(c.Events, want) {
		t.Errorf("%+v, want %v", c, want)
	}
	var again bytes.Buffer
	if err := one.WriteContacts(&again, c); err != nil {
		t.Fatal(err)
	}
	if want := "12.5 CONN 3 7 up\n12.5 CONN 7 p9 up\n80 CONN 3 7 down\n80 CONN 3 7 down\n"; again.String() != want {
		t.Errorf("written as\n%s", again.String())
	}
}

func TestContactsRefused(t *testing.T) {
	for _, c := range []struct {
		file string
		line int
		want string
	}{
		{"", 1, "no contacts"},
		{"5 C M1 3 7 1000\n", 2, "no contacts"},
		{"5\n", 1, "want time CONN"},
		{"5 CONN 1 2\n", 1, "want time CONN"},
		{"5 CONN 1 2 maybe\n", 1, "want time CONN"},
		{"5 conn 1 2 up\n", 1, "want an event"},
		{"x CONN 1 2 up\n", 1, `"x": not a number`},
		{"5 CONN 1 1 up\n", 1, "with itself"},
		{"5 CONN 1 2 up\n4 CONN 1 2 down\n", 2, "time runs backwards, from 5s to 4s"},
	} {
		_, err := one.ReadContacts(strings.NewReader(c.file), text.File{Name: "a.txt"})
		if prefix := fmt.Sprintf("mobility: a.txt:%d: ", c.line); err == nil || !strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s… %s", c.file, err, prefix, c.want)
		}
	}
}

// FuzzContacts reads any bytes: contacts that are accepted can be written, and are the
// same when they are read again.
func FuzzContacts(f *testing.F) {
	f.Add([]byte(contacts))
	f.Add([]byte("0 CONN a b up\n1e3 CONN b a down"))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := one.ReadContacts(bytes.NewReader(file), text.File{Name: "fuzz"})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "mobility: fuzz:") {
				t.Fatalf("error %q names no line", err)
			}
			return
		}
		var again bytes.Buffer
		if err := one.WriteContacts(&again, c); err != nil {
			t.Fatal(err)
		}
		d, err := one.ReadContacts(&again, text.File{Name: "again"})
		if err != nil || !slices.Equal(d.Names, c.Names) || !slices.Equal(d.Events, c.Events) {
			t.Fatalf("%+v became %+v, %v", c, d, err)
		}
	})
}
