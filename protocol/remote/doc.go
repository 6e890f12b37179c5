// Package remote drives another program that speaks UCI, as a child process: a reference whose rules ours are held
// against, or an opponent in a match.
//
//	e, err := remote.Start(ctx, []string{"./engine"})
//	defer e.Close()
//	err = e.UseVariant("my-design", iniText)
//	err = e.Position("", []string{"a4a5"}) // "" is the variant's own array
//	total, divide, err := e.Perft(ctx, 3)
//	res, err := e.Go(ctx, remote.Limits{Nodes: 1000})
//
// The other program is expected to misbehave. Every wait has a bound in time, in lines and in bytes; what went wrong
// is told apart by type ([CrashError], [StallError], [GarbageError], [OptionError], [VariantError],
// [UnsupportedError], or in one word by [FailureOf]); and after a crash, a stall or garbage the child and all it
// started have been killed and reaped by the time the error is returned. A refused option, a refused variant or a
// missing command leaves the engine usable.
//
// Nothing here knows a rule of any game: positions and moves are text, and what the text means is the caller's
// business. In particular an engine may drop an illegal move, and all that follow it, without a word: a caller that
// must know what stands on the engine's board asks [Engine.Display].
package remote
