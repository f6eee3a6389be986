package table

import (
	"fmt"
	"slices"

	"bellwether/trace/measure"
)

// unmeasuredNotes returns notes on why a column has a dash in each row.
func unmeasuredNotes(r *measure.Report, columns []measure.Key) []string {
	var out []string
	for _, k := range columns {
		if why := r.NotMeasured[k.Name]; why != "" {
			out = append(out, fmt.Sprintf("%s: not measured, since %s", k.Title, why))
		}
	}
	return out
}

// muteNotes returns notes on a small airtime because radios could not send, and on messages
// that were not sent, if the table shows them.
func muteNotes(r *measure.Report, columns []measure.Key) []string {
	if !slices.ContainsFunc(columns, func(k measure.Key) bool { return slices.Contains(whenMute, k.Name) }) {
		return nil
	}
	switch one := []*measure.Report{r}; {
	case !mute(one) && fellBehind(one):
		return []string{"sent: of the messages that nodes said, what went on the air; the others waited for their radios or were lost there"}
	case !mute(one):
		return nil
	}
	return []string{"mute: nodes could not send for that share of their time, by a duty cycle or a full queue; " +
		"airtime is then what they were allowed, not what they wanted to say (messages), of which sent went on the air"}
}
