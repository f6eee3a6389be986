package packet

import (
	"net/netip"

	"github.com/hashicorp/memberlist"
)

// A listedMember is one member of the state that a call got.
type listedMember struct {
	Name, Addr  string
	Meta        []byte
	State       uint64
	Incarnation uint64
	versions    []byte // of protocols: see memberlist
}

// EntryOf decodes a member of a list.
func EntryOf(member []byte) listedMember {
	e := listedMember{State: uint64(memberlist.StateDead)}
	var ip netip.Addr
	var port uint64
	for _, f := range FieldsOf(member) {
		switch f.Name {
		case "Name":
			e.Name = string(f.Text)
		case "Addr":
			ip, _ = netip.AddrFromSlice(f.Text)
		case "Port":
			port = f.Number
		case "Meta":
			e.Meta = f.Text
		case "Vsn":
			e.versions = f.Text
		case "Incarnation":
			e.Incarnation = f.Number
		case "State":
			e.State = f.Number
		}
	}
	e.Addr = netip.AddrPortFrom(ip.Unmap(), uint16(port)).String()
	return e
}
