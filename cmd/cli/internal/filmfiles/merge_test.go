package filmfiles

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/trace"
)

// agentTrace is a trace of an agent that began some time after the others' zero and ran for 3 s.
func agentTrace(t *testing.T, of protocol.ID, algorithm string, laterNs int64) string {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Scenario: "live", Algorithm: algorithm, Zero: 1_790_000_000_000_000_000 + laterNs})
	for _, r := range []trace.Record{{Kind: trace.Boot, Node: of}, {At: 1e9, Kind: trace.Elected, Node: of, Peer: of}, {At: 3e9, Kind: trace.End}} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "agent.ndjson")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Traces of the agents of one run are one film, and its page says so. Those of two clusters are two films
// on one clock.
func TestViewMergesTracesOfAgents(t *testing.T) {
	reg, err := registry.New(registry.Own{})
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	films, err := Read(t.Context(), &said, reg, []string{agentTrace(t, 1, "vasudevan", 0), agentTrace(t, 2, "vasudevan", 2e9)}, "")
	if err != nil || len(films) != 1 {
		t.Fatalf("%d films, %v: %s", len(films), err, said.String())
	}
	defer Close(films)
	if h := films[0].Head; len(h.Nodes) != 2 || h.EndNs != 5e9 || !strings.HasPrefix(h.Note, "2 traces of live agents as one. Not all of their clocks") || !strings.Contains(h.Note, " Warning: no frames in both directions") {
		t.Errorf("nodes %v until %d: %s", h.Nodes, h.EndNs, h.Note)
	}
	apart, err := Read(t.Context(), &said, reg, []string{agentTrace(t, 1, "vasudevan", 0), agentTrace(t, 2, "bully", 2e9)}, "")
	if err != nil || len(apart) != 2 {
		t.Fatalf("%d films, %v: %s", len(apart), err, said.String())
	}
	defer Close(apart)
	if !strings.Contains(said.String(), "side by side, since they cannot be merged: ") || apart[1].Head.EndNs != 5e9 || apart[0].Head.EndNs != 3e9 {
		t.Errorf("%d, %d: %s", apart[0].Head.EndNs, apart[1].Head.EndNs, said.String())
	}
}
