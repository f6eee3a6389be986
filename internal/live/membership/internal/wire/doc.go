// Package wire is the format of what members say to each other within memberlist's messages:
// datagrams, goodbyes, queries of names, orders about keys, user events, questions of reach, and
// the metadata of a member; with the sizes of each, and the names and addresses that are allowed.
//
// It assumes nothing of the bytes that it decodes: each decoder takes any bytes and returns a
// value or an error. Each value has one form, see FuzzDecode; numbers are big-endian. It has no
// state, and never sends, receives or decides anything.
//
// Sizes are bytes. A message has at most HeaderSize + MaxDatagram.
package wire
