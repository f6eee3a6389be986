// Package contacts reads, writes and makes traces of contacts: who was in contact with
// whom and when, without positions.
//
// It assumes that both nodes hear each other during a contact, and knows nothing of a node
// but its name. It never decides whether a frame arrives, and never invents a position.
//
// # What it reads
//
// A list of spans (format contacts), one sighting in a row:
//
//	a,b,start,end        a header, or none: then the columns are a, b, start, end
//	3,7,12.5,80          from 12.5 s on, and no longer at 80 s, 3 saw 7
//	7,p9,90,             from 90 s on, for good
//	# a comment
//
// The delimiter is the first of semicolon, tab and comma that the first row has, else
// blanks; with blanks, a dash is the end of a contact without end. The first row is a
// header if it has no number where the start should be. Columns of a header are found by
// name, see columns.go; it may be the comment above the first row. A duration may stand in place
// of the end. A header with a single time, see [text.Times], is that of sightings at instants, unless the
// first row has a word like up or down in a column like event: then rows begin and end contacts.
// Without a header, blanks or tabs between three whole numbers, alone or before words of groups,
// are SocioPatterns' t i j. A mapping names or counts the columns in any case. Other columns are
// ignored, which is told of instants and of flags, see [text.Flags], and without a header all after the fourth: the files of
// Haggle (CRAWDAD cambridge/haggle: seer seen t_first t_last k gap) are such lists. Rows may stand
// in any order.
//
// Events (format one-contacts), the CONN events of The ONE, in order of time:
//
//	12.5 CONN 3 7 up
//
// # Rules
//
//   - A contact is [start, end): at its end it is over. It belongs to the pair.
//   - Repeated, nested, overlapping and touching spans of a pair are one contact,
//     their union; a link does not go down where one span ends and another begins.
//   - Sightings have sides: a saw b, or b saw a. By default two nodes are in contact while
//     either saw the other; with [Both] only while both did.
//   - A scan sees only an instant. [Rules.Scan], if given, is how long a sighting holds;
//     it is added to each end before anything else.
//   - A span that still has no length is left out; [Tally] counts these.
//   - A span without end lasts for ever, as in The ONE.
//   - Events are states of a pair, as in The ONE: an up while the pair is up, or a down
//     while it is down, changes nothing, whichever of the two is named first. They have no
//     sides.
//   - Names become nodes 1…n in order, numbers in names by their value. A name in a row is
//     a node even if all of its spans are empty.
//   - Times are the file's, with the same 0; see [Trace.After].
//
// Units: seconds, written to the nanosecond. Cost: n log n in spans. A contact takes 24
// bytes; while the file is read, a row takes 24 and two events take 48. A scenario of a
// million contacts, 17 MB of text, was checked in 1.2 s of one core and 185 MB.
//
// # A conference
//
// [ConferenceOptions] describe the sightings of a day at a conference, which
// [WriteConference] writes.
//
// Deviations: rows of Haggle without length are not kept as contacts of length 0, since no
// frame could use them; with their scan interval of 120 s as Scan they are contacts of 120
// s. Haggle's devices scan every 120 s, each at its own phase, so the union of both sides
// begins and ends up to one scan too late.
package contacts
