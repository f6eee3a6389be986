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
//   - at most Members members take part, [Guest]s aside, and each has an identity of its own;
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
// # Tokens
//
// With a store ([Node.Fence]) and Binds above 0 a leadership has a fencing token ([Node.Token]): a
// number that is greater than those of all leaderships before it. A claim carries the number that it
// seeks. A member grants it only if it has stored no greater one, and no equal one for another claim
// ([Fence]); it has stored the number when its grant is sent. Otherwise it answers with its own
// number ([Higher]), and the claimant seeks a greater one. A leadership begins when a majority has
// stored its number, and has it until it ends. Who leads again after an end that it saw has another.
//
// A member that has stored a greater number since, as for itself while it was alone, prolongs a leadership
// that has its token: its grant carries no number, and counts for no beginning.
//
// Proof. Two leaderships share a member whose grants of both numbers counted when they began. While that
// of the first to begin counted, it granted no other; so it stored the second number later, and
// stores only greater ones. A grant without a number binds as any other, and lets no number be held that a
// majority has not stored.
//
// A member whose store is lost, or is older than what it stored last, is doubted: it grants no claim with a
// token. Binds after its start, when none of its former grants counts any more, it asks all members
// ([Ask]). Whatever leadership its former grants made has by then been stored by a majority. It takes the
// greatest number of those that answer, for nobody, as soon as a majority besides itself is sound. If all others
// have answered and fewer are sound (a new cluster; or most stores were lost together), it goes on
// above Floor.
//
// No token is lower than Floor, the wall clock in milliseconds. So tokens also grow if a store is restored
// and nobody notices, or most are lost together, unless the clock went back over the time between
// two leaderships.
//
// While members cannot store fences ([Node.Unable]: an older program, or no disk), a leadership begins
// without a token; it gets one when they all can.
//
// A claimant that seeks in vain seeks a newer number after each Counts, so that no leadership begins with a
// number of long ago.
//
// Cost: a write of each member for each leadership, one of a claimant for each Counts in vain, none for claims that renew it, and no further
// message unless a number was too low.
//
// # What it never does
//
// It has no clock, no goroutine, no randomness, and it writes to no disk but by Fences.Keep. It elects
// nobody: if its algorithm elects nobody, nobody holds. It cannot tell a member that lies.
//
// Times are by the node's own clock. Each call costs a look at each member. The idea is
// that of leases granted by a majority, without its rounds (Trencseni, Gazso, Reinhardt:
// PaxosLease, 2012, §3: members that start wait for the longest lease).
package lease
