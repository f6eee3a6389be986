package simulators

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Read reads a topology.
func ReadTopology(r io.Reader, in text.File) (*movetrace.Trace, error) {
	lines := text.NewLines(r, in, text.SizeLimit)
	f := topology{recorder: movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true})}
	if err := lines.Rows(f.take); err != nil {
		return nil, err
	}
	if err := f.place(); err != nil {
		return nil, lines.Fault(err)
	}
	if !f.nodes {
		return nil, lines.Fault(errors.New("the file ends and lists no nodes"))
	}
	t, err := f.recorder.Trace()
	if err != nil {
		return nil, lines.Fault(err)
	}
	in.Remark("places are units of OTNS's canvas, read as metres: mobility.scale.place of a scenario stretches them")
	return t, nil
}

// topology is the state of the reading.
type topology struct {
	recorder *movetrace.Recorder
	nodes    bool // within nodes:
	shift    orb.Point
	id, pos  string // of the node
	begun    bool
}

// pair takes the next key of a line and its value: a list, or a word; "" at its end.
func pair(line string) (key, value, rest string) {
	key, rest, _ = strings.Cut(line, ":")
	key, rest = strings.TrimLeft(key, "-{, "), strings.TrimSpace(rest)
	end := strings.IndexAny(rest, ",} ")
	if strings.HasPrefix(rest, "[") {
		end = strings.IndexByte(rest, ']') + 1
	}
	if end <= 0 {
		return key, rest, ""
	}
	return key, rest[:end], rest[end:]
}

func (f *topology) take(line string) error {
	line, _, _ = strings.Cut(line, " #")
	indented := strings.TrimLeft(line, " ") != line
	line = strings.TrimSpace(line)
	switch {
	case line == "nodes:":
		f.nodes = true
		return nil
	case !f.nodes && line == "---":
		return nil
	case !f.nodes && !strings.HasSuffix(line, ":") && !indented:
		return text.Whole(fmt.Errorf("%s: want the key network or nodes", text.Quote(line)))
	case f.nodes && !indented && !strings.HasPrefix(line, "-"):
		return text.Whole(fmt.Errorf("%s: want a node, as - id: 1", text.Quote(line)))
	}
	if f.nodes && strings.HasPrefix(line, "-") {
		if err := f.place(); err != nil {
			return err
		}
		f.begun = true
	}
	for line != "" {
		var key, value string
		key, value, line = pair(line)
		switch {
		case key == "pos-shift" && !f.nodes:
			var err error
			if f.shift, err = positionOf(value); err != nil {
				return text.Whole(err)
			}
		case key == "id" && f.begun:
			f.id = value
		case key == "pos" && f.begun:
			f.pos = value
		}
	}
	return nil
}

// place records the node whose lines have ended.
func (f *topology) place() error {
	if !f.begun {
		return nil
	}
	id, pos := f.id, f.pos
	f.id, f.pos, f.begun = "", "", false
	if id == "" || pos == "" {
		return fmt.Errorf("node %s: want id and pos, like pos: [1, 2, 3]", text.Quote(id))
	}
	name, err := text.Name(id)
	if err != nil {
		return err
	}
	at, err := positionOf(pos)
	if err != nil {
		return fmt.Errorf("node %s: %w", text.Quote(id), err)
	}
	if _, twice := f.recorder.Find(name); twice {
		return fmt.Errorf("a second node %s", text.Quote(id))
	}
	node, err := f.recorder.Node(name)
	if err != nil {
		return err
	}
	return f.recorder.Fix(node, 0, orb.Point{at[0] + f.shift[0], at[1] + f.shift[1]})
}

// positionOf reads [x, y] or [x, y, z].
func positionOf(list string) (p orb.Point, err error) {
	words := strings.Split(strings.Trim(list, "[]"), ",")
	if len(words) != 2 && len(words) != 3 {
		return p, fmt.Errorf("pos: %s: want [x, y, z]", text.Quote(list))
	}
	if p[0], err = text.Coordinate(strings.TrimSpace(words[0])); err == nil {
		p[1], err = text.Coordinate(strings.TrimSpace(words[1]))
	}
	return p, err
}
