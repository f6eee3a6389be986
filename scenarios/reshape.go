package scenarios

// leastScale bounds a factor: a trace of a thousand kilometres on a metre. Smaller ones make speeds
// whose squares are no numbers any more.
const leastScale = 1e-6
