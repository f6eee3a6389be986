package membership

import (
	"net/netip"

	"github.com/hashicorp/memberlist"
)

// A listedMember is one member of the state that a call got.
type listedMember struct {
	name, addr  string
	meta        []byte
	state       uint64
	incarnation uint64
	versions    []byte // of protocols: see memberlist
}

// entryOf decodes a member of a list.
func entryOf(member []byte) listedMember {
	e := listedMember{state: uint64(memberlist.StateDead)}
	var ip netip.Addr
	var port uint64
	for _, f := range fieldsOf(member) {
		switch f.name {
		case "Name":
			e.name = string(f.text)
		case "Addr":
			ip, _ = netip.AddrFromSlice(f.text)
		case "Port":
			port = f.number
		case "Meta":
			e.meta = f.text
		case "Vsn":
			e.versions = f.text
		case "Incarnation":
			e.incarnation = f.number
		case "State":
			e.state = f.number
		}
	}
	e.addr = netip.AddrPortFrom(ip.Unmap(), uint16(port)).String()
	return e
}
