/*
 * The leader election of Vasudevan, Kurose and Towsley (ICNP 2004), amended: a model
 * for SPIN, written from the paper and from the list of what it leaves open
 * (README.md, "What is modelled"), and not from the Go code beside it.
 *
 * Node i has the capability RANK(i); no two are equal, as IDs break ties. Signalling is
 * unicast: each link is two queues, first in, first out, which lose what is on them when
 * the link is cut or the receiver crashes, and LOSSES messages besides.
 *
 * Time-outs are longer than any message is on its way: they go off only when every queue
 * is empty (with -DEAGER those of Probes go off as soon as the two queues between prober
 * and probed are). A time-out that has no cause does not happen, but for elections that
 * the environment starts at any moment.
 *
 * Budgets: N nodes, ELECTIONS started at any moment, CRASHES, RESTARTS, CUTS, LINKS made,
 * LOSSES of single messages.
 * LENGTH is the room of a queue and MOST the greatest number or stamp: neither is a
 * budget, for the model asserts that no run needs more.
 *
 * What is asserted: at every state in which no node has a step to take, every component
 * names its best and no election is open (quiet); parents are acyclic (acyclic); no node
 * takes part in two computations in another order than that of their indices (enter), and
 * none begins two of the same index (start). With -DLIVENESS: converges, by the LTL formula at the end.
 *
 * Each gap of the paper has a switch that leaves it as it is there: -DGAPn, README.md.
 * EQUAL, ECHO, WORST and NOBEACONS are faults, each of which fells a claim, that
 * searches.txt names under "faults"; NODECLINE, LATE and HASTY change what is not needed.
 */
#ifndef N
#define N 3
#endif
#if RESTARTS > 0
#define INDICES
#endif
#ifndef ELECTIONS
#define ELECTIONS 1
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef RESTARTS
#define RESTARTS 0
#endif
#ifndef CUTS
#define CUTS 0
#endif
#ifndef LINKS
#define LINKS 0
#endif
#ifndef LOSSES
#define LOSSES 0
#endif
#ifndef LENGTH
#define LENGTH 6
#endif
#define MOST 15
#ifdef REVERSE
#define RANK(i) (N - (i))
#else
#define RANK(i) (i)
#endif

#define NONE 255             /* no node, no leader, no parent */
#define BIT(i) (1 << (i))
#define HAS(set, i) (((set) >> (i)) & 1)
#define WAY(a, b) q[(a) * N + (b)]
#define NEWER(n1, i1, n2, i2) ((n1) > (n2) || ((n1) == (n2) && (i1) != NONE && ((i2) == NONE || (i1) > (i2))))
#define BETTER(a, b) ((a) != NONE && ((b) == NONE || RANK(a) > RANK(b)))

mtype = { Election, Ack, Decline, Leader, Claim };

/* kind, index ⟨num, id⟩, best or leader, its stamp */
chan q[N * N] = [LENGTH] of { mtype, byte, byte, byte, byte };
byte inflight;               /* messages on all queues */

bool up[N];
byte links[N];               /* neighbours in truth, dead ones too: a set */

/* What a node saves. */
byte num[N];                 /* the highest number used or heard of */
byte stamp[N];               /* of its last sign of life as a leader */

#ifdef INDICES
byte saved[N];               /* num, as of the last computation entered: what is only heard is not saved */
byte begun[N];               /* the number of the last computation that it began: a witness */
#endif

/* What a node loses in a crash. */
bool electing[N];            /* δ */
bool owes[N];                /* Δ: the pending Ack is not sent yet */
byte parent[N];
byte waits[N];               /* S */
byte srcnum[N], srcid[N];    /* src */
byte best[N], beststamp[N];  /* of the subtree; the stamp that its owner reported */
byte lid[N];                 /* NONE: no leader */
byte known[N * N];           /* stamp of the newest claim known of each leader */
#ifdef GHOSTS
byte dropped[N * N];         /* the stamp of each leader as of when it was given up: a witness */
#endif
byte queued[N];              /* the best fresh claim heard while δ = 1, NONE */

