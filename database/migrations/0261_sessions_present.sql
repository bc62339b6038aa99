-- 0261_sessions_present.sql
-- Who supervises a contest, but not the account of somebody on its list, sees of their sessions those that are in the contest.

alter table contest_presence
  add column session_ids bigint[] not null default '{}';
