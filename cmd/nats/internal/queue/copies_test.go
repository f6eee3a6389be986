package queue

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// cluster starts a number of servers and returns their URLs; a single server forms no cluster.
func cluster(t *testing.T, n int) (all []*server.Server, urls []string) {
	t.Helper()
	var routes []*url.URL // a server of a cluster wants to know all routes from the beginning
	for range n {
		routes = append(routes, &url.URL{Scheme: "nats", Host: freeAddress(t)})
	}
	for i := range n {
		o := &server.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: filepath.Join(t.TempDir(), "store"), JetStreamMaxStore: 16 * largeBytes, NoSigs: true, NoLog: true}
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
		if !s.ReadyForConnections(clusterPatience) {
			t.Fatal("a server does not begin")
		}
		urls = append(urls, s.ClientURL())
	}
	if n > 1 {
		keepsCopies(t, urls[0], n)
	}
	return all, urls
}

// clusterPatience is how long a step of a cluster may take. On an idle machine its servers elect a
// leader in a second or in nine; on a busy one votes come too late, and they begin again.
const clusterPatience = 3 * time.Minute

// freeAddress returns an address that nobody listens at, with a port below the ports that the system
// gives to a program that asks for any port: tests beside this one cannot take it meanwhile.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 15_000+rand.IntN(15_000)))
		if err != nil {
			continue
		}
		defer l.Close()
		return l.Addr().String()
	}
	t.Fatal("there is no free port")
	return ""
}

// keepsCopies waits until the cluster has a leader that knows n servers which can keep a copy: until
// it makes a stream of n copies.
func keepsCopies(t *testing.T, at string, n int) {
	t.Helper()
	nc, err := nats.Connect(at)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	const name = "ready"
	for until := time.Now().Add(clusterPatience); ; time.Sleep(100 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: name, Replicas: n, Storage: jetstream.MemoryStorage})
		if err == nil {
			err = js.DeleteStream(ctx, name)
		}
		cancel()
		if err == nil {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("the cluster keeps no %d copies: %v", n, err)
		}
	}
}

// A cluster of three keeps three copies of each message, however many of its servers a user
// names, so that one of them may die.
func TestOneServerOfThreeMayDie(t *testing.T) {
	t.Parallel()
	all, urls := cluster(t, 3)
	for n := 1; n <= 3; n++ {
		b := newBench(t, func(o *tasks.Serving) { o.Listen, o.Access.URLs, o.Patience = "", urls[:n], clusterPatience })
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
		}, func(o *tasks.Working) { o.Access.URLs, o.Patience = urls, clusterPatience })
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
		b := newBench(t, func(o *tasks.Serving) { o.Listen, o.Access.URLs, o.Patience = "", urls, clusterPatience })
		if got := b.c.toDo.CachedInfo().Config.Replicas; got != n || !b.heard(says) {
			t.Errorf("of %d servers %d keep each message; said %s", n, got, strings.Join(b.said, "; "))
		}
		b.close(false) // with the servers all goes away
	}
}
