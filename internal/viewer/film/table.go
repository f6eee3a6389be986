package film

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"bellwether/trace"
)

// A column is one field of all records of a table.
type column int

// The columns, in the order in which they are written: wide ones first, so that each begins
// at a multiple of its width.
const (
	colAt    column = iota // float64, nanoseconds: exact for 104 days
	colValue               // float64
	colX                   // float32, like the three that follow
	colY
	colVX
	colVY
	colNode // uint32, like those that follow to text
	colPeer
	colFrame  // of a timer: how many ns it waited
	colNumber // of the computation
	colSource // of the computation
	colBytes  // of a timer: how often it waited 2^32 ns more than colFrame
	colText   // of the table's texts, from 1; 0 is no text
	colPast   // of a scene: how many records of pages stand before it in the trace
	colKind   // uint8, like those that follow
	colWhy
	colMessage
	colClass
	columns
)

// A table is records in columns. A column without a value other than 0 is not written.
type table struct {
	count int
	data  [columns][]byte
	used  [columns]bool
	texts []string
	index map[string]uint32
}

// add appends a record; text is its name or its content, "" for none, past as colPast.
func (t *table) add(r *trace.Record, text string, past uint32) {
	t.count++
	t.float(colAt, float64(r.At))
	t.float(colValue, float64(r.Value))
	for i, x := range [...]float64{r.X, r.Y, r.VX, r.VY} {
		t.word(colX+column(i), math.Float32bits(float32(x)))
	}
	t.word(colNode, uint32(r.Node))
	t.word(colPeer, uint32(r.Peer))
	t.word(colFrame, uint32(r.Frame))
	t.word(colNumber, r.Computation.Num)
	t.word(colSource, uint32(r.Computation.Source))
	if r.Kind == trace.Timer {
		t.word(colBytes, uint32(r.Frame>>32))
	} else {
		t.word(colBytes, uint32(r.Bytes))
	}
	t.word(colText, t.text(text))
	t.word(colPast, past)
	t.octet(colKind, byte(r.Kind))
	t.octet(colWhy, byte(r.Why))
	t.octet(colMessage, byte(r.Message))
	t.octet(colClass, byte(r.Class))
}

func (t *table) float(c column, x float64) {
	t.data[c] = binary.LittleEndian.AppendUint64(t.data[c], math.Float64bits(x))
	t.used[c] = t.used[c] || x != 0
}

func (t *table) word(c column, x uint32) {
	t.data[c] = binary.LittleEndian.AppendUint32(t.data[c], x)
	t.used[c] = t.used[c] || x != 0
}

func (t *table) octet(c column, x byte) {
	t.data[c] = append(t.data[c], x)
	t.used[c] = t.used[c] || x != 0
}

func (t *table) text(s string) uint32 {
	if s == "" {
		return 0
	}
	if n, known := t.index[s]; known {
		return n
	}
	if t.index == nil {
		t.index = map[string]uint32{}
	}
	t.texts = append(t.texts, s)
	n := uint32(len(t.texts))
	t.index[s] = n
	return n
}

// bytes returns the table as the viewer reads it: the number of records and a bit for each
// column that is there, little-endian; those columns, each filled up to a multiple of 8; and the
// texts as a JSON array, to the end.
func (t *table) bytes() []byte {
	var mask uint32
	out := binary.LittleEndian.AppendUint32(nil, uint32(t.count))
	out = append(out, 0, 0, 0, 0)
	for c, data := range t.data {
		if !t.used[c] {
			continue
		}
		mask |= 1 << c
		out = append(out, data...)
		for len(out)%8 != 0 {
			out = append(out, 0)
		}
	}
	binary.LittleEndian.PutUint32(out[4:], mask)
	if len(t.texts) == 0 {
		return append(out, "[]"...)
	}
	texts, err := json.Marshal(t.texts)
	if err != nil {
		panic("film: texts cannot be written: " + err.Error())
	}
	return append(out, texts...)
}

// clear empties the table for the next page.
func (t *table) clear() {
	t.count, t.used, t.texts, t.index = 0, [columns]bool{}, t.texts[:0], nil
	for c := range t.data {
		t.data[c] = t.data[c][:0]
	}
}
