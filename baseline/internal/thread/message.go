package thread

import "bellwether/protocol"

// The kinds of messages.
const (
	kindAdvertisement protocol.Kind = iota + 1
	kindParentRequest
	kindParentResponse
	kindChildIDRequest
	kindChildIDResponse
)

// Partition is what a member tells of its partition: the Leader Data TLV, and what the Route TLV
// says of the ID sequence and of the routers.
type Partition struct {
	ID       uint32
	Leader   protocol.ID // Nobody: there is no partition
	Weight   uint8       // of the leader, when it founded the partition
	Several  bool        // it has more routers than one
	Sequence uint32
}

func (p *Partition) fields(w *protocol.Wire) {
	w.Uint32(&p.ID)
	w.ID(&p.Leader)
	w.Uint8(&p.Weight)
	w.Bool(&p.Several)
	w.Uint32(&p.Sequence)
}

// Advertisement is a router's word to its neighbours.
type Advertisement struct{ In Partition }

// ParentRequest asks for routers.
type ParentRequest struct{}

// ParentResponse offers a partition.
type ParentResponse struct {
	In    Partition
	AgeMs uint32 // since the sequence last rose, as the sender knows
}

// ChildIDRequest asks to be taken into the partition of a router.
type ChildIDRequest struct{}

// ChildIDResponse takes a node in.
type ChildIDResponse struct {
	In    Partition
	AgeMs uint32
}

func (Advertisement) Kind() protocol.Kind { return kindAdvertisement }
func (m Advertisement) Fields(w *protocol.Wire) protocol.Message {
	m.In.fields(w)
	return protocol.Done(w, m)
}

func (ParentRequest) Kind() protocol.Kind                        { return kindParentRequest }
func (m ParentRequest) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

func (ParentResponse) Kind() protocol.Kind { return kindParentResponse }
func (m ParentResponse) Fields(w *protocol.Wire) protocol.Message {
	m.In.fields(w)
	w.Uint32(&m.AgeMs)
	return protocol.Done(w, m)
}

func (ChildIDRequest) Kind() protocol.Kind                        { return kindChildIDRequest }
func (m ChildIDRequest) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

func (ChildIDResponse) Kind() protocol.Kind { return kindChildIDResponse }
func (m ChildIDResponse) Fields(w *protocol.Wire) protocol.Message {
	m.In.fields(w)
	w.Uint32(&m.AgeMs)
	return protocol.Done(w, m)
}

// kinds describes every message a machine sends.
func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{{
		Message: Advertisement{}, Name: "advertisement", Class: protocol.ClassBeacon,
		About: "of a router to its neighbours: my partition, its leader, and the newest ID sequence",
	}, {
		Message: ParentRequest{}, Name: "parent-request", Class: protocol.ClassElection,
		About: "to all routers that hear it: whose partition can I join?",
	}, {
		Message: ParentResponse{}, Name: "parent-response", Class: protocol.ClassElection,
		About: "of a router: this is my partition",
	}, {
		Message: ChildIDRequest{}, Name: "child-id-request", Class: protocol.ClassElection,
		About: "to the router of the best partition: take me in",
	}, {
		Message: ChildIDResponse{}, Name: "child-id-response", Class: protocol.ClassElection,
		About: "of a router: you are in my partition now",
	}}
}
