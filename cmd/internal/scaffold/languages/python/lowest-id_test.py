"""python3 -m unittest"""

import unittest

from bellwether import boot, handle
from NAME import Election


class Test(unittest.TestCase):
    def test_a_lower_id_leads(self):
        node = boot(Election, 3)
        handle(node, "start", saved=None)
        done = handle(node, "receive", sender=7, message={"kind": "claim", "leader": 1, "number": 5})
        self.assertIn({"op": "elected", "leader": 1, "computation": {"num": 0, "source": 0}}, done)
        self.assertEqual(handle(node, "receive", sender=8, message={"kind": "claim", "leader": 1, "number": 5}), [])

    def test_silence_makes_it_lead(self):
        node = boot(Election, 3)
        handle(node, "start", saved=None)
        handle(node, "receive", sender=1, message={"kind": "claim", "leader": 1, "number": 5})
        handle(node, "fire", timer="silence")
        self.assertEqual(node.leader, 3)