byte elections = ELECTIONS, crashes = CRASHES, restarts = RESTARTS, cuts = CUTS, made = LINKS, losses = LOSSES;
#ifdef LIVENESS
bool calm;                   /* the environment does nothing any more */
#endif
bool agreed;                 /* P of the paper: see judge */
byte suspects;               /* who hears no sign of life of a leader: a set; see judge */
byte beacons;                /* leaders whose next beacon says news to somebody: a set */
#ifdef ROUNDS
byte spells;                 /* time-outs outside elections since the environment did anything */
#endif
byte given;                  /* those who gave it in this interval: intervals are equal */

#ifdef GAP8
byte had[N];                 /* the neighbours at the beginning of the election */
#endif

/* Scratch of the steps: no part of the state. */
hidden byte me, peer;        /* who takes the step, and whom it hears or asks */
hidden byte x, y, z, part, news, busy, k, w, l, s, n, d;
hidden mtype kind;

#define KNOWN(i, l) known[(i) * N + (l)]
#define REACHES(i, j) (HAS(links[i], j) && up[j])
#define ATREST (inflight == 0)
#ifdef EAGER
#define SILENT(i, j) (empty(WAY(i, j)) && empty(WAY(j, i)))
#else
#define SILENT(i, j) ATREST
#endif

/* ---- components, and what is wanted of them ---- */

/* component puts the live nodes that i reaches into part. */
inline component(i) {
	part = BIT(i); news = 1;
	do
	:: news ->
		news = 0; x = 0;
		do
		:: x < N ->
			if
			:: HAS(part, x) ->
				y = 0;
				do
				:: y < N ->
					if
					:: HAS(links[x], y) && up[y] && !HAS(part, y) -> part = part | BIT(y); news = 1
					:: else
					fi;
					y++
				:: else -> break
				od
			:: else
			fi;
			x++
		:: else -> break
		od
	:: else -> break
	od
}

/* judge says whether every component names its best, and holds the tree to its laws. */
inline judge() {
	agreed = true; suspects = 0; beacons = 0; busy = 0; k = 0;
	do
	:: k < N ->
		if
		:: up[k] ->
			component(k);
			z = NONE; x = 0;
			do
			:: x < N ->
				if
				:: HAS(part, x) && BETTER(x, z) -> z = x
				:: else
				fi;
				x++
			:: else -> break
			od;
			agreed = agreed && !electing[k] && lid[k] == z;
			outside(k);
			acyclic(k)
		:: else
		fi;
		k++
	:: else -> break
	od;
#ifdef NOBEACONS
	beacons = 0;
#endif
	if
	:: busy == 1 -> beacons = 0 /* elections end, by Probes, long before the next beacon */
	:: else
	fi;
	given = given & beacons;
	if
	:: given == beacons -> given = 0
	:: else
	fi;
	quiet()
}

/* outside says what time-outs outside elections are for in the component part of i: i
 * suspects its leader, or leads and somebody follows another. */
inline outside(i) {
	if
	:: electing[i] -> busy = 1
	:: !electing[i] && lid[i] == NONE -> suspects = suspects | BIT(i)
	:: !electing[i] && lid[i] != NONE && lid[i] != i ->
		if
		:: !HAS(part, lid[i]) || lid[lid[i]] != lid[i] -> suspects = suspects | BIT(i)
		:: else
		fi
	:: else ->
		x = 0;
		do
		:: x < N ->
			if
			:: HAS(part, x) && !electing[x] && lid[x] != NONE && lid[x] != i -> beacons = beacons | BIT(i)
			:: else
			fi;
			x++
		:: else -> break
		od
	fi
}

/* acyclic follows parents within one computation: they never lead back to i. */
inline acyclic(i) {
	x = i; y = 0;
	do
	:: electing[x] && owes[x] && parent[x] != NONE && up[parent[x]] && electing[parent[x]] && owes[parent[x]] &&
	   srcnum[parent[x]] == srcnum[x] && srcid[parent[x]] == srcid[x] && y < N ->
		x = parent[x]; y++
	:: else -> break
	od;
	assert(y < N)
}

