// Package lease decides who leads by the word of a majority: a node that its own algorithm
// elected leads only while a majority of the members grants it.
//
// A node that was elected asks all members again and again ([Claim]). A member that follows it
// answers ([Grant]). A grant counts for [Terms].Counts from the moment at which the claim was
// sent, by the clock of the claimant. The member refuses others for [Terms].Binds from the
// moment at which the claim came, by its own clock. A claimant that gives up says so
// ([Release]), and those who granted are free at once.
//
// # What it promises
//
// With Binds above 0 two members never hold at once, whatever messages are lost, delayed, repeated
// or reordered, and whichever members are paused or start again, if
//
//   - at most Members members take part, and each has an identity of its own;
//   - all have the same Terms;
//   - no clock runs so fast or so slowly that Counts on one takes longer than Binds on
//     another: with Counts nine tenths of Binds, no two clocks may differ by more than a
//     tenth in rate;
//   - clocks go on while a process is suspended (a member that was paused compares times).
//
// Proof. Who holds at an instant has the grants of a majority, each for a claim sent at most
// Counts before. Two majorities share a member. It granted both, the second when the first no
// longer bound it: Binds after the first claim came, or upon its release, after which the
// first claimant counts no earlier grant. A claim comes after it was sent, so Counts from its
// sending are over before Binds from its coming. A member that starts grants nothing for
// Binds, so it cannot have forgotten a grant that binds.
//
// With Binds 0 a member may grant another at once. Then two hold together for at most Counts:
// the grants of the first end, as nobody renews them who follows the second.
//
// # What it never does
//
// It has no clock, no goroutine, no randomness, and it keeps nothing on a disk. It elects
// nobody: if its algorithm elects nobody, nobody holds. It cannot tell a member that lies.
//
// Times are by the node's own clock. Each call costs a look at each member. The idea is
// that of leases granted by a majority, without its rounds (Trencseni, Gazso, Reinhardt:
// PaxosLease, 2012, §3: members that start wait for the longest lease).
package lease
