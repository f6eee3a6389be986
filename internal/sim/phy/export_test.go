package phy

// Reversed exports reversed for tests of package air_test.
var Reversed = reversed
