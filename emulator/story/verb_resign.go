package story

import (
	"bellwether/protocol"
	"bellwether/trace"
)

// doResign makes nodes step down and stay alive: they offer nothing from then on.
//
//	resign A
func (w *world) doResign(d Directive) error {
	ids, err := w.live(d)
	if err != nil {
		return err
	}
	for _, id := range ids {
		w.at(id).value = 0
		w.note(trace.Record{Kind: trace.Capability, Node: id})
		w.line("%s resigns", w.name(id))
		w.handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.Resign(m, env) })
	}
	return nil
}