/* ---- saying ---- */

inline send(to, what, num1, id1, who1, since1) {
	if
	:: REACHES(me, to) ->
		assert(nfull(WAY(me, to)));
		WAY(me, to)!what, num1, id1, who1, since1;
		inflight++
	:: else
	fi
}

/* flood says it to every neighbour but one. */
inline flood(but, what2, num2, id2, who2, since2) {
	w = 0;
	do
	:: w < N ->
		if
		:: w != but -> send(w, what2, num2, id2, who2, since2)
		:: else
		fi;
		w++
	:: else -> break
	od
}

/* ---- the tree ---- */

/* Handlers leave these to the end of the step: a computation to enter, of a parent or of
 * nobody; the leader that ends one, and who need not be told. */
hidden byte entering, concluding; /* bool: SPIN hides no bits */
hidden byte above, who, since, but;

inline join(from) { entering = 1; above = from }

inline start() {
	assert(num[me] < MOST);
	num[me]++;
#ifdef INDICES
	assert(num[me] > begun[me]); begun[me] = num[me];
#endif
	n = num[me]; d = me;
	join(NONE)
}

/* enter joins the computation of index n, d, or, with no parent, begins it. */
inline enter() {
#ifndef EQUAL
	assert(NEWER(n, d, srcnum[me], srcid[me]));
#endif
#ifdef INDICES
	saved[me] = num[me];
#endif
	electing[me] = true; owes[me] = true; parent[me] = above;
	srcnum[me] = n; srcid[me] = d;
	best[me] = me; beststamp[me] = stamp[me];
#ifdef GAP8
	had[me] = links[me];
#endif
	waits[me] = 0; w = 0;
	do
	:: w < N ->
		if
		:: w != above && REACHES(me, w) -> waits[me] = waits[me] | BIT(w)
		:: else
		fi;
		w++
	:: else -> break
	od;
	flood(above, Election, n, d, 0, 0)
}

/* report: if S is empty the pending Ack goes to the parent, or the source announces. */
inline report() {
	if
	:: electing[me] && owes[me] && waits[me] == 0 ->
		owes[me] = false;
		if
		:: parent[me] != NONE -> send(parent[me], Ack, srcnum[me], srcid[me], best[me], beststamp[me])
		:: else -> announce()
		fi
	:: else
	fi
}

/* announce names the best of the own subtree, follow whom another announced. */
inline announce() { concluding = 1; who = best[me]; since = beststamp[me]; but = NONE }
inline follow(leader, its, from) { concluding = 1; who = leader; since = its; but = from }

/* conclude ends the computation with a leader, and tells all but one. What was heard of
 * other leaders meanwhile is weighed then. */
inline conclude() {
	electing[me] = false; owes[me] = false; parent[me] = NONE; waits[me] = 0;
	best[me] = 0; beststamp[me] = 0;
	lid[me] = who;
	if
	:: since > KNOWN(me, who) -> KNOWN(me, who) = since
	:: else
	fi;
#ifdef GAP8
	w = 0;
	do
	:: w < N ->
		if
		:: w != but && HAS(had[me], w) -> send(w, Leader, srcnum[me], srcid[me], who, since)
		:: else
		fi;
		w++
	:: else -> break
	od;
	had[me] = 0;
#else
	flood(but, Leader, srcnum[me], srcid[me], who, since);
#endif
	if
	:: lid[me] == me -> reign()
	:: else
	fi;
	if
	:: BETTER(queued[me], lid[me]) ->
		lid[me] = queued[me];
		flood(NONE, Claim, 0, 0, lid[me], KNOWN(me, lid[me]))
	:: else
	fi;
	queued[me] = NONE
}

