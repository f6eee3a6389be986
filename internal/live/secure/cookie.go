package secure

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"time"

	"bellwether/internal/live/handshake"
)

// Cookies keep a flood of hellos from delaying genuine ones: reading a hello of version 2 takes
// hashes and a decryption, and an authentic one Diffie-Hellman. In quiet times each hello is read.
// Beyond that the agent answers with a cookie, which only somebody at the source address gets, and reads
// hellos that return it. A cookie depends on the address and on a secret of two minutes, so nothing
// is stored. It is encrypted under the group key, bound to the hello, and shorter. The idea is
// WireGuard's (§5.4.7 of its paper).

// Budgets of a second.
const (
	calmEach, calmTotal = 128, 256 // hellos that are read without a cookie
	// Cookies sent: 25 ms of processor time. Beyond them a flood delays first contacts. Those for one source
	// are half of them: a flood in the name of an agent must not delay that agent, nor one source all.
	cookiesEach, cookiesTotal = 4096, 8192
	cookieLife                = 2 * time.Minute // of a secret; the former one still counts
)

const (
	proofLength = handshake.Trailer // of a hello: its code under the cookie
	cookieHead  = markBytes + tagBytes + saltBytes
	cookieSize  = cookieHead + proofLength + tagBytes
)

// A guard decides which hellos of version 2 are read. The reading goroutine alone uses it.
type guard struct {
	calm, proven, sent budget
	secrets            [2][]byte // the present one, and the former
	changed            time.Time
}

func newGuard() guard {
	return guard{calm: budget{total: calmTotal, each: calmEach}, proven: budget{total: hellosTotal, each: hellosEach},
		sent: budget{total: cookiesTotal, each: cookiesEach}}
}

// admits reports whether a hello is to be read. The hello that is not gets a cookie, or nil.
func (g *guard) admits(group *groupKey, hello []byte, from netip.AddrPort) (admitted bool, cookie []byte) {
	now := time.Now()
	if g.calm.take(from.Addr(), now) {
		return true, nil
	}
	if now.Sub(g.changed) >= cookieLife {
		g.secrets[1], g.secrets[0] = g.secrets[0], random(32)
		if now.Sub(g.changed) >= 2*cookieLife {
			g.secrets[1] = nil
		}
		g.changed = now
	}
	body, proof := hello[:len(hello)-proofLength], hello[len(hello)-proofLength:]
	for _, secret := range g.secrets {
		if secret != nil && hmac.Equal(proof, code(code(secret, []byte(from.String())), body)) {
			return g.proven.take(from.Addr(), now), nil
		}
	}
	if from.Port() == 0 || !g.sent.take(from.Addr(), now) {
		return false, nil
	}
	return false, group.cookie(body, code(g.secrets[0], []byte(from.String())))
}

// code is a short HMAC.
func code(key, m []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(m)
	return h.Sum(nil)[:proofLength]
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return b
}

// cookie is the message that gives a cookie to the sender of a hello.
func (k *groupKey) cookie(hello, cookie []byte) []byte {
	m := append(make([]byte, 0, cookieSize), magic, version2<<4|kindCookie)
	m = append(append(m, hello[len(hello)-tagBytes:]...), random(saltBytes)...)
	aead := gcm(k.noise.Derive("cookie " + string(m[markBytes+tagBytes:])))
	return aead.Seal(m, make([]byte, aead.NonceSize()), cookie, m)
}

// onCookie sends a hello again with the cookie that the other side asks for. It is looked for where
// the hello was sent.
func (t *Transport) onCookie(m []byte, from netip.AddrPort) {
	t.mu.Lock()
	r := t.table.routes[from]
	if r == nil || r.greeting == nil || !r.greeting.takesCookie(m) {
		t.mu.Unlock()
		t.o.Refused(Unproven, from)
		return
	}
	to, hello := r.greeting.to, r.greeting.hello
	t.mu.Unlock()
	t.send(to, hello)
}

// takesCookie puts the code of a cookie into the hello of a greeting. It reports false if the cookie
// is not for this hello or was not made by a holder of the key, or if it is the one that the hello has.
func (p *pair) takesCookie(m []byte) bool {
	if p.version != version2 || p.stage != greeting {
		return false
	}
	body := p.hello[:len(p.hello)-proofLength]
	if !hmac.Equal(m[markBytes:markBytes+tagBytes], body[len(body)-tagBytes:]) {
		return false
	}
	aead := gcm(p.group.noise.Derive("cookie " + string(m[markBytes+tagBytes:cookieHead])))
	cookie, err := aead.Open(nil, make([]byte, aead.NonceSize()), m[cookieHead:], m[:cookieHead])
	if err != nil {
		return false
	}
	proof := code(cookie, body)
	if hmac.Equal(proof, p.hello[len(body):]) {
		return false
	}
	p.hello = append(body[:len(body):len(body)], proof...)
	return true
}
