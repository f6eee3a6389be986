"""python3 -m unittest"""

import unittest

from bellwether import boot, handle
from NAME import Election

PARAMS = {"signalling": "broadcast", "beacon_interval_ns": 2_000_000_000, "beacon_loss": 3, "probe_interval_ns": 1_000_000_000,
          "reply_timeout_ns": 250_000_000, "child_timeout_ns": 100_000_000, "rebroadcast_jitter_ns": 20_000_000, "udp_tries": 3}


class Test(unittest.TestCase):
    def test_a_leaf_sends_what_it_offers_to_its_parent(self):
        node = boot(Election, 3, params=PARAMS)
        handle(node, "start", capability=5, saved=None)
        index = {"num": 9, "source": 1}
        handle(node, "receive", capability=5, sender=1, message={"kind": "election", "index": index, "depth": 0})
        done = handle(node, "fire", timer="tree")
        ack = {"kind": "ack", "index": index, "best": {"value": 5, "id": 3}, "term": 1, "beacon": 0}
        self.assertIn({"op": "send", "to": 1, "message": ack}, done)
