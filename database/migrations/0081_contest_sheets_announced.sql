-- Web processes keep all that the page of a contest shows in memory, with the numbers of its problems and participants.
-- So the tables announce these changes, too. Heads of contests were announced already (0080).

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at
  on contest for each row execute function announce_contest_head();
create trigger contest_problem_announced after insert or delete on contest_problem
  for each row execute function announce_contest_head();

create function announce_heads_of_group() returns trigger language plpgsql as $$
begin
  perform pg_notify('balloon', jsonb_build_object(
    'type', 'contest.head', 'payload', jsonb_build_object('contestId', contest_id)
  )::text) from contest_group where group_id = new.id;
  return null;
end
$$;
create trigger contest_group_name_announced after update of name, color, author_id on user_group
  for each row execute function announce_heads_of_group();

create function announce_participants(contests integer[]) returns void language plpgsql as $$
begin
  perform pg_notify('balloon', jsonb_build_object(
    'type', 'contest.participants', 'payload', jsonb_build_object('contestId', of_contest)
  )::text) from (select distinct unnest(contests) as of_contest) as changed;
end
$$;

-- Changes of a participant and removals are announced by name (0080). That somebody has not joined is kept of
-- supervisors only, who may read without it.
create function announce_joined() returns trigger language plpgsql as $$
begin
  perform announce_participants(array(select contest_id from joined));
  return null;
end
$$;
create trigger participants_joined after insert on contest_participant
  referencing new table as joined for each statement execute function announce_joined();

-- Participants are counted without supervisors, so that a change of a role changes the number.
create or replace function announce_changed_accounts() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(
    select after.id from after join before on before.id = after.id
    where (after.username, after.access_mask, after.is_banned, after.deleted_at_ms)
      is distinct from (before.username, before.access_mask, before.is_banned, before.deleted_at_ms)
  ));
  perform announce_participants(array(
    select contest_id from after join before on before.id = after.id
      join contest_participant on account_id = after.id
    where after.access_mask is distinct from before.access_mask
  ));
  return null;
end
$$;
