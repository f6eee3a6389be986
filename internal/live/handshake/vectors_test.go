package handshake

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/flynn/noise"
)

// A vector is a handshake whose secrets are known, with each message that follows from them.
//
// The first is of cacophony (github.com/haskell-cryptography/cacophony, Unlicense), as snow has it in
// tests/vectors/cacophony.txt (github.com/mcginty/snow, Apache-2.0 or MIT). The second is of
// github.com/flynn/noise v1.1.0, vectors.txt (BSD-3-Clause). The third is what snow expects in
// tests/general.rs of XXpsk0: it gives the third message alone, which depends on all others.
var vectors = []struct {
	name, prologue, psk          string
	initStatic, respStatic       string // empty: NN
	initEphemeral, respEphemeral string
	hash                         string      // of the transcript; empty: not given
	messages                     [][2]string // payload, and message; an empty message is not given
}{
	{
		name: "cacophony NNpsk0", prologue: "4a6f686e2047616c74",
		psk:           "54686973206973206d7920417573747269616e20706572737065637469766521",
		initEphemeral: "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a",
		respEphemeral: "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b",
		hash:          "9f3b1f9afd7767767b5b9d1069844a6154fdbdcc36dfb3e31c0fffc5c973d530",
		messages: [][2]string{
			{"4c756477696720766f6e204d69736573", "ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79447c37a89fc17813788d30df2d59501d6066f5f8aecc3406bbd9829f2d24a531b1"},
			{"4d757272617920526f746862617264", "95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f1448088432f29d79368ef9de4e1ae7a362fb05bf0ad668e026bf5714554497b3a720461"},
			{"462e20412e20486179656b", "7c01e898a6201f36aecee532e29cd0b7f8ffa29d3366ad0dce39a6"},
			{"4361726c204d656e676572", "a9ff535aace3db6a1da1a7fb00fe2de2622bb373abad9fb42c00e0"},
			{"4a65616e2d426170746973746520536179", "6cfc49a3e65472edc2d0152abe5ce950170a8a47c959f30bd48b5f0aacf29adbfd"},
			{"457567656e2042f6686d20766f6e2042617765726b", "9bc86e6d974ed21ba04604a94aa68de21677eb409ead070c0cd569b069ee19ba142aa4c1a9"},
		},
	},
	{
		name: "flynn XXpsk0", prologue: "6e6f74736563726574",
		psk:           "2176657279736563726574766572797365637265747665727973656372657421",
		initStatic:    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		respStatic:    "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
		initEphemeral: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
		respEphemeral: "4142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f60",
		messages: [][2]string{
			{"746573745f6d73675f30", "358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd1662542dfece4dae76dc5ac85c1825d578f5381e8a6ca0ff8b782f9c86"},
			{"746573745f6d73675f31", "64b101b1d0be5a8704bd078f9895001fc03e8e9f9522f188dd128d9846d48466807dca8877a33959186ac0181ac963a7dd13a134ae4a2191da2bedd96911f7b103f1588855356691eb8e399bd3cfd5f486ae9e443b823f0d58ec04fb2ea6275da3194a478e2d24af9a23"},
			{"746573745f6d73675f32", "099fd29f5cad05f9d2c9be076d04e80a092e181fa13a4e844386e360defdca4e8223254ae6ec8e2f94404c1b2cfbf633637ea8dea2acb6fd2e6cf013d5bcd43885c658750a9d5af5c7ec"},
			{"79656c6c6f777375626d6172696e65", "99521768e8b75eae6d56db072601817fd0606206ca444b02f911562521e4fd"},
			{"7375626d6172696e6579656c6c6f77", "ab15274dff9f222379cd9feac0e4a82b7fb61fc0c79372dd9c07d283b1e765"},
		},
	},
	{
		name: "snow XXpsk0", prologue: "010203", psk: inc(4), initStatic: inc(0), respStatic: inc(1), initEphemeral: inc(32), respEphemeral: inc(33),
		messages: [][2]string{
			{"616263", ""}, {"64656667", ""},
			{"", "1b6d7cc3b13bd02217f9cdb98c50870db96281193dca4df570bf6230a603b686fd90d2914c7e797d9276ef8fb34b0c9d87faa048ce4bc7e7af21b6a450352275"},
		},
	},
}

// inc is snow's key of 32 bytes that count up from n.
func inc(n byte) string {
	b := make([]byte, 32)
	for i := range b {
		b[i] = n + byte(i)
	}
	return hex.EncodeToString(b)
}

func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// pairOf is the key pair whose private key is given.
func pairOf(t *testing.T, s string) noise.DHKey {
	t.Helper()
	k, err := noise.DH25519.GenerateKeypair(bytes.NewReader(bytesOf(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The library, in the configuration of this package, makes and reads the messages of other
// implementations of Noise; so do the ciphers that this package makes of its keys.
func TestTheVectorsOfNoise(t *testing.T) {
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			var ends [2]*noise.HandshakeState
			for i, ephemeral := range []string{v.initEphemeral, v.respEphemeral} {
				s := side(t, "", nil)
				if v.initStatic != "" {
					s.static = &static{pair: pairOf(t, []string{v.initStatic, v.respStatic}[i])}
				}
				c := s.config(&Key{psk: bytesOf(t, v.psk)}, nil)
				c.Prologue, c.Random, c.Initiator = bytesOf(t, v.prologue), bytes.NewReader(bytesOf(t, ephemeral)), i == 0
				var err error
				if ends[i], err = noise.NewHandshakeState(c); err != nil {
					t.Fatal(err)
				}
			}
			var out [2]Conversation
			begun := 0
			for i, m := range v.messages {
				payload, want := bytesOf(t, m[0]), bytesOf(t, m[1])
				if out[0].Out != nil { // data, the opener first: each direction counts its own
					from := (i - begun) % 2
					n := make([]byte, 12)
					n[11] = byte((i - begun) / 2)
					if got := out[from].Out.Seal(nil, n, payload, nil); !bytes.Equal(got, want) {
						t.Errorf("message %d is %x", i, got)
					}
					if got, err := out[1-from].In.Open(nil, n, want, nil); err != nil || !bytes.Equal(got, payload) {
						t.Errorf("message %d opens as %x, %v", i, got, err)
					}
					continue
				}
				got, there, back, err := ends[i%2].WriteMessage(nil, payload)
				if err != nil || len(want) > 0 && !bytes.Equal(got, want) {
					t.Fatalf("message %d is %x, %v", i, got, err)
				}
				if read, _, _, err := ends[1-i%2].ReadMessage(nil, got); err != nil || !bytes.Equal(read, payload) {
					t.Fatalf("message %d is read as %x, %v", i, read, err)
				}
				if there != nil {
					out[0], begun = split(there, back), i+1
					out[1] = out[0].opposed()
				}
			}
			if v.hash != "" && !bytes.Equal(ends[0].ChannelBinding(), bytesOf(t, v.hash)) {
				t.Errorf("the transcript's hash is %x", ends[0].ChannelBinding())
			}
			if out[0].Out == nil {
				t.Error("the handshake did not end")
			}
		})
	}
}
