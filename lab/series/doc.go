// Package series plays the games of an experiment by way of a store: each is a job, known by its hash, and played once however often the
// experiment is started.
//
//	jobs := c.Jobs()                                    // an experiment says what it is made of
//	games, err := series.Play(ctx, c.Config, jobs, show) // and gets the games in the order of its jobs, new and old alike
//
// So an experiment keeps nothing itself: it may be killed anywhere, and running it again goes on. [Score] counts what one player made of its games
// from one seat, which is what most experiments come to.
package series
