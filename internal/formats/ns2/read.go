package ns2

import (
	"io"
	"strings"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// sizeLimit, in bytes: four million moves, which take about as much memory as the file has
// bytes while they are read.
const sizeLimit = 1 << 28

// limits are the bounds of one reading; tests lower them.
type limits struct {
	size  int64
	nodes int
	core  bool // see [ReadCORE]
}

// Read reads a movement file, which may be packed by gzip.
func Read(r io.Reader, in text.File) (*movetrace.Trace, error) {
	return read(r, in, limits{size: sizeLimit, nodes: movetrace.MaxTraceNodes})
}

// ReadCORE reads a file as CORE does: a setdest of speed 0 moves its node there at once.
func ReadCORE(r io.Reader, in text.File) (*movetrace.Trace, error) {
	return read(r, in, limits{size: sizeLimit, nodes: movetrace.MaxTraceNodes, core: true})
}

func read(r io.Reader, in text.File, most limits) (*movetrace.Trace, error) {
	c := collector{index: make(map[uint64]int), most: most.nodes, core: most.core}
	lines := text.NewLines(r, in, most.size)
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if strings.TrimSpace(line) != "" {
			in.Part()
		}
		if err := c.take(line); err != nil {
			if err = lines.Bad(err); err != nil {
				return nil, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return c.trace(in, lines.Number())
}

// take reads one line and adds it to its node.
func (c *collector) take(line string) error {
	cmd, err := parse(line)
	if err != nil || cmd.kind == nothing {
		return err
	}
	n, err := c.node(cmd.node)
	if err != nil {
		return err
	}
	if !cmd.timed {
		return n.begin(cmd)
	}
	if c.core && cmd.kind == goTo && cmd.speed == 0 {
		cmd.speed = placementSpeed
	}
	if cmd.kind != setZ {
		n.events = append(n.events, event{at: cmd.at, x: cmd.x, y: cmd.y, speed: cmd.speed, kind: cmd.kind})
	}
	return nil
}
