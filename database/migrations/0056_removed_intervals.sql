-- 0056_removed_intervals.sql
-- Stretches that are cut out of a contest as if they had not been (a power failure): [{id, fromMs, toMs, isEndMoved}].
-- They are read wherever the times of a contest are, so they stand in its row.

alter table contest
  add column removed_intervals jsonb not null default '[]' check (jsonb_typeof(removed_intervals) = 'array');
