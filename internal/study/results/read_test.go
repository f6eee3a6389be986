package results

import (
	"bytes"
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// FuzzRead reads any bytes as results: Read never panics, and the bytes that it accepts as
// whole lines give the same lines again, without a warning.
func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	file := Log{file: nowhere{&out}}
	for seed := range uint64(3) {
		line := Line{Schema: Form, Plan: "p", Axes: At{{Path: "nodes", Value: "20"}, {Path: "radio.loss", Value: "{model: none}"}}, Label: "a", Seed: seed}
		line.Metrics.Set("election_time_s", measure.Value{X: 1.5, Known: true, N: 4, Censored: 1, Median: 1})
		text, err := line.Encode()
		if err == nil {
			err = file.Add(text)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	whole := out.String()
	for _, seed := range []string{
		whole, whole[:len(whole)-1], whole[:len(whole)/2], whole + "\x00\x00", whole + "{}\n" + whole, strings.ReplaceAll(whole, `"schema":2,`, `"version":"v1",`), "\n", "null\n", "[]\n",
		strings.ReplaceAll(whole, `"nodes":20`, `"nodes":[1]`), strings.ReplaceAll(whole, "1.5", "1e999"),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, size, _, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			if len(lines) > 0 || size > 0 {
				t.Fatal("an error and lines")
			}
			return
		}
		if size > int64(len(data)) {
			t.Fatalf("%d bytes of %d", size, len(data))
		}
		again, same, warning, err := Read(bytes.NewReader(data[:size]), "fuzz")
		if err != nil || same != size || len(again) != len(lines) || warning != "" {
			t.Fatalf("read again: %d of %d lines, %q, %v", len(again), len(lines), warning, err)
		}
		var copied bytes.Buffer
		file := Log{file: nowhere{&copied}}
		for i := range lines {
			if lines[i].Schema == firstForm {
				return // such lines are read, but never written
			}
			text, err := lines[i].Encode()
			if err == nil {
				err = file.Add(text)
			}
			if err != nil {
				t.Fatalf("what was read cannot be written: %v", err)
			}
		}
		if third, _, warning, err := Read(bytes.NewReader(copied.Bytes()), "copy"); err != nil || len(third) != len(lines) || warning != "" {
			t.Fatalf("a copy: %d of %d lines, %q, %v", len(third), len(lines), warning, err)
		}
	})
}

// nowhere is a file in memory.
type nowhere struct{ *bytes.Buffer }

func (nowhere) Sync() error          { return nil }
func (nowhere) Close() error         { return nil }
func (nowhere) Truncate(int64) error { return nil }

// A line of a program that did not know all metrics is read without them. If a program that
// knows them makes the run again, its line counts as the same; a line with them by the same
// program does not.
func TestLinesThatLackMetrics(t *testing.T) {
	line := Line{Schema: Form, Label: "a", Build: "v1", Events: 5}
	line.Metrics.Set("mute_fraction", measure.Value{X: 0.5, Known: true})
	line.Metrics.Set("leaderless_fraction", measure.Value{X: 0.25, Known: true})
	text, err := line.Encode()
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(string(text), `"mute_fraction":0.5,`, "", 1)
	lines, _, _, err := Read(strings.NewReader(old), "old")
	if err != nil || old == string(text) {
		t.Fatal(err)
	}
	if v := lines[0].Metrics.Get("mute_fraction"); v.Known || !lines[0].Metrics.Get("leaderless_fraction").Known {
		t.Errorf("read %+v", v)
	}
	if told := lacks(lines); told != "1 of 1 runs were made by a program that did not know all metrics (bellwether v1): they lack mute_fraction" {
		t.Error(told)
	}
	again := line
	again.Metrics.Mutest.Node = 3 // stands beside the metric that the old program did not know
	again.Events, again.Course = 7, new(measure.Course)
	if !again.Gives(&lines[0], "v2") || again.Gives(&lines[0], "v1") || line.Gives(&lines[0], "v1") {
		t.Error("what another program does not know was compared, or what the same one knows was not")
	}
	again.Deliveries = 1
	if again.Gives(&lines[0], "v2") {
		t.Error("another number of deliveries was not found")
	}
}
