package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"bellwether/internal/study/tasks"
)

// cluster starts a number of servers and returns their URLs; a single server forms no cluster.
func cluster(t *testing.T, n int) (all []*server.Server, urls []string) {
	t.Helper()
	var routes []*url.URL // a server of a cluster wants to know all routes from the beginning
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		l.Close()
	}
	for i := range n {
		o := &server.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: filepath.Join(t.TempDir(), "store"), NoSigs: true, NoLog: true}
		if n > 1 {
			port, _ := strconv.Atoi(routes[i].Port())
			o.Cluster, o.Routes = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port}, routes
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		all = append(all, s)
	}
	for _, s := range all {
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("a server does not begin")
		}
		urls = append(urls, s.ClientURL())
	}
	for until := time.Now().Add(30 * time.Second); n > 1; time.Sleep(50 * time.Millisecond) {
		peers := 0
		for _, s := range all {
			if s.JetStreamIsLeader() {
				peers = len(s.JetStreamClusterPeers())
			}
		}
		if peers == n {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d peers of %d", peers, n)
		}
	}
	return all, urls
}

// A cluster of three keeps three copies of each message, however many of its servers a user
// names, so that one of them may die.
func TestOneServerOfThreeMayDie(t *testing.T) {
	t.Parallel()
	all, urls := cluster(t, 3)
	for n := 1; n <= 3; n++ {
		b := newBench(t, func(o *tasks.Serving) { o.Listen, o.Access.URLs = "", urls[:n] })
		if got := b.c.toDo.CachedInfo().Config.Replicas; got != 3 || b.heard("keeps each message") {
			t.Errorf("with %d URLs %d servers keep each message, want 3; said %q", n, got, b.said)
		}
		if n < 3 {
			b.close(true)
			continue
		}
		list := tasksOf(30)
		b.worker(t.Context(), "one", func(c context.Context, id string, spec json.RawMessage, f tasks.Fetched) ([]byte, error) {
			time.Sleep(20 * time.Millisecond)
			return handle(c, id, spec, f)
		}, func(o *tasks.Working) { o.Access.URLs = urls })
		b.seen = func(answers int) {
			if answers == 10 {
				leader := b.c.toDo.CachedInfo().Cluster.Leader
				for _, s := range all {
					if s.Name() == leader {
						s.Shutdown()
					}
				}
			}
		}
		answers, _ := b.run(t.Context(), list...)
		check(t, list, answers)
		b.close(true)
	}
}

// A user with fewer servers gets a warning about what the loss of one means.
func TestFewServersAreTold(t *testing.T) {
	t.Parallel()
	for n, says := range map[int]string{1: "one server keeps each message", 2: "two servers keep each message"} {
		_, urls := cluster(t, n)
		b := newBench(t, func(o *tasks.Serving) { o.Listen, o.Access.URLs = "", urls })
		if got := b.c.toDo.CachedInfo().Config.Replicas; got != n || !b.heard(says) {
			t.Errorf("of %d servers %d keep each message; said %s", n, got, strings.Join(b.said, "; "))
		}
		b.close(true)
	}
}
