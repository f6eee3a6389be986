package text

import (
	"bytes"
	"compress/gzip"
	"io"

	"bellwether/internal/base/gz"
)

// HeadBytes is how much of a file is read to recognise it: about a thousand lines.
const HeadBytes = 1 << 16

// Plain returns the beginning of a file as text: unpacked if it is gzip, at most HeadBytes
// long, and without the byte order mark.
func Plain(head []byte) []byte {
	if gz.Packed(head) {
		unpacked := []byte{}
		if z, err := gzip.NewReader(bytes.NewReader(head)); err == nil {
			unpacked, _ = io.ReadAll(io.LimitReader(z, HeadBytes)) // the head is cut, so unpacking ends with an error
		}
		head = unpacked
	}
	head = bytes.TrimPrefix(head, []byte(byteOrderMark))
	return head[:min(len(head), HeadBytes)]
}
