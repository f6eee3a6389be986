package ns2

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/formats/text"
)

// kind is what a command does to its node.
type kind uint8

const (
	nothing kind = iota // a comment, or harmless
	setX
	setY
	setZ
	goTo     // setdest
	switchOn // enter the world
	switchOff
)

// A command is one line of the file.
type command struct {
	kind  kind
	timed bool // it has an "at"
	at    time.Duration
	node  uint64
	x, y  float64 // metres
	speed float64 // m/s
}

// parse reads one line, without its line break.
func parse(line string) (command, error) {
	w := words{rest: line}
	switch first := w.next(); {
	case first == "" || first == "#":
		return command{}, nil
	case first == ";":
		return command{}, w.end()
	case first == "$god_" || first == "$god":
		return command{}, nil
	case first == "set" && (w.peek() == "god_" || w.peek() == "god"): // the instance, by which distances are told
		return command{}, nil
	case first == "$ns_" || first == "$ns":
		return parseTimed(&w)
	case isNode(first):
		c, err := parseNode(first, &w)
		if err == nil && (c.kind == goTo || c.kind == switchOn || c.kind == switchOff) {
			return command{}, errors.New("setdest and switch need a time: $ns_ at T \"…\"")
		}
		if err != nil {
			return command{}, err
		}
		return c, w.end()
	default:
		return command{}, fmt.Errorf("%s: unknown command", text.Quote(first))
	}
}

// parseTimed reads the rest of a line after $ns_: at T "…".
func parseTimed(w *words) (command, error) {
	if word := w.next(); word != "at" {
		return command{}, fmt.Errorf("%s: want at after $ns_", text.Quote(word))
	}
	at, err := text.Time(w.next())
	if err != nil {
		return command{}, err
	}
	body, err := w.quoted()
	if err != nil {
		return command{}, err
	}
	if err := w.end(); err != nil {
		return command{}, err
	}
	first := body.next()
	if first == "$god_" || first == "$god" {
		return command{}, nil
	}
	if !isNode(first) {
		return command{}, fmt.Errorf("%s: unknown command", text.Quote(first))
	}
	c, err := parseNode(first, &body)
	if err != nil {
		return command{}, err
	}
	c.timed, c.at = true, at
	return c, body.end()
}

func isNode(word string) bool { return strings.HasPrefix(word, "$node") }

// parseNode reads what a command does to a node.
func parseNode(first string, w *words) (command, error) {
	number, ok := strings.CutPrefix(first, "$node_(")
	if !ok {
		number, ok = strings.CutPrefix(first, "$node(")
	}
	number, closed := strings.CutSuffix(number, ")")
	node, err := strconv.ParseUint(number, 10, 64)
	if !ok || !closed || err != nil {
		return command{}, fmt.Errorf("%s: want $node_(number)", text.Quote(first))
	}
	c := command{node: node}
	switch verb := w.next(); verb {
	case "set":
		err = c.parseSet(w)
	case "setdest":
		err = c.parseGoTo(w)
	case "switch":
		err = c.parseSwitch(w)
	default:
		err = fmt.Errorf("%s: want set, setdest or switch", text.Quote(verb))
	}
	return c, err
}

func (c *command) parseSet(w *words) (err error) {
	switch axis := w.next(); axis {
	case "X_":
		c.kind = setX
		c.x, err = text.Coordinate(w.next())
	case "Y_":
		c.kind = setY
		c.y, err = text.Coordinate(w.next())
	case "Z_":
		c.kind = setZ
		_, err = text.Coordinate(w.next())
	default:
		err = fmt.Errorf("%s: want X_, Y_ or Z_", text.Quote(axis))
	}
	return err
}

func (c *command) parseGoTo(w *words) (err error) {
	c.kind = goTo
	if c.x, err = text.Coordinate(w.next()); err != nil {
		return err
	}
	if c.y, err = text.Coordinate(w.next()); err != nil {
		return err
	}
	speed := w.next()
	if c.speed, err = text.Number(speed); err != nil {
		return fmt.Errorf("speed: %w", err)
	}
	if c.speed < 0 {
		return fmt.Errorf("speed: %s: must not be negative", text.Quote(speed))
	}
	if status := w.peek(); status != "" && status != ";" && status != "#" {
		if _, err = text.Number(w.next()); err != nil {
			return fmt.Errorf("status after the speed: %w", err)
		}
	}
	return nil
}

func (c *command) parseSwitch(w *words) error {
	switch state := w.next(); state {
	case "ON", "on":
		c.kind = switchOn
	case "OFF", "off":
		c.kind = switchOff
	default:
		return fmt.Errorf("%s: want ON or OFF", text.Quote(state))
	}
	return nil
}
