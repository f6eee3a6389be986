// Package sealed is a transport for memberlist on which only holders of a group key can
// speak, and on which a recording is worth nothing. A [Transport] lies over another one,
// sockets or a network in memory; both the packets of memberlist and those of elections
// go through it. A [Ring] holds the keys.
//
// # Threats
//
// An attacker has no key, hears everything, and can send any bytes from any address, at
// any time. He must not read, not speak, and not repeat: what he recorded of other agents,
// of a former life of the sender or the receiver, or of this very conversation, changes a
// counter and nothing else. Before an agent knows that it talks to a holder of a key it
// sends nobody more bytes than came from there, keeps little, and does little. Who later
// steals a key cannot read what he recorded before.
//
// Not protected: addresses, sizes and times of packets. An attacker on the way can drop
// packets, or carry them to another member than their address says, as every router can.
// Floods cost time; hellos beyond a budget are dropped, so that a flood delays first
// contacts, but not the conversations that exist. Members are not protected from each
// other: the key makes a group, not identities.
//
// # Packets
//
// All integers are big-endian. Byte 0 is 0xBE, byte 1 the version (high four bits, now 1)
// and the kind. Two agents shake hands before data flow; the first data are the third
// message. Each side draws an index of four bytes, which stands in what it will receive,
// and an X25519 key for this handshake alone:
//
//	hello    hint of the key 4, hint of the label 4, salt 16, {index 4, X25519 32, life 8, address 18}, tag 16
//	welcome  index of the receiver 4, salt 16, {index 4, X25519 32, life 8, address 18}, tag 16
//	data     index of the receiver 4, counter 8, {data}, tag 16
//
// What is in braces is encrypted by AES-256-GCM; the bytes before are authenticated.
// Hello and welcome have a key each, HKDF-SHA256 of the group key, the label and the salt;
// the welcome also authenticates the X25519 key of its hello. The keys of data, one for
// each direction, are HKDF of the secret of both X25519 keys with the group key as salt;
// the counter, from 1, is the nonce. So a group key proves who belongs to the group, and
// the X25519 keys make each conversation new on both sides: no clock is needed. A hello is
// answered at the address that it says, also a recorded one, and only who drew its X25519
// key can go on.
//
// The receiver keeps a window over the last 1984 counters (RFC 6479). The address in the
// handshake is where its sender is reached: it says where the welcome goes, and for which
// destination the pair counts, so no forged source address redirects anything. The life is drawn at the start; it tells
// two pairs that were made at the same time from those before and after a restart.
//
// Data for an address without a pair wait while hands are shaken. Data that come for an
// unknown index, of a pair from before a restart, are answered by a hello as soon as as
// many bytes of them came from that address, within a budget.
//
// # Streams
//
// Whoever opens one sends a hello, the other a welcome, and the first frame of the opener
// is empty and proves that it is alive. Only then memberlist gets the stream. A frame is
// its length 2, {data up to 16 kB}, tag 16; frames are counted in each direction. A stream
// that is refused gets three bytes that say why: 0xBE, version and kind, reason.
//
// # Versions
//
// Agents before this package sealed each packet with memberlist's keyring. Their packets
// and streams are recognised and refused by name ([Outdated]).
//
// # Units and cost
//
// Sizes are bytes. A packet has [Overhead] more bytes than its data. A pair takes about
// 3 kB and two X25519 multiplications, some 0.1 ms; it is made again after a restart, when
// the key in use changes, and after minutes of silence. There is one goroutine, and one more for each stream that has
// not proved itself.
package sealed
