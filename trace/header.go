package trace

import (
	"strconv"
	"time"

	"bellwether/internal/contract/provenance"
	"bellwether/protocol"
)

// Format and version of the files, in their first line. Version 1 has components at regular
// instants only (TruthSampled); all else is the same.
const (
	formatName    = "bellwether"
	formatVersion = 2
	oldestVersion = 1
)

// A Header is the first line of a trace file.
type Header struct {
	// Version is the version of the file that was read; a Writer ignores it.
	Version   int
	Scenario  string
	Algorithm string
	Seed      uint64
	// Zero is time 0 in nanoseconds since 1970, by the clock of the machine that
	// wrote the trace of a live run; 0 in virtual time.
	Zero int64
	// HelloTimeout is the silence after which the agent of a live run drops a neighbour; 0 if
	// the file does not state it.
	HelloTimeout time.Duration
	// Ground is what stands and lies in the world, for those who draw: Obstacles and Roads.
	Ground provenance.Ground
	// Messages are the kinds of messages that may occur, in the order of their
	// numbers.
	Messages []MessageName
	// Origin is what is needed to make the run again: Build, Row, Measured, YAML and Files.
	Origin provenance.Origin
}

// A MessageName is the name a trace gives to a kind of message.
type MessageName struct {
	Kind protocol.Kind
	Name string
}

func (h *Header) appendJSON(b []byte) []byte {
	b = append(b, `{"trace":"`+formatName+`","version":`...)
	b = strconv.AppendInt(b, formatVersion, 10)
	b = appendString(append(b, `,"scenario":`...), h.Scenario)
	b = appendString(append(b, `,"algorithm":`...), h.Algorithm)
	b = strconv.AppendUint(append(b, `,"seed":`...), h.Seed, 10)
	if h.Zero != 0 {
		b = strconv.AppendInt(append(b, `,"zero_unix_ns":`...), h.Zero, 10)
	}
	if h.HelloTimeout != 0 {
		b = strconv.AppendInt(append(b, `,"hello_timeout_ns":`...), int64(h.HelloTimeout), 10)
	}
	b = h.Ground.AppendJSON(b)
	b = h.Origin.AppendJSON(b)
	b = append(b, `,"kinds":{`...)
	for i, m := range h.Messages {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendString(b, m.Name), ':')
		b = strconv.AppendUint(b, uint64(m.Kind), 10)
	}
	return append(b, "}}"...)
}
