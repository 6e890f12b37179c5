-- +goose Up
-- A variant is its text: a stanza that changes is another variant.
CREATE TABLE variants (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    start  TEXT NOT NULL,
    stanza TEXT NOT NULL,
    UNIQUE (name, stanza)
) STRICT;

-- A player without its budget. config is the whole of it, as JSON; engine is its name with its version.
CREATE TABLE players (
    id     INTEGER PRIMARY KEY,
    kind   TEXT NOT NULL,
    engine TEXT NOT NULL,
    config TEXT NOT NULL UNIQUE
) STRICT;

-- A game to be played. seq is the order in which jobs were planned, which exports keep.
CREATE TABLE jobs (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    variant     INTEGER NOT NULL REFERENCES variants (id),
    white       INTEGER NOT NULL REFERENCES players (id),
    black       INTEGER NOT NULL REFERENCES players (id),
    white_nodes INTEGER NOT NULL,
    black_nodes INTEGER NOT NULL,
    opening     TEXT NOT NULL,
    seed        INTEGER NOT NULL, -- the bits of an unsigned number
    cap         INTEGER NOT NULL,
    rules       TEXT NOT NULL,
    continues   TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'refused', 'failed', 'quarantined')),
    why         TEXT NOT NULL DEFAULT '',
    attempts    INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX jobs_by_cell ON jobs (variant, white, black, cap);
CREATE INDEX jobs_by_state ON jobs (state);

-- What came of a job: at most one row. scores, depths and nodes are JSON arrays with an entry a ply.
CREATE TABLE games (
    job         TEXT PRIMARY KEY REFERENCES jobs (id),
    moves       TEXT NOT NULL,
    plies       INTEGER NOT NULL,
    result      TEXT NOT NULL,
    reason      TEXT NOT NULL,
    termination TEXT NOT NULL,
    scores      TEXT NOT NULL,
    depths      TEXT NOT NULL,
    nodes       TEXT NOT NULL,
    digest      TEXT NOT NULL,
    worker      TEXT NOT NULL
) STRICT;

-- Results that contradict the one kept. body is the record as JSON.
CREATE TABLE conflicts (
    id     INTEGER PRIMARY KEY,
    job    TEXT NOT NULL REFERENCES jobs (id),
    digest TEXT NOT NULL,
    worker TEXT NOT NULL,
    body   TEXT NOT NULL,
    UNIQUE (job, digest)
) STRICT;

-- What engines did wrong. side is 0 for White, 1 for Black, 2 where it cannot be told.
CREATE TABLE faults (
    id     INTEGER PRIMARY KEY,
    job    TEXT NOT NULL REFERENCES jobs (id),
    side   INTEGER NOT NULL,
    engine TEXT NOT NULL,
    kind   TEXT NOT NULL,
    text   TEXT NOT NULL,
    worker TEXT NOT NULL
) STRICT;

-- Counts kept beside the games, changed in the same transactions, so that they can be held against a recount.
CREATE TABLE tallies (
    variant  INTEGER NOT NULL REFERENCES variants (id),
    white    INTEGER NOT NULL REFERENCES players (id),
    black    INTEGER NOT NULL REFERENCES players (id),
    cap      INTEGER NOT NULL,
    won      INTEGER NOT NULL DEFAULT 0, -- by White
    drawn    INTEGER NOT NULL DEFAULT 0,
    lost     INTEGER NOT NULL DEFAULT 0,
    unfinished INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (variant, white, black, cap)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE tallies;
DROP TABLE faults;
DROP TABLE conflicts;
DROP TABLE games;
DROP TABLE jobs;
DROP TABLE players;
DROP TABLE variants;
