package sweep

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line; most have 4 kB, and with as many elections as a run keeps a
// megabyte or two (see measure.Times).
const maxLine = 1 << 22

// Read reads the lines of a results file; name stands for it in messages. whole
// is how many bytes hold whole lines: what follows is a line that was cut off as
// it was written, of which the warning tells. Anything else that is no line of
// results is an error with its number.
func Read(r io.Reader, name string) (lines []Line, whole int64, warning string, err error) {
	in := bufio.NewReader(r)
	var text []byte
	for number := 1; ; number++ {
		text, err = readLine(in, text[:0])
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			return lines, whole, "", nil
		case errors.Is(err, io.EOF):
			return lines, whole, fmt.Sprintf("%s:%d: the last line was cut off; it is ignored", name, number), nil
		case err != nil:
			return nil, 0, "", fmt.Errorf("sweep: %s:%d: %w", name, number, err)
		}
		var line Line
		if err := json.Unmarshal(text, &line); err != nil {
			// Of the last line power may have kept the length and not the bytes.
			if _, more := in.Peek(1); errors.Is(more, io.EOF) {
				return lines, whole, fmt.Sprintf("%s:%d: the last line is damaged; it is ignored", name, number), nil
			}
			return nil, 0, "", fmt.Errorf("sweep: %s:%d: no line of results: %w", name, number, err)
		}
		lines = append(lines, line)
		whole += int64(len(text))
	}
}

// readLine appends a line with its end to text; the error is io.EOF if the file
// ends before the line does.
func readLine(in *bufio.Reader, text []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
		case !errors.Is(err, bufio.ErrBufferFull):
			return text, err
		}
	}
}
