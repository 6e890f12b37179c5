-- +goose Up
-- What few jobs ask: a start of their own, an adjudication, a player for each seat. JSON, or nothing.
ALTER TABLE jobs ADD COLUMN more TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE jobs DROP COLUMN more;
