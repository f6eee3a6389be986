package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/base/durable"
	"bellwether/internal/study/tasks"
)

// sender puts each content into the object store once.
type sender struct {
	store jetstream.ObjectStore
	sent  map[string]bool
	bytes int64
}

// send puts the contents that an order needs into the store, if they are not there yet.
func (s *sender) send(ctx context.Context, needs []tasks.Content) error {
	for _, c := range needs {
		if s.sent[c.SHA256] {
			continue
		}
		if c.Bytes > maxContent || s.bytes+int64(c.Bytes) > contentBytes {
			return fmt.Errorf("queue: a content of %d bytes: at most %d each and %d in all can be sent to other machines; share a file system, and take --shard", c.Bytes, maxContent, int64(contentBytes))
		}
		info, err := s.store.GetInfo(ctx, c.SHA256)
		if errors.Is(err, jetstream.ErrObjectNotFound) || err == nil && info.Size != uint64(c.Bytes) {
			_, err = s.store.PutBytes(ctx, c.SHA256, c.Data())
		}
		if err != nil {
			return fmt.Errorf("queue: a content of %d bytes cannot be sent: %w", c.Bytes, err)
		}
		s.sent[c.SHA256], s.bytes = true, s.bytes+int64(c.Bytes)
	}
	return nil
}

// getter fetches contents to a directory of this worker. Two tasks never fetch the same
// content at the same time.
type getter struct {
	store  jetstream.ObjectStore
	stream jetstream.Stream // of the store
	dir    string
	mutex  sync.Mutex
	kept   int64 // bytes in dir
}

// of returns the contents that a task may fetch.
func (g *getter) of(ctx context.Context, needs []tasks.Content) tasks.Fetched {
	bytes := map[string]int{}
	for _, c := range needs {
		bytes[c.SHA256] = c.Bytes
	}
	return &fetched{g, ctx, bytes}
}

// fetch asks for a content piece by piece, and takes at most one piece more than its size. The
// client library's Get makes a consumer. A client that may make consumers can make the server
// deliver contents to any subject: to the subject that ends the job, or into the stream of
// tasks.
func (g *getter) fetch(ctx context.Context, sum string, size int) ([]byte, error) {
	info, err := g.store.GetInfo(ctx, sum)
	if err != nil {
		return nil, err
	}
	var out []byte
	at := uint64(0)
	for range info.Chunks {
		piece, err := g.stream.GetMsg(ctx, at+1, jetstream.WithGetMsgSubject("$O."+info.Bucket+".C."+info.NUID))
		if err != nil {
			return nil, err
		}
		out, at = append(out, piece.Data...), piece.Sequence
		if len(out) > size {
			break // its hash will differ from the one in the task
		}
	}
	return out, nil
}

// fetched holds the contents that one task may fetch.
type fetched struct {
	*getter
	ctx   context.Context
	bytes map[string]int
}

// Bytes returns a content.
func (f *fetched) Bytes(sum string) ([]byte, error) {
	name, err := f.File(sum)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, &tasks.ErrHere{Err: err}
	}
	return data, nil
}

// File returns the path of a content. What was fetched is compared with its hash.
func (f *fetched) File(sum string) (string, error) {
	size, listed := f.bytes[sum]
	if !listed {
		return "", fmt.Errorf("queue: the task asks for a content %.70q that it does not list", sum)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	name := filepath.Join(f.dir, sum)
	if stat, err := os.Stat(name); err == nil && stat.Size() == int64(size) {
		return name, nil
	}
	data, err := f.fetch(f.ctx, sum, size)
	if err != nil {
		return "", &tasks.ErrHere{Err: fmt.Errorf("queue: a content of %d bytes cannot be fetched: %w", size, err)}
	}
	if got := sha256.Sum256(data); hex.EncodeToString(got[:]) != sum {
		return "", fmt.Errorf("queue: a content is not what its hash says: %d bytes, want %d", len(data), size)
	}
	if f.kept += int64(size); f.kept > contentBytes {
		return "", fmt.Errorf("queue: contents of more than %d bytes in all", int64(contentBytes))
	}
	if err := durable.Write(durable.OS{}, name, secret, data); err != nil {
		return "", &tasks.ErrHere{Err: err}
	}
	return name, nil
}
