package gossiptest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Main runs the tests of a package and fails if a goroutine that they started still runs.
// The goroutines of a memberlist outlive its shutdown: a probe by eight periods of a
// second at most, a stream by its time-out, another second.
func Main(m *testing.M) {
	// Tests on sockets wait most of the time; -parallel on the command line counts.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	err := goleak.Find()
	for range 20 {
		if err == nil {
			break
		}
		time.Sleep(500 * time.Millisecond)
		err = goleak.Find()
	}
	if err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// A Journal keeps what was logged. It may be used by many goroutines.
type Journal struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write keeps b.
func (j *Journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(b)
}

// String is all that was logged so far.
func (j *Journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}
