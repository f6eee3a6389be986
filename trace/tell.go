package trace

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
)

// tell describes a record in words: which nodes, and what they did.
func tell(l *Line) (actors, action string) {
	r := &l.Record
	node := r.Node.String()
	with := func(sign string) string { return fmt.Sprintf("%v %s %s", r.Node, sign, whom(r.Peer)) }
	switch r.Kind {
	case Send:
		return with("→"), speech(l)
	case Receive:
		return with("←"), speech(l)
	case Lost:
		return with("✗"), speech(l) + " " + loss(r.Why)
	case Transmit:
		return with("⇢"), fmt.Sprintf("frame %d, %s, try %d, %d bytes", r.Frame, r.Why, r.Value, r.Bytes)
	case Held:
		return with("⇢"), fmt.Sprintf("frame %d HELD BACK for %.3fs by the duty cycle", r.Frame, time.Duration(r.Value).Seconds())
	case Mute:
		return node, fmt.Sprintf("could send nothing from %.3fs to %.3fs%s", protocol.Time(r.Frame).Seconds(), protocol.Time(r.Value).Seconds(), because(r.Why))
	case LinkUp:
		return with("—"), "in reach"
	case LinkDown:
		return with("—"), "out of reach"
	case Boot:
		if r.Value > 1 {
			return node, fmt.Sprintf("boots again, incarnation %d", r.Value)
		}
		return node, "boots"
	case Crash:
		return node, "CRASHES" + because(r.Why)
	case Absent:
		return node, "ABSENT" + because(r.Why)
	case Fault:
		if r.Node == protocol.Nobody {
			node = "world"
		}
		chosen := ""
		if r.Why == WhyOwn {
			chosen = " (its target depends on the algorithm)"
		}
		return node, fmt.Sprintf("FAULT %d: %s%s", r.Value, strings.ToUpper(r.Name), chosen)
	case Strike, Over, Region, Group, Affected, Intervened:
		if r.Node == protocol.Nobody {
			node = "world"
		}
		return node, strikeOf(r)
	case Sample:
		return "world", fmt.Sprintf("sample of %d nodes", r.Value)
	case Truth:
		return "world", truthOf(r)
	case End:
		return "world", "the run ends"
	}
	return node, actionOf(r)
}

// actionOf describes what a node did without another node.
func actionOf(r *Record) string {
	switch r.Kind {
	case Electing:
		return "in election" + index(r.Computation)
	case Elected:
		switch {
		case r.Frame != 0:
			return fmt.Sprintf("knows no leader: %d is elected and not eligible%s", r.Frame, index(r.Computation))
		case r.Peer == protocol.Nobody:
			return "knows no leader" + index(r.Computation)
		}
		return fmt.Sprintf("elected %v%s", r.Peer, index(r.Computation))
	case Suspect:
		return fmt.Sprintf("suspects %v", r.Peer)
	case Trust:
		return fmt.Sprintf("trusts %v again", r.Peer)
	case NeighbourUp:
		return fmt.Sprintf("meets %v", r.Peer)
	case NeighbourDown:
		return fmt.Sprintf("parts from %v", r.Peer)
	case Named:
		return fmt.Sprintf("knows %v by the name of %s", r.Peer, r.Name)
	case Timer:
		return fmt.Sprintf("timer %d fires", r.Value)
	case Move:
		return fmt.Sprintf("moves from (%.1f, %.1f) m at (%.2f, %.2f) m/s until %.3fs",
			r.X, r.Y, r.VX, r.VY, protocol.Time(r.Value).Seconds())
	case Altitude:
		return fmt.Sprintf("is %.1f m above the ground and climbs at %.2f m/s until %.3fs", r.X, r.VX, protocol.Time(r.Value).Seconds())
	case Capability:
		if !eligibility.May(r.Value) {
			return fmt.Sprintf("is NOT ELIGIBLE: %s; it would offer %d", cmp.Or(r.Name, "it breaks a rule"), eligibility.Offered(r.Value))
		}
		return fmt.Sprintf("can offer %d", r.Value)
	case Component:
		return fmt.Sprintf("is in the component of %v", r.Peer)
	case State:
		return fmt.Sprintf("%s = %d", r.Name, r.Value)
	case Spent:
		return fmt.Sprintf("%s messages have cost %.3f J above idle", r.Class, r.X)
	case Energy:
		left := ""
		if r.Value >= 0 {
			left = fmt.Sprintf(", %.3f J left", float64(r.Value)/1e6)
		}
		return fmt.Sprintf("has spent %.3f J, %.3f J above idle%s", r.X, r.Y, left)
	}
	return r.Kind.String()
}

// truthOf describes how components are known.
func truthOf(r *Record) string {
	switch every := time.Duration(r.Value); r.Name {
	case TruthExamined:
		return fmt.Sprintf("components are examined each %v", every)
	case TruthDrawn:
		return fmt.Sprintf("components are seen at one instant in each %v", every)
	}
	return "components are exact"
}

