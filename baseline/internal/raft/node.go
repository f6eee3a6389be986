package raft

import (
	"encoding/binary"
	"fmt"

	library "go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"bellwether/protocol"
)

// A durable is what a node must not forget: its term and its vote.
type durable struct {
	term uint32
	vote protocol.ID
}

const durableBytes = 8

func (d durable) bytes() []byte {
	return protocol.AppendID(binary.BigEndian.AppendUint32(nil, d.term), d.vote)
}

// remember decodes what was saved; anything else counts as lost.
func remember(saved []byte) durable {
	if len(saved) != durableBytes {
		return durable{}
	}
	return durable{binary.BigEndian.Uint32(saved), protocol.ID(binary.BigEndian.Uint32(saved[4:]))}
}

// begins is index and term of the entry that all logs have, and thus the first term: 1 where a
// log must be able to be older (see [machine.stepAs]); 0 for an empty log.
func (votes electorate) begins() uint64 {
	if votes == nobodyWorse {
		return 1
	}
	return 0
}

// A storage gives the library its roster and what was saved; its log has no other entry at
// each boot.
type storage struct {
	*library.MemoryStorage
	kept   durable
	voters []uint64
	begins uint64
}

// InitialState is term, vote and roster.
func (s storage) InitialState() (*pb.HardState, *pb.ConfState, error) {
	return &pb.HardState{Term: new(uint64(s.kept.term)), Vote: new(uint64(s.kept.vote)), Commit: new(s.begins)},
		&pb.ConfState{Voters: s.voters}, nil
}

// open makes a follower of the library with an empty log.
func (m *machine) open(self protocol.ID, kept durable) {
	m.store = storage{library.NewMemoryStorage(), kept, m.voters, m.votes.begins()}
	if first := m.store.begins; first > 0 {
		_ = m.store.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{
			Index: &first, Term: &first, ConfState: &pb.ConfState{Voters: m.voters},
		}}) // in memory, and the first: it cannot fail
	}
	node, err := library.NewRawNode(&library.Config{
		ID: uint64(self), Storage: m.store, Logger: silent{},
		HeartbeatTick: 1, ElectionTick: m.misses,
		PreVote: true, CheckQuorum: true, DisableProposalForwarding: true,
		MaxSizePerMsg: 1 << 10, MaxInflightMsgs: 1,
	})
	if err != nil {
		panic(fmt.Sprintf("raft: %v", err)) // the configuration is ours, and constant
	}
	m.node = node
}

// silent is a logger without output. A panic of the library is a fault of this package.
type silent struct{}

func (silent) Debug(...any)            {}
func (silent) Debugf(string, ...any)   {}
func (silent) Info(...any)             {}
func (silent) Infof(string, ...any)    {}
func (silent) Warning(...any)          {}
func (silent) Warningf(string, ...any) {}
func (silent) Error(...any)            {}
func (silent) Errorf(string, ...any)   {}

func (silent) Fatal(v ...any)                 { panic(fmt.Sprint(v...)) }
func (silent) Fatalf(format string, v ...any) { panic(fmt.Sprintf(format, v...)) }
func (silent) Panic(v ...any)                 { panic(fmt.Sprint(v...)) }
func (silent) Panicf(format string, v ...any) { panic(fmt.Sprintf(format, v...)) }
