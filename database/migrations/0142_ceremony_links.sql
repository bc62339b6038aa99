-- 0142_ceremony_links.sql
-- The hall often has a computer of its own: a link shows it the ceremony without an account. A contest has one at most. The
-- code is kept as a hash, and of the ceremony nothing but the frame that the presenter shows at the moment.

create table ceremony_link (
  contest_id integer primary key references contest on delete cascade,
  code_hash text not null unique,
  expires_at_ms bigint not null,
  -- Grows with each step that is shown.
  version integer not null default 0,
  -- Null until the first step is shown.
  frame jsonb
);
