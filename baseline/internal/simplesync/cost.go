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
		Only:   "the best starts, too; where the worst of 7 starts alone, better ones stand at the next pulse: 42 CANDIDATEs",
	}}, overlay.MonitorCosts()...)
}
