package pcapng

import "encoding/binary"

// Block types and options (draft-ietf-opsawg-pcapng-03).
const (
	sectionHeader   = 0x0A0D0D0A // §4.1
	interfaceBlock  = 1          // §4.2
	enhancedPacket  = 6          // §4.3
	byteOrderMagic  = 0x1A2B3C4D
	optionEnd       = 0
	optionComment   = 1
	optionName      = 2 // if_name
	optionAbout     = 3 // if_description
	optionFlags     = 2 // epb_flags
	optionResolved  = 9 // if_tsresol
	optionProgram   = 4 // shb_userappl
	nanoseconds     = 9 // 10^-9
	flagInbound     = 1
	flagOutbound    = 2
	flagChecksum    = 1 << 24
	linkUser0       = 147
	maxOption       = 1 << 12 // bytes: of texts that come from a trace
	unknownLength   = ^uint64(0)
	paddingMultiple = 4
)

// A block is being written; numbers are little-endian, as in most captures.
type block []byte

// begin begins a block of a type; its length is not known yet.
func begin(b block, kind uint32) block {
	return b.u32(kind).u32(0)
}

func (b block) u16(x uint16) block { return binary.LittleEndian.AppendUint16(b, x) }
func (b block) u32(x uint32) block { return binary.LittleEndian.AppendUint32(b, x) }
func (b block) u64(x uint64) block { return binary.LittleEndian.AppendUint64(b, x) }

// padded appends data and the zeros behind it.
func (b block) padded(data []byte) block {
	b = append(b, data...)
	for n := len(data); n%paddingMultiple != 0; n++ {
		b = append(b, 0)
	}
	return b
}

// option appends an option, which is left out if it is empty.
func (b block) option(code uint16, value []byte) block {
	if len(value) == 0 {
		return b
	}
	value = value[:min(len(value), maxOption)]
	return b.u16(code).u16(uint16(len(value))).padded(value)
}

// end ends the options and the block.
func (b block) end() block {
	b = b.u16(optionEnd).u16(0)
	length := uint32(len(b) + 4) // with the length that stands at the end, too
	binary.LittleEndian.PutUint32(b[4:], length)
	return b.u32(length)
}
