package packet

import "github.com/hashicorp/memberlist"

// Versions are what the members of a list speak and its living members understand: of
// memberlist's protocol, and of the messages that it carries. memberlist merges a list only if
// all understand what each speaks.
type Versions struct{ protocol, carried span }

// A span has the versions that everybody understands, and the versions that are spoken.
type span struct{ from, to, lowest, highest byte }

// NewVersions begins with the versions of this agent, which carries messages of version 0 to
// newest and speaks 0: see memberlist's Config.
func NewVersions(newest byte) Versions {
	return Versions{
		span{memberlist.ProtocolVersionMin, memberlist.ProtocolVersionMax, memberlist.ProtocolVersion2Compatible, memberlist.ProtocolVersion2Compatible},
		span{0, newest, 0, 0},
	}
}

// Add adds a member of a list.
func (v *Versions) Add(m listedMember) {
	b := m.versions
	if m.State == uint64(memberlist.StateAlive) && len(b) >= 5 {
		v.protocol.understood(b[0], b[1])
		v.carried.understood(b[3], b[4])
	}
	if len(b) < 6 { // memberlist takes its versions for 0
		b = make([]byte, 6)
	}
	v.protocol.spoken(b[2])
	v.carried.spoken(b[5])
}

func (s *span) understood(from, to byte) { s.from, s.to = max(s.from, from), min(s.to, to) }
func (s *span) spoken(v byte)            { s.lowest, s.highest = min(s.lowest, v), max(s.highest, v) }

// Agree reports whether memberlist merges the list.
func (v Versions) Agree() bool { return v.protocol.agrees() && v.carried.agrees() }

func (s span) agrees() bool { return s.from <= s.lowest && s.highest <= s.to }
