// node ffish.mjs [folder of the module]
//
// Answers questions about positions, one JSON object a line in and out:
//
//   {"ini": "[stanza] ..."}                 ->  {"ok": true}
//   {"variant": "xiangqi", "fen": "..."}    ->  {"legal": ["a1a2", ...], "check": false}
//
// A question that makes no sense is answered with {"error": "..."}. Before the first one it says {"ok": true} once it is ready.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

// With fetch in reach the module takes Node for a browser and asks for its own code over the network.
delete globalThis.fetch;

const answer = (o) => process.stdout.write(JSON.stringify(o) + '\n');

// Setting a board up for another variant costs a hundred times as much as giving it another position, so it is kept for the next
// question. Only one is: the reference keeps the moves of the last variant's pieces in one place for all boards. (The constructor does
// not complain of a variant that it does not have: it plays chess.)
let current;

function board(ffish, variant) {
  if (current?.variant !== variant) {
    if (!ffish.variants().split(' ').includes(variant)) {
      throw new Error(`no variant is called ${variant}`);
    }
    current?.board.delete();
    current = { variant, board: new ffish.Board(variant) };
  }
  return current.board;
}

function ask(ffish, q) {
  if (q.ini !== undefined) {
    ffish.loadVariantConfig(q.ini);
    return { ok: true };
  }
  const b = board(ffish, q.variant);
  b.setFen(q.fen);
  return { legal: b.legalMoves().split(' ').filter((m) => m !== ''), check: b.isCheck() };
}

function load() {
  try {
    return createRequire(import.meta.url)(process.argv[2] || 'ffish');
  } catch (e) {
    answer({ missing: true, error: e.message.split('\n')[0] });
    process.exit(0);
  }
}

const ffish = load();
ffish.onRuntimeInitialized = async () => {
  answer({ ok: true });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      answer(ask(ffish, JSON.parse(line)));
    } catch (e) {
      answer({ error: e.message ?? String(e) });
    }
  }
};
