package scenarios

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bellwether/internal/base/strictyaml"
	"bellwether/internal/contract/messageid"
	"bellwether/internal/testkit/schematest"
	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

var update = flag.Bool("update", false, "write schema.json and the trace hashes anew")

// makeSchema makes the schema from the types: names and bounds from their tags,
// descriptions from the comments of their fields.
func makeSchema(t *testing.T) []byte {
	t.Helper()
	said := readComments(t)
	r := &jsonschema.Reflector{FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true, ExpandedStruct: true, Anonymous: true}
	r.Namer = func(of reflect.Type) string { return documented(of.Name()) }
	r.CommentMap = said.types
	r.LookupComment = func(of reflect.Type, field string) string {
		return strings.Join(strings.Fields(said.fields[documented(of.Name())+"."+field]), " ")
	}
	r.Mapper = func(of reflect.Type) *jsonschema.Schema { return special(r, of) }
	s := r.Reflect(new(Scenario))
	s.Title = "A scenario of bellwether"
	s.Description = "One experiment. A key that is left out has its default."
	rows, _ := s.Properties.Get("algorithms")
	list := *rows
	list.Description = ""
	*rows = jsonschema.Schema{Description: rows.Description, OneOf: []*jsonschema.Schema{{Type: "string", Enum: []any{section.WordAll}}, &list}}
	fault := s.Definitions["Fault"]
	for _, one := range new(section.Fault).Strikes() {
		fault.OneOf = append(fault.OneOf, &jsonschema.Schema{Required: []string{one.Key}})
	}
	fault.AnyOf = []*jsonschema.Schema{{Required: []string{"at"}}, {Required: []string{"every"}}, {Required: []string{"mtbf"}}}
	intervention := s.Definitions["Intervention"]
	for _, one := range new(section.Intervention).Changes() {
		intervention.OneOf = append(intervention.OneOf, &jsonschema.Schema{Required: []string{one.Key}})
	}
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

// These have the fields of a section, and not its own schema, so that the mapper makes that
// of the fields.
type (
	momentFields    section.Moment
	altitudeFields  section.Altitude
	uptimeFields    section.Uptime
	stillnessFields section.Stillness
	plainRegion     section.Region
)

// special returns the schema of a type that decodes itself.
func special(r *jsonschema.Reflector, of reflect.Type) *jsonschema.Schema {
	id := &jsonschema.Schema{Type: "integer", Minimum: "1"}
	ids := &jsonschema.Schema{Type: "array", Items: id, UniqueItems: true}
	word := func(words ...any) *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Enum: words} }
	one := func(of ...*jsonschema.Schema) *jsonschema.Schema { return &jsonschema.Schema{OneOf: of} }
	switch of {
	case reflect.TypeFor[Duration]():
		return &jsonschema.Schema{Type: "string", Pattern: strictyaml.DurationPattern}
	case reflect.TypeFor[section.MessageName]():
		return &jsonschema.Schema{Type: "string", Pattern: messageid.Pattern}
	case reflect.TypeFor[protocol.ID]():
		return id
	case reflect.TypeFor[section.Leader]():
		return one(word(section.WordNone), id)
	case reflect.TypeFor[section.Electors]():
		return one(word(section.WordAll, section.WordNone), id, ids)
	case reflect.TypeFor[section.Targets]():
		return one(word("random", "best", "leader", "all"), id, ids, regionSchema(r))
	case reflect.TypeFor[section.Region]():
		return regionSchema(r)
	case reflect.TypeFor[section.Links]():
		pair := &jsonschema.Schema{Type: "array", Items: id, MinItems: new(uint64(2)), MaxItems: new(uint64(2))}
		return one(word(section.WordAll), &jsonschema.Schema{Type: "array", Items: pair, MinItems: new(uint64(1))})
	case reflect.TypeFor[Entry]():
		entry := fieldsOf(r, new(entryFields))
		var algorithms []any
		for _, name := range new(Scenario).algorithms().names() {
			algorithms = append(algorithms, name)
		}
		name, _ := entry.Properties.Get("name")
		name.Enum = algorithms
		return one(word(append([]any{section.WordAll}, algorithms...)...), entry)
	case reflect.TypeFor[section.Moment]():
		mapping := fieldsOf(r, new(momentFields))
		mapping.Required = []string{"min", "max"}
		return one(special(r, reflect.TypeFor[Duration]()), mapping)
	case reflect.TypeFor[section.Altitude]():
		mapping := fieldsOf(r, new(altitudeFields))
		mapping.Required = []string{"min", "max"}
		return one(&jsonschema.Schema{Type: "number", Minimum: "0", Maximum: "100000"}, mapping)
	case reflect.TypeFor[section.Uptime]():
		return one(weightSchema(), fieldsOf(r, new(uptimeFields)))
	case reflect.TypeFor[section.Stillness]():
		return one(weightSchema(), fieldsOf(r, new(stillnessFields)))
	case reflect.TypeFor[map[string]string]():
		value := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}
		return &jsonschema.Schema{Type: "object", AdditionalProperties: value}
	}
	return nil
}

func weightSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "number", Minimum: "0", Maximum: "1"}
}

// fieldsOf returns the schema of a mapping with the fields of a struct.
func fieldsOf(r *jsonschema.Reflector, of any) *jsonschema.Schema {
	fields := &jsonschema.Reflector{FieldNameTag: r.FieldNameTag, RequiredFromJSONSchemaTags: true,
		ExpandedStruct: true, Anonymous: true, LookupComment: r.LookupComment, Mapper: r.Mapper}
	mapping := fields.Reflect(of)
	mapping.Version = ""
	return mapping
}

// regionSchema returns the schema of a circle or a rectangle.
func regionSchema(r *jsonschema.Reflector) *jsonschema.Schema {
	fields := &jsonschema.Reflector{FieldNameTag: r.FieldNameTag, RequiredFromJSONSchemaTags: true,
		ExpandedStruct: true, Anonymous: true, Mapper: r.Mapper}
	fields.LookupComment = func(_ reflect.Type, field string) string {
		return r.LookupComment(reflect.TypeFor[section.Region](), field)
	}
	mapping := fields.Reflect(new(plainRegion))
	mapping.Version = ""
	mapping.Required = []string{"x", "y"}
	mapping.OneOf = []*jsonschema.Schema{{Required: []string{"radius"}}, {Required: []string{"width", "height"}}}
	return mapping
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

// shipped compiles the schema, which takes as long as the validation of thousands of
// files.
var shipped = sync.OnceValues(func() (*validator.Schema, error) {
	return schematest.Compile(Schema(), "")
})

// schemaFaults validates a YAML file against the shipped schema, like an editor.
func schemaFaults(t *testing.T, text string) error {
	t.Helper()
	compiled, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	value, err := validator.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatalf("%v in %s", err, asJSON)
	}
	return compiled.Validate(value)
}

