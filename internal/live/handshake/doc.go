// Package handshake is the Noise handshake of two agents that share a group key. It turns three
// messages into the keys of a conversation. It assumes a source of random bytes, and that its user
// knows which key a message is under. It never reads a clock, opens no socket, keeps no table, and
// never decides whom to answer: package secure does.
//
// # Patterns
//
// The patterns are Noise's (noiseprotocol.org, revision 34), from the library github.com/flynn/noise:
// Noise_NNpsk0_25519_AESGCM_SHA256 for agents without identities, and
// Noise_XXpsk0_25519_AESGCM_SHA256 for agents with them:
//
//	NNpsk0:  -> psk, e             XXpsk0:  -> psk, e
//	         <- e, ee                       <- e, ee, s, es
//	                                        -> s, se
//
// The psk is HKDF-SHA256 of the group key. With psk0 message 1 is authenticated by the group key
// before anybody computes Diffie-Hellman: of a hello without the key [Side.Read] computes hashes and
// one decryption. Noise decrypts messages 2 and 3 only after Diffie-Hellman, so each ends with a code
// of 16 bytes under the group key, HMAC-SHA256 over the end of the message that it answers and over itself,
// which is checked before. So an agent without the key makes nobody compute Diffie-Hellman, unless it repeats
// a genuine hello.
//
// # Messages
//
// All integers are big-endian. A message has a head that its user writes, then Noise's message.
// What is in braces is Noise's encrypted payload:
//
//	hello    head 10, e 32, {card 30, zeros}, tag 16
//	welcome  head 6, e 32, [static 32, tag 16,] {card 30 [, vouch 96]}, tag 16, code 16
//	finish   head 6, static 32, tag 16, {vouch 96}, tag 16, code 16      only with identities
//	card     index 4, life 8, address 16 + 2
//	vouch    ed25519 32, signature 64
//
// The zeros make a hello, with the 16 bytes that package secure adds, as long as its welcome. The
// prologue is a constant, the head of the hello (magic, version and kind, hints) and the label. So
// a handshake under another label, version, kind or pattern fails.
//
// The static key is drawn when a [Side] is made, and serves its life. The vouch is a signature of
// the agent's ed25519 key over the label and that static key, as libp2p's use of Noise has it. Static
// keys and vouches are encrypted, so only members see who speaks.
//
// # Keys
//
// The keys of the two directions are Noise's Split. In psk handshakes it depends on every ephemeral
// key, every Diffie-Hellman result and the psk, and both sides have compared the whole transcript:
// each payload is authenticated with the hash of all that came before it, and the first data of
// the opener prove that it read the last message. A conversation in which one bit was changed does not
// begin. Nonces are the counters of packets, which Noise allows for transports that lose and reorder
// (§11.4): 4 zero bytes and 8 of the counter, as in Noise's AESGCM.
//
// An answer that fails changes nothing: the opener can still be welcomed by a genuine one.
//
// # Units and cost
//
// Sizes are bytes. NNpsk0 takes two multiplications on X25519 and some 20 hashes on each side, XXpsk0
// four, and the check of one signature.
package handshake
