// Package unknowns studies what the simulations of Vasudevan, Kurose and Towsley (ICNP 2004)
// leave open: which unknown moves which figure, and by how much.
package unknowns
