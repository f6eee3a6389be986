"""The echo elects the best: a wave goes out to all, its echo brings the best of them back, and the source says so."""

from bellwether import Node, serve


class Election(Node):
    """A wave spreads along a tree, echoes bring the best node back, and the leader's claims are flooded."""

    goal = "best"
    settles = "90s"
    timers = ("claim", "silence", "lost")
    messages = {
        "wave": ("election", {"wave": "computation"}),
        "echo": ("election", {"wave": "computation", "best": "capability"}),
        "leader": ("announcement", {"wave": "computation", "best": "capability"}),
        "claim": ("beacon", {"best": "capability", "number": "uint32"}),
    }

    def start(self, saved):
        boots = (saved or 0) + 1
        self.save(boots)
        self.number = boots << 16  # of its claims: greater than before a crash
        self.newest = {}  # number of the newest claim of each leader
        self.wave = (self.number, 0)  # the newest wave that it knows
        self.waiting = set()  # neighbours that have not answered it
        self.leader = None  # value and ID; None: it has none, or elects
        self.electing_now = False
        self.patience()

    def patience(self): self.set_timer("silence", self.interval * self.misses + self.random(1000) / 1000)

    def elect(self): self.join((self.wave[0] + 1, self.id), None)

    def join(self, wave, parent):
        """Who tells it of a wave first is its parent. It tells all others, and waits for their answers."""
        self.wave, self.parent = wave, parent
        self.best = (self.capability, self.id)
        self.leader, self.electing_now = None, True
        self.electing(*wave)
        self.waiting = set(self.neighbours()) - {parent}
        for neighbour in sorted(self.waiting):
            self.send(neighbour, "wave", wave=self.named())
        self.set_timer("lost", self.interval)
        self.echo()

    def echo(self):
        """Once all have answered the best goes to the parent. The source has no parent: it has heard of all."""
        if self.waiting or not self.electing_now:
            return
        self.stop_timer("lost")
        self.patience()
        if self.parent is not None:
            self.send(self.parent, "echo", wave=self.named(), best=cap(self.best))
            return
        self.broadcast("leader", wave=self.named(), best=cap(self.best))
        self.follow(self.best)

    def follow(self, leader):
        self.leader, self.electing_now = leader, False
        self.elected(leader[1], *self.wave)
        self.patience()
        if leader[1] == self.id:
            self.fire("claim")

    def fire(self, timer):
        if timer == "lost":  # whoever has not answered by now is gone
            self.waiting.clear()
            self.echo()
        elif timer == "silence" and not self.leads():
            self.elect()
        elif timer == "claim" and self.leads():
            self.number += 1
            self.leader = (self.capability, self.id)
            self.broadcast("claim", within=0.02, best=cap(self.leader), number=self.number)
            self.set_timer("claim", self.interval)

    def receive(self, sender, message):
        kind = message["kind"]
        if kind == "claim":
            self.on_claim(message)
            return
        wave = (message["wave"]["num"], message["wave"]["source"])
        if kind == "wave" and wave > self.wave:
            self.join(wave, sender)
        elif wave != self.wave or not self.electing_now:
            return  # of an older wave
        elif kind == "leader":
            self.follow(pair(message["best"]))
            self.broadcast("leader", within=0.02, wave=message["wave"], best=message["best"])
        else:  # an echo, or the wave by another way, which is an answer, too
            if kind == "echo":
                self.best = max(self.best, pair(message["best"]))
            self.waiting.discard(sender)
            self.echo()

    def on_claim(self, message):
        leader, number = pair(message["best"]), message["number"]
        if leader[1] == self.id or self.electing_now or number <= self.newest.get(leader[1], 0):
            return
        self.newest[leader[1]] = number
        if self.leader and leader[1] != self.leader[1] and leader < self.leader:
            return  # a worse leader
        if not self.leader or leader[1] != self.leader[1]:
            self.follow(leader)
        self.leader = leader
        self.patience()
        self.broadcast("claim", within=0.02, best=message["best"], number=number)
        margin = leader[0] * self.hysteresis["per_mille"] // 1000 + self.hysteresis["bonus"]
        if self.capability > leader[0] + margin:
            self.elect()  # it would lead better

    def leads(self): return self.leader is not None and self.leader[1] == self.id
    def named(self): return {"num": self.wave[0], "source": self.wave[1]}


def cap(of): return {"value": of[0], "id": of[1]}
def pair(of): return of["value"], of["id"]


if __name__ == "__main__":
    serve(Election)
