package foreign

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"bellwether/internal/contract/goals"
)

// Schema is the JSON Schema of the lines, made from the tables and types that read and write them: to_program
// is what a program reads, from_program what it may answer.
func Schema() []byte {
	defs := schema{
		"state":       schema{"description": "What the program saved: any JSON, null before."},
		"message":     schema{"type": "object", "description": "A message: its kind, and the fields that the kind declares.", "required": []string{"kind"}, "properties": schema{"kind": wordSchema}},
		"timer":       wordSchema,
		"duration":    schema{"type": "integer", "minimum": 0, "maximum": int64(longest), "description": "Nanoseconds."},
		"capability":  exact("What a node offers.", pairs{{"id", typeSchema("id")}, {"value", typeSchema("int64")}}),
		"computation": exact("One election: its number, and who began it.", pairs{{"num", typeSchema("uint32")}, {"source", typeSchema("id")}}),
		"effects":     schema{"type": "array", "maxItems": maxEffects, "items": schema{"oneOf": effectSchemas()}},
		"to_program":  schema{"oneOf": callSchemas()},
		"declaration": structSchema(reflect.TypeFor[Declaration]()),
	}
	each := schema{"type": "array", "items": ref("effects"), "description": "The effects of each node of nodes, in order."}
	asks := pairs{{"ask", schema{"enum": []string{"neighbours", "members"}}}}
	draws := pairs{{"ask", schema{"const": "random"}}, {"below", schema{"type": "integer", "minimum": 1, "maximum": int64(1) << 53}}}
	defs["from_program"] = schema{"oneOf": []schema{
		ref("declaration"),
		exact("What the handler did.", pairs{{"do", ref("effects")}}),
		exact("What the handlers of several nodes did.", pairs{{"each", each}}),
		exact("The state of a node, after the call snapshot.", pairs{{"state", ref("state")}}),
		with(exact("A question of the node whose turn it is.", asks), "each", each),
		with(exact("A question for a random number.", draws), "each", each),
		with(exact("The program cannot go on.", pairs{{"error", schema{"type": "string"}}}), "each", each),
	}}
	text, err := json.MarshalIndent(schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Lines of a program that runs nodes of bellwether",
		"description": "Each line is one of these.", "anyOf": []schema{ref("to_program"), ref("from_program")}, "$defs": defs,
	}, "", "  ")
	if err != nil {
		panic(err) // nothing in it can fail
	}
	return append(text, '\n')
}

type schema = map[string]any

// pairs are keys and their schemas, all of which are required.
type pairs []struct {
	key string
	of  schema
}

var wordSchema = schema{"type": "string", "pattern": word.String()}

func ref(name string) schema { return schema{"$ref": "#/$defs/" + name} }

// exact is an object with these keys and no others.
func exact(about string, keys pairs) schema {
	properties, required := schema{}, []string{}
	for _, k := range keys {
		properties[k.key] = k.of
		required = append(required, k.key)
	}
	return schema{"type": "object", "description": about, "properties": properties, "required": required, "additionalProperties": false}
}

// with adds a key that need not be there.
func with(to schema, key string, of schema) schema {
	to["properties"].(schema)[key] = of
	return to
}

// typeSchema is the schema of a type of fields, or of what a keyword or datum is.
func typeSchema(is string) schema {
	switch {
	case is == "bool":
		return schema{"type": "boolean"}
	case is == "int32":
		return schema{"type": "integer", "minimum": math.MinInt32, "maximum": math.MaxInt32}
	case bitsOf[is] == 64 && is != "uint64":
		return schema{"type": "integer", "minimum": int64(math.MinInt64), "maximum": int64(math.MaxInt64)}
	case bitsOf[is] > 0:
		return schema{"type": "integer", "minimum": 0, "maximum": uint64(math.MaxUint64) >> (64 - bitsOf[is])}
	}
	return ref(is)
}

// effectSchemas are the effects, by their ops.
func effectSchemas() []schema {
	var out []schema
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		one := exact("", pairs{{"op", schema{"const": name}}})
		delete(one, "description")
		for bit, k := range keywords {
			if (ops[name].must|ops[name].may)&(1<<bit) != 0 {
				with(one, k.name, typeSchema(k.is))
			}
			if ops[name].must&(1<<bit) != 0 {
				one["required"] = append(one["required"].([]string), k.name)
			}
		}
		out = append(out, one)
	}
	return out
}

