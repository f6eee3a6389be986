package election

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

// TestStories replays the conversations in testdata: one file a figure or rule.
//
//	world key=value …      a new world; the lines below give nodes and links:
//	    A 3                node A offers 3
//	    A-B A-C            links
//	elect A B              these call an election, in this order
//	link A-B, cut A-B      links come and go
//	crash A, restart A [forget], resign A, value A 7
//	lose D Child           messages of that kind that D sends are lost, until: lose nothing
//	leaders                which node names which leader
//	run 10ms [quiet]       time passes; prints messages and reports
//
// The keys are the algorithm's parameters and latency, up, down: the delay of a
// frame, and how long a node takes to notice that a neighbour comes or goes. Unless a world
// sets them otherwise, every frame takes 1 ms and arrives, and there is no jitter.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if !strings.HasSuffix(path, ".txt") {
			return // the fuzzer's finds stand beside the stories
		}
		var s *story
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "world" {
				s = tell(t, d)
				return ""
			}
			if s == nil {
				d.Fatalf(t, "a story begins with its world")
			}
			s.do(t, d)
			out := s.lines.String()
			s.lines.Reset()
			if d.HasArg("quiet") {
				return ""
			}
			return out
		})
	})
}

// A story is a world whose nodes have letters, and its recent messages.
type story struct {
	*lab
	names []string // of node i+1
	lines strings.Builder
}

func tell(t *testing.T, d *datadriven.TestData) *story {
	s := &story{}
	p := given{"rebroadcast_jitter": "0s"}
	o := smallworld.Options{Latency: time.Millisecond}
	for _, arg := range d.CmdArgs {
		switch value := arg.Vals[0]; arg.Key {
		case "latency":
			o.Latency = span(t, d, value)
		case "up":
			o.UpAfter = span(t, d, value)
		case "down":
			o.DownAfter = span(t, d, value)
		default:
			p[arg.Key] = value
		}
	}
	offers := map[string]int64{}
	var links []string
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		if len(words) == 2 && !strings.Contains(words[0], "-") {
			s.names = append(s.names, words[0])
			value, err := strconv.ParseInt(words[1], 10, 64)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			offers[words[0]] = value
			continue
		}
		links = append(links, words...)
	}
	slices.Sort(s.names)
	for _, name := range s.names {
		o.Values = append(o.Values, offers[name])
	}
	s.lab = build(t, p, o)
	s.Link(s.ends(t, d, links)...)
	s.BootAll()
	s.listen()
	return s
}

// listen records messages and reports.
func (s *story) listen() {
	sent, done := s.Sent, s.Done
	s.Sent = func(from, to protocol.ID, m protocol.Message) {
		sent(from, to, m)
		way := s.name(from) + " → " + s.name(to)
		if to == protocol.Nobody {
			way = s.name(from) + " ⇒"
		}
		fmt.Fprintf(&s.lines, "%9v  %-6s %s\n", s.clock(), way, s.say(m))
	}
	s.Done = func(id protocol.ID, e protocol.Effect) {
		done(id, e)
		switch e.Op {
		case protocol.OpElecting:
			fmt.Fprintf(&s.lines, "%9v  %s enters %s\n", s.clock(), s.name(id), s.index(e.Computation))
		case protocol.OpElected:
			fmt.Fprintf(&s.lines, "%9v  %s's leader is %s\n", s.clock(), s.name(id), s.name(e.To))
		}
	}
}

// clock is the time to the microsecond.
func (s *story) clock() time.Duration { return time.Duration(s.Now).Round(time.Microsecond) }

