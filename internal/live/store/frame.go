package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
)

// MaxBytes bounds the contents of a file: ten thousand peers of a hundred bytes.
const MaxBytes = 1 << 20

const (
	magic       = "BwS1"
	headerBytes = len(magic) + 4 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum covers the name, so that a file that was moved is not mistaken for
// another.
func checksum(name string, contents []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte(name), castagnoli), castagnoli, contents)
}

func frame(name string, contents []byte) []byte {
	b := make([]byte, 0, headerBytes+len(contents))
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(contents)))
	b = binary.LittleEndian.AppendUint32(b, checksum(name, contents))
	return append(b, contents...)
}

// unframe returns the contents of a file, never nil.
func unframe(name string, b []byte) ([]byte, error) {
	if len(b) < headerBytes || string(b[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin like a file of bellwether", ErrTorn)
	}
	size := binary.LittleEndian.Uint32(b[len(magic):])
	sum := binary.LittleEndian.Uint32(b[len(magic)+4:])
	contents := b[headerBytes:]
	if int64(size) != int64(len(contents)) {
		return nil, fmt.Errorf("%w: %d bytes of %d", ErrTorn, len(contents), size)
	}
	if sum != checksum(name, contents) {
		return nil, fmt.Errorf("%w: the checksum is wrong", ErrTorn)
	}
	return contents, nil
}

// maxName leaves room for the prefix and suffix in the 255 bytes of a file name.
const maxName = 200

// stateFile is the name of the file for an algorithm's state: no two algorithms share a
// name, even if the file system ignores case, and no name leads out of the directory.
func stateFile(algorithm string) (string, error) {
	var b strings.Builder
	b.WriteString("state-")
	for _, c := range []byte(algorithm) {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	if b.Len() > maxName {
		return "", fmt.Errorf("the name of the algorithm is too long: %.40q…", algorithm)
	}
	return b.String(), nil
}
