"""The election of Vasudevan, Kurose and Towsley: Design and Analysis of a Leader Election Algorithm for Mobile Ad
Hoc Networks, ICNP 2004. It does message by message what bellwether's own vasudevan does, with the signallings
broadcast, udp and optimised. "gap" refers to "bellwether algorithms vasudevan": what the paper leaves open."""

from collections import namedtuple

from bellwether import Node, serve

NS = 1_000_000_000
MAX_NUM = 1 << 31
MAX_AGE = (1 << 32) - 1
NOBODY = 0

Cap = namedtuple("Cap", "value id")  # what a node offers
NONE = Cap(0, NOBODY)
Tenure = namedtuple("Tenure", "leader stamp heard")  # a leader, its newest sign of life, and when that was heard
NO_TENURE = Tenure(NONE, (0, 0), 0)


def exceeds(a, b):
    """The strict order. Everybody exceeds nobody."""
    if a.id == NOBODY or b.id == NOBODY:
        return a.id != NOBODY and b.id == NOBODY
    return a > b


def signed(n):
    """A difference modulo 2^32, as a number with a sign."""
    n &= MAX_AGE
    return n - (1 << 32) if n >> 31 else n


def newer(a, b):
    """Orders stamps, (term, beacon), of one node."""
    later = signed(a[0] - b[0])
    return later > 0 or later == 0 and signed(a[1] - b[1]) > 0


def cap(of): return Cap(of["value"], of["id"])
def index_of(message): return message["index"]["num"], message["index"]["source"]
def stamp_of(message): return message["term"], message["beacon"]


