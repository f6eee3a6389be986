package scenarios

import (
	"bellwether/baseline"
	"bellwether/election"
	"bellwether/protocol"
)

// Algorithms is the table of all algorithms, the main one first.
func Algorithms() []protocol.Algorithm {
	return append([]protocol.Algorithm{election.Vasudevan()}, baseline.All()...)
}

// Algorithm finds one by name.
func Algorithm(name string) (protocol.Algorithm, bool) {
	for _, a := range Algorithms() {
		if a.Name == name {
			return a, true
		}
	}
	return protocol.Algorithm{}, false
}

func names() []string {
	var out []string
	for _, a := range Algorithms() {
		out = append(out, a.Name)
	}
	return out
}
