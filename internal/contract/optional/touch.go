package optional

// A Table is a machine that looks most messages of the overlay up in a table. Touch reads the memory of
// the table, and returns any number.
type Table interface{ Touch() uint64 }
