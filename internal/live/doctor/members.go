package doctor

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/keyring"
)

// members checks the members that the agent sees.
func members(_ context.Context, e *Examination, n *notes) {
	if e.running == nil {
		n.ok("known once the agent runs")
		return
	}
	var failed, others []string
	alive := 0
	for _, m := range e.running.Members {
		switch m.State {
		case "alive":
			alive++
		case "failed":
			failed = append(failed, m.Name)
		}
	}
	for _, m := range e.running.Others() {
		others = append(others, m.Name+algorithm(m))
	}
	if len(failed) > 0 {
		n.warn("start them again, or mend the way to them; they are forgotten after a day", "failed: %s", strings.Join(failed, ", "))
	}
	if len(others) > 0 {
		n.fail("restart members, one at a time, until all have one --algorithm and one version of this program; the smaller group gives way meanwhile",
			"of another algorithm or version than this agent's %s, so that they elect apart: %s", e.running.Algorithm, strings.Join(others, ", "))
	}
	for _, m := range e.running.Members {
		if m.Unfit != "" && m.State == "alive" && m.ID != e.running.Self.ID {
			n.warn("admit it with \"bellwether live keys admit\", or give it the operators, expect, lease and admission of the others; a guest that you mean is well",
				"%s cannot lead, and nobody listens to its offer: %s", m.Name, m.Unfit)
		}
	}
	for _, m := range e.running.Differing() {
		n.fail("give all members the same settings (operators count after SIGHUP, the others after a restart)", "%s has other settings: %s", m.Name, m.Differs)
	}
	wires(e.running, n)
	if names := leading(e.running); len(names) > 1 {
		n.fail("look at the firewall below, on each of them; --expect keeps all but one of them from leading", "several lead: %s", strings.Join(names, ", "))
	}
	switch {
	case alive < 2:
		n.warn("is --join right, and do the others have the same keys and label?", "it sees no other member")
	case alive < e.Settings.Expect:
		n.warn("start the others: no majority without them", "%d of %d expected members are alive", alive, e.Settings.Expect)
	default:
		n.ok("%d alive of %d", alive, len(e.running.Members))
	}
}

// leading names the members that lead and are alive: the gossip shows a dead one as the leader until it has
// missed it.
func leading(s *agent.Status) (names []string) {
	for _, l := range s.Leaders {
		for _, m := range s.Members {
			if m.ID == l.ID && m.State == "alive" && !m.Silent {
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// wires looks for members that do not understand this agent's version of the handshake, or each other's.
// Those that a third member knows show by their metadata, others by the packets that are refused.
func wires(s *agent.Status, n *notes) {
	const todo = "set wire by one step (v1, v2, v2-only) on one side, by SIGHUP or a restart, until all are equal; no step back on the other side meanwhile"
	var all []keyring.Holding
	for _, m := range s.Members {
		if m.Wire != "" && m.State != "left" {
			h := keyring.Holding{Member: m.Name}
			_ = h.Wire.UnmarshalText([]byte(m.Wire)) // it takes any text
			all = append(all, h)
		}
	}
	if apart := keyring.Apart(all); apart != "" {
		found, do, _ := strings.Cut(strings.TrimSuffix(apart, "."), ": ")
		n.fail(remedy(do), "%s", found)
	} else if refused := s.Refused["gossip_outdated"]; refused > 0 && lately(s, "gossip_outdated") {
		n.fail(todo+"; an agent whose program is older than version 2 understands v1 alone: upgrade it", "%d packets or streams have another version of the encryption%s", refused, last(s, "gossip_outdated"))
	}
}

// algorithm is what a member runs, if it is known.
func algorithm(m agent.MemberStatus) string {
	if m.Runs == "" {
		return ""
	}
	return " (" + m.Runs + ")"
}

// settled is how long an agent listens at most before it knows its neighbours: the hello
// time-out of --timing wan.
const settled = 16 * time.Second

// firewall looks for members that are alive in the gossip but whose hellos are not heard.
// Gossip arrives by TCP, or over other members, where UDP between the two is dropped.
func firewall(_ context.Context, e *Examination, n *notes) {
	switch {
	case e.running == nil:
		n.ok("told once the agent runs; UDP and TCP of the port must pass")
		return
	case e.Settings.Radio != "":
		n.ok("the radio decides who is heard")
		return
	case e.running.Uptime < settled:
		n.ok("told %v after the agent's start", settled)
		return
	}
	var deaf []string
	for _, m := range e.running.Members {
		if m.State == "alive" && m.Same && m.Unfit == "" && !m.Neighbour && m.ID != e.running.Self.ID && time.Since(m.Since) > settled {
			deaf = append(deaf, m.Name+" ("+m.Addr+")")
		}
	}
	if len(deaf) > 0 {
		n.fail("let UDP pass each firewall between the two, both ways, not TCP alone", "alive in the gossip, and not heard by UDP: %s", strings.Join(deaf, ", "))
		return
	}
	n.ok("every member alive is heard by UDP")
}

func sorted(of map[string]string) []string { return slices.Sorted(maps.Keys(of)) }
