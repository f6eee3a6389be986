package wire

import "encoding/binary"

// NewsMark separates the goodbyes in an exchange of the whole state from the news: as a length
// of 0, which no goodbye has.
var NewsMark = []byte{0, 0}

// NewsLimit bounds the news in an exchange of the whole state, in bytes.
const NewsLimit = ForgottenLimit*(2+HeaderSize+1+NameLimit) + RecentEvents*(2+eventSize)

func AppendLong(b, message []byte) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(message))), message...)
}

// CutNews separates the goodbyes from the news. It accepts any bytes.
func CutNews(b []byte) (goodbyes, news []byte) {
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
