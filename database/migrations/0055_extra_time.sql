-- 0055_extra_time.sql
-- A participant whose computer broke ends later than everybody else. How much later the last of them ends stands with
-- the contest, because nothing is final before: every rule about the contest's times needs it.

alter table contest_participant
  add column extra_time_ms bigint not null default 0 check (extra_time_ms >= 0);
alter table contest
  add column extra_time_ms bigint not null default 0 check (extra_time_ms >= 0);
