// Package game keeps the record of a game and writes moves the way people and programs write them.
//
// A [Game] is a variant's rules, the position it was set up from and the moves since: it refuses what is illegal, knows its
// [board.Outcome] at every moment and can be taken back to its start. A [Notation] turns moves into text and text into moves:
//
//	g := game.New(r)
//	err := g.PlayText(game.WXF, "C2=5")       // or UCI h3e3, ICCS h2e2, Chinese 炮二平五
//	fmt.Println(game.Format(game.Chinese, g.Position(), m))
//
// For every legal move m of a position p, Parse(n, p, Format(n, p, m)) is m, whatever the notation and the variant, and the
// texts of a position's legal moves differ pairwise. [Parse] understands more than [Format] writes, and tells three kinds of bad
// text apart: what is no move at all, what is no legal move here, and what could be several.
//
// Records are exchanged as PGN ([Game.WritePGN], [ReadPGN]). Bulk replay of recorded games, with digests to compare programs by, is
// the package replay below this one.
//
// Clocks, players, resignations and other ends that a board cannot show are not this package's business.
package game
