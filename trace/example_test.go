package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// One run of one node, written as a trace file and read line by line.
func Example() {
	var file bytes.Buffer // for your own: an os.File
	w := trace.NewWriter(&file, trace.WriterOptions{Scenario: "alone", Algorithm: "mine", Seed: 1})
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1, Value: 1},
		{At: protocol.Time(time.Second), Kind: trace.Elected, Node: 1, Peer: 1},
		{At: protocol.Time(5 * time.Second), Kind: trace.End},
	} {
		w.Record(&r)
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
		return
	}
	t, err := trace.NewReader(&file, "alone.ndjson")
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		line, err := t.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		if line.Record.Kind == trace.Elected {
			fmt.Println(line.Record.Node, "elected", line.Record.Peer, "after", time.Duration(line.Record.At))
		}
	}
	// Output: 1 elected 1 after 1s
}

// A trace printed in words.
func ExampleShow() {
	var file bytes.Buffer
	w := trace.NewWriter(&file, trace.WriterOptions{Scenario: "alone", Algorithm: "mine", Seed: 1})
	w.Record(&trace.Record{Kind: trace.Boot, Node: 1, Value: 1})
	w.Record(&trace.Record{At: protocol.Time(time.Second), Kind: trace.Elected, Node: 1, Peer: 1})
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	if err := trace.Show(os.Stdout, &file, "alone.ndjson", trace.Filter{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// alone, mine, seed 1
	//      0.000s  1            boots
	//      1.000s  1            elected 1
}
