// Package filelock keeps a file that grows to one writer at a time. Two programs that append to one file write into each other's records, and each
// cuts off as torn what the other is about to finish.
//
//	f, err := filelock.Open(path) // *BusyError where another writer has it
//	err = f.Close()               // and the next may have it
//
// Readers need no lock: what they may find at the end is a record that is not whole yet, which every reader here knows.
package filelock
