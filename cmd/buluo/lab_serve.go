package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"buluo/lab"
	"buluo/lab/report"
	"buluo/lab/store"
	"buluo/lab/work"
)

// tokenVariable is where the token may stand instead of on the command line, which other users of the machine can read.
const tokenVariable = "BULUO_TOKEN"

// newLabServeCmd returns `buluo lab serve`.
func newLabServeCmd() *cobra.Command {
	var job labJob
	var o work.ServeOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Hand out the games of a run to workers on any machine, and keep what comes back",
		Long: `Plans the same games as buluo lab run and hands them out to workers that join with buluo lab work, on this machine or others. This command alone
writes to the store. It may be killed and started again at any moment; workers wait for it and go on. When every game is played it prints the
tables and ends, and the workers with it.

The jobs stand in a queue of NATS JetStream, which is part of this program and keeps its files beside the store; --cluster uses another one. A
job whose worker is silent for half a minute goes to another. The first Ctrl-C hands out nothing more and waits for what is under way.`,
		Example: `  buluo lab serve --listen 0.0.0.0:4222 --budgets 150k,200k,300k,500k
  buluo lab serve --listen 127.0.0.1:4222 --token secret --threads 2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return job.serve(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	job.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "serve at this address; 0.0.0.0 is every address of the machine")
	f.StringVar(&o.Token, "token", "", "the word that workers must know (default from "+tokenVariable+", else one is made up)")
	f.StringVar(&o.Cluster, "cluster", "", "use the NATS with JetStream at this URL in place of our own")
	f.StringVar(&o.Queue, "queue", "lab", "the name of the queue, where several runs share a cluster")
	f.DurationVar(&o.AckWait, "silence", 30*time.Second, "a worker's silence after which its game goes to another")
	f.IntVar(&job.config.Workers, "threads", 0, "games at once on this machine too")
	return cmd
}

// serve hands out and prints.
func (j *labJob) serve(ctx context.Context, out, log io.Writer, o work.ServeOptions) error {
	if err := j.read(ctx); err != nil {
		return usageError{err}
	}
	if o.AckWait < 100*time.Millisecond {
		return usagef("--silence %v is out of range; a tenth of a second or more would do", o.AckWait)
	}
	if o.Token == "" {
		if o.Token = os.Getenv(tokenVariable); o.Token == "" && o.Cluster == "" {
			o.Token = rand.Text()
		}
	}
	s, done, err := store.OpenAlone(ctx, j.config.Store)
	if err != nil {
		return err
	}
	defer done()
	jobs := j.config.Jobs()
	if _, err := s.Plan(ctx, jobs); err != nil {
		return err
	}
	o.Options, o.Folder = j.config.Options, j.config.Store+"-queue"
	ctx, o.Drain = drained(ctx)
	o.Ready = func(url string) { fmt.Fprintf(log, "join with: buluo lab work --join %s --token %s\n", url, o.Token) }
	show := newProgress(log)
	var speed pace
	err = work.Serve(ctx, s, jobs, o, func(now work.Progress) {
		speed.game(now)
		show.game(now)
	})
	show.end()
	speed.write(log, o.Workers > 0)
	records, trouble := lab.Outcome(ctx, s, jobs)
	err = errors.Join(err, trouble)
	if len(records) > 0 {
		tables := report.Tables{Designs: j.config.Designs, Budgets: j.config.Budgets, Records: records, Published: j.published}
		err = errors.Join(err, tables.Write(out))
		fmt.Fprintf(log, "%s kept in %s\n", count(len(records), "game"), j.config.Store)
	}
	return err
}
