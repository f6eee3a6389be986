package rejoin

import (
	"fmt"
	"strings"

	"bellwether/internal/live/membership/internal/packet"
)

// causes translate memberlist's errors for an operator.
var causes = []struct{ part, plain string }{
	{packet.ErrSealed.Error(), "it has a key and we have none"},
	{"EOF", "it closed the stream: of another cluster (label), with another key, or no agent"},
	{"connection reset", "it closed the stream: of another cluster (label), with another key, or no agent"},
}

// explain adds the translation. It takes one error out of memberlist's list, which prints
// over several lines.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if list, ok := err.(interface{ WrappedErrors() []error }); ok && len(list.WrappedErrors()) > 0 {
		err = list.WrappedErrors()[len(list.WrappedErrors())-1]
	}
	for _, c := range causes {
		if strings.Contains(err.Error(), c.part) {
			return fmt.Errorf("%s: %w", c.plain, err)
		}
	}
	return err
}
