package ns2

import (
	"io"

	"bellwether/mobility"
	"bellwether/mobility/text"
)

// sizeLimit, in bytes: four million moves, which cost about as much memory while
// they are read as the file has bytes.
const sizeLimit = 1 << 28

// limits are the bounds of one reading; tests lower them.
type limits struct {
	size  int64
	nodes int
}

// Read reads a movement file, which may be packed by gzip. The name is for
// errors, which begin with it and the number of the line.
func Read(r io.Reader, name string) (*mobility.Trace, error) {
	return read(r, name, limits{size: sizeLimit, nodes: mobility.MaxTraceNodes})
}

func read(r io.Reader, name string, most limits) (*mobility.Trace, error) {
	c := collector{index: make(map[uint64]int), most: most.nodes}
	lines := text.NewLines(r, name, most.size)
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if err := c.take(line, lines.Number()); err != nil {
			return nil, lines.Fault(err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return c.trace(name, lines.Number())
}

// take reads one line into the node it is about.
func (c *collector) take(line string, number int) error {
	cmd, err := parse(line)
	if err != nil || cmd.kind == nothing {
		return err
	}
	n, err := c.node(cmd.node, number)
	if err != nil {
		return err
	}
	if !cmd.timed {
		return n.begin(cmd)
	}
	if cmd.kind != setZ {
		n.events = append(n.events, event{at: cmd.at, x: cmd.x, y: cmd.y, speed: cmd.speed, line: int32(number), kind: cmd.kind})
	}
	return nil
}
