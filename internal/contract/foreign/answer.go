package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"bellwether/protocol"
)

// said is a line of a program, as answer to any call but describe. Values are as they were written; nil: absent.
type said struct {
	do, each, state []byte
	ask             string
	below           uint64
}

// many reports whether a line is more than one answer. Only a question may come with each, of the nodes before.
func (s *said) many() bool {
	n := 0
	for _, has := range []bool{s.do != nil, s.state != nil, s.ask != "" || s.each != nil} {
		n += int(protocol.Bit(has))
	}
	return n > 1
}

// report is a program's own word that it cannot go on.
type report string

func (r report) Error() string { return "reports: " + short(plain(string(r))) }

// hear reads a line of a program.
func hear(line []byte) (s said, err error) {
	if len(line) == 0 || line[0] != '{' {
		return s, wrong("answers %s: want an object of JSON; what a program prints for people belongs on standard error", excerpt(line))
	}
	var few [4]pair
	pairs, err := object(line, few[:0])
	if errors.Is(err, errEnd) {
		err = errors.New("it ends too early: an answer is one line")
	}
	var fails string
	for _, p := range pairs {
		if err != nil {
			break
		}
		switch string(p.key) {
		case "do":
			s.do = p.raw
		case "each":
			s.each = p.raw
		case "state":
			s.state = p.raw
		case "ask":
			s.ask, err = text(p.raw)
		case "below":
			if s.below, err = whole(p.raw, 64); err != nil {
				err = fmt.Errorf("below is %s, and no whole number", excerpt(p.raw))
			}
		case "error":
			fails, err = text(p.raw)
		default:
			err = fmt.Errorf("unknown field %s", excerpt(p.key))
		}
	}
	switch {
	case err != nil:
		return s, wrong("answers %s: %v", excerpt(line), err)
	case fails != "":
		return s, report(fails)
	case s.many():
		return s, wrong("answers %s: these are several answers, and a line is one: ask first, and act once that is answered", excerpt(line))
	}
	return s, nil
}

// handle sends a call, answers what the program asks, and carries out its effects.
func (h *host) handle(env *protocol.Env, call []byte) error {
	s, answer, err := h.converse(env, call)
	switch {
	case err != nil:
		return err
	case s.do == nil || s.each != nil:
		return wrong(`answers %s: want "do", "ask" or "error"`, excerpt(answer))
	}
	return h.of.carryOut(env, s.do)
}

// maxAsks bounds what a program asks in one call: each answer gives it new time.
const maxAsks = 10_000

// converse writes a line, and answers what the program asks of a node until it says something else.
func (h *host) converse(env *protocol.Env, line []byte) (s said, answer []byte, err error) {
	for range maxAsks {
		if answer, err = h.exchange(line); err != nil {
			return s, nil, err
		}
		if h.heard != nil {
			h.heard(line, answer)
		}
		if s, err = hear(answer); err != nil || s.ask == "" || s.each != nil {
			return s, answer, err
		}
		if line, err = respond(env, &s); err != nil {
			return s, answer, err
		}
	}
	return s, nil, wrong("asks %d times in one call, without an end", maxAsks)
}

// respond answers what a program asks.
func respond(env *protocol.Env, s *said) ([]byte, error) {
	switch s.ask {
	case "neighbours":
		return named("neighbours", env.Neighbours()), nil
	case "members":
		return named("members", env.Members()), nil
	case "random":
		if s.below == 0 || s.below > 1<<53 {
			return nil, wrong(`asks for a random number below %d: want "below" from 1 to 2^53`, s.below)
		}
		return append(strconv.AppendUint([]byte(`{"random":`), env.Rand().Uint64N(s.below), 10), "}\n"...), nil
	}
	return nil, wrong("asks for %s: want neighbours, members or random", excerpt([]byte(s.ask)))
}

func named(what string, ids []protocol.ID) []byte {
	b := append(append([]byte(`{"`), what...), `":[`...)
	for i, id := range ids {
		b = strconv.AppendUint(comma(b, i), uint64(id), 10)
	}
	return append(b, "]}\n"...)
}

// compact removes the spaces of JSON, so that equal states are equal bytes.
func compact(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Compact(&b, raw)
	return b.Bytes(), err
}
