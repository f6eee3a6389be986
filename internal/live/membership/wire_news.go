package membership

import "encoding/binary"

// newsMark separates the goodbyes in an exchange of the whole state from the news: as a length
// of 0, which no goodbye has.
var newsMark = []byte{0, 0}

// newsLimit bounds the news in an exchange of the whole state, in bytes.
const newsLimit = forgottenLimit*(2+headerSize+1+nameLimit) + recentEvents*(2+eventSize)

func appendLong(b, message []byte) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(message))), message...)
}

// cutNews separates the goodbyes from the news. It accepts any bytes.
func cutNews(b []byte) (goodbyes, news []byte) {
	for rest := b; len(rest) >= 2; {
		n := int(binary.BigEndian.Uint16(rest))
		switch {
		case n == 0:
			return b[:len(b)-len(rest)], rest[2:]
		case n > len(rest)-2:
			return b, nil
		}
		rest = rest[2+n:]
	}
	return b, nil
}
