package gossiptest

import (
	"bytes"
	"slices"
	"sync"
)

// A Recorder keeps datagrams as somebody on the network without a key does. Its zero value
// records; it may be used by many goroutines.
type Recorder struct {
	mu      sync.Mutex
	stopped bool
	kept    []Recorded
	streams map[int][]byte
}

// Recorded is a datagram that was sent.
type Recorded struct {
	From, To string
	Bytes    []byte
}

// Keep keeps a datagram: it is an Options.Tap.
func (r *Recorder) Keep(from, to string, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.stopped {
		r.kept = append(r.kept, Recorded{from, to, bytes.Clone(b)})
	}
}

// Stop ends the recording.
func (r *Recorder) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
}

// Kept returns what was kept, in the order in which it was sent.
func (r *Recorder) Kept() []Recorded {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.kept)
}

// KeepStream keeps what the caller writes to a stream: it is an Options.TapStream.
func (r *Recorder) KeepStream(stream int, caller bool, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || !caller {
		return
	}
	if r.streams == nil {
		r.streams = map[int][]byte{}
	}
	r.streams[stream] = append(r.streams[stream], b...)
}

// Stream returns what the caller wrote to a stream.
func (r *Recorder) Stream(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.streams[n])
}
