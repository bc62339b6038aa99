-- 0051_paused_problems.sql
-- While a contest runs, the jury may find a problem's tests or statement wrong. Judging of the problem is paused then:
-- its solutions are accepted and wait. Or the problem is closed: it takes no more solutions, and those sent stay.

alter table contest_problem
  add column judging_paused_at_ms bigint,
  add column closed_at_ms bigint;
