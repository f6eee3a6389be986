package smallworld

import "bellwether/protocol"

// Machine returns a node's machine with its services, nil if the node is down.
func (w *Lab) Machine(id protocol.ID) protocol.Machine { return w.Machines.Of(id) }

// Capability is what a node can offer now.
func (w *Lab) Capability(id protocol.ID) protocol.Capability { return w.Standings.Capability(id) }

// Linked reports whether there is a link between two nodes.
func (w *Lab) Linked(a, b protocol.ID) bool { return w.Topology.Linked(a, b) }

// Component returns the live nodes that can reach a live node, sorted; none if it is down.
func (w *Lab) Component(of protocol.ID) []protocol.ID { return w.Topology.Component(of) }

// Components returns all components, each sorted, in the order of their smallest members.
func (w *Lab) Components() [][]protocol.ID { return w.Topology.Components() }

// CrashAfter lets a node crash in its next handler, after that many effects.
func (w *Lab) CrashAfter(id protocol.ID, effects int) { w.Machines.CrashAfter(id, effects) }

// Diameter is the number of hops between the two nodes of a component that are farthest apart.
func (w *Lab) Diameter(component []protocol.ID) int { return w.Topology.Diameter(component) }
