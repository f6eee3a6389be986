package ns2

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	// lineLimit, in bytes: commands take about 100, and some tools put their
	// whole command line into a comment.
	lineLimit = 1 << 16

	// sizeLimit, in bytes: four million moves, which cost about as much memory
	// while they are read as the file has bytes.
	sizeLimit = 1 << 28

	// nodeLimit is the greatest world.
	nodeLimit = 1 << 20
)

// limits are the bounds of one reading; tests lower them.
type limits struct {
	size  int64
	nodes int
}

// Read reads a movement file. The name is for errors, which begin with it and
// the number of the line.
func Read(r io.Reader, name string) (*Trace, error) {
	return read(r, name, limits{size: sizeLimit, nodes: nodeLimit})
}

func read(r io.Reader, name string, most limits) (*Trace, error) {
	c := collector{index: make(map[uint64]int), most: most.nodes}
	lines := bufio.NewReaderSize(r, lineLimit)
	size := int64(0)
	for number := 1; ; number++ {
		text, end := lines.ReadSlice('\n')
		size += int64(len(text))
		switch {
		case errors.Is(end, bufio.ErrBufferFull):
			return nil, fmt.Errorf("mobility: %s:%d: the line has more than %d bytes", name, number, lineLimit)
		case end != nil && !errors.Is(end, io.EOF):
			return nil, fmt.Errorf("mobility: %s:%d: %w", name, number, end)
		case size > most.size:
			return nil, fmt.Errorf("mobility: %s:%d: the file has more than %d bytes", name, number, most.size)
		}
		line := strings.TrimSuffix(string(text), "\n")
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff") // some editors on Windows begin a file so
		}
		if err := c.take(line, number); err != nil {
			return nil, fmt.Errorf("mobility: %s:%d: %w", name, number, err)
		}
		if end != nil {
			return c.trace(name, number)
		}
	}
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
