// Package packet is the format of memberlist's packets and streams (v0.7.0), as far as an agent
// checks and edits them before memberlist decodes them: kinds, fields in MessagePack, packets with
// several messages, labels and checksums.
//
// memberlist's decoder allocates as much as a length field claims, up to 4 GB for five bytes. The
// functions here allocate nothing by the lengths in the bytes that they read. The package assumes
// that agents use no compression, and none of memberlist's own encryption. It has no state, and
// never counts or logs: package gate does.
//
// Sizes are bytes.
package packet
