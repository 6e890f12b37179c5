package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// From the first Ctrl-C on the next one has its ordinary meaning, for jobs that are slow to notice.
	context.AfterFunc(ctx, stop)
	os.Exit(execute(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}
