package bonnmotion

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// numberLimit bounds the numbers of a line, and of the lines that wait until the
// dimensions are known: 8 bytes each.
const numberLimit = 1 << 23

// Options say how a file is read.
type Options struct {
	Dimensions int     // 2 or 3; 0: decided by the lines
	Params     *Params // nil: there is no file of settings
}

// Read reads a .movements file.
func Read(r io.Reader, in text.File, o Options) (*movetrace.Trace, error) {
	words := text.NewWords(r, in, text.SizeLimit)
	f := file{
		recorder: movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true}),
		can:      [2]bool{o.Dimensions != 3, o.Dimensions != 2},
	}
	for more := true; more; more = words.Line() {
		values, err := f.values(words)
		if err != nil || words.Err() == nil && len(values) > 0 {
			words.Part()
			f.lines++
		}
		if err == nil && words.Err() == nil && len(values) > 0 {
			err = f.line(values)
		}
		if err = words.Bad(err); err != nil {
			return nil, err
		}
	}
	if err := words.Err(); err != nil {
		return nil, err
	}
	t, err := f.trace(o.Params)
	if err != nil {
		return nil, words.Fault(err)
	}
	if f.can == [2]bool{true, true} && o.Params == nil {
		in.Remark("each line can be t x y and t x y z, and is read as t x y: --dimensions 3 says otherwise, as does the file of settings, .params, beside it")
	}
	return t, nil
}

// file is the state of the reading.
type file struct {
	recorder *movetrace.Recorder
	can      [2]bool     // whether the lines so far can have two dimensions, three
	lines    int         // lines of nodes, skipped ones included
	waiting  [][]float64 // lines, while both dimensions are possible
	first    []int       // index of each waiting line among all lines
	kept     int         // numbers in them
	scratch  []float64
}

// values reads the numbers of a line.
func (f *file) values(words *text.Words) ([]float64, error) {
	f.scratch = f.scratch[:0]
	for word := words.Next(); word != ""; word = words.Next() {
		if len(f.scratch)+f.kept == numberLimit {
			return nil, text.Whole(fmt.Errorf("more than %d numbers in a line, or before the file's dimensions are known", numberLimit))
		}
		v, err := text.Coordinate(word)
		if err != nil {
			return nil, err
		}
		f.scratch = append(f.scratch, v)
	}
	return f.scratch, nil
}

// line reads a line.
func (f *file) line(values []float64) error {
	two, three := fits(values, 2), fits(values, 3)
	could := f.can
	f.can[0], f.can[1] = f.can[0] && two == nil, f.can[1] && three == nil
	switch {
	case f.can[0] && f.can[1]:
		f.waiting, f.first = append(f.waiting, append([]float64(nil), values...)), append(f.first, f.lines)
		f.kept += len(values)
		return nil
	case f.can[0] || f.can[1]:
		if err := f.flush(); err != nil {
			return err
		}
		return f.node(f.lines, values)
	}
	f.can = could // in case the line is skipped
	if two != nil && three != nil {
		return fmt.Errorf("not t x y: %w; nor t x y z: %w", two, three)
	}
	return fmt.Errorf("a line of other dimensions than those before")
}

// fits returns why the values are not places of so many dimensions; nil if they are.
func fits(values []float64, dimensions int) error {
	step := dimensions + 1
	if len(values)%step != 0 {
		return fmt.Errorf("%d numbers", len(values))
	}
	former := 0.0
	for i := 0; i < len(values); i += step {
		if values[i] < former {
			return fmt.Errorf("time runs backwards, from %v to %v", former, values[i])
		}
		former = values[i]
	}
	return nil
}

// flush records the waiting lines.
func (f *file) flush() error {
	for i, values := range f.waiting {
		if err := f.node(f.first[i], values); err != nil {
			return err
		}
	}
	f.waiting, f.first, f.kept = nil, nil, 0
	return nil
}

// node records the node of a line. The first line's node is called 0.
func (f *file) node(line int, values []float64) error {
	step := 3
	if !f.can[0] {
		step = 4
	}
	node, err := f.recorder.Node(strconv.Itoa(line - 1))
	if err != nil {
		return err
	}
	if values[0] > 0 {
		if err := f.recorder.Fix(node, 0, orb.Point{values[1], values[2]}); err != nil {
			return err
		}
	}
	for i := 0; i < len(values); i += step {
		if err := f.recorder.Fix(node, text.Seconds(values[i]), orb.Point{values[i+1], values[i+2]}); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) trace(p *Params) (*movetrace.Trace, error) {
	if err := f.flush(); err != nil {
		return nil, err
	}
	if p != nil && p.Nodes > 0 && p.Nodes != f.lines {
		return nil, fmt.Errorf("the file has %d nodes, its settings say %d", f.lines, p.Nodes)
	}
	if p != nil {
		f.recorder.Span(0, p.Duration)
	}
	if f.recorder.Nodes() == 0 {
		return nil, errors.New("the file ends and has no nodes")
	}
	return f.recorder.Trace()
}
