package handshake

import "testing"

// BenchmarkHandshake is both sides of a handshake, without the network.
func BenchmarkHandshake(b *testing.B) {
	for name, of := range sides(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := talk(of, [2]*Key{group, group}, honest); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
