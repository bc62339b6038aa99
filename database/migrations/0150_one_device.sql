-- 0150_one_device.sql
-- An exam is taken by one person at one machine: a contest may bind each participant to the device that came first while it
-- runs. A browser keeps a random key, whose hash a session carries from its sign-in on, so that a crash or a new session in the
-- same browser goes on. Which device holds is a small truth of its own, which the table announces.

-- Sessions from before are devices of their own, by the token that they have now.
alter table session add column device_hash bytea;
update session set device_hash = token_hash;
alter table session alter column device_hash set not null;

alter table contest
  -- Each participant takes part from one device at a time while it runs.
  add column binds_devices boolean not null default false;

-- The device from which somebody takes part in a contest that binds devices.
create table contest_device (
  contest_id integer not null,
  account_id integer not null,
  device_hash bytea not null,
  -- Address and browser when it came to hold.
  ip inet,
  user_agent text,
  held_since_ms bigint not null,
  -- The supervisor who transferred to it; null: it came first.
  moved_by_id integer references account on delete set null,
  primary key (contest_id, account_id),
  foreign key (contest_id, account_id) references contest_participant on delete cascade
);
create index contest_device_by_mover on contest_device (moved_by_id) where moved_by_id is not null;

create function announce_device() returns trigger language plpgsql as $$
declare
  held record;
begin
  held := case when tg_op = 'DELETE' then old else new end;
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.device', 'payload', jsonb_build_object(
    'contestId', held.contest_id, 'accountId', held.account_id,
    'device', case when tg_op <> 'DELETE' then encode(held.device_hash, 'hex') end,
    'isMoved', held.moved_by_id is not null
  ))::text);
  return null;
end
$$;
create trigger contest_device_announced after insert or update or delete on contest_device
  for each row execute function announce_device();

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze, has_public_table, allowed_networks, binds_devices
  on contest for each row execute function announce_contest_head();
