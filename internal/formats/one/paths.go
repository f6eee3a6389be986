package one

import (
	"fmt"
	"io"
	"strings"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// ReadPaths reads a file of ExternalPathMovement. With a nil activity nodes are always
// active.
func ReadPaths(r io.Reader, in text.File, a Activity) (*movetrace.Trace, error) {
	words := text.NewWords(r, in, text.SizeLimit)
	recorder := movetrace.NewRecorder(movetrace.RecorderOptions{})
	var head *bounds
	for more := true; more; more = words.Line() {
		first := words.Next()
		if first == "" {
			continue
		}
		if head == nil {
			var err error
			if head, err = pathHeader(words, first, recorder); err != nil {
				return nil, words.Fault(err)
			}
		} else if err := path(words, first, recorder, head); err != nil {
			return nil, err
		}
	}
	if err := words.Err(); err != nil {
		return nil, err
	}
	head.remark(in)
	begin := recorder.Begin()
	t, err := recorder.Trace()
	if err == nil && a != nil {
		t, err = a.apply(t, begin)
	}
	if err != nil {
		return nil, words.Fault(err)
	}
	return t, nil
}

// pathHeader reads maxID minTime maxTime minX maxX minY maxY.
func pathHeader(words *text.Words, first string, recorder *movetrace.Recorder) (*bounds, error) {
	all := []string{first}
	for word := words.Next(); word != "" && len(all) <= 9; word = words.Next() {
		all = append(all, word)
	}
	if _, err := text.Number(first); err != nil {
		return nil, fmt.Errorf("greatest id: %w", err)
	}
	return header(recorder, all, 1)
}

// path reads a line: id t,x,y t,x,y … An error names the line.
func path(words *text.Words, id string, recorder *movetrace.Recorder, head *bounds) error {
	for n := 0; ; n++ {
		word := words.Next()
		if word == "" {
			if n == 0 && words.Err() == nil {
				words.Part()
				return words.Bad(fmt.Errorf("node %s has no place", text.Quote(id)))
			}
			return nil // words reports an error of the file
		}
		words.Part()
		if err := pathPlace(word, id, recorder, head); err != nil {
			if err = words.Bad(err); err != nil {
				return err
			}
		}
	}
}

// pathPlace reads a place: t,x,y and perhaps a height.
func pathPlace(word, id string, recorder *movetrace.Recorder, head *bounds) error {
	time, rest, _ := strings.Cut(word, ",")
	x, y, ok := strings.Cut(rest, ",")
	if !ok {
		return fmt.Errorf("%s: want t,x,y", text.Quote(word))
	}
	y, _, _ = strings.Cut(y, ",")
	at, err := text.Time(time)
	if err != nil {
		return err
	}
	place, err := place(x, y)
	if err != nil {
		return err
	}
	if err := fix(recorder, id, at, place); err != nil {
		return err
	}
	head.meet(at, place)
	return nil
}

// WritePaths writes a file of ExternalPathMovement. The times that nodes are in the world
// are in the file that WriteActivity writes.
func WritePaths(w io.Writer, t *movetrace.Trace) error {
	out := text.NewWriter(w)
	numbers, _ := t.Numbers()
	greatest := "0"
	for _, number := range numbers {
		if len(number) > len(greatest) || len(number) == len(greatest) && number > greatest {
			greatest = number
		}
	}
	out.Text(greatest, " ")
	writeHeader(out, t)
	for i, number := range numbers {
		begun := false
		for f := range t.Fixes(i + 1) {
			if f.Away {
				continue
			}
			if !begun {
				out.Text(number)
				begun = true
			}
			out.Text(" ")
			out.Time(f.At)
			out.Text(",")
			out.Metres(f.Place[0])
			out.Text(",")
			out.Metres(f.Place[1])
		}
		if begun {
			out.Text("\n")
		}
	}
	return out.Close()
}
