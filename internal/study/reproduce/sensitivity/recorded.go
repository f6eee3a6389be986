package sensitivity

import (
	"bytes"
	"fmt"

	"bellwether/internal/study/reproduce"
)

// Recorded returns the recorded study of a kind. Its tables are made from its values, as for a
// new study.
func Recorded(k Kind) (*Study, error) {
	text, has := reproduce.RecordedStudy(string(k))
	if !has {
		return nil, fmt.Errorf("unknowns: no study %q is recorded: leave out --recorded to make it", string(k))
	}
	return readJSON(bytes.NewReader(text))
}
