package scenarios

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"bellwether/protocol"
	"bellwether/scenarios/strict"
)

var update = flag.Bool("update", false, "write schema.json anew")

// makeSchema reflects the types: names and bounds from their tags, descriptions
// from the comments of their fields.
func makeSchema(t *testing.T) []byte {
	t.Helper()
	r := &jsonschema.Reflector{FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, ExpandedStruct: true, Anonymous: true}
	if err := r.AddGoComments("bellwether/scenarios", ".", jsonschema.WithFullComment()); err != nil {
		t.Fatal(err)
	}
	r.LookupComment = func(of reflect.Type, field string) string {
		comment := r.CommentMap["bellwether/scenarios."+strings.Replace(of.Name(), "entryFields", "Entry", 1)+"."+field]
		return strings.Join(strings.Fields(comment), " ")
	}
	r.Mapper = func(of reflect.Type) *jsonschema.Schema { return special(r, of) }
	s := r.Reflect(new(Scenario))
	s.Title = "A scenario of bellwether"
	fault := s.Definitions["Fault"]
	for _, one := range new(Fault).strikes() {
		fault.OneOf = append(fault.OneOf, &jsonschema.Schema{Required: []string{string(one.kind)}})
	}
	fault.AnyOf = []*jsonschema.Schema{{Required: []string{"at"}}, {Required: []string{"every"}}}
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// special gives the schemas of types that decode themselves.
func special(r *jsonschema.Reflector, of reflect.Type) *jsonschema.Schema {
	id := &jsonschema.Schema{Type: "integer", Minimum: "1"}
	ids := &jsonschema.Schema{Type: "array", Items: id, UniqueItems: true}
	word := func(words ...any) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Enum: words} }
	one := func(of ...*jsonschema.Schema) *jsonschema.Schema { return &jsonschema.Schema{OneOf: of} }
	switch of {
	case reflect.TypeFor[Duration]():
		return &jsonschema.Schema{Type: "string", Pattern: strict.DurationPattern}
	case reflect.TypeFor[protocol.ID]():
		return id
	case reflect.TypeFor[Leader]():
		return one(word(wordNone), id)
	case reflect.TypeFor[Electors]():
		return one(word(wordAll, wordNone), id, ids)
	case reflect.TypeFor[Targets]():
		return one(word("random", "best", "leader", "all"), id, ids)
	case reflect.TypeFor[Entry]():
		fields := &jsonschema.Reflector{FieldNameTag: r.FieldNameTag, RequiredFromJSONSchemaTags: true,
			ExpandedStruct: true, Anonymous: true, LookupComment: r.LookupComment, Mapper: r.Mapper}
		mapping := fields.Reflect(new(entryFields))
		mapping.Version = ""
		return one(&jsonschema.Schema{Type: "string"}, mapping)
	case reflect.TypeFor[map[string]string]():
		value := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}
		return &jsonschema.Schema{Type: "object", AdditionalProperties: value}
	}
	return nil
}

func TestSchemaIsWhatTheTypesSay(t *testing.T) {
	made := makeSchema(t)
	if *update {
		if err := os.WriteFile("schema.json", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(made, Schema()) {
		t.Error("schema.json is out of date: go test ./scenarios -run Schema -update")
	}
}
