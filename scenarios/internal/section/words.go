package section

import "fmt"

// Words that several sections take.
const (
	WordAll    = "all"  // of nodes, links or rows
	WordNone   = "none" // no node, or no model
	WordOwn    = "own"  // something that the program defines, by its name
	FormatAuto = "auto" // the format that the name of the file implies
)

// Item is the path of an item of a list.
func Item(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
