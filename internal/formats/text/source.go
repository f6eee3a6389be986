package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"bellwether/internal/base/gz"
)

const (
	// SizeLimit, in bytes after unpacking: ten times the largest trace that we know of. A
	// gzip file may unpack to a thousand times its size.
	SizeLimit = 1 << 30

	// LineLimit, in bytes: lines take about 100, and some tools put their whole
	// command line into a comment.
	LineLimit = 1 << 16
)

// errSize is wrapped by the error of a file that is too large.
var errSize = errors.New("the file has more than")

// unpack returns a buffered reader of r, which ends after at most so many bytes. It
// unpacks gzip and skips the byte order mark. Its buffer takes a line, and no more than the text if
// that is in memory: the head of a file is read once for each format that it may have.
func unpack(r io.Reader, most int64) (*bufio.Reader, error) {
	if known, ok := r.(interface{ FileSize() int64 }); ok && known.FileSize() > most { // unpacked it is larger still
		return nil, fmt.Errorf("%w %d bytes", errSize, most)
	}
	text, inMemory := r.(interface{ Len() int })
	room := LineLimit
	if inMemory {
		room = min(LineLimit, text.Len()+1) // one more, so that the end is seen
	}
	in, err := gz.Reader(r)
	if err != nil {
		return nil, err
	}
	if _, plain := in.(*bufio.Reader); !plain {
		room = LineLimit // unpacked it is longer
	}
	return plain(&limited{r: in, left: most, most: most}, room)
}

// byteOrderMark stands at the beginning of files of some editors on Windows.
const byteOrderMark = "\ufeff"

// foreign are the beginnings of files that are not text in UTF-8.
var foreign = []struct{ magic, what string }{
	{"\xff\xfe", "is in UTF-16: save it as UTF-8"},
	{"\xfe\xff", "is in UTF-16: save it as UTF-8"},
	{"<\x00", "is in UTF-16: save it as UTF-8"},
	{"\x1f\x8b", "is packed by gzip twice: unpack it once"},
	{"PK\x03\x04", "is a zip archive: unpack it, or pack it by gzip"},
	{"BZh91AY&SY", "is packed by bzip2: unpack it, or pack it by gzip"},
	{"\xfd7zXZ\x00", "is packed by xz: unpack it, or pack it by gzip"},
	{"\x28\xb5\x2f\xfd", "is packed by zstd: unpack it, or pack it by gzip"},
}

// plain returns a reader of a text with a buffer of room bytes, and skips its byte order mark.
func plain(l *limited, room int) (*bufio.Reader, error) {
	r := bufio.NewReaderSize(l, room)
	head, _ := r.Peek(16) // an error comes again when reading
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return nil, errors.New("the file " + f.what)
		}
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		_, err := r.Discard(len(byteOrderMark))
		return r, err
	}
	return r, nil
}

// limited reads up to a limit.
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
	return n, err
}
