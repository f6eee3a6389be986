package story

import (
	"fmt"

	"bellwether/protocol"
)

// doElect lets nodes start an election, in the order named: they have noticed
// that the leader is gone, or are told to.
//
//	elect A B
func (w *world) doElect(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		can := true
		w.handle(id, func(m protocol.Machine, env *protocol.Env) { can = protocol.Elect(m, env) })
		if !can {
			return fmt.Errorf("elect: a node of %s starts no elections on demand", w.algorithm.Name)
		}
	}
	return nil
}
