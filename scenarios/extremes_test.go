package scenarios

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/testkit/sample"
	"bellwether/trace"
)

// An extreme is a numeric key of the schema, and the other keys that must be set so that
// it has an effect.
type extreme struct {
	path string
	kind string // number, duration
	tag  reflect.StructTag
	with map[string]string
}

// extremesOf lists the numeric keys below a type.
func extremesOf(of reflect.Type, prefix string, with map[string]string) []extreme {
	var out []extreme
	for i := range of.NumField() {
		field := of.Field(i)
		name := field.Tag.Get("yaml")
		if name == "" {
			continue
		}
		needs := map[string]string{}
		for k, v := range with {
			needs[k] = v
		}
		if key, values, ok := strings.Cut(field.Tag.Get("when"), "="); ok {
			needs[strings.TrimPrefix(prefix+"."+key, ".")], _, _ = strings.Cut(values, "|")
		}
		path := strings.TrimPrefix(prefix+"."+name, ".")
		kind := field.Type
		if kind.Kind() == reflect.Slice && path != "faults" && path != "groups" && path != "algorithms" {
			kind, path = kind.Elem(), path+"[0]"
		}
		switch {
		case kind == reflect.TypeFor[Duration]():
			out = append(out, extreme{path, "duration", field.Tag, needs})
		case kind.Kind() == reflect.Struct:
			out = append(out, extremesOf(kind, path, needs)...)
		case kind.Kind() == reflect.Float64 || kind.Kind() == reflect.Int || kind.Kind() == reflect.Uint64:
			out = append(out, extreme{path, "number", field.Tag, needs})
		}
	}
	return out
}

// yamlOf writes paths and values as a scenario, one line for each.
func yamlOf(values map[string]string) string {
	tree := map[string]any{}
	for path, value := range values {
		steps := strings.Split(path, ".")
		at := tree
		for _, step := range steps[:len(steps)-1] {
			next, ok := at[step].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[step] = next
			}
			at = next
		}
		last := steps[len(steps)-1]
		if name, list := strings.CutSuffix(last, "[0]"); list {
			last, value = name, "["+value+"]"
		}
		at[last] = value
	}
	var b strings.Builder
	writeYAML(&b, tree, "")
	return b.String()
}

func writeYAML(b *strings.Builder, tree map[string]any, indent string) {
	for _, key := range sortedKeys(tree) {
		if below, ok := tree[key].(map[string]any); ok {
			fmt.Fprintf(b, "%s%s:\n", indent, key)
			writeYAML(b, below, indent+"  ")
			continue
		}
		fmt.Fprintf(b, "%s%s: %v\n", indent, key, tree[key])
	}
}

func sortedKeys(tree map[string]any) []string {
	var keys []string
	for key := range tree {
		keys = append(keys, key)
	}
	for i := range keys {
		for k := range keys[:i] {
			if keys[i] < keys[k] {
				keys[i], keys[k] = keys[k], keys[i]
			}
		}
	}
	return keys
}

var extremeValues = map[string][]string{
	"number":   {"1e-300", "1e300", "-0", "-0.0", "0", "9223372036854775807", "18446744073709551615", "-9223372036854775808", "1e-9", "1e9", "1e12"},
	"duration": {"0s", "1ns", "-1s", "1us", "876000h", "10000h", "2562047h", "9999999999h", "1h"},
}

// values returns extreme values, and those at the bounds of the key and next to them.
func (e extreme) values() []string {
	values := extremeValues[e.kind]
	for part := range strings.SplitSeq(e.tag.Get("jsonschema"), ",") {
		key, bound, _ := strings.Cut(part, "=")
		switch key {
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "default":
			values = append(values, bound)
			if x, err := strconv.ParseFloat(bound, 64); err == nil && e.kind == "number" {
				values = append(values, fmt.Sprint(math.Nextafter(x, math.Inf(1))), fmt.Sprint(math.Nextafter(x, math.Inf(-1))))
			}
		}
	}
	for _, bound := range []string{e.tag.Get("min"), e.tag.Get("max")} {
		if bound != "" {
			values = append(values, bound)
		}
	}
	return values
}

// companions are the keys that a choice needs to be valid.
var companions = map[string][2]string{
	"mobility.model=trace": {"mobility.file", "city-cars.ns_movements"},
	"radio.model=contacts": {"radio.file", "conference.contacts"},
	"radio.model=graph":    {"radio.topology", "ring"},
}

