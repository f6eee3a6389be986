package bonnmotion

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Params are the settings that reading movements needs.
type Params struct {
	Nodes    int // 0 if it is not given
	Duration time.Duration
}

// ReadParams reads a .params file.
func ReadParams(r io.Reader, in text.File) (Params, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	var p Params
	for {
		line, ok := lines.Next()
		if !ok {
			return p, lines.Err()
		}
		key, value, set := strings.Cut(strings.TrimSpace(line), "=")
		if key == "" || key[0] == '#' {
			continue
		}
		if !set {
			return p, lines.Fault(fmt.Errorf("%s: want key=value", text.Quote(key)))
		}
		var err error
		switch key {
		case "nn":
			p.Nodes, err = strconv.Atoi(value)
			if err != nil || p.Nodes < 1 || p.Nodes > movetrace.MaxTraceNodes {
				err = fmt.Errorf("nn: %s: want a number of nodes from 1 to %d", text.Quote(value), movetrace.MaxTraceNodes)
			}
		case "duration":
			p.Duration, err = text.Time(value)
		}
		if err != nil {
			return p, lines.Fault(err)
		}
	}
}

// WriteParams writes the settings of a trace.
func WriteParams(w io.Writer, t *movetrace.Trace) error {
	out := text.NewWriter(w)
	b := t.Bounds()
	out.Text("model=Bellwether\nignore=0.0\nx=")
	out.Metres(b.Max[0])
	out.Text("\ny=")
	out.Metres(b.Max[1])
	out.Text("\nduration=")
	out.Time(t.Duration())
	out.Text("\nnn=", strconv.Itoa(t.Nodes()), "\ndim=2\n")
	return out.Close()
}
