"""The node with the lowest ID leads: it says so again and again, and whoever hears nobody lower leads itself."""

from bellwether import Node, serve


class Election(Node):
    """The lowest ID in reach leads; its claims are flooded, and a node that misses them leads itself."""

    goal = "smallest-id"
    timers = ("claim", "silence")
    hears = ("snapshot",)  # for bellwether explore and story
    messages = {"claim": ("beacon", {"leader": "id", "number": "uint32"})}

    def start(self, saved):
        boots = (saved or 0) + 1
        self.save(boots)
        self.number = boots << 16  # greater than before a crash
        self.lead()

    def lead(self):
        self.leader = self.id
        self.newest = {}  # number of the newest claim of each leader; one that lost its storage counts from 1
        self.elected(self.id)
        self.fire("claim")

    def fire(self, timer):
        if timer == "silence":
            self.lead()
        elif self.leader == self.id:
            self.number += 1
            self.broadcast("claim", within=0.02, leader=self.id, number=self.number)
            self.set_timer("claim", self.interval)

    def receive(self, sender, message):
        leader, number = message["leader"], message["number"]
        if leader > self.leader or leader == self.id or number <= self.newest.get(leader, 0):
            return  # a worse leader, or a claim that came before
        self.newest[leader] = number
        if leader != self.leader:
            self.leader = leader
            self.elected(leader)
        self.set_timer("silence", self.interval * self.misses)
        self.broadcast("claim", within=0.02, leader=leader, number=number)

    def snapshot(self): return [self.leader, self.number, sorted(self.newest.items())]

    def restore(self, state):
        self.leader, self.number, newest = state
        self.newest = dict(newest)


if __name__ == "__main__":
    serve(Election)
