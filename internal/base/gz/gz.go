// Package gz reads streams that gzip may have packed (RFC 1952), and says which files are to
// be packed.
//
// It assumes that anybody may have made a stream: it refuses one that unpacks to very much
// more than its size. It never holds more than some ten kilobytes of it. It packs nothing:
// compress/gzip does.
package gz

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ending is how the name of a packed file ends.
const ending = ".gz"

// Named reports whether a file's name asks for gzip.
func Named(file string) bool {
	at := len(file) - len(ending)
	return at >= 0 && strings.EqualFold(file[at:], ending)
}

// Packed reports whether the beginning of a stream is that of gzip.
func Packed(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b}) }

const (
	// inflateLimit is how many times its size a packed file may unpack to. Deflate
	// reaches at most 1032, on one repeated byte. Measured with gzip -6 on files that
	// mobility convert wrote or read: 2 and 3 for nodes that turn each second (one-paths,
	// CSV), 5 to 9 for 400 nodes that stand, as CSV with a row each second, and 80 for
	// the same as FCD, the most regular of all formats; on traces of runs 15.
	inflateLimit = 250

	// inflateFree, in bytes, may be unpacked at any ratio: a short file with little but
	// blanks harms nobody.
	inflateFree = 16 << 20
)

// errInflate is wrapped by the error of a file that unpacks to too much.
var errInflate = errors.New("the gzip file unpacks to more than")

// Reader reads what a stream holds, unpacked if gzip packed it.
func Reader(r io.Reader) (io.Reader, error) {
	raw := bufio.NewReader(r)
	if magic, _ := raw.Peek(2); !Packed(magic) { // an error comes again when reading
		return raw, nil
	}
	in := &counter{r: raw}
	packed, err := gzip.NewReader(in)
	if err != nil {
		return nil, inWords(err)
	}
	return &unpacked{r: packed, in: in}, nil
}

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

// unpacked reads a packed stream, and puts errors into words.
type unpacked struct {
	r   io.Reader
	in  *counter
	out int64
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.out += int64(n)
	if u.out > inflateFree && u.out/inflateLimit > u.in.read {
		return 0, fmt.Errorf("%w %d times its size, %d MB of the first %d kB: it is hardly a trace; if it is, unpack it with gunzip and give the unpacked file", errInflate, inflateLimit, u.out>>20, u.in.read>>10)
	}
	return n, inWords(err)
}

// inWords returns what is wrong with a packed stream.
func inWords(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip file is cut off: copy or download it again")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return errors.New("the gzip file is damaged: copy or download it again")
	}
	return err
}