// callSchemas are what a program reads: calls and answers to its questions.
func callSchemas() []schema {
	version, word := schema{"const": Version}, schema{"type": "string"}
	described := exact("Say what the election is.", pairs{{"bellwether", version}, {"call", schema{"const": "describe"}}})
	begun := structSchema(reflect.TypeFor[runCall]())
	begun["description"] = "A run begins. Times are nanoseconds."
	begun["properties"].(schema)["call"], begun["properties"].(schema)["row"] = schema{"const": "run"}, word
	ids := schema{"type": "array", "items": typeSchema("id")}
	out := []schema{described, begun,
		exact("Who is a neighbour.", pairs{{"neighbours", ids}}), exact("Who takes part.", pairs{{"members", ids}}),
		exact("Give the state of a node: only if the program hears snapshot.", pairs{{"call", schema{"const": "snapshot"}}, {"node", typeSchema("id")}}),
		exact("A node has this state from now on.", pairs{{"call", schema{"const": "restore"}}, {"node", typeSchema("id")}, {"state", ref("state")}}),
		exact("A random number.", pairs{{"random", schema{"type": "integer", "minimum": 0}}}),
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		one := pairs{{"call", schema{"const": name}}, {"node", typeSchema("id")}, {"now_ns", typeSchema("time")}, {"capability", typeSchema("int64")}}
		several := pairs{one[0], {"nodes", ids}, one[2], {"capabilities", schema{"type": "array", "items": typeSchema("int64")}}}
		for _, d := range calls[name] {
			one, several = append(one, pairs{{d.key, typeSchema(d.is)}}...), append(several, pairs{{d.key, typeSchema(d.is)}}...)
		}
		if out = append(out, exact("", one)); name == "receive" {
			out = append(out, exact("Several nodes receive a broadcast: only if the program declares together.", several))
		}
	}
	for _, one := range out {
		if one["description"] == "" {
			delete(one, "description")
		}
	}
	return out
}

// enums are the words of fields that have few.
func enums() map[string][]string {
	var all []string
	for _, g := range goals.All() {
		all = append(all, string(g))
	}
	return map[string][]string{"Declaration.Goal": all, "Declaration.Needs": needs, "Declaration.Hears": hears, "Kind.Class": classes(), "Param.Type": paramTypes}
}

// structSchema is the schema of a Go type, by its tags.
func structSchema(of reflect.Type) schema {
	switch of.Kind() {
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return schema{"type": "integer"}
	case reflect.Slice:
		return schema{"type": "array", "items": structSchema(of.Elem())}
	case reflect.Map:
		return schema{"type": "object"}
	case reflect.Struct:
	default:
		panic(fmt.Sprintf("foreign: no schema of %v", of))
	}
	out := schema{"type": "object", "properties": schema{}, "additionalProperties": false}
	var required []string
	for i := range of.NumField() {
		f := of.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		one := structSchema(f.Type)
		restrict(one, of.Name()+"."+f.Name)
		if about := f.Tag.Get("about"); about != "" {
			one["description"] = strings.ToUpper(about[:1]) + about[1:] + "."
		}
		if out["properties"].(schema)[name] = one; rest == "" {
			required = append(required, name)
		}
	}
	out["required"] = required
	return out
}

// restrict says more of a field than its Go type does.
func restrict(one schema, field string) {
	if words := enums()[field]; words != nil {
		if items, list := one["items"].(schema); list {
			items["enum"] = words
		} else {
			one["enum"] = words
		}
	}
	switch field {
	case "Declaration.Bellwether", "runCall.Bellwether":
		one["const"] = Version
	case "Declaration.Timers":
		one["items"], one["maxItems"] = wordSchema, maxTimers
	case "Declaration.Messages":
		one["maxItems"] = maxKinds
	case "Kind.Name", "Field.Name", "Param.Name":
		one["pattern"] = word.String()
	case "Field.Type":
		types := strings.Join(Types(), "|")
		one["pattern"] = `^(` + types + `|\[(` + types + `)\])$`
	}
}
