// Package pcapng writes a trace as a capture for Wireshark: one interface for each node, named
// like the node, and on it the frames that the node put on the air, those it received, and those
// that did not reach it.
//
// It assumes the records of one trace in their order. It writes only what a radio can see: no
// messages above the link layer, timers or states. A frame that a node never got is on its
// interface too, marked as lost, since lost frames are what users look for.
//
// # Packets
//
// The link type is USER0 (147). A packet is a description of the frame and not its bytes, which
// a trace does not keep. Numbers are big-endian.
//
//	offset bytes
//	     0     1  version of this layout: 1
//	     1     1  event: 1 transmit, 2 receive, 3 lost
//	     2     1  reason, trace.Why: of a transmission data, relay or ack; else why it was lost
//	     3     1  class of the message, protocol.Class
//	     4     1  number of the attempt, from 1; 0 if it does not apply
//	     5     1  1 if the frame was given up by its sender, else 0
//	     6     2  number of fields
//	     8     4  sender
//	    12     4  receiver; 0: all
//	    16     8  number of the frame, from the message's sending to its reception
//	    24     4  bytes: of the whole frame (transmit), of the message (receive), 0 (lost)
//	    28        name of the message: a length of one byte, and the text
//	              the fields, one after the other:
//	                a length of one byte, and the path, with dots between names
//	                type: 1 integer, 2 real number, 3 text, 4 truth value
//	                value: 8 bytes (1; 2 by IEEE 754), a length of two bytes and the text (3), 1 byte (4)
//
// Packets show the message and its fields for the newest frames (see source.MaxFrames);
// acknowledgements have none. Time is in nanoseconds since the run's beginning, in traces of
// live agents since 1970. Options tell the direction; of a loss, the comment tells the reason,
// and the flag of a wrong checksum is set for losses on the air (by chance, jam or other
// frames).
//
// [Dissector] writes a program in Lua with which Wireshark shows all that by name.
//
// Sources: PCAP Next Generation (pcapng) Capture File Format,
// draft-ietf-opsawg-pcapng-03, §4.1–4.3.
package pcapng
