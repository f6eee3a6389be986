package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bellwether/protocol"
)

// Patience is how long a program may take for one answer, by the clock.
const Patience = 10 * time.Second

// A Command is a program and how it is started.
type Command struct {
	Name     string   // of the algorithm
	Words    []string // the program and its arguments
	More     []string // files that it needs and that no word names
	Dir      string   // where it runs; "": here
	Patience time.Duration
}

// Open starts a program, asks it for its declaration, ends it, and makes an algorithm of it. Each run
// then starts it again.
func Open(c Command) (protocol.Algorithm, Declaration, error) {
	var d Declaration
	fail := func(err error) (protocol.Algorithm, Declaration, error) {
		return protocol.Algorithm{}, d, fmt.Errorf("%s (%s): it %w", c.Name, strings.Join(c.Words, " "), err)
	}
	p, err := start(c)
	if err != nil {
		return fail(err)
	}
	defer p.close()
	if d, err = p.describe(); err != nil {
		return fail(err)
	}
	a, err := c.Declared(d)
	if err != nil {
		return fail(wrong("describes itself wrongly: %s", short(plain(err.Error()))))
	}
	return a, d, nil
}

// describe asks a program for its declaration.
func (p *process) describe() (d Declaration, err error) {
	answer, err := p.exchange([]byte(`{"bellwether":1,"call":"describe"}` + "\n"))
	if err != nil {
		return d, err
	}
	err = sound(answer)
	if err == nil {
		err = strict(answer, &d)
	}
	if err != nil {
		if _, reports := hear(answer); errors.As(reports, new(report)) {
			return d, reports
		}
		return d, wrong("describes itself by %s: %s", excerpt(answer), short(plain(err.Error())))
	}
	return d, nil
}

// sameAs returns an error if a program declares something else than it did.
func (d Declaration) sameAs(before Declaration) error {
	is, err := json.Marshal(d)
	was, failed := json.Marshal(before)
	if err = cmp.Or(err, failed); err == nil && !bytes.Equal(is, was) {
		at := apart(was, is)
		err = wrong("describes itself by … %s, and by … %s when it is started again: a declaration must not change", excerpt(was[at:]), excerpt(is[at:]))
	}
	return err
}

// Declared makes the algorithm of a program whose declaration is known. It starts nothing.
func (c Command) Declared(d Declaration) (protocol.Algorithm, error) { return c.declared(d, nil) }

func (c Command) declared(d Declaration, witnessed *atomic.Bool) (protocol.Algorithm, error) {
	of, err := d.check()
	if err != nil {
		return protocol.Algorithm{}, err
	}
	return of.algorithm(c.Name, func(config protocol.Config) (func() protocol.Machine, error) {
		if err := config.Detection.Validate(); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		return (&host{command: c, name: c.Name, of: of, config: config, witnessed: witnessed}).make, nil
	}), nil
}

// A host is the program of one run. The first call of a machine starts it.
type host struct {
	command   Command
	name      string
	of        *declared
	config    protocol.Config
	mu        sync.Mutex // a driver may call machines of different worlds at once
	process   *process
	witness   *witness     // nil: none
	witnessed *atomic.Bool // whether a run has had one; nil: none is wanted
	line      []byte
	batch     batch
	held      map[protocol.ID]*machine  // whose state the program has, if it hears snapshot
	failed    error                     // where nothing could be told
	heard     func(line, answer []byte) // nil: nobody listens
}

// begin starts the program and tells it of the run.
func (h *host) begin() error {
	if h.process != nil || h.failed != nil {
		return h.failed
	}
	p, err := start(h.command)
	if err != nil {
		return err
	}
	h.process = p
	d, err := p.describe()
	if err == nil {
		err = d.sameAs(h.of.Declaration)
	}
	if err != nil {
		return err
	}
	call, err := json.Marshal(runCall{Version, "run", h.name,
		detection{int64(h.config.Detection.Interval), h.config.Detection.Misses}, h.config.Hysteresis, h.params()})
	if err != nil {
		return err
	}
	h.call()
	answer, err := h.exchange(append(call, '\n'))
	if err != nil {
		return err
	}
	s, err := hear(answer)
	if err == nil && string(s.do) != "[]" {
		err = wrong(`answers run by %s: want {"do":[]}`, excerpt(answer))
	}
	return err
}

// params are the values of the parameters: durations in nanoseconds.
func (h *host) params() map[string]any {
	out := map[string]any{}
	for _, p := range h.of.Params {
		switch protocol.ParamType(p.Type) {
		case protocol.TypeDuration:
			out[p.Name+"_ns"] = h.config.Values.Duration(p.Name)
		case protocol.TypeInteger:
			out[p.Name] = h.config.Values.Int(p.Name)
		case protocol.TypeFraction:
			out[p.Name] = h.config.Values.Fraction(p.Name)
		default:
			out[p.Name] = h.config.Values.Choice(p.Name)
		}
	}
	return out
}

// close ends the program, if it runs.
func (h *host) close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.process == nil {
		return nil
	}
	h.dismiss()
	err := h.process.close()
	h.process, h.held = nil, nil
	return err
}

// fault is something that a program does and must not do: a sentence without its subject.
type fault string

func (f fault) Error() string { return string(f) }

func wrong(format string, args ...any) error { return fault(fmt.Sprintf(format, args...)) }
