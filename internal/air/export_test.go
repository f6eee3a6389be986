package air

// Reversed is for tests from outside.
var Reversed = reversed
