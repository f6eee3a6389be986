package queue

import (
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"bellwether/internal/study/tasks"
)

// Names within a NATS server. A job is one sweep, hunt or table; its name is a part of each
// subject, so that many share a cluster.
const (
	root       = "bellwether"
	taskStream = "_TASKS"
	ansStream  = "_ANSWERS"
	prefix     = "BELLWETHER_"
	workers    = "workers"     // the durable consumer of tasks, which all workers share
	collector  = "coordinator" // the durable consumer of answers
)

// Keys of the metadata of a stream of tasks.
const (
	metaBuild = "bellwether-build"
	metaName  = "bellwether-name"
	metaLease = "bellwether-lease"
	metaTries = "bellwether-tries"
)

// A job is known by its name.
type job string

func (j job) tasks() string            { return prefix + string(j) + taskStream }
func (j job) answers() string          { return prefix + string(j) + ansStream }
func (j job) bucket() string           { return prefix + string(j) }
func (j job) large() string            { return prefix + string(j) + "_LARGE" }
func (j job) subject(of string) string { return root + "." + string(j) + "." + of }
func (j job) task(id string) string    { return j.subject("task." + id) }
func (j job) answer(id string) string  { return j.subject("answer." + id) }

// Core subjects, which nothing stores.
func (j job) roll() string { return j.subject("roll") } // workers report that they are there
func (j job) end() string  { return j.subject("end") }  // the coordinator says that all is done

// statusOfAll is the subject on which every coordinator answers.
const statusOfAll = root + ".status"

// jobOf returns the job of a stream of tasks.
func jobOf(stream string) (job, bool) {
	name, ours := strings.CutPrefix(stream, prefix)
	name, is := strings.CutSuffix(name, taskStream)
	return job(name), ours && is
}

// Bounds. A task is some hundred bytes, a line of results a few kilobytes and at most 4 MB.
// Streams reserve their bounds, so a sweep takes this much of a shared cluster. A writer waits
// while a stream is full.
const (
	maxOrder     = 1 << 20   // of one task
	maxAnswer    = 64 << 20  // unpacked: a line and a trace
	inMessage    = 512 << 10 // of an answer; a greater one is an object
	maxContent   = 1 << 30   // of one content
	contentBytes = 8 << 30   // of all contents of a job
	taskBytes    = 64 << 20
	answerBytes  = 512 << 20
	largeBytes   = 1 << 30 // of all great answers that wait
	mostReplicas = 3
)

// configs are the streams of a job.
func (j job) configs(s *tasks.Serving, replicas int) []jetstream.StreamConfig {
	return []jetstream.StreamConfig{{
		Name: j.tasks(), Subjects: []string{j.task("*")}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		// The stream refuses a task that is queued already, so a coordinator may publish it
		// twice.
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
		MaxBytes: taskBytes, MaxMsgSize: maxOrder, Replicas: replicas, AllowDirect: true,
		Metadata: map[string]string{metaBuild: s.Program.Build.Name(), metaName: s.Name, metaLease: s.Lease.String(), metaTries: strconv.Itoa(s.Tries)},
	}, {
		Name: j.answers(), Subjects: []string{j.answer("*")}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		Discard: jetstream.DiscardNew, MaxBytes: answerBytes, MaxMsgSize: inMessage + 4096, Replicas: replicas,
	}}
}

// taskConsumer is the consumer that all workers share.
func taskConsumer(lease time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
	}
}

// answerConsumer is the coordinator's consumer. Answers that it neither acknowledges nor renews are
// delivered again after a lease.
func answerConsumer(lease time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: collector, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxDeliver: -1, MaxAckPending: mostUnkept,
	}
}

// mostUnkept bounds the answers that the coordinator holds and has not kept yet.
const mostUnkept = 256
