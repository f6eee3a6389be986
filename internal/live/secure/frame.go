package secure

import (
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// A stream is a connection that carries encrypted frames.
type stream struct {
	net.Conn
	group   *groupKey
	in, out half
	made    time.Time
	rest    []byte // opened, not yet read
	buffer  []byte
}

// A half is one direction of a stream.
type half struct {
	aead    cipher.AEAD
	counter uint64
	left    int // bytes of data that it may still carry
	largest int // bytes of data in a frame
}

func newStream(c net.Conn, group *groupKey) *stream {
	h := half{left: streamBytes, largest: frameBytes}
	return &stream{Conn: c, group: group, in: h, out: h, made: time.Now()}
}

var (
	errFrame = errors.New("a frame of the stream cannot be opened")
	errVoid  = errors.New("the key of the stream was removed")
	errOld   = fmt.Errorf("the stream is older than %v, and its keys are void", keyLife)
	errLong  = fmt.Errorf("the stream has more than %d bytes", streamBytes)
)

func (s *stream) Read(b []byte) (int, error) {
	for len(s.rest) == 0 {
		if len(b) == 0 {
			return 0, nil
		}
		var err error
		if s.rest, err = s.readFrame(); err != nil {
			return 0, err
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *stream) readFrame() ([]byte, error) {
	var head [lengthBytes]byte
	if _, err := io.ReadFull(s.Conn, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(head[:]))
	if n > s.in.largest {
		return nil, errFrame
	}
	if s.in.left -= n; s.in.left < 0 {
		return nil, errLong
	}
	if cap(s.buffer) < n+tagBytes {
		s.buffer = make([]byte, n+tagBytes)
	}
	sealed := s.buffer[:n+tagBytes]
	if _, err := io.ReadFull(s.Conn, sealed); err != nil {
		return nil, noEnd(err)
	}
	s.in.counter++
	once := nonce(s.in.counter)
	plain, err := s.in.aead.Open(sealed[:0], once[:], sealed, head[:])
	switch {
	case err != nil:
		return nil, errFrame
	}
	return plain, s.ended()
}

// ended is the error of a stream whose keys are void.
func (s *stream) ended() error {
	switch {
	case s.group.removed.Load():
		return errVoid
	case time.Since(s.made) >= keyLife:
		return errOld
	}
	return nil
}

// noEnd turns the end of the stream within a frame into an error.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *stream) Write(b []byte) (int, error) {
	written := 0
	for part := b; len(part) > 0; part = b[written:] {
		part = part[:min(len(part), s.out.largest)]
		if err := s.writeFrame(part); err != nil {
			return written, err
		}
		written += len(part)
	}
	return written, nil
}

func (s *stream) writeFrame(b []byte) error {
	if err := s.ended(); err != nil {
		return err
	}
	if s.out.left -= len(b); s.out.left < 0 {
		return errLong
	}
	m := binary.BigEndian.AppendUint16(make([]byte, 0, proofBytes+len(b)), uint16(len(b)))
	s.out.counter++
	once := nonce(s.out.counter)
	_, err := s.Conn.Write(s.out.aead.Seal(m, once[:], b, m))
	return err
}