func TestSchemaAcceptsWhatTheLoaderAccepts(t *testing.T) {
	texts := []string{
		"about: all by default",
		"faults: [{at: 0s, crash: 3}, {every: 1m30s, crash: [1, 2]}, {at: 1s, heal: all}, {at: 1s, radio-off: best, for: 5s}]",
		"faults: [{at: 1s, jam: {x: 5, y: 5, radius: 9}, for: 3s}, {at: 1s, crash: {x: 5, y: 5, width: 9, height: 1.5}}]",
		"faults: [{mtbf: 10m, repair: 1m, crash: all}, {at: 1s, pause: best, for: 1s}, {at: 1s, drift: [1, 2], ppm: -20}]",
		"faults: [{at: 1s, duplicate: all, probability: 0.5}, {at: 1s, reorder: [[1, 2]], probability: 1, delay: 5ms}]",
		"energy: {profile: lora, battery: {model: peukert, rated: 20h}, sun: {peak: 0.5}}",
		"energy: {battery: {model: rakhmatov, beta: 0.637}}",
		"start: {leader: 7, elect: none}",
		"start: {leader: none, elect: [1, 2]}",
		"algorithms: [bully, {name: vasudevan, label: x, params: {beacon_loss: 3, child_timeout: 70ms}}]",
		"capability: {values: [3, 2, 5]}",
		"capability: {link_quality: 0.2, closeness: 0.3, uptime: 0.1, mobility: 0.2, static: {weight: 0.2, shares: [0, 0.5, 1]}}",
		"capability: {uptime: {weight: 0.1, half_after: 5m}, mobility: {weight: 0.2, limit: 3.5}, hysteresis: 0}",
		"radio: {model: graph, topology: edges, edges: [[1, 2], [2, 3]], latency: 2.5ms}",
		"radio: {model: contacts, file: conference.contacts, format: contacts, scan: 2m, begin: 1h, one_sided: both, latency: 2ms, preset: 802.15.4}",
		"radio: {model: log-distance, preset: lora-sf9, shadowing: {sigma: 4}, reception: {model: snr, modulation: dqpsk}}",
		"radio: {model: three-log-distance, distances: [1, 20, 300], fading: {model: rayleigh, slot: 5ms}}",
		"radio: {model: two-ray, obstacles: traces/old-town.geojson, power: -3.5, loss: {model: distance, far: 1}}",
		"mobility: {model: random-walk, step: 5s}",
		"mobility: {model: gauss-markov, alpha: 0.9, deviation: {speed: 0.1, direction: 10}}",
		"mobility: {model: manhattan, blocks: {x: 5, y: 5}, lanes: {count: 1}, turn: {left: 0, right: 1}}",
		"mobility: {model: levy-walk, flight: {max: 100}, pause_exponent: 1, pace: {factor: 2}}",
		"groups: [{nodes: 3}, {mobility: {model: static, positions: [[1, 2]]}, arrive: 3s, depart: {min: 1m, max: 2m}}]",
	}
	for _, name := range Builtin() {
		source, _ := Source(name)
		texts = append(texts, string(source), string(parse(t, string(source)).YAML()))
	}
	for _, text := range texts {
		parse(t, text)
		if err := schemaFaults(t, text); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

func TestSchemaRefusesWhatTheLoaderRefuses(t *testing.T) {
	for _, text := range []string{
		"rnage: 3",
		"radio: {rnage: 3}",
		"radio: {range: -3}",
		"radio: {range: 0}",
		"radio: {range: far}",
		"radio: {loss: {probability: 1.01}}",
		"radio: {model: disk}",
		"radio: {model: log-distance, exponent: 0}",
		"radio: {preset: lora}",
		"radio: {distances: [1, 2]}",
		"radio: {fading: {model: rician}}",
		"radio: {shadowing: {sigma: -1}}",
		"radio: {reception: snr}",
		"radio: {loss: {model: gilbert-elliott, bad: 100}}",
		"nodes: 0",
		"nodes: 1048577",
		"nodes: 2.5",
		"runs: 0",
		"seed: -1",
		"duration: 600",
		"duration: 10 minutes",
		"duration: -5s",
		"warmup: 0",
		"name: Two Words",
		"mobility: {positions: [[1, 2, 3]]}",
		"mobility: {model: gauss-marko}",
		"mobility: {alpha: 1.5}",
		"groups: []",
		"groups: [{nodes: 0}]",
		"groups: [{arrive: 5}]",
		"groups: [{arrive: {min: 5s}}]",
		"groups: [{area: {width: 0, height: 5}}]",
		"faults: [{at: 2m}]",
		"faults: [{crash: best}]",
		"faults: [{at: 2m, crash: best, resign: best}]",
		"faults: [{at: 2m, crash: bset}]",
		"faults: [{at: 2m, jam: {x: 1, y: 2}}]",
		"faults: [{at: 2m, jam: {x: 1, y: 2, radius: -1}}]",
		"faults: [{at: 2m, jam: {x: 1, y: 2, radius: 1, width: 1, height: 2}}]",
		"faults: [{at: 2m, jam: {x: 1, radius: 1}}]",
		"faults: [{at: 2m, jam: all}]",
		"faults: [{at: 2m, duplicate: some, probability: 0.1}]",
		"faults: [{at: 2m, duplicate: [1, 2], probability: 0.1}]",
		"faults: [{at: 2m, duplicate: all, probability: 0}]",
		"faults: [{at: 2m, drift: all, ppm: 900000}]",
		"faults: [{repair: 2m, crash: all}]",
		"energy: {battery: {model: peukert, exponent: 3}}",
		"energy: {battery: {model: rakhmatov, beta: 0}}",
		"energy: {sun: {peak: 0}}",
		"faults: [{at: 2m, crash: [0]}]",
		"faults: [{at: 2m, crash: [1, 1]}]",
		"faults: {at: 2m}",
		"algorithms: []",
		"algorithms: [{label: x}]",
		"algorithms: [{name: bully, parms: {}}]",
		"start: {elect: some}",
		"energy: {profile: wifi}",
		"capability: {battery: 1.5}",
		"capability: {closeness: -0.1}",
		"capability: {uptime: 2}",
		"capability: {uptime: 5m}",
		"capability: {mobility: {weight: 0.1, limit: 0}}",
		"capability: {static: 0.5}",
		"capability: {static: {weight: 0.5, shares: []}}",
	} {
		if err := schemaFaults(t, text); err == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if _, err := Read("bad.yaml", []byte(text), Options{}); err == nil {
			t.Errorf("the loader accepts %s", text)
		}
	}
}

// TestSchemaDescribesEveryKey: no key lacks a description.
func TestSchemaDescribesEveryKey(t *testing.T) {
	check := func(path string, schema map[string]any) {
		properties, _ := schema["properties"].(map[string]any)
		for key, of := range properties {
			if text, _ := of.(map[string]any)["description"].(string); text == "" {
				t.Errorf("%s.%s has no description", path, key)
			}
		}
	}
	var schema map[string]any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	check("", schema)
	for name, of := range schema["$defs"].(map[string]any) {
		check(name, of.(map[string]any))
	}
	if text := fmt.Sprint(schema["properties"]); !strings.Contains(text, "Simulated time of one run") {
		t.Error("descriptions differ from the fields' comments")
	}
}
