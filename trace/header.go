package trace

import (
	"strconv"
	"time"

	"bellwether/internal/origin"
	"bellwether/protocol"
)

// Format and version of the files, in their first line.
const (
	formatName    = "bellwether"
	formatVersion = 1
)

// A Header is the first line of a trace file.
type Header struct {
	Scenario  string
	Algorithm string
	Seed      uint64
	// Zero is time 0 in nanoseconds since 1970, by the clock of the machine that
	// wrote the trace of a live run; 0 in virtual time.
	Zero int64
	// HelloTimeout is the silence after which the agent of a live run drops a
	// neighbour; 0 if the file does not have it.
	HelloTimeout time.Duration
	// Obstacles are the outlines of obstacles to the radios, corner by corner, in metres
	// east and north. ObstaclesLeftOut is the number of further obstacles, which exceeded
	// maxCorners.
	Obstacles        [][][2]float64
	ObstaclesLeftOut int
	// Messages are the kinds of messages that may occur, in the order of their
	// numbers.
	Messages []MessageName
	// Origin is what is needed to make the run again: Build, Row, Measured, YAML and Files.
	Origin origin.Origin
}

// maxCorners bounds the corners of all obstacles of a header, so that its line
// stays well below the limit of readers: a corner has up to 25 bytes.
const maxCorners = 20_000

// A MessageName is the name a trace gives to a kind of message.
type MessageName struct {
	Kind protocol.Kind
	Name string
}

// bounded returns the outlines for which a header has room, and the number of the others.
func bounded(outlines [][][2]float64) (kept [][][2]float64, leftOut int) {
	corners := 0
	for i, o := range outlines {
		if corners += len(o); corners > maxCorners {
			return outlines[:i], len(outlines) - i
		}
	}
	return outlines, 0
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
	if len(h.Obstacles) > 0 {
		b = append(b, `,"obstacles":`...)
		b = appendOutlines(b, h.Obstacles)
	}
	if h.ObstaclesLeftOut != 0 {
		b = strconv.AppendInt(append(b, `,"obstacles_left_out":`...), int64(h.ObstaclesLeftOut), 10)
	}
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

// appendOutlines writes lists of corners.
func appendOutlines(b []byte, outlines [][][2]float64) []byte {
	between := func(i int) {
		if i > 0 {
			b = append(b, ',')
		}
	}
	b = append(b, '[')
	for i, outline := range outlines {
		between(i)
		b = append(b, '[')
		for j, corner := range outline {
			between(j)
			b = strconv.AppendFloat(append(b, '['), corner[0], 'f', -1, 64)
			b = strconv.AppendFloat(append(b, ','), corner[1], 'f', -1, 64)
			b = append(b, ']')
		}
		b = append(b, ']')
	}
	return append(b, ']')
}