// strikeOf describes a record of a strike.
func strikeOf(r *Record) string {
	switch r.Kind {
	case Over:
		return strings.ToUpper(r.Name) + " IS OVER"
	case Region:
		if r.Name == "circle" {
			return fmt.Sprintf("strike %d is in a circle of %g m about (%g, %g) m", r.Frame, r.VX/2, r.X, r.Y)
		}
		return fmt.Sprintf("strike %d is in the rectangle of %g m by %g m from (%g, %g) m on", r.Frame, r.VX, r.VY, r.X, r.Y)
	case Group:
		return fmt.Sprintf("is in group %d of strike %d", r.Value, r.Frame)
	case Intervened:
		return interventionOf(r)
	case Affected:
		return fmt.Sprintf("strike %d concerns frames between %v and %v", r.Frame, r.Node, r.Peer)
	}
	if r.Value < 0 {
		return fmt.Sprintf("strike %d, %s, for good", r.Frame, r.Name)
	}
	return fmt.Sprintf("strike %d, %s, until %.3fs", r.Frame, r.Name, protocol.Time(r.Value).Seconds())
}

// interventionOf describes what an intervention changed.
func interventionOf(r *Record) string {
	text := fmt.Sprintf("INTERVENTION %d: %s", r.Value, strings.ToUpper(r.Name))
	switch {
	case r.Peer != protocol.Nobody && r.Frame != 0:
		text += fmt.Sprintf(", with %v, frame %d", r.Peer, r.Frame)
	case r.Peer != protocol.Nobody:
		text += fmt.Sprintf(", with %v", r.Peer)
	case r.Frame != 0:
		text += fmt.Sprintf(", strike %d", r.Frame)
	}
	return text
}

func whom(id protocol.ID) string {
	if id == protocol.Nobody {
		return "all"
	}
	return id.String()
}

func because(why Why) string {
	if why == NoReason {
		return ""
	}
	return " (" + why.String() + ")"
}

func loss(why Why) string {
	switch why {
	case WhyRetries, WhyQueue, WhyNoRoute, WhyAccess, WhyDuty:
		return "GIVEN UP" + because(why)
	case WhyDuplicate:
		return "heard before"
	}
	return "LOST" + because(why)
}

// index writes a computation after a word; algorithms without computations have none.
func index(c protocol.Computation) string {
	if c == (protocol.Computation{}) {
		return ""
	}
	return " " + c.String()
}

// speech is a message's name and its content.
func speech(l *Line) string {
	said := describe(l.Content, 0)
	if said == "" {
		return l.Message
	}
	return l.Message + " " + said
}

// describe lists the fields of a message's content in one line: its computation as
// the papers write it, capabilities as the node and its offer, flags if they
// are set, an enveloped message in brackets. Fields that nest deeper than envelopes
// are left out.
func describe(content json.RawMessage, depth int) string {
	var words []string
	indexed := false // the computation of the message has been written
	var value struct {
		Num, Source, ID *uint32
		Value           *int64
		Message         *string
	}
	if depth > maxContentDepth {
		return "…"
	}
	err := object(content, func(key string, field json.RawMessage) error {
		value.Num, value.Source, value.ID, value.Value, value.Message = nil, nil, nil, nil, nil
		isObject := bytes.HasPrefix(field, []byte("{")) && json.Unmarshal(field, &value) == nil
		switch {
		case bytes.Equal(field, []byte("null")):
			return nil
		case isObject && value.Num != nil && value.Source != nil:
			c := protocol.Computation{Num: *value.Num, Source: protocol.ID(*value.Source)}
			if indexed {
				words = append(words, key)
			}
			words, indexed = append(words, c.String()), true
		case isObject && value.ID != nil && value.Value != nil:
			offer := strconv.FormatInt(*value.Value, 10)
			if !eligibility.May(*value.Value) {
				offer = "not eligible"
			}
			words = append(words, fmt.Sprintf("%s %v (%s)", key, protocol.ID(*value.ID), offer))
		case isObject && value.Message != nil:
			words = append(words, envelope(field, depth+1))
		case string(field) == "true":
			words = append(words, key)
		case string(field) == "false": // a flag that is not set
		case key != "message":
			words = append(words, key+" "+plain(field))
		}
		return nil
	})
	if err != nil {
		return ""
	}
	return strings.Join(words, " ")
}

// envelope is a message within another.
func envelope(field json.RawMessage, depth int) string {
	var inner struct{ Message string }
	if json.Unmarshal(field, &inner) != nil {
		return ""
	}
	return "[" + strings.TrimSpace(inner.Message+" "+describe(field, depth)) + "]"
}

// maxPlain bounds what is shown of a field of no known form, such as a list of
// a thousand members.
const maxPlain = 100

// unquoted leaves JSON's quotes and commas out. It is made once, since making it takes longer than
// replacing in a field.
var unquoted = strings.NewReplacer(`"`, "", ",", " ")

// plain is a value without JSON's quotes and commas.
func plain(field json.RawMessage) string {
	text := []rune(unquoted.Replace(string(field)))
	if len(text) > maxPlain {
		return string(text[:maxPlain]) + "…"
	}
	return string(text)
}
