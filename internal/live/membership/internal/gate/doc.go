// Package gate is the uppermost transport of an agent, between the network and memberlist. It
// passes on only packets and streams that agents send, bounds the memory that others can make
// memberlist use, gives our own messages to the agent, and counts what is refused.
//
// Its state is the streams that are open and the messages that wait. It assumes that the transport
// below owns no packet after it has given it. It never answers a packet.
//
// # What is counted, and where
//
// memberlist reports what it refuses in its log only. So the gate decodes label, checksum, kinds and
// fields itself, and counts what memberlist is going to refuse: see Gate.admitted for packets
// and stream.refused for streams. Nothing is read off log lines. Our own messages wait in a
// queue here, because memberlist reports the overflow of its own queue nowhere.
//
// Not counted are three things that memberlist shows nowhere else, and that the gate cannot know:
//
//   - messages about the state of members (alive, suspect, dead) that memberlist drops because
//     1024 of them wait already; they are repeated,
//   - lists of members that memberlist does not merge because a member of its own that is not in
//     the list does not understand what one in the list speaks; each such member was refused when
//     it joined,
//   - streams that memberlist closes because 128 exchanges run already: no more than that many
//     streams pass the gate.
//
// The log has a line for each of them.
package gate