class Election(Node):
    """A spanning tree grows by Election messages and shrinks by Acks that carry the best node; it survives movement."""

    goal = "best"
    settles = "90s"
    timers = ("tree", "beacon", "start", "tcp")  # the last is not used: so services have the same numbers in traces
    hears = ("resign", "settle", "neighbours")
    params = (
        {"name": "signalling", "type": "choice", "default": "broadcast", "choices": ["udp", "broadcast", "optimised"]},
        {"name": "beacon_interval", "type": "duration", "default": "detection.interval", "min": "1ms", "max": "24h"},
        {"name": "beacon_loss", "type": "integer", "default": "detection.misses", "min": "1", "max": "100"},
        {"name": "probe_interval", "type": "duration", "default": "1s", "min": "1ms", "max": "24h"},
        {"name": "reply_timeout", "type": "duration", "default": "250ms", "min": "1ms", "max": "24h"},
        {"name": "child_timeout", "type": "duration", "default": "100ms", "min": "1ms", "max": "24h"},
        {"name": "rebroadcast_jitter", "type": "duration", "default": "20ms", "min": "0s", "max": "1h"},
        {"name": "udp_tries", "type": "integer", "default": "3", "min": "1", "max": "100"},
    )
    _election = {"index": "computation", "depth": "uint32"}
    _named = {**_election, "departed": "id"}
    _ack = {"index": "computation", "best": "capability", "term": "uint32", "beacon": "uint32"}
    _claim = {"index": "computation", "leader": "capability", "term": "uint32", "beacon": "uint32", "age": "uint32"}
    messages = {
        "election": ("election", _election),
        "ack": ("election", _ack),
        "child": ("election", {"index": "computation"}),
        "leader": ("announcement", _claim),
        "probe": ("probe", {"index": "computation", "depth": "uint32", "awaits": "uint8"}),
        "reply": ("probe", {"index": "computation", "depth": "uint32", "part": "uint8"}),
        "beacon": ("beacon", {"index": "computation", "leader": "capability", "term": "uint32", "beacon": "uint32"}),
        "exchange": ("beacon", {**_claim, "ends": "uint8"}),
        "election-retry": ("probe", _election),
        "ack-retry": ("probe", _ack),
        "leader-retry": ("probe", _claim),
        "election-named": ("election", _named),
        "election-named-retry": ("probe", _named),
    }
    ACK, LEADER = 0, 1  # what a Probe awaits
    NO_PART, MEMBER = 0, 1  # what a Reply says
    OLD, NEW = 0, 1  # of a link, in an Exchange

    # Boots, elections that are called, and time-outs.

    def start(self, saved):
        p = self.params
        self.signalling = p["signalling"]
        self.interval_ns = p["beacon_interval_ns"]
        self.timeout_ns = self.interval_ns * p["beacon_loss"]
        self.probe_interval, self.reply_timeout = p["probe_interval_ns"] / NS, p["reply_timeout_ns"] / NS
        self.child_timeout, self.jitter = p["child_timeout_ns"] / NS, p["rebroadcast_jitter_ns"] / NS
        self.hop_age, self.tries = max(p["rebroadcast_jitter_ns"] // 1_000_000, 1), p["udp_tries"]

        self.leader = self.queued = NO_TENURE  # lid, and the best claim heard while electing (gap 7)
        self.index, self.num = (0, NOBODY), 0  # src, and the highest num used or heard
        self.electing_now = self.in_tree = False  # δ and Δ
        self.counting = self.asking = self.hasty = False  # CHILD-TIMEOUT, a round of probes, a back-off
        self.parent, self.lost, self.depth, self.silence = NOBODY, NOBODY, 0, 0
        self.waiting = {}  # S: the probes that each member has left unanswered
        self.best, self.best_stamp = NONE, (0, 0)  # of its subtree
        self.own = (0, 0)  # the stamp of its own signs of life
        self.formers = []  # (id, stamp, until) of the leaders before
        self.told_leader, self.told_stamp, self.told_index = NOBODY, (0, 0), (0, NOBODY)
        self.exceeded, self.silent = 0, 0
        if saved:  # a reboot goes beyond all that was used before (gap 4)
            self.num = min(saved[0] + 1, MAX_NUM)
            self.index = (self.num, self.id)
            self.own = (saved[1], 0)
        self.own = (self.own[0] + 1, self.own[1])
        self.keep()
        self.set_timer("beacon", self.timeout_ns / NS)

    def elect(self): self.begin()

    def resign(self):
        if self.electing_now or self.leads():
            self.begin()

    def settle(self, leader): self.take(Tenure(cap(leader), (0, 0), self.ns()), self.index)

    def fire(self, timer):
        if timer == "tree" and self.electing_now:
            self.on_child_timeout() if self.counting else self.on_probe_timeout()
        elif timer == "beacon" and not self.electing_now:
            self.on_beacon_timeout()
        elif timer == "start" and not self.electing_now:
            self.hasty = False
            if self.leader.leader.id == NOBODY or self.deposes():
                self.begin()

    def receive(self, sender, message):
        kind = message["kind"].removesuffix("-retry").removesuffix("-named")
        if kind != "beacon":  # most beacons are copies: a beacon is heard when it is new
            self.num = max(self.num, message["index"]["num"])
        getattr(self, "on_" + kind)(sender, message, index_of(message))

    def neighbour_up(self, neighbour):
        known = self.leader.stamp != (0, 0)
        if self.signalling == "udp" and not self.electing_now and known:
            self.send(neighbour, "exchange", ends=self.NEW, **self.claim(self.held()))

    def neighbour_down(self, neighbour):
        if self.signalling != "udp" or not self.electing_now:
            return
        if neighbour == self.parent:
            self.parent_lost()
        if self.electing_now:
            self.child_lost(neighbour)

    # The tree: it grows by Elections and shrinks by Acks.

    def begin(self):
        """Becomes the source of a new computation."""
        self.num = min(self.num + 1, MAX_NUM)
        if self.leader.leader.id != NOBODY:
            self.lost = self.leader.leader.id
        self.enter((self.num, self.id), NOBODY, 0)

    def join(self, sender, index, depth, departed):
        if index[1] == self.id:  # started before a crash that made it forget (gap 4)
            self.begin()
            return
        self.lost = departed
        self.enter(index, sender, depth + 1)

    def enter(self, index, parent, depth):
        """Takes part in a computation. It is saved before a message carries it, so that parents are acyclic."""
        self.num, self.index = max(self.num, index[0]), index
        self.keep()
        if not self.electing_now:
            self.queued = NO_TENURE
            self.stop_timer("beacon")
            self.calm()
        self.electing_now = self.in_tree = True
        self.parent, self.depth = parent, depth
        self.waiting = {}
        self.asking = self.counting = False
        self.silence = 0
        self.best, self.best_stamp = self.offer(), self.own
        self.electing(*index)
        self.grow()

    def grow(self):
        kind, election = self.election_message()
        if self.signalling == "udp":
            for id in self.neighbours():
                if id != self.parent:
                    self.waiting[id] = 0
                    self.send(id, kind, **election)
            self.set_timer("tree", self.probe_interval)
            self.pending_ack()
            return
        if self.parent == NOBODY:
            self.broadcast(kind, **election)
        else:
            self.send(self.parent, "child", within=self.jitter, index=self.ours())
            self.broadcast(kind, within=self.jitter, **election)
        self.counting = True
        self.set_timer("tree", self.child_timeout)

    def election_message(self):
        fields = {"index": self.ours(), "depth": self.depth}
        if self.signalling == "optimised" and self.lost != NOBODY:
            return "election-named", {**fields, "departed": self.lost}
        return "election", fields

    def on_election(self, sender, m, index):
        departed = m.get("departed", NOBODY)
        if index > self.index:
            if self.concerns(sender, m, departed):
                self.join(sender, index, m["depth"], departed)
        elif index == self.index and self.electing_now:
            self.on_election_again(sender, m)
        elif index == self.index:
            if self.signalling == "udp":
                self.recall(sender)
            elif self.told_index != self.index:
                self.told_index = self.index
                self.recall(sender)
        elif not self.electing_now:
            if self.signalling == "udp":
                self.tell(sender)
                self.decline(sender, "ack", m["index"])
            elif self.told_index != index:
                self.told_index = index
                self.tell(sender)

    def concerns(self, sender, m, departed):
        """Optimised: a node with another leader than the one that departed stays out."""
        leader = self.leader.leader.id
        if self.signalling != "optimised" or self.electing_now or leader == NOBODY or leader == departed:
            return True
        self.decline(sender, "ack", m["index"])
        return False

    def on_election_again(self, sender, m):
        if sender == self.parent and m["depth"] + 1 == self.depth:
            if not self.in_tree:
                self.send(sender, "ack-retry", **self.found())
            return
        if sender == self.parent:  # it crashed, forgot, and joined anew
            self.parent_lost()
        if self.signalling == "udp":
            self.decline(sender, "ack", self.ours())

    def on_ack(self, sender, m, index):
        if index != self.index:
            return  # of a computation abandoned since (gap 2)
        offered = cap(m["best"])
        better = exceeds(offered, self.best)
        if better:
            self.best, self.best_stamp = offered, stamp_of(m)
        if not self.electing_now:
            if better and exceeds(offered, self.leader.leader):
                self.announce()
        elif not self.in_tree:
            if better and self.parent != NOBODY:
                self.send(self.parent, "ack-retry", **self.found())
        else:
            self.waiting.pop(sender, None)
            self.pending_ack()

    def on_child(self, sender, m, index):
        if index != self.index or not self.electing_now:
            return
        if sender == self.parent:
            self.parent_lost()
        if self.electing_now and self.in_tree:
            self.waiting.setdefault(sender, 0)

    def on_child_timeout(self):
        self.counting = False
        self.set_timer("tree", self.probe_interval)
        self.pending_ack()

    def pending_ack(self):
        """Once S is empty: the best of the subtree goes to the parent. Who has none announces it."""
        if not self.electing_now or not self.in_tree or self.counting or self.waiting:
            return
        self.in_tree = False
        if self.parent == NOBODY:
            self.announce()
            return
        self.send(self.parent, "ack", **self.found())
        self.asking, self.silence = False, 0
        self.set_timer("tree", self.probe_interval)

    def child_lost(self, id):
        if self.waiting.pop(id, None) is not None:
            self.pending_ack()

    def parent_lost(self):
        self.parent, self.silence = NOBODY, 0
        if not self.in_tree:
            self.announce()

    def announce(self):
        won = Tenure(self.best, self.best_stamp, self.ns())
        self.conclude(won)
        self.broadcast("leader", **self.claim(won))
        self.merge()

    def found(self):
        return {"index": self.ours(), "best": self.best._asdict(), "term": self.best_stamp[0], "beacon": self.best_stamp[1]}

    def decline(self, to, kind, index):
        self.send(to, kind, index=index, best=NONE._asdict(), term=0, beacon=0)

    # The Leader ends a computation.

    def on_leader(self, sender, m, index):
        m = {**m, "kind": "leader"}
        won = Tenure(cap(m["leader"]), stamp_of(m), self.ns() - m["age"] * 1_000_000)
        if not self.electing_now or index != self.index:
            self.on_claim(sender, won, m)
        else:
            self.finish(won, m)

    def finish(self, won, m):
        if self.expired(won) or exceeds(self.best, won.leader):  # announced without its branch (gap 13)
            self.announce()
            return
        self.conclude(won)
        self.flood(m)
        self.merge()

    def conclude(self, won):
        self.electing_now = self.in_tree = self.counting = self.asking = False
        self.parent, self.depth, self.silence = NOBODY, 0, 0
        self.waiting = {}
        self.stop_timer("tree")
        self.take(won, self.index)

    def take(self, t, by):
        """Adopts a leader, by a computation or (0, 0): by a claim."""
        if self.leader.leader.id not in (NOBODY, t.leader.id):
            self.forget()
        self.recollect(t.leader.id)
        self.leader, self.lost = t, NOBODY
        self.exceeded = 0
        self.calm()
        if t.leader.id == self.id:
            self.supersede(t.stamp)
            self.set_timer("beacon", self.interval_ns / NS)
        else:
            self.await_beacon()
        self.elected(t.leader.id, *by)

    def supersede(self, other):
        """Makes its own signs of life newer than another: without storage it may have forgotten one (gap 4)."""
        if not newer(other, self.own):
            return False
        self.own = ((other[0] + 1) & MAX_AGE, 0)
        self.keep()
        return True

    # Beacons, and elections because of them.

    def on_beacon(self, sender, m, index):
        leader, stamp = cap(m["leader"]), stamp_of(m)
        t = Tenure(leader, stamp, self.ns())
        if leader.id == self.leader.leader.id and not newer(stamp, self.leader.stamp):
            if sender == leader.id and stamp != self.leader.stamp:
                self.correct(sender, t)
            return
        self.num = max(self.num, index[0])
        if self.electing_now and index == self.index and leader.id != self.id:
            self.finish(t, m)  # its Leader was lost on the way here
            return
        self.on_claim(sender, t, m)
        if not self.electing_now and self.leader.leader.id == leader.id and self.leader.stamp == stamp:
            self.compare()

    def compare(self):
        """After two beacons of a leader that it exceeds by the margin it challenges (gap 13)."""
        if self.leads() or not self.deposes():
            self.exceeded = 0
        elif self.exceeded < 2:
            self.exceeded += 1
            if self.exceeded == 2:
                self.hurry()

    def on_beacon_timeout(self):
        if self.leads():
            self.beat()
            return
        if self.leader.leader.id != NOBODY:
            self.lost = self.leader.leader.id
            self.forget()
            self.elected(NOBODY)
        self.hurry()

    def beat(self):
        self.own = (self.own[0], (self.own[1] + 1) & MAX_AGE)
        self.leader = Tenure(self.offer(), self.own, self.ns())
        self.broadcast("beacon", index=self.ours(), leader=self.leader.leader._asdict(), term=self.own[0], beacon=self.own[1])
        self.set_timer("beacon", self.interval_ns / NS)

    def hurry(self):
        self.hasty = True
        self.set_timer("start", self.random(self.interval_ns // 4 + 1) / NS)

    def calm(self):
        if self.hasty:
            self.hasty = False
            self.stop_timer("start")

    # Probes: is the other side still there?

    def on_probe(self, sender, m, index):
        awaits_ack = m["awaits"] == self.ACK
        if index == self.index and self.electing_now:
            self.on_probe_here(sender, m)
        elif index == self.index and self.leader.leader.id != NOBODY:
            self.recall(sender)
        elif index > self.index and awaits_ack:
            self.join(sender, index, m["depth"], NOBODY)  # its Election was lost
        elif self.index > index and self.electing_now:
            kind, election = self.election_message()
            self.send(sender, kind + "-retry", **election)
        elif self.index > index and awaits_ack:
            self.tell(sender)
            self.decline(sender, "ack-retry", m["index"])
        else:
            self.send(sender, "reply", index=m["index"], depth=0, part=self.NO_PART)

    def on_probe_here(self, sender, m):
        awaits_ack = m["awaits"] == self.ACK
        if awaits_ack and sender == self.parent and m["depth"] + 1 != self.depth:
            self.parent_lost()
        if not self.electing_now:
            self.recall(sender)
        elif awaits_ack and sender != self.parent:
            self.decline(sender, "ack-retry", self.ours())
        elif awaits_ack and not self.in_tree:
            self.send(sender, "ack-retry", **self.found())
        else:
            self.send(sender, "reply", index=self.ours(), depth=self.depth, part=self.MEMBER)

    def on_reply(self, sender, m, index):
        if not self.electing_now or index != self.index:
            return
        if sender == self.parent:
            if m["part"] == self.MEMBER and m["depth"] + 1 == self.depth:
                self.silence = 0
            else:
                self.parent_lost()
        elif m["part"] != self.MEMBER:
            self.child_lost(sender)
        elif sender in self.waiting:
            self.waiting[sender] = 0

    def on_probe_timeout(self):
        first = not self.asking  # a round begins: all are asked; else those that did not answer
        if not first:
            self.waiting = {id: n for id, n in self.waiting.items() if n < self.tries}
        lost_parent = not first and self.awaits_leader() and self.silence >= self.tries
        self.asking = first
        for id in sorted(self.waiting):
            if first or self.waiting[id] > 0:
                self.waiting[id] = self.probe(id, self.ACK, 0 if first else self.waiting[id])
        if self.awaits_leader() and not lost_parent and (first or self.silence > 0):
            self.silence = self.probe(self.parent, self.LEADER, 0 if first else self.silence)
        self.set_timer("tree", self.reply_timeout if self.asking else self.probe_interval)
        if first:
            return
        if lost_parent:
            self.parent_lost()
        self.pending_ack()

    def probe(self, to, awaits, silence):
        self.send(to, "probe", index=self.ours(), depth=self.depth, awaits=awaits)
        self.asking = True
        return silence + 1

    def awaits_leader(self): return not self.in_tree and self.parent != NOBODY

    # Claims: where two components meet, the greater leader wins.

    def on_exchange(self, sender, m, index):
        self.on_claim(sender, Tenure(cap(m["leader"]), stamp_of(m), self.ns() - m["age"] * 1_000_000), m)

    def on_claim(self, sender, t, m):
        if t.leader.id == self.id:
            self.on_own_claim(sender, t)
        elif not self.fresh(t):
            self.correct(sender, t)
        elif self.electing_now:
            self.queue(t, m)
        elif self.leader.leader.id == t.leader.id:
            self.leader = t
            self.await_beacon()
            self.pass_on(m)
        elif exceeds(t.leader, self.leader.leader):
            self.take(t, (0, NOBODY))
            self.pass_on(m)
        elif m["kind"] != "exchange" or m["ends"] != self.NEW:  # over a new link this end has sent its own
            self.answer(sender, t)

    def on_own_claim(self, sender, t):
        forgotten = self.supersede(t.stamp)
        if self.electing_now or self.expired(t) and not self.leads():
            return
        if self.leads():
            if forgotten and self.may_interrupt():
                self.beat()
        elif exceeds(self.offer(), self.leader.leader):
            if self.may_interrupt():
                self.take(Tenure(self.offer(), self.own, self.ns()), (0, NOBODY))
                self.beat()
        elif exceeds(t.leader, self.leader.leader):
            if self.may_interrupt():  # others take it for better than it is
                self.own = (self.own[0], (self.own[1] + 1) & MAX_AGE)
                self.broadcast("exchange", ends=self.OLD, **self.claim(Tenure(self.offer(), self.own, self.ns())))
        else:
            self.answer(sender, t)

    def may_interrupt(self):
        """One sign of life besides the beacons in each interval."""
        if self.ns() < self.silent:
            return False
        self.silent = self.ns() + self.interval_ns
        return True

    def pass_on(self, m):
        m = dict(m)
        if "age" in m:  # a claim ages with each hop
            m["age"] += self.hop_age
        if "ends" in m:
            m["ends"] = self.OLD
        self.flood(m)

    def flood(self, m):
        m = dict(m)
        self.broadcast(m.pop("kind"), within=self.jitter, **m)

    def queue(self, t, m):
        known = self.queued.leader.id == t.leader.id and not self.expired(self.queued)
        if known and not newer(t.stamp, self.queued.stamp):
            return
        if not known and not self.expired(self.queued) and not exceeds(t.leader, self.queued.leader):
            return
        self.queued = t
        if m["kind"] == "beacon":
            self.flood(m)

    def merge(self):
        """Considers the claim that was queued during the election."""
        t, self.queued = self.queued, NO_TENURE
        if t.leader.id == NOBODY or not self.fresh(t):
            return
        if self.leader.leader.id == t.leader.id:
            self.leader = t
            self.await_beacon()
        elif exceeds(t.leader, self.leader.leader):
            self.take(t, (0, NOBODY))
            self.broadcast("exchange", within=self.jitter, ends=self.OLD, **self.claim(t))

    def tell(self, to):
        if self.leader.leader.id != NOBODY:
            self.send(to, "exchange", ends=self.OLD, **self.claim(self.held()))

    def recall(self, to):
        if self.leader.leader.id != NOBODY:
            self.send(to, "leader-retry", **self.claim(self.held()))

    def answer(self, to, lower):
        if (self.told_leader, self.told_stamp) != (lower.leader.id, lower.stamp):
            self.told_leader, self.told_stamp = lower.leader.id, lower.stamp
            self.tell(to)

    def correct(self, sender, t):
        """Tells a leader without its storage which stamp to supersede (gap 4)."""
        if sender != t.leader.id:
            return
        known = self.leader.stamp if self.leader.leader.id == sender else self.remembers(sender) or (0, 0)
        if newer(known, t.stamp) and (self.told_leader, self.told_stamp) != (sender, t.stamp):
            self.told_leader, self.told_stamp = sender, t.stamp
            self.send(sender, "exchange", index=self.ours(), leader=t.leader._asdict(), term=known[0], beacon=known[1],
                      age=MAX_AGE, ends=self.OLD)

    def held(self):
        """Its leader. What a leader says of itself is always fresh."""
        if self.leads():
            self.leader = self.leader._replace(heard=self.ns())
        return self.leader

    def claim(self, t):
        age = min(max(-((t.heard - self.ns()) // 1_000_000), 0), MAX_AGE)  # in milliseconds, rounded up
        return {"index": self.ours(), "leader": t.leader._asdict(), "term": t.stamp[0], "beacon": t.stamp[1], "age": age}

    def fresh(self, t):
        """News: not as old as the time-out, and newer than what is known of that leader (gap 6)."""
        if self.expired(t) or self.leader.leader.id == t.leader.id and not newer(t.stamp, self.leader.stamp):
            return False
        known = self.remembers(t.leader.id)
        return known is None or newer(t.stamp, known)

    def expired(self, t): return self.ns() - t.heard >= self.timeout_ns

    # The last four leaders within a time-out: only newer signs of their life count.

    def forget(self):
        self.recollect(self.leader.leader.id)
        self.formers = self.formers[-3:] + [(self.leader.leader.id, self.leader.stamp, self.ns() + self.timeout_ns)]
        self.leader = NO_TENURE

    def recollect(self, id): self.formers = [f for f in self.formers if f[0] != id]

    def remembers(self, id):
        return next((stamp for of, stamp, until in self.formers if of == id and self.ns() < until), None)

    # Itself.

    def leads(self): return not self.electing_now and self.leader.leader.id == self.id
    def offer(self): return Cap(self.capability, self.id)
    def ours(self): return {"num": self.index[0], "source": self.index[1]}
    def ns(self): return round(self.now * NS)
    def keep(self): self.save([self.num, self.own[0]])
    def await_beacon(self): self.set_timer("beacon", max(self.leader.heard + self.timeout_ns - self.ns(), 0) / NS)

    def deposes(self):
        """Its capability exceeds the leader's by the margin."""
        mine, leader, margin = self.offer(), self.leader.leader, self.hysteresis
        if leader.id == NOBODY or not margin["per_mille"] and not margin["bonus"]:
            return exceeds(mine, leader)
        least, share = leader.value + margin["bonus"], margin["per_mille"]
        if least < 0:
            share = -min(share, 999)
        return mine.value * 1000 > least * (1000 + share)


if __name__ == "__main__":
    serve(Election)