/* finish does what the handler left to the end of the step. */
inline finish() {
	if
	:: entering == 1 -> enter()
	:: else
	fi;
	report();
	if
	:: concluding == 1 -> conclude()
	:: else
	fi;
	entering = 0; concluding = 0; above = 0; who = 0; since = 0; but = 0;
	kind = 0; n = 0; d = 0; l = 0; s = 0
}

/* ---- leaders ---- */

/* reign begins an office, or gives a sign of life in it. */
inline reign() {
	assert(stamp[me] < MOST);
	stamp[me]++;
	lid[me] = me; KNOWN(me, me) = stamp[me];
	flood(NONE, Claim, 0, 0, me, stamp[me])
}

/* answer tells who names a lesser leader of the own one. */
inline answer() {
#ifndef GAP5
	send(peer, Claim, 0, 0, lid[me], KNOWN(me, lid[me]))
#else
	skip
#endif
}

#ifdef GAP6
#define FRESH(i, l, stamp) (true)
#else
#define FRESH(i, l, stamp) ((stamp) > KNOWN(i, l))
#endif

/* weigh judges a claim that a node hears outside elections. */
inline weigh(who5, since5) {
	if
	:: who5 == me ->
		if
		:: lid[me] == me
		:: lid[me] != me && BETTER(me, lid[me]) -> reign()
		:: else -> answer()
		fi
	:: who5 != me && who5 == lid[me] ->
		if
		:: since5 > KNOWN(me, who5) -> KNOWN(me, who5) = since5; flood(peer, Claim, 0, 0, who5, since5)
#ifdef ECHO
		:: else -> answer()
#else
		:: else
#endif
		fi
	:: who5 != me && who5 != lid[me] && BETTER(who5, lid[me]) ->
		if
		:: FRESH(me, who5, since5) ->
#ifdef GHOSTS
			assert(since5 > dropped[me * N + who5]);
#endif
			KNOWN(me, who5) = since5; lid[me] = who5;
			flood(peer, Claim, 0, 0, who5, since5)
		:: else /* no newer than what is known: a ghost, perhaps */
		fi
	:: else -> answer()
	fi
}

/* heed keeps what is heard of a leader during an election. */
inline heed(who6, since6) {
	if
	:: who6 != me && FRESH(me, who6, since6) ->
		KNOWN(me, who6) = since6;
#ifdef GAP7
		skip
#else
		if
		:: BETTER(who6, queued[me]) -> queued[me] = who6
		:: else
		fi
#endif
	:: else
	fi
}

/* ---- hearing ---- */

inline hear() {
#ifdef UNORDERED
	w = 0;
	do
	:: w + 1 < len(WAY(peer, me)) -> w++; WAY(peer, me)?kind, n, d, l, s; WAY(peer, me)!kind, n, d, l, s
	:: break
	od;
#endif
	WAY(peer, me)?kind, n, d, l, s;
	inflight--;
#ifndef GAP3
	if
	:: n > num[me] -> num[me] = n
	:: else
	fi;
#endif
	if
	:: kind == Election -> onElection()
	:: kind == Ack -> onAck()
	:: kind == Decline -> onDecline()
	:: kind == Leader -> onLeader()
	:: kind == Claim -> onClaim()
	fi
}

inline onElection() {
	if
#ifdef OLDER
	:: NEWER(n, d, srcnum[me], srcid[me]) || (!electing[me] && (n != srcnum[me] || d != srcid[me])) -> join(peer)
#else
	:: NEWER(n, d, srcnum[me], srcid[me]) -> join(peer)
#endif
	:: n == srcnum[me] && d == srcid[me] ->
#ifdef EQUAL
		join(peer)
#elif defined(NODECLINE)
		skip
#else
		send(peer, Decline, n, d, 0, 0)
#endif
	:: else -> /* older: its sender learns by asking that it waits in vain, and is told of the leader */
#ifndef OLDERUNTOLD
		if
		:: !electing[me] && lid[me] != NONE -> send(peer, Claim, srcnum[me], 0, lid[me], KNOWN(me, lid[me]))
		:: else
		fi
#else
		skip
#endif
	fi
}

