package foreign

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// MaxLine is the longest line of a program, in bytes.
const MaxLine = 1 << 20

// process is a child that answers lines.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *bufio.Reader
	said    complaint
	late    *time.Timer // kills the child
	wait    time.Duration
	killed  atomic.Bool // by late
	forced  atomic.Bool // killed because it does not leave
	closed  bool
	done    chan struct{} // closed when the child has ended
	ended   error         // how it ended, once it is done
	cleared sync.Once     // of what it started
	leave   func()        // called once when the child has ended; nil: nothing to do
	hold                  // what the system needs to end all that the child started
}

// start starts the child of a command.
func start(c Command) (*process, error) {
	p := &process{cmd: exec.Command(c.Words[0], c.Words[1:]...), wait: cmp.Or(c.Patience, Patience)}
	p.cmd.Dir, p.cmd.Stderr, p.cmd.WaitDelay = c.Dir, &p.said, waitStderr
	p.cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0") // else the order of a set of words is drawn in each process
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, wrong("cannot be started: %v", err)
	}
	out, its, err := os.Pipe() // not cmd's own, which Wait closes though there may be something to read
	if err != nil {
		return nil, wrong("cannot be started: %v", err)
	}
	p.out, p.cmd.Stdout = out, its
	err = alive.launch(p)
	its.Close()
	if err != nil {
		out.Close()
		return nil, wrong("cannot be started: %v%s", err, c.advice())
	}
	p.done = make(chan struct{})
	go p.watch()
	p.lines = bufio.NewReaderSize(p.out, 64<<10)
	p.late = time.AfterFunc(p.wait, func() {
		p.killed.Store(true)
		p.end()
	})
	p.late.Stop()
	return p, nil
}

// exchange writes a line and reads the answer, which is valid until the next exchange.
func (p *process) exchange(line []byte) ([]byte, error) {
	if err := p.tell(line); err != nil {
		return nil, err
	}
	return p.hears()
}

// tell writes a line. The time for its answer begins.
func (p *process) tell(line []byte) error {
	if p.lines.Buffered() > 0 {
		stray, _ := p.lines.Peek(p.lines.Buffered())
		return wrong("wrote %s, though nothing was asked", excerpt(stray))
	}
	p.late.Reset(p.wait)
	if _, err := p.in.Write(line); err != nil {
		p.late.Stop()
		return p.gone(nil)
	}
	return nil
}

// hears reads the answer to the line that was told.
func (p *process) hears() ([]byte, error) {
	answer, failed := p.read()
	p.late.Stop()
	if failed == nil {
		answer = bytes.TrimSpace(answer)
		if !utf8.Valid(answer) {
			return nil, wrong("answers %s: it is no UTF-8", excerpt(answer))
		}
		return answer, nil
	}
	if errors.Is(failed, errLong) {
		return nil, wrong("answers a line of more than %d bytes", MaxLine)
	}
	return nil, p.gone(answer)
}

var errLong = errors.New("a line is too long")

// read reads a line.
func (p *process) read() ([]byte, error) {
	line, err := p.lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	long := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		if len(long) > MaxLine {
			return nil, errLong
		}
		line, err = p.lines.ReadSlice('\n')
		long = append(long, line...)
	}
	if len(bytes.TrimSuffix(long, []byte("\n"))) > MaxLine {
		return nil, errLong
	}
	return long, err
}

// gone says why a child does not answer.
func (p *process) gone(begun []byte) error {
	hung, half := p.killed.Load(), half(begun) // before close reads over it
	ended := p.close()
	switch {
	case hung:
		return wrong("gives no answer within %v%s: each line wants one answer, whose end is written at once (flush)%s", p.wait, half, p.said.last())
	case p.forced.Load():
		return wrong("closed its standard input or output, and ran on%s", p.said.last())
	case ended != nil:
		return wrong("ended: %v%s", ended, p.said.last())
	}
	return wrong("ended before its answer%s, by itself and without an error: it may end when its input does%s", half, p.said.last())
}

// half tells of a line that was begun.
func half(begun []byte) string {
	if len(begun) == 0 {
		return ""
	}
	return " but half a line, " + excerpt(begun)
}

// watch waits until the child has ended, and then ends what it started and left behind. One of these may hold
// the pipe: then nothing comes from it any more, and the reader must not wait for it.
func (p *process) watch() {
	p.ended = p.cmd.Wait()
	p.cleared.Do(p.clear)
	alive.gone(p)
	close(p.done)
	time.AfterFunc(grace, func() { p.out.Close() })
}

// close ends the child: it sees the end of its input, and has a moment to leave. Then it is killed, with
// all that it started.
func (p *process) close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	p.late.Stop()
	p.in.Close()
	leave := time.AfterFunc(grace, func() {
		p.forced.Store(true)
		p.end()
	})
	defer leave.Stop()
	_, _ = io.Copy(io.Discard, io.LimitReader(p.lines, MaxLine))
	<-p.done
	p.out.Close()
	if p.leave != nil {
		p.leave()
	}
	if errors.Is(p.ended, os.ErrClosed) || errors.Is(p.ended, exec.ErrWaitDelay) {
		return nil
	}
	return p.ended
}

// end kills the child, and stops to read from it.
func (p *process) end() {
	select {
	case <-p.done: // its number may be another's by now
	default:
		p.kill()
	}
	p.out.Close()
}

// grace is how long a child may take to end once its input has ended.
const grace = 500 * time.Millisecond

// waitStderr is how long standard error is read after the child's end, if something that it started holds it.
const waitStderr = 100 * time.Millisecond

// complaint keeps the end of what a child writes to standard error.
type complaint struct {
	mu   sync.Mutex
	kept []byte
}

// mostComplaint is how many bytes are kept, about half a page.
const mostComplaint = 2 << 10

// Write keeps the end.
func (c *complaint) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = append(c.kept, b...)
	if more := len(c.kept) - mostComplaint; more > 0 {
		c.kept = append(c.kept[:0], c.kept[more:]...)
	}
	return len(b), nil
}

// last quotes it.
func (c *complaint) last() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.TrimSpace(plain(string(c.kept)))
	if text == "" {
		return ""
	}
	return fmt.Sprintf("; its standard error ends with\n    %s\n", strings.ReplaceAll(text, "\n", "\n    "))
}