func (s *story) do(t *testing.T, d *datadriven.TestData) {
	words := make([]string, 0, len(d.CmdArgs))
	for _, arg := range d.CmdArgs {
		if arg.Key != "quiet" {
			words = append(words, arg.Key)
		}
	}
	switch d.Cmd {
	case "run":
		s.Run(span(t, d, words[0]))
	case "elect":
		for _, name := range words {
			s.Elect(s.id(t, d, name))
		}
	case "link":
		s.Link(s.ends(t, d, words)...)
	case "cut":
		s.Cut(s.ends(t, d, words)...)
	case "crash":
		s.Crash(s.id(t, d, words[0]))
	case "restart":
		id := s.id(t, d, words[0])
		if d.HasArg("forget") {
			s.Forget(id)
		}
		s.Restart(id)
	case "resign":
		s.Resign(s.id(t, d, words[0]))
	case "value":
		value, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		s.SetValue(s.id(t, d, words[0]), value)
	case "lose":
		s.Drop = nil
		if words[0] != "nothing" {
			liar := s.id(t, d, words[0])
			s.Drop = func(from, _ protocol.ID, m protocol.Message) bool {
				return from == liar && strings.HasPrefix(s.say(m), words[1])
			}
		}
	case "leaders":
		for _, id := range s.all() {
			if s.Machine(id) != nil {
				fmt.Fprintf(&s.lines, "%s: %s\n", s.name(id), s.name(protocol.ID(s.state(id, "leader"))))
			}
		}
	default:
		d.Fatalf(t, "no command %s", d.Cmd)
	}
}

// say writes a message in the paper's words. The immediate Ack names no node.
func (s *story) say(m protocol.Message) string {
	switch m := m.(type) {
	case election:
		return again("Election", m.Retry) + s.index(m.Index)
	case ack:
		return strings.TrimSpace(again("Ack", m.Retry) + s.index(m.Index) + " " + s.offer(m.Best.Capability))
	case child:
		return "Child " + s.index(m.Index)
	case leader:
		return again("Leader", m.Retry) + s.index(m.Index) + " " + s.offer(m.Claim.Leader)
	case probe:
		return "Probe " + s.index(m.Index)
	case reply:
		if m.Part == partNone {
			return "Reply not in " + s.index(m.Index)
		}
		return "Reply in " + s.index(m.Index)
	case beacon:
		return "Beacon " + s.offer(m.Leader)
	case syn:
		return "Syn"
	case synAck:
		return "Syn-Ack"
	case segment:
		if m.Repeat > 0 {
			return fmt.Sprintf("%d× again %s", m.Repeat, s.say(m.Inner))
		}
		return s.say(m.Inner)
	case segmentAck:
		return "ack"
	case reset:
		return "Reset"
	case exchange:
		return "Ldr " + s.offer(m.Claim.Leader)
	}
	return fmt.Sprintf("%T", m)
}

func again(word string, retry bool) string {
	if retry {
		return word + " again "
	}
	return word + " "
}

func (s *story) index(c protocol.Computation) string {
	return fmt.Sprintf("⟨%d,%s⟩", c.Num, s.name(c.Source))
}

func (s *story) offer(c protocol.Capability) string {
	if c.ID == protocol.Nobody {
		return ""
	}
	return fmt.Sprintf("(%s,%d)", s.name(c.ID), c.Value)
}

func (s *story) name(id protocol.ID) string {
	if id == protocol.Nobody {
		return "nobody"
	}
	return s.names[id-1]
}

func (s *story) id(t *testing.T, d *datadriven.TestData, name string) protocol.ID {
	at := slices.Index(s.names, name)
	if at < 0 {
		d.Fatalf(t, "no node %q", name)
	}
	return protocol.ID(at + 1)
}

func (s *story) ends(t *testing.T, d *datadriven.TestData, links []string) []protocol.ID {
	var out []protocol.ID
	for _, l := range links {
		a, b, ok := strings.Cut(l, "-")
		if !ok {
			d.Fatalf(t, "a link is A-B, not %q", l)
		}
		out = append(out, s.id(t, d, a), s.id(t, d, b))
	}
	return out
}

func span(t *testing.T, d *datadriven.TestData, text string) time.Duration {
	v, err := time.ParseDuration(text)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	return v
}
