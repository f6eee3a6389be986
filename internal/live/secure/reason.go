package secure

import "fmt"

// A Reason is why a packet or a stream was refused.
type Reason int

// The reasons.
const (
	// Replayed: authentic, but it came before. The network may have doubled it; otherwise
	// somebody sends a recording.
	Replayed Reason = iota
	// Unproven: of a conversation that is not known here, or of a sender that did not go on
	// after its hello. Its sender or this agent restarted, or somebody sends a recording.
	Unproven
	// Undecryptable: encrypted with a key that is not installed, or damaged.
	Undecryptable
	// Keyless: what agents without a key send.
	Keyless
	// OtherLabel: of another cluster with the same key.
	OtherLabel
	// Outdated: of an agent of another version of the sealing.
	Outdated
	// Flooded: beyond the budget of hellos, streams or held packets.
	Flooded
	// Unidentified: its sender proves no identity and we expect one, or the reverse.
	Unidentified
	// Unanswered: our own packets, held for an address where nobody completed the handshake.
	Unanswered
)

// String is the reason in words, for logs.
func (r Reason) String() string {
	switch r {
	case Replayed:
		return "it came before: the network doubled it, or somebody sends a recording"
	case Unproven:
		return "its conversation is unknown here: its sender or this agent restarted, or somebody sends a recording"
	case Undecryptable:
		return "no key of ours opens it"
	case Keyless:
		return "it is not encrypted: its sender has no key"
	case OtherLabel:
		return "it is of another cluster (label)"
	case Outdated:
		return "its sender has another version of the encryption: upgrade the older agent"
	case Flooded:
		return "too many came at once"
	case Unidentified:
		return "one of the two agents has an identity, and the other has none or a false one: give all agents identities, or none"
	case Unanswered:
		return "nobody with our key answered at that address"
	}
	return fmt.Sprintf("reason %d", int(r))
}

// The first bytes of a packet or stream of memberlist, from agents without this package.
const (
	oldLabel     = 244
	oldKinds     = 14 // messages without encryption have a kind below
	oldEncrypted = 10 // the kind of an encrypted stream
	oldVersion   = 1  // begins an encrypted packet: the version of memberlist's encryption
)

// foreign is the reason to refuse a packet that is not of a version that is taken.
func foreign(b []byte) Reason {
	if len(b) >= markBytes && b[0] == magic {
		return Outdated
	}
	if len(b) >= 2 && b[0] == oldLabel {
		b = b[min(len(b), 2+int(b[1])):]
	}
	switch {
	case len(b) == 0:
		return Undecryptable
	case b[0] == oldVersion: // or an indirect ping without a key, which comes seldom
		return Outdated
	case b[0] < oldKinds:
		return Keyless
	}
	return Undecryptable
}
