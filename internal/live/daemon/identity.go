package daemon

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/live/identity"
	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/secure"
	"bellwether/protocol"
)

// Names of files in the state directory.
const (
	identityFile  = "identity.key"
	knownKeysFile = "known-keys"
)

// InState is the setting of identity that stands for a key in the state directory.
const InState = "state"

// IdentityFile is the file of the agent's own key, "" without an identity.
func (s *Settings) IdentityFile() string {
	if s.Identity == InState {
		return filepath.Join(s.State, identityFile)
	}
	return s.Identity
}

// IdentityFile is the file of the key of an agent whose identity is in its state directory.
func (h Home) IdentityFile() (string, error) {
	h, err := h.resolve()
	return filepath.Join(h.State, identityFile), err
}

// checkIdentity refuses incomplete settings of the identity, and lists that cannot be read.
func (s *Settings) checkIdentity(doc *strictyaml.Document) {
	if s.Identity == "" {
		if s.KnownKeys != "" {
			doc.Fault("known_keys", "has no effect without identity")
		}
		return
	}
	if s.KeyFile == "" {
		doc.Fault("identity", "needs key_file: without encryption nothing binds a packet to an identity")
	}
	if s.KnownKeys != "" {
		if _, err := identity.Listed(s.KnownKeys); err != nil {
			doc.Fault("known_keys", "%s", errs.ForPeople(err))
		}
	}
}

// checkAdmission refuses an admission that nobody can check, and one that cannot be read.
func (s *Settings) checkAdmission(doc *strictyaml.Document) {
	if s.Admission == "" {
		return
	}
	switch {
	case s.Identity == "":
		doc.Fault("admission", "needs identity: a member is admitted by its key")
	case s.Operators == "":
		doc.Fault("admission", "needs operators, who admit members")
	case s.quorum() < 2:
		doc.Fault("admission", "has no effect without expect")
	}
	if _, err := s.admission(); err != nil {
		doc.Fault("admission", "%s", errs.ForPeople(err))
	}
}

// admission reads the operator's word for this agent; the zero Admission if there is none.
func (s *Settings) admission() (a keyring.Admission, err error) {
	if s.Admission == "" {
		return a, nil
	}
	text, err := os.ReadFile(s.Admission)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err == nil {
		a, err = keyring.ParseAdmission(text)
	}
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = ErrNoAdmission
	}
	if err != nil {
		return keyring.Admission{}, fmt.Errorf("%s: %w", s.Admission, err)
	}
	return a, nil
}

// ErrNoAdmission says that the file of an admission is there and has none, as a command that failed leaves it.
var ErrNoAdmission = errors.New("it is empty: \"bellwether live keys admit\" failed perhaps, while its output was written there; write it again, or remove the file from an agent that is a guest")

// identify opens the agent's identity and the keys of others, if it has one.
func (s *Settings) identify(id protocol.ID) (*membership.Identity, *identity.Known, error) {
	if s.Identity == "" {
		return nil, nil, nil
	}
	key, err := identity.Load(s.IdentityFile())
	if err != nil {
		return nil, nil, err
	}
	known, own, err := s.known(id, key)
	if err != nil {
		return nil, nil, err
	}
	return &membership.Identity{Key: key, Known: known.Has(own), Admit: known.Admit, Trust: func(name string, id protocol.ID, key secure.Peer) error {
		return known.Trust(identity.Entry{Name: name, ID: id, Key: identity.Key(key)})
	}}, known, nil
}

// known opens the known keys, which must not contradict the agent's own.
func (s *Settings) known(id protocol.ID, key ed25519.PrivateKey) (known *identity.Known, own identity.Entry, err error) {
	own = identity.Entry{Name: s.Name, ID: id, Key: identity.Public(key)}
	if s.KnownKeys == "" {
		known, err = identity.FirstUse(filepath.Join(s.State, knownKeysFile))
		return known, own, err
	}
	if known, err = identity.Listed(s.KnownKeys); err != nil {
		return nil, own, err
	}
	if err := known.Trust(own); err != nil {
		return nil, own, fmt.Errorf("this agent is not among the known keys, so the others would refuse it: %w: add the line %q", err, own)
	}
	return known, own, nil
}