// Every numeric key of the schema is checked at extreme values. A fault has its line and
// its caret. A valid scenario runs to its end or can be stopped. Nothing panics, hangs or
// records a NaN or an infinity. Go test takes every twelfth key, campaigns take all.
func TestExtremeNumbers(t *testing.T) {
	all := extremesOf(reflect.TypeFor[Scenario](), "", nil)
	if len(all) < 100 {
		t.Fatalf("only %d numeric keys", len(all))
	}
	never := 0
	for i, e := range all {
		if !sample.Takes(i, 12) {
			continue
		}
		sound, why := 0, error(nil)
		for _, value := range e.values() {
			values := map[string]string{"nodes": "4", "runs": "1", "duration": "3s", "warmup": "1s", "algorithms": "[vasudevan]", "schema": fmt.Sprint(Form)}
			for k, v := range e.with {
				values[k] = v
				if more, ok := companions[k+"="+v]; ok {
					values[more[0]] = more[1]
				}
			}
			if key, in := strings.CutPrefix(e.path, "mobility.within."); in {
				for _, k := range []string{"x", "y", "width", "height"} { // a rectangle in metres around all of it
					if strings.Contains("x y width height", key) {
						values["mobility.within."+k] = map[string]string{"x": "-1e6", "y": "-1e6", "width": "2e6", "height": "2e6"}[k]
					}
				}
			}
			if strings.HasPrefix(e.path, "mobility.propulsion.") {
				values["energy.battery.min"], values["energy.battery.max"] = "250000", "320000"
			}
			switch e.path {
			case "mobility.altitude.min":
				values["mobility.altitude.max"] = "1000"
			case "mobility.altitude.max":
				values["mobility.altitude.min"] = "0"
			case "mobility.altitudes[0]":
				values["mobility.positions"] = "[[1, 1], [2, 2], [3, 3], [4, 4]]"
			}
			for n := range 4 { // lists of 1 to 4 values
				values[e.path] = strings.TrimSuffix(strings.Repeat(value+", ", n+1), ", ")
				err := tryExtreme(t, e.path+" = "+values[e.path], yamlOf(values))
				if err == nil {
					sound++
				} else {
					why = err
				}
				if !strings.HasSuffix(e.path, "[0]") {
					break
				}
			}
		}
		if sound == 0 {
			never++
			t.Logf("%s: no value is valid: %v", e.path, why)
		}
	}
	if never > len(all)/10 {
		t.Errorf("%d keys of %d have no valid value: too few runs are tested", never, len(all))
	}
}

func tryExtreme(t *testing.T, what, text string) (refused error) {
	defer func() {
		if why := recover(); why != nil {
			t.Errorf("%s: panic: %v\n%s", what, why, text)
		}
	}()
	began := time.Now()
	s, err := Read("x.yaml", []byte(text), Options{})
	if err != nil {
		var faults *strictyaml.Error
		if !errors.As(err, &faults) || faults.Faults[0].File == "" || !strings.Contains(err.Error(), "^") {
			t.Errorf("%s: no line and caret: %v\n%s", what, err, text)
		}
		return err
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("%s: checking took %v\n%s", what, took, text)
	}
	if s.Nodes > 1000 {
		return nil
	}
	config, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		t.Errorf("%s: valid, but Config returns: %v\n%s", what, err, text)
		return nil
	}
	config.Sinks = append(config.Sinks, finite{t, what})
	world, err := emulator.New(config)
	if err != nil {
		t.Errorf("%s: valid, but the emulator refuses it: %v\n%s", what, err, text)
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began = time.Now()
	if err := world.Run(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%s: valid, but the run fails: %v\n%s", what, err, text)
	} else if err != nil {
		t.Logf("%s: stopped", what)
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("%s: the run took %v to stop\n%s", what, took, text)
	}
	return nil
}

// finite checks that all numbers of records are finite.
type finite struct {
	t    *testing.T
	what string
}

func (finite) Wants() trace.Set { return trace.All }

func (f finite) Record(r *trace.Record) {
	v := reflect.ValueOf(*r)
	for i := range v.NumField() {
		if v.Field(i).CanFloat() && (math.IsNaN(v.Field(i).Float()) || math.IsInf(v.Field(i).Float(), 0)) {
			f.t.Fatalf("%s: %v of record %v is %v", f.what, v.Type().Field(i).Name, r.Kind, v.Field(i).Float())
		}
	}
}
