// Package radio decides which nodes hear each other, which frames are lost and how long a
// frame takes.
//
// It assumes positions in a local plane in metres, finite and checked by the code that
// reads them, node IDs 1 … n, and frames no longer than a megabyte.
//
// It never touches a clock, a goroutine, a lock, a logger or global randomness:
// everything here is a value or a pure function. So the emulator and the live mask get
// the same answer, and parallel runs may share all of it.
//
// # Units
//
// Metres, square metres where the name ends in M2, bits a second, bytes, hertz,
// decibels and dBm; durations are time.Duration, instants protocol.Time. A distance
// is compared squared: no root is taken, and every product that feeds a sum is
// rounded first (float64(x*y) + z), since a fused multiply-add on one machine and
// not on another would decide a link differently. What comes of a logarithm, an
// exponential or a power is rounded, to 0.001 dB or to 2^-24, before it decides
// anything.
//
// # The model
//
// [Disk] is the unit disk: a frame is heard up to the range, the range included,
// and never beyond. A [Graph] has links and no geometry, for teaching and for
// exact counts; [NewContacts] makes such links that come and go, as a trace of contacts
// has them. Package channel makes a medium that decides by power, by [ChannelOptions]:
//
//	received = power + gains − path loss − shadowing − walls + fade
//
// and compares that with what a [Receiver] decodes: every frame above its sensitivity, or
// by a curve from the ratio of signal to noise to bit errors ([Modulation]). The path is
// [Friis], [LogDistance], [TwoRay], [ThreeLogDistance], a [PathLoss] of the program or an
// explicit list ([Entry]); [Shadowing], [Fading], [Obstacle] and unequal power are added.
// The mean path, without fades and in both directions, decides whether there is a link.
// Any type with the methods of a [Medium] may take the place of these.
//
// A [Loss] loses frames that were heard: [NewBernoulli] and [NewBursts] (Gilbert-Elliott)
// by (seed, directed link, time slot) and by nothing else, [NewDistanceLoss] by
// the distance too. So every algorithm meets the same loss on the same link
// at the same time, however much it sends. [Link] holds the numbers of the link
// layer: bit rate, header, acknowledgement, retries. [CSMA] are those of medium
// access by carrier sense. [DutyCycle] is how much of the time a node may send.
//
// # Cost
//
// A range check is a multiplication and a comparison, a loss draw two long
// multiplications and a division (4 ns). A channel takes 10 to 70 ns a frame and
// receiver where all receivers are asked for at once, see package internal/air. A
// [Graph] takes 8 bytes an edge, a complete one 4 bytes a node; contacts take 32 bytes
// and one to two microseconds each to make, of a hundred thousand (BenchmarkContacts).
//
// # Sources
//
//   - IEEE Std 802.11-2020 for frame sizes and the retry limit, clauses at
//     [DefaultLink], and for medium access, at [CSMA]; G. Bianchi, IEEE Journal on
//     Selected Areas in Communications 18(3), 2000, for the model that it is held to.
//   - Wang Yi, wyhash.h, final version 4 (github.com/wangyi-fudan/wyhash, public
//     domain), for the mixer of all draws (package wyhash).
//   - the sources of each model of propagation, of its defaults and of the presets
//     stand with them; where ns-3 has the model its names and defaults are kept.
//
// CROSSCHECK.md beside this file holds path losses, fades and the delivery of
// broadcasts against what ns-3 makes of the same, and says where they differ.
//
// # Deviations
//
//   - [CSMA] is the basic access of 802.11 alone: no RTS and CTS, no network
//     allocation vector, no EIFS after a frame that was spoilt, no priorities; 802.15.4
//     and LoRa contend by its rules too, with times of their own. A frame on an idle
//     medium waits for a back-off as well, and a busy medium is noticed at once, a
//     propagation delay after a frame has begun. A missing acknowledgement is noticed a
//     slot after it would have ended; the standard waits for its beginning.
//   - Interference is the sum of the mean powers, without fades, of all other frames that
//     arrive at one time. A frame is ignored if it is too weak to make a node wait, and too
//     weak to destroy alone the weakest frame that is received. A receiver changes to a later
//     frame whenever that is stronger than all others by the capture threshold, as
//     chips with "message in message" do, and not only during the preamble. All frames are
//     on one frequency, those of LoRa with one spreading factor.
//   - Without [CSMA] frames that overlap are all received, and no other frame is noise.
//   - One propagation delay for all receivers, that of the rim of the disk: a
//     neighbour nearby hears up to a microsecond per 300 m of range too late.
//   - Bernoulli's loss is uniform within the range; of all losses only a curve's
//     grows with the size of a frame.
//   - A channel ends somewhere: shadows count at most three standard deviations in
//     a frame's favour, fades 10 dB, and a curve's chance below 10^-4 is none.
//   - Shadows of different pairs are independent, also of pairs that share an end:
//     Gudmundson's correlation is along the way of one pair. When both ends move
//     the correlation is near the product of the two, by up to 0.06.
//   - Fades of neighbouring slots are independent: no Doppler spectrum. Frames on
//     one link within a slot share their fade, and with a curve their draw.
//   - Antennas have one gain in all directions; the plane has no height, and both
//     rays of [TwoRay] stand on flat ground.
//   - A wall is crossed or not, at whatever angle; nothing bends round corners.
//   - Seven retries are eight transmissions, as ns-3 words its default. The
//     standard speaks of a retry limit but counts transmissions.
package radio
