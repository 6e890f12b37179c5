// Answers "variant<tab>fen" lines with the legal moves as ffish writes them: "uci wxf san" for each, joined by semicolons.
delete globalThis.fetch; // the module would fetch its own file as a URL
const fs = require('fs');
const path = require('path');
const ffish = require(path.resolve(process.argv[2], 'ffish.js'));
ffish.onRuntimeInitialized = () => {
  for (const line of fs.readFileSync(0, 'utf8').split('\n')) {
    if (!line) continue;
    const [variant, fen] = line.split('\t');
    const board = new ffish.Board(variant, fen);
    const xiangqi = board.fen().split(' ')[0].split('/').length !== 8;
    const moves = board.legalMoves().split(' ').filter(m => m);
    const texts = moves.map(m => [m, xiangqi ? board.sanMove(m, ffish.Notation.XIANGQI_WXF) : '-', board.sanMove(m)].join(' '));
    process.stdout.write(texts.join(';') + '\n');
    board.delete();
  }
};
