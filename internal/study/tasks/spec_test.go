package tasks

import (
	"encoding/json"
	"strings"
	"testing"

	"bellwether/internal/base/build"
)

type spec struct {
	N    uint64 `json:"n"`
	Name string `json:"name,omitempty"`
}

// An order is read only by the program that it is for, and only under its own id.
func TestAnOrderIsOfOneTaskAndOneProgram(t *testing.T) {
	ours, theirs := build.Build{Version: "v1", Go: "go9"}, build.Build{Version: "v2", Go: "go9"}
	id, text, err := Describe(Trial, spec{1 << 63, "a"}, ours)
	if err != nil {
		t.Fatal(err)
	}
	other, _, _ := Describe(Trial, spec{1, "a"}, ours)
	var got spec
	if err := Read(id, Trial, text, ours, &got); err != nil || got != (spec{1 << 63, "a"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		id      string
		kind    Kind
		text    string
		program build.Build
		want    string
	}{
		"of another task":    {other, Trial, string(text), ours, "of another task or of another program"},
		"of another kind":    {id, Search, string(text), ours, "of another task or of another program"},
		"of another program": {id, Trial, string(text), theirs, "done by bellwether v2, go9"},
		"an unknown field":   {id, Trial, `{"n":1,"m":2}`, ours, `unknown field "m"`},
		"a huge number":      {id, Trial, `{"n":18446744073709551616}`, ours, "cannot unmarshal number"},
		"a negative number":  {id, Trial, `{"n":-1}`, ours, "cannot unmarshal number"},
		"two specs":          {id, Trial, string(text) + "{}", ours, "something stands behind it"},
		"no spec":            {id, Trial, "", ours, "not the form of a trial"},
	} {
		if err := Read(c.id, c.kind, json.RawMessage(c.text), c.program, new(spec)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
