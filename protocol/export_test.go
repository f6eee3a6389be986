package protocol

// The errors of a message that is cut off, is followed by more, or is of no known kind.
var (
	ErrShort    = errShort
	ErrTrailing = errTrailing
	ErrKind     = errKind
)
