// Package contacts reads, writes and makes traces of contacts: who was in contact
// with whom and when, with no word of where they were.
//
// It assumes that a contact is good both ways for as long as it lasts, and knows
// nothing of a node but its name. It never decides what a frame meets, and never
// invents a place.
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
// The delimiter is the first of semicolon, tab and comma that the first row has, and
// else blanks, where a dash is the end of what does not end. A first row is a header
// if the place of its start has no number; its columns are found by name: a, i, id1,
// node1, seer or from; b, j, id2, node2, seen or to; start, begin, t_start or
// t_first; end, stop, t_end or t_last. A header with one time, called time, t or
// timestamp, is that of sightings at instants (SocioPatterns: t i j). Others are ignored, and without a header those
// beyond the fourth: the files of Haggle (CRAWDAD cambridge/haggle: seer seen t_first
// t_last k gap) are such lists. Rows may stand in any order.
//
// Events (format one-contacts), the CONN events of The ONE, in the order of time:
//
//	12.5 CONN 3 7 up
//
// # Rules
//
//   - A contact is [start, end): at its end it is over. It belongs to the pair.
//   - Repeated, nested, overlapping and touching spans of a pair are one contact,
//     their union; a link does not go down where one span ends and another begins.
//   - One-sided sightings, of a by b and not of b by a: by default a contact is
//     wherever either saw the other; with [Both] it is only while both did.
//   - What is seen by scans is seen at instants: [Rules.Scan], if given, is how long
//     a sighting holds, and added to each end first.
//   - Then a span of no length is no contact; [Tally] counts those left out.
//   - A span without end lasts for ever, as in The ONE.
//   - Events are states of a pair, as The ONE takes them: an up of what is up and a
//     down of what is down change nothing, whichever of the two is named first. They
//     have no sides.
//   - Names become nodes 1…n in order, numbers in names by their value. Who is named
//     is a node, though all of its spans be empty.
//   - Times are the file's: 0 is its 0, see [Trace.After].
//
// Units: seconds, written to the nanosecond. Cost: n log n in spans; a contact takes
// 24 bytes, while it is read 24 for each row and 48 for each two events; a scenario of
// a million contacts, 17 MB of text, was checked in 1.2 s of one core and 185 MB.
//
// # A conference
//
// [Conference] makes the sightings of a day at a conference, see there.
//
// Deviations: rows of Haggle that have no length are not kept as contacts of
// length 0, since no frame could use them; with the grain of its scans, 120 s, they
// are contacts of 120 s. Its devices scan 120 s apart at phases of their own, so that
// the union of both sides begins up to a scan too late and ends up to a scan too late.
package contacts
