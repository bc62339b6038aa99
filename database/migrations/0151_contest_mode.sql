-- 0151_contest_mode.sql
-- An exam is not taken beside an archive: a contest may close the rest of the site to its participants while it runs. Web
-- processes keep in memory who takes part in such contests, so joining one of them is announced by name.

alter table contest
  -- Participants reach nothing else of the site while the main time runs.
  add column confines boolean not null default false;

-- Processes ask for those that confine.
create index contest_confining on contest (id) where confines;

create function announce_confined() returns trigger language plpgsql as $$
begin
  if exists (select from contest where id = new.contest_id and confines) then
    perform pg_notify('balloon', jsonb_build_object(
      'type', 'contest.confined', 'payload', jsonb_build_object(
        'contestId', new.contest_id, 'accountId', new.account_id
      )
    )::text);
  end if;
  return null;
end
$$;
create trigger confined_participant_announced after insert on contest_participant
  for each row execute function announce_confined();

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze, has_public_table, allowed_networks, binds_devices,
    confines
  on contest for each row execute function announce_contest_head();