#ifdef GAP2
#define INDEXED(i) (electing[i])
#else
#define INDEXED(i) (electing[i] && n == srcnum[i] && d == srcid[i])
#endif

#ifdef WORST
#define ABOVE(a, b) BETTER(b, a)
#else
#define ABOVE(a, b) BETTER(a, b)
#endif

inline onAck() {
	if
	:: INDEXED(me) ->
		if
		:: ABOVE(l, best[me]) ->
			best[me] = l; beststamp[me] = s;
			if
#ifndef LATE
			:: !owes[me] && parent[me] != NONE -> send(parent[me], Ack, n, d, l, s) /* late: passed on */
#endif
			:: else
			fi
		:: else
		fi;
		waits[me] = waits[me] & ~BIT(peer)
	:: else
	fi
}

inline onDecline() {
	if
	:: INDEXED(me) -> waits[me] = waits[me] & ~BIT(peer)
	:: else
	fi
}

inline onLeader() {
	if
	:: INDEXED(me) -> told(l, s)
	:: !INDEXED(me) && electing[me] -> heed(l, s)
	:: else -> weigh(l, s)
	fi
}

/* told ends an election with the leader that was announced, or, if the own subtree has a
 * better one and was left out, announces that. */
inline told(who7, since7) {
	if
#ifndef GAP13
	:: BETTER(best[me], who7) -> announce()
#endif
	:: else -> follow(who7, since7, peer)
	fi
}

inline onClaim() {
	if
	:: electing[me] -> heed(l, s)
	:: else -> weigh(l, s)
	fi
}

/* ---- asking ---- */

/* probeChild is enabled where the answer would change S: the child is gone, is in no such
 * computation, or says its Ack again. */
#ifdef NOPROBE
#define CHILD(i, j) (false)
#else
#define CHILD(i, j) (HAS(waits[i], j) && SILENT(i, j) && \
	!(REACHES(i, j) && electing[j] && owes[j] && parent[j] == i && srcnum[j] == srcnum[i] && srcid[j] == srcid[i]))
#endif

inline probeChild() {
	if
	:: REACHES(me, peer) && electing[peer] && parent[peer] == me && srcnum[peer] == srcnum[me] && srcid[peer] == srcid[me] ->
		if
		:: BETTER(best[peer], best[me]) -> best[me] = best[peer]; beststamp[me] = beststamp[peer]
		:: else
		fi
	:: REACHES(me, peer) && !electing[peer] && lid[peer] != NONE -> heed(lid[peer], KNOWN(peer, lid[peer]))
	:: else
	fi;
	waits[me] = waits[me] & ~BIT(peer)
}

/* probeParent is enabled where the Leader that a node waits for does not come any more. */
#ifdef GAP9
#define PARENT(i) (false)
#else
#define PARENT(i) (electing[i] && !owes[i] && parent[i] != NONE && SILENT(i, parent[i]) && \
	!(REACHES(i, parent[i]) && electing[parent[i]] && srcnum[parent[i]] == srcnum[i] && srcid[parent[i]] == srcid[i]))
#endif

inline probeParent() {
	peer = parent[me];
	if
	:: REACHES(me, peer) && !electing[peer] && srcnum[peer] == srcnum[me] && srcid[peer] == srcid[me] && lid[peer] != NONE ->
		l = lid[peer]; s = KNOWN(peer, l); told(l, s)
	:: else -> announce()
	fi
}

/* ---- time-outs outside elections ---- */

/* EXCEEDS: the leader is less than me. */
#ifdef NOCHALLENGE
#define EXCEEDS(i) (false)
#else
#define EXCEEDS(i) (!electing[i] && lid[i] != NONE && lid[i] != i && BETTER(i, lid[i]) && !HAS(suspects, i))
#endif

