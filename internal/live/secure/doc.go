// Package secure is an encrypting transport for memberlist. Only holders of a group key can
// send on it and read from it, and recorded packets are refused. A [Transport] lies over
// another one: sockets, or a network in memory. The packets of memberlist and the packets of
// elections go through it. A [Ring] holds the keys.
//
// # Threats
//
// An attacker has no key, hears everything, and can send any bytes from any address, at
// any time. He must not be able to read, to send in a member's name, or to replay. A recording
// of other agents, of a former run of the sender or the receiver, or of this same
// conversation, changes a counter and nothing else. Until a sender has proven that it holds
// a key, it is sent no more bytes than came from its address, and what is stored and computed
// for it is bounded. An attacker who steals a key later cannot read what he recorded before.
//
// Not protected: addresses, sizes and times of packets. An attacker on the way can drop
// packets, or carry them to another member than their address says, as every router can.
// Floods cost processor time. Hellos beyond a budget are dropped, so a flood delays first
// contacts, but not the conversations that exist. Without identities members are not protected
// from each other: the key proves that an agent belongs to the group, not which agent it is.
//
// # Packets
//
// All integers are big-endian. Byte 0 is 0xBE, byte 1 the version (high four bits, 1 or 2)
// and the kind. Two agents complete a handshake before data flow. Each side draws an index of four
// bytes, which begins what it will receive, and an X25519 key for this handshake alone. Version 2 is
// Noise's handshake, package handshake, which says what is in braces and how it is encrypted:
//
//	hello    hint of the key 4, hint of the label 4, {…}, code of a cookie 16 or zeros
//	welcome  index of the receiver 4, {…}
//	finish   index of the receiver 4, {…}, then data with their own beginning
//	data     index of the receiver 4, counter 8, {data}, tag 16
//	cookie   tag of the hello 16, salt 16, {cookie 16}, tag 16
//
// A finish exists with identities only; their hellos and welcomes have kinds greater by six. The hint tells
// which key of the ring a hello is under, so during a rotation one key is tried. Handshakes begin under
// the key in use, and are answered under each.
//
// The data are AES-256-GCM under the keys of the handshake, one for each direction; the counter, from 1, is
// the nonce. The receiver keeps a window over the last 1984 counters (RFC 6479). No clock is needed.
//
// A hello is answered at the address that it contains. A recorded one is answered, too, but only the
// agent that drew its X25519 key can continue the handshake. The address in the hello is where its sender
// is reached: the welcome is sent there, and who continues has got it, so the
// pair is used for that destination. The address in a welcome proves nothing, since the welcome comes from
// anywhere: the pair is used for it only if that is where the hello was sent. So neither a forged source
// address nor a member that lies about its own redirects anything. The life is drawn at
// the start. It tells two pairs that were made at the same time from two pairs before and
// after a restart.
//
// Data for an address without a pair wait during the handshake. Data for an unknown index
// may belong to a pair from before a restart. They are answered by a hello once as many
// bytes of them came from that address as a hello has, within a budget.
//
// # Lost messages, and two handshakes at once
//
// A hello is sent up to five times in 3.4 s, the same bytes; each is answered by the same welcome, until
// data prove that the sender goes on. After the welcome the opener sends data at once, and puts the finish
// before them, in one datagram where both fit into 1400 bytes, until it hears data. If it has nothing more
// to send it repeats empty data, four times in 3 s; the other side answers empty data with empty data. So
// loss of any message costs what the network loses, and a wait. Messages that come twice, or late, change a counter.
//
// If both agents greet each other at once there are two pairs. Both sides accept data on both, and both send on
// the one whose hello has the smaller X25519 key.
//
// # Age of keys
//
// After 50 minutes the side that began a pair makes a new one before it sends, or the other side after 55. The
// keys of a pair are void after 60 minutes on both sides, as if it did not exist; streams end. Once data have come
// on the new pair the former one lives for ten seconds, for packets on their way.
//
// # Cookies
//
// In a second 256 hellos of version 2 are read, 128 of one source. The others get a cookie if they have none, up to 8192 of
// them, and up to 512 that return one are read. A cookie is a code of the source address under a secret of two
// minutes, so it proves that its sender receives at that address. It is encrypted under the group
// key for that hello. On streams TCP proves the address.
//
// # Identities
//
// With [Options.Identity] an agent proves an ed25519 key in each handshake, and each packet
// is one of a proven key ([PeerOf]), without a byte more. An agent with an identity and one
// without refuse each other ([Unidentified]). Here a key is only proven; whose it is, the
// layer above decides. A proof says nothing later: what is relayed needs a signature of its own.
//
// # Version 1
//
// Version 1 is from before Noise. It is spoken until the operator ends it ([Wire]), and lies in the files
// version1*.go. Its hello and welcome are:
//
//	hello    hint of the key 4, hint of the label 4, salt 16, {index 4, X25519 32, life 8, address 18}, tag 16
//	welcome  index of the receiver 4, salt 16, {index 4, X25519 32, life 8, address 18}, tag 16
//
// Both have a key each, HKDF-SHA256 of the group key, the label and the salt; the welcome also authenticates
// the X25519 key of its hello. The keys of data are HKDF of the secret of both X25519 keys with the group key as
// salt. With identities the bodies go on with an ed25519 key and a signature, 96 bytes, over the kind, the label,
// the body and the X25519 key of the hello that a welcome answers; both ed25519 keys are part of the keys of
// data, so nobody can pass off another's X25519 key as its own. It has no finish and no cookies.
//
// # Streams
//
// The opener sends a hello, the other side a welcome; in version 2 with identities the finish follows. The first frame of the opener is empty
// and proves that its hello is no recording. Only then memberlist gets the stream. A frame is
// its length 2, {data up to 16 kB}, tag 16; frames are counted in each direction. A stream
// that is refused gets three bytes that say why: 0xBE, version and kind, reason. When its key is
// removed a stream ends.
//
// # Versions
//
// Each agent has a [Wire]. Agents of equal or neighbouring wires, and of programs with version 1 alone beside
// Open1, refuse nothing of each other, so a cluster is changed agent by agent. A conversation is made again
// when its version is not the one in which this agent begins, unless it is of version 2 and the other side
// began it. A lease holds whatever the wires are: to it a refusal is a loss.
//
// Agents from before this package encrypted each packet with memberlist's keyring. Their
// packets and streams are recognised, and refused with a reason of their own ([Outdated]).
//
// # Units and cost
//
// Sizes are bytes. A packet has [Overhead] more bytes than its data. A pair takes about
// 3 kB and two X25519 multiplications, some 0.1 ms; it is made again after a restart, when
// the key in use or the wire changes, after three minutes of silence, and before an hour. There is one goroutine, and one
// more for each stream whose opener has not proved that it holds a key. A handshake of
// version 2 takes 0.45 ms of processor time for both sides together, 0.96 ms with identities; one of version 1
// took 0.29 ms and 0.48 ms beside it (BenchmarkHandshake, also of package handshake).
package secure
