package phy

// Reversed exports reversed for tests of package phy_test.
var Reversed = reversed
