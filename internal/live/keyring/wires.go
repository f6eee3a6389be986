package keyring

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/live/secure"
)

// Wires says how far a cluster is on its way to version 2 of the handshake, and what the next step is,
// for an operator. The first holding is that of the agent that was asked, which answers.
func Wires(all []Holding) string {
	guests := Guests(all)
	all = counting(all)
	if len(guests) > 0 {
		return wiresOf(all) + " Guests do not count: " + strings.Join(guests, ", ") + "."
	}
	return wiresOf(all)
}

func wiresOf(all []Holding) string {
	silent := Silent(all)
	heard := slices.DeleteFunc(slices.Clone(all), func(h Holding) bool { return !h.Answers && !h.Said })
	if apart := Apart(heard); apart != "" { // those that do not answer are among them
		unheard := Silent(slices.DeleteFunc(slices.Clone(all), func(h Holding) bool { return h.Said }))
		if len(unheard) > 0 {
			apart += " Not known of " + strings.Join(unheard, ", ") + "."
		}
		return apart
	}
	if all = answering(all); len(silent) > 0 {
		return wires(all) + " Not known of " + strings.Join(silent, ", ") + "."
	}
	return wires(all)
}

// Apart says which of all agents do not understand each other, and what to do; "": they all do.
func Apart(all []Holding) string {
	for _, h := range all {
		for _, other := range all {
			if !h.Wire.Neighbours(other.Wire) {
				return wires(all)
			}
		}
	}
	return ""
}

func wires(all []Holding) string {
	least, most := all[0].Wire, all[0].Wire
	for _, h := range all {
		least, most = min(least, h.Wire), max(most, h.Wire)
	}
	switch {
	case !least.Neighbours(most):
		return fmt.Sprintf("%s and %s do not understand each other: %s.", of(all, least), of(all, most), nearer(all, least, most))
	case least == secure.Before:
		return of(all, least) + still(all, least, "run", "runs") + " a program from before version 2 of the handshake: upgrade them before any agent has wire v2."
	case least == secure.Open1 && most == secure.Open1:
		return "All begin handshakes in version 1. The next step is wire v2, agent by agent."
	case least == secure.Open1:
		return of(all, least) + still(all, least, "begin", "begins") + " handshakes in version 1: go on with wire v2 there, before any agent has wire v2-only; or go back to wire v1 on the others."
	case least == secure.Open2 && most == secure.Open2:
		return "All begin handshakes in version 2, and take version 1. The next step is wire v2-only, agent by agent, which ends version 1."
	case least == secure.Open2:
		return of(all, least) + still(all, least, "take", "takes") + " version 1: go on with wire v2-only there; or go back to wire v2 on the others."
	}
	return "Version 1 of the handshake has ended. Before a program without version 2 comes back, set wire v2 everywhere, and then wire v1."
}

// still has a verb for several members of a wire, or for one.
func still(all []Holding, w secure.Wire, several, one string) string {
	if strings.Contains(of(all, w), ",") {
		return " still " + several
	}
	return " still " + one
}

// nearer says which members of wires that do not understand each other take which step. An agent refuses a step that
// leads it away from a member that it knows, so the side that is ahead of all others steps back where some stand
// between: they would be left behind otherwise.
func nearer(all []Holding, least, most secure.Wire) string {
	if least == secure.Before {
		return "upgrade " + of(all, least) + ", or set wire " + secure.Open1.String() + " on the others, one step (v2-only, v2, v1) at a time"
	}
	return "set wire " + (most - 1).String() + " on " + of(all, most)
}

// of names the members of a wire.
func of(all []Holding, w secure.Wire) string {
	var names []string
	for _, h := range all {
		if h.Wire == w {
			names = append(names, h.Member)
		}
	}
	return strings.Join(names, ", ")
}
