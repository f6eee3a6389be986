"""python3 -m unittest"""

import unittest

from bellwether import boot, handle
from NAME import Election


class Test(unittest.TestCase):
    def node(self):
        node = boot(Election, 3)
        node.neighbours, node.random = lambda: [1, 4], lambda below: 0
        handle(node, "start", saved=None)
        return node

    def test_the_source_announces_the_best_that_it_heard_of(self):
        node = self.node()
        handle(node, "elect", capability=5)
        wave = node.named()
        handle(node, "receive", sender=1, message={"kind": "echo", "wave": wave, "best": {"value": 9, "id": 7}})
        done = handle(node, "receive", sender=4, message={"kind": "echo", "wave": wave, "best": {"value": 2, "id": 4}})
        self.assertIn({"op": "elected", "leader": 7, "computation": wave}, done)

    def test_the_best_goes_to_the_parent(self):
        node = self.node()
        wave = {"num": 1 << 20, "source": 1}
        handle(node, "receive", sender=1, capability=5, message={"kind": "wave", "wave": wave})
        done = handle(node, "receive", sender=4, message={"kind": "wave", "wave": wave})
        self.assertIn({"op": "send", "to": 1, "message": {"kind": "echo", "wave": wave, "best": {"value": 5, "id": 3}}}, done)