/* quiet: where no node has a step to take, the goal is reached. */
inline quiet() {
	busy = 0; k = 0;
	do
	:: k < N && inflight == 0 ->
		if
		:: up[k] && (PARENT(k) || HAS(suspects, k) || HAS(beacons, k) || EXCEEDS(k)) -> busy = 1
		:: else ->
			w = 0;
			do
			:: w < N ->
				if
				:: up[k] && electing[k] && CHILD(k, w) -> busy = 1
				:: else
				fi;
				w++
			:: else -> break
			od
		fi;
		k++
	:: else -> break
	od;
#ifndef LIVENESS
	assert(inflight > 0 || busy == 1 || agreed)
#endif
}

/* ---- processes ---- */

mtype = { Hear, AskChild, AskParent, Suspect, SignOfLife, Challenge, StartAnyway };
hidden mtype step;

/* WITH are the steps that a node can take with another. */
#define WITH(i, j) \
	:: nempty(WAY(j, i)) -> step = Hear; peer = j \
	:: up[i] && electing[i] && CHILD(i, j) -> step = AskChild; peer = j

proctype node(byte i) {
end:
	do
	:: atomic {
		if
		WITH(i, 0)
		WITH(i, 1)
#if N > 2
		WITH(i, 2)
#endif
#if N > 3
		WITH(i, 3)
#endif
		:: up[i] && PARENT(i) -> step = AskParent
		:: up[i] && ATREST && HAS(suspects, i) -> step = Suspect
#ifdef HASTY
		:: up[i] && !electing[i] && lid[i] != NONE && !up[lid[i]] -> step = Suspect
#endif
		:: up[i] && ATREST && suspects == 0 && HAS(beacons & ~given, i) -> step = SignOfLife; given = given | BIT(i)
		:: up[i] && ATREST && EXCEEDS(i) -> step = Challenge
		:: up[i] && !electing[i] && elections > 0 -> step = StartAnyway; elections--
		fi;
		me = i;
#ifdef GHOSTS
		if
		:: step == Suspect && lid[i] != NONE -> dropped[i * N + lid[i]] = KNOWN(i, lid[i])
		:: else
		fi;
#endif
#ifdef ROUNDS
		if
		:: step == Suspect || step == SignOfLife || step == Challenge -> spells++; assert(spells <= ROUNDS)
		:: step == StartAnyway -> spells = 0
		:: else
		fi;
#endif
		if
		:: step == Hear -> hear()
		:: step == AskChild -> probeChild()
		:: step == AskParent -> probeParent()
		:: step == SignOfLife -> reign()
		:: else -> start()
		fi;
		finish();
		judge();
		printf("%d %e %d: electing %d, num %d, src <%d,%d>, parent %d, S %d, best %d, lid %d, stamp %d, suspects %d, beacons %d, agreed %d, in flight %d\n", i, step, peer, electing[i],
			num[i], srcnum[i], srcid[i], parent[i], waits[i], best[i], lid[i], stamp[i], suspects, beacons, agreed, inflight);
		step = 0; me = 0; peer = 0
	}
	od
}

/* ---- the environment ---- */

#ifdef ROUNDS
#define CHANGED spells = 0
#else
#define CHANGED skip
#endif

inline silence(src, dst) {
	do
	:: nempty(WAY(src, dst)) -> WAY(src, dst)?kind, n, d, l, s; inflight--
	:: empty(WAY(src, dst)) -> break
	od;
	kind = 0; n = 0; d = 0; l = 0; s = 0
}

/* meet tells of a new neighbour: outside elections each says whom it follows. */
inline meet(one, other) {
	if
#ifndef UNSEEN
	:: up[one] && !electing[one] && lid[one] != NONE -> me = one; send(other, Claim, 0, 0, lid[one], KNOWN(one, lid[one]))
#endif
	:: else
	fi
}

inline link(a, b) {
	links[a] = links[a] | BIT(b); links[b] = links[b] | BIT(a);
	meet(a, b); meet(b, a)
}

inline cut(a, b) {
	links[a] = links[a] & ~BIT(b); links[b] = links[b] & ~BIT(a);
	silence(a, b); silence(b, a)
}

