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
// unpacks gzip and skips the byte order mark.
func unpack(r io.Reader, most int64) (*bufio.Reader, error) {
	raw := bufio.NewReaderSize(r, LineLimit)
	magic, _ := raw.Peek(2) // an error comes again when reading
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return plain(&limited{r: raw, left: most, most: most})
	}
	counted := &counter{r: raw}
	packed, err := gzip.NewReader(counted)
	if err != nil {
		return nil, gzipError(err)
	}
	return plain(&limited{r: packed, left: most, most: most, packed: counted})
}

const (
	// inflateLimit is how many times its size a packed file may unpack to. Deflate
	// reaches at most 1032, on one repeated byte. Measured with gzip -6 on files that
	// mobility convert wrote or read: 2 and 3 for nodes that turn each second (one-paths,
	// CSV), 5 to 9 for 400 nodes that stand, as CSV with a row each second, and 80 for
	// the same as FCD, the most regular of all formats.
	inflateLimit = 250

	// inflateFree, in bytes, may be unpacked at any ratio: a short file with little but
	// blanks harms nobody.
	inflateFree = 16 << 20
)

// errInflate is wrapped by the error of a file that unpacks to too much.
var errInflate = errors.New("the gzip file unpacks to more than")

// counter counts what is read. It is a byte reader, so that gzip reads no further than the
// data that it unpacks.
type counter struct {
	r    *bufio.Reader
	read int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.read += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.read++
	}
	return b, err
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

// plain returns a buffered reader of a text, and skips its byte order mark.
func plain(l *limited) (*bufio.Reader, error) {
	r := bufio.NewReaderSize(l, LineLimit)
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

// limited reads up to a limit, and puts errors of gzip into words.
type limited struct {
	r          io.Reader
	left, most int64
	packed     *counter // the packed stream; nil if the file is not packed
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p[:min(int64(len(p)), l.left+1)])
	l.left -= int64(n)
	if l.left < 0 {
		return n - 1, fmt.Errorf("%w %d bytes", errSize, l.most)
	}
	if out := l.most - l.left; l.packed != nil && out > inflateFree && out/inflateLimit > l.packed.read {
		return 0, fmt.Errorf("%w %d times its size, %d MB of the first %d kB: it is hardly a trace; if it is, unpack it with gunzip and give the unpacked file", errInflate, inflateLimit, out>>20, l.packed.read>>10)
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
