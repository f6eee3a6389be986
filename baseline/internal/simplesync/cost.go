package simplesync

import (
	"bellwether/overlay"
	"bellwether/protocol"
)

// costs are the counts that the package comment explains.
func costs() []protocol.Cost {
	return append([]protocol.Cost{{
		Case: "k start, the best among them",
		Charges: []protocol.Charge{
			{Message: "candidate", Formula: "k(n − 1)"},
		},
		Source: "L. Drummond, Eleição de Líder, Versão síncrona em um grafo completo",
	}}, overlay.MonitorCosts()...)
}
