-- 0106_similarity.sql
-- Solutions of different people that have much in common, found on this site when a supervisor asks. The newest search of
-- each contest is kept.

create table similarity_search (
  contest_id integer primary key references contest on delete cascade,
  started_by_id integer references account on delete set null,
  started_at_ms bigint not null,
  -- Null while it runs.
  ended_at_ms bigint,
  -- Tells a later search from one that still writes.
  token uuid not null,
  compared_number integer not null default 0,
  -- When it last said that it goes on; a search whose process ended says nothing more.
  beat_at_ms bigint not null,
  -- [{problemId, one, other, similarity, shared}], most similar first; `one` and `other` are solutions.
  pairs jsonb not null default '[]' check (jsonb_typeof(pairs) = 'array')
);
