-- 0080_contest_heads_announced.sql
-- Web processes keep heads of contests and who takes part in memory. Whoever changes one of these rows, by whatever
-- statement, has to be heard, so the tables themselves announce it at commit. The head of the log, which moves with each
-- solution, announces nothing.

create function announce_contest_head() returns trigger language plpgsql as $$
declare
  of_contest integer;
begin
  if tg_table_name = 'contest' then
    of_contest := old.id;
  elsif tg_op = 'INSERT' then
    of_contest := new.contest_id;
  else
    of_contest := old.contest_id;
  end if;
  perform pg_notify('balloon', jsonb_build_object(
    'type', 'contest.head', 'payload', jsonb_build_object('contestId', of_contest)
  )::text);
  return null;
end
$$;

create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors
  on contest for each row execute function announce_contest_head();
create trigger contest_removal_announced after delete on contest
  for each row execute function announce_contest_head();
create trigger contest_group_announced after insert or update or delete on contest_group
  for each row execute function announce_contest_head();

create function announce_participant() returns trigger language plpgsql as $$
begin
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.participant', 'payload', jsonb_build_object(
    'contestId', old.contest_id, 'accountId', old.account_id
  ))::text);
  return null;
end
$$;

-- Who joins is not announced here: that somebody has not joined is never kept.
create trigger participant_announced after update or delete on contest_participant
  for each row execute function announce_participant();