inline crash(it) {
	up[it] = false;
	k = 0;
	do
	:: k < N ->
		silence(k, it);
		KNOWN(it, k) = 0;
		k++
	:: else -> break
	od;
	electing[it] = false; owes[it] = false; parent[it] = NONE; waits[it] = 0;
#ifdef GAP4
	num[it] = 0; stamp[it] = 0;
#elif defined(INDICES)
	num[it] = saved[it];
#endif
	srcnum[it] = 0; srcid[it] = NONE; best[it] = 0; beststamp[it] = 0;
	lid[it] = NONE; queued[it] = NONE
}

/* restart is with what was saved; the node knows its neighbours, and begins an election. */
inline restart(it) {
	up[it] = true;
	k = 0;
	do
	:: k < N ->
		if
		:: k != it && REACHES(it, k) -> meet(k, it)
		:: else
		fi;
		k++
	:: else -> break
	od;
	me = it;
	start();
	finish()
}

/* pick chooses a node. A choice that cannot be used is used up: a budget is the most that
 * may happen, and nothing goes on for ever. */
inline pick(it) {
	it = 0;
	do
	:: it < N - 1 -> it++
	:: break
	od
}

#define JOIN(a, b) links[a] = links[a] | BIT(b); links[b] = links[b] | BIT(a)

inline topology() {
	JOIN(0, 1);
#if N > 2
#ifndef SPLIT
	JOIN(1, 2);
#endif
#if defined(COMPLETE) || (defined(RING) && N == 3)
	JOIN(0, 2);
#endif
#endif
#if N > 3
	JOIN(2, 3);
#if defined(COMPLETE) || defined(RING)
	JOIN(0, 3);
#endif
#ifdef COMPLETE
	JOIN(0, 2); JOIN(1, 3);
#endif
#endif
	skip
}

active proctype environment() {
	byte a, b;
	atomic {
		k = 0;
		do
		:: k < N ->
			up[k] = true; parent[k] = NONE; srcid[k] = NONE; lid[k] = NONE; queued[k] = NONE;
			k++
		:: else -> break
		od;
		topology();
#ifdef SETTLED
		k = 0;
		do
		:: k < N ->
			component(k);
			x = 0;
			do
			:: x < N ->
				if
				:: HAS(part, x) && BETTER(x, lid[k]) -> lid[k] = x
				:: else
				fi;
				x++
			:: else -> break
			od;
			KNOWN(k, lid[k]) = 1; stamp[lid[k]] = 1;
			k++
		:: else -> break
		od;
#endif
		judge();
		k = 0;
		do
		:: k < N -> run node(k); k++
		:: else -> break
		od
	}
end:
	do
	:: atomic { crashes > 0 -> pick(a); if :: up[a] -> crashes--; CHANGED; crash(a); judge() :: else -> crashes-- fi; a = 0 }
	:: atomic { restarts > 0 -> pick(a); if :: !up[a] -> restarts--; CHANGED; restart(a); judge() :: else -> restarts-- fi; a = 0 }
	:: atomic { cuts > 0 -> pick(a); pick(b); if :: a < b && HAS(links[a], b) -> cuts--; CHANGED; cut(a, b); judge() :: else -> cuts-- fi; a = 0; b = 0 }
	:: atomic { made > 0 -> pick(a); pick(b); if :: a < b && !HAS(links[a], b) -> made--; CHANGED; link(a, b); judge() :: else -> made-- fi; a = 0; b = 0 }
	:: atomic { losses > 0 && inflight > 0 -> pick(a); pick(b); if :: nempty(WAY(a, b)) -> losses--; CHANGED; WAY(a, b)?kind, n, d, l, s; inflight--; kind = 0; n = 0; d = 0; l = 0; s = 0; judge() :: else -> losses-- fi; a = 0; b = 0 }
#ifdef LIVENESS
	:: atomic { calm = true; break }
#endif
	od
}

#ifdef LIVENESS
/* Every run comes to the best of every component, and stays there; so no election hangs. */
ltl converges { <>[] agreed }
#endif
