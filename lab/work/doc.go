// Package work plays the lab's jobs: here, or on any machine that joins.
//
// A [Player] turns a job into a result, a game or a fault. [Local] plays the jobs of a store with goroutines of this process; a [Coordinator] hands
// them out to workers elsewhere ([Join]) over NATS JetStream, which it embeds, and is the only one that writes to the store. Both come down
// to the same two steps, Player.Play and store.Commit, so that where a job was played cannot matter.
//
// A job of the coordinator's queue is acknowledged by its worker after the coordinator has answered that its result is on the disk. A worker that
// dies, or a coordinator that does, therefore loses nothing: the job is delivered again, and if its result had been kept after all,
// the second one must equal it.
package work
