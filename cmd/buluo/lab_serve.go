package main

import (
	"cmp"
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
	"buluo/lab/series"
	"buluo/lab/store"
	"buluo/lab/work"
)

// tokenVariable is where the token may stand instead of on the command line, which other users of the machine can read.
const tokenVariable = "BULUO_TOKEN"

// hostFlags let an experiment hand its games out as buluo lab serve does those of a run.
type hostFlags struct{ listen, token string }

func (h *hostFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&h.listen, "listen", "",
		"hand the games out at this address, host:port, to workers that join (buluo lab work); here only --threads are played then")
	f.StringVar(&h.token, "token", "", "with --listen: the word that workers must know (default from "+tokenVariable+", else one is made up)")
}

// host sets a config to hand out, where that is asked for.
func (h *hostFlags) host(c *series.Config, log io.Writer) {
	if h.listen == "" {
		return
	}
	token := tokenOr(h.token)
	c.Serve = &work.ServeOptions{Listen: h.listen, Token: token, Ready: invitation(log, token)}
}

// tokenOr returns the token given, else that of the environment, else one that is made up.
func tokenOr(token string) string { return cmp.Or(token, os.Getenv(tokenVariable), rand.Text()) }

// invitation prints how workers join.
func invitation(log io.Writer, token string) func(string) {
	return func(url string) { fmt.Fprintf(log, "join with: buluo lab work --join %s --token %s\n", url, token) }
}

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
	if o.Cluster == "" {
		o.Token = tokenOr(o.Token)
	} else {
		o.Token = cmp.Or(o.Token, os.Getenv(tokenVariable)) // somebody else's, who need not want one
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
	o.Ready = invitation(log, o.Token)
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
