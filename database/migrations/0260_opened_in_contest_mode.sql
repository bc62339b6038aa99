-- 0260_opened_in_contest_mode.sql
-- Contest mode closed the rest of the site to everybody on the list of a contest, also to people whom its organisers had put
-- there: any moderator could shut anybody out of the contests of others. It takes hold of who opens the contest.

alter table contest_participant
  -- End of the main time as it was when this participant last opened the contest in contest mode; null: never.
  add column opened_until_ms bigint;

-- Opening concerns contest mode alone; nothing that is kept of a participant for other purposes is read again.
drop trigger participant_announced on contest_participant;
create trigger participant_removed_announced after delete on contest_participant
  for each row execute function announce_participant();
create trigger participant_changed_announced after update on contest_participant
  for each row when (old.opened_until_ms is not distinct from new.opened_until_ms)
  execute function announce_participant();

drop trigger confined_participant_announced on contest_participant;
create trigger confined_participant_announced after insert or update of opened_until_ms on contest_participant
  for each row execute function announce_confined();
