// Package scenariotest runs scenarios in tests: the first algorithm of a scenario, once,
// with the seed of the scenario.
//
// It assumes that the text and the run are sound, and ends the test where one is not. It
// never writes a file. The cost is that of the run.
package scenariotest

import (
	"bytes"
	"testing"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// Read reads the text of a scenario.
func Read(t testing.TB, text string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Read("test.yaml", []byte(text), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Codec is the codec of the messages of the first algorithm.
func Codec(t testing.TB, s *scenarios.Scenario) *protocol.Codec {
	t.Helper()
	codec, err := protocol.NewCodec(s.Kinds(s.Algorithms[0])...)
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

// Run runs the first algorithm to the end.
func Run(t testing.TB, s *scenarios.Scenario, sinks ...trace.Sink) {
	t.Helper()
	RunRow(t, s, s.Algorithms[0], sinks...)
}

// RunRow runs a row to the end.
func RunRow(t testing.TB, s *scenarios.Scenario, row scenarios.Entry, sinks ...trace.Sink) {
	t.Helper()
	config, err := s.Config(row, s.Seed, sinks...)
	if err != nil {
		t.Fatal(err)
	}
	world, err := emulator.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Trace is the trace of the run.
func Trace(t testing.TB, s *scenarios.Scenario) []byte {
	t.Helper()
	var out bytes.Buffer
	w := trace.NewWriter(&out, trace.WriterOptions{Scenario: s.Name, Algorithm: s.Algorithms[0].Name, Codec: Codec(t, s)})
	Run(t, s, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
