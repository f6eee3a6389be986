package text

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

const (
	// SizeLimit, in bytes after unpacking: ten times the largest trace we met. A
	// gzip file may unpack to a thousand times its size.
	SizeLimit = 1 << 30

	// LineLimit, in bytes: lines take about 100, and some tools put their whole
	// command line into a comment.
	LineLimit = 1 << 16
)

// errSize is wrapped by the error of a file beyond its limit.
var errSize = errors.New("the file has more than")

// unpack returns a buffered reader of at most so many bytes of what r holds,
// unpacked if it is gzip.
func unpack(r io.Reader, most int64) (*bufio.Reader, error) {
	raw := bufio.NewReaderSize(r, LineLimit)
	magic, _ := raw.Peek(2) // what is wrong with it shows again when it is read
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return bufio.NewReaderSize(&limited{r: raw, left: most, most: most}, LineLimit), nil
	}
	packed, err := gzip.NewReader(raw)
	if err != nil {
		return nil, gzipError(err)
	}
	return bufio.NewReaderSize(&limited{r: packed, left: most, most: most}, LineLimit), nil
}

// limited reads on to a limit, and makes errors of gzip readable.
type limited struct {
	r          io.Reader
	left, most int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	l.left -= int64(n)
	if l.left < 0 {
		return n - 1, fmt.Errorf("%w %d bytes", errSize, l.most)
	}
	return n, gzipError(err)
}

func gzipError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the gzip file is cut off: %w", err)
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		return fmt.Errorf("the gzip file is damaged: %w", err)
	}
	return err
}
