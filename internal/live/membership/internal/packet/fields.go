package packet

import "math"

// A form is how a value of a field is written.
type form int

const (
	formNothing form = iota
	formText
	formNumber
	formNegative
	formTruth // true or false
)

// A field is one of a message of memberlist.
type field struct {
	Name   string
	form   form
	Text   []byte // a part of the message
	Number uint64
	end    int // of the value, in the message
}

// FieldsOf returns the fields of a value that CheckValue has accepted.
func FieldsOf(b []byte) (all []field) {
	for f := range eachField(b) {
		all = append(all, f)
	}
	return all
}

// eachField goes through the fields of a value that CheckValue has accepted.
func eachField(b []byte) func(yield func(field) bool) {
	return func(yield func(field) bool) {
		v := parsed{b}
		fields := int(v.take(1)[0] & 0xF)
		if b[0] == 0xDE {
			fields = int(v.number(2))
		}
		for range fields {
			name := v.scalar()
			f := v.scalar()
			f.Name, f.end = string(name.Text), len(b)-len(v.b)
			if !yield(f) {
				return
			}
		}
	}
}

// parsed is what is left of a value that CheckValue has accepted.
type parsed struct{ b []byte }

func (v *parsed) take(n int) (b []byte) {
	b, v.b = v.b[:n:n], v.b[n:]
	return b
}

func (v *parsed) number(n int) (sum uint64) {
	for _, c := range v.take(n) {
		sum = sum<<8 | uint64(c)
	}
	return sum
}

// scalar reads a text or a number. It reads only the lengths and forms of value.scalar.
func (v *parsed) scalar() field {
	switch c := v.take(1)[0]; {
	case c < 0x80:
		return field{form: formNumber, Number: uint64(c)}
	case c >= 0xE0:
		return field{form: formNegative, Number: uint64(c)}
	case c == 0xC2, c == 0xC3:
		return field{form: formTruth, Number: uint64(c)}
	case c == 0xC0:
		return field{}
	case c >= 0xCC && c <= 0xCF:
		return field{form: formNumber, Number: v.number(1 << (c - 0xCC))}
	case c >= 0xD0 && c <= 0xD3:
		bytes := 1 << (c - 0xD0)
		f := field{form: formNumber, Number: v.number(bytes)}
		if f.Number>>(8*bytes-1) == 1 {
			f.form = formNegative
		}
		return f
	case c>>5 == 5:
		return field{form: formText, Text: v.take(int(c & 0x1F))}
	case c == 0xC4 || c == 0xD9:
		return field{form: formText, Text: v.take(int(v.number(1)))}
	default: // 0xC5, 0xDA
		return field{form: formText, Text: v.take(int(v.number(2)))}
	}
}

// Fits reports whether memberlist can decode a value: each field that it knows has the form that
// memberlist gives it, and each number is within the bounds of its type. It skips fields that it
// does not know, as memberlist does.
func Fits(b []byte) bool {
	for f := range eachField(b) {
		if !f.fits() {
			return false
		}
	}
	return true
}

func (f field) fits() bool {
	number := func(most uint64) bool { return f.form == formNumber && f.Number <= most }
	switch f.Name {
	case "SeqNo", "Incarnation":
		return f.form == formNothing || number(math.MaxUint32)
	case "Port", "SourcePort":
		return f.form == formNothing || number(math.MaxUint16)
	case "State":
		return f.form == formNothing || number(math.MaxUint8)
	case "Nodes", "UserStateLen":
		return f.form == formNothing || number(math.MaxInt64)
	case "Nack", "Join":
		return f.form == formNothing || f.form == formTruth
	case "Node", "Name", "From", "Addr", "Target", "Meta", "Vsn", "Payload", "SourceAddr", "SourceNode", "Error":
		return f.form == formNothing || f.form == formText
	}
	return true
}

// ForAnother reports whether a ping is for an agent of another name.
func ForAnother(ping []byte, name string) bool {
	for f := range eachField(ping) {
		if f.Name == "Node" && len(f.Text) > 0 && string(f.Text) != name {
			return true
		}
	}
	return false
}
