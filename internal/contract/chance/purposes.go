package chance

// Purposes of the hashes of a seed; Bernoulli has 1 and 2.
const (
	ForBurst uint64 = iota + 3
	ForBurstLoss
	ForDistanceLoss
	ForShadowing
	ForFading
	ForErrors
	ForPower
	ForDelivery
	ForPieces
	ForControl
	forControlInstants
)
