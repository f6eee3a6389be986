package text

import (
	"bytes"
	"strconv"
	"time"
)

// AppendTime writes seconds, to the nanosecond.
func AppendTime(b []byte, t time.Duration) []byte {
	b = strconv.AppendInt(b, int64(t/time.Second), 10)
	return appendFraction(b, uint64(t%time.Second), 9)
}

// AppendExact writes a number so that it reads back as the same number.
func AppendExact(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', -1, 64) }

// AppendDecimal writes a number with at most so many decimals.
func AppendDecimal(b []byte, x float64, decimals int) []byte {
	begin := len(b)
	b = strconv.AppendFloat(b, x, 'f', decimals, 64)
	b = bytes.TrimRight(b, "0")
	b = bytes.TrimSuffix(b, []byte("."))
	if string(b[begin:]) == "-0" {
		b = append(b[:begin], '0')
	}
	return b
}

// appendFraction writes a fraction of 10^-digits, without trailing zeros.
func appendFraction(b []byte, parts uint64, digits int) []byte {
	if parts == 0 {
		return b
	}
	whole := strconv.AppendUint(nil, parts, 10)
	b = append(b, '.')
	for range digits - len(whole) {
		b = append(b, '0')
	}
	return append(b, bytes.TrimRight(whole, "0")...)
}
