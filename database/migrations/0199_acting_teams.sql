-- 0199_acting_teams.sql
-- Members of a team take part in its contests from accounts of their own: what they send is the team's, and a column says
-- who of them sent it. A contest may leave that to the account of the team alone.

alter table contest add column members_act boolean not null default false;
alter table contest alter column members_act set default true;
-- In the middle of a contest, and of those that are over, nothing changes.
update contest set members_act = true where start_time_ms > extract(epoch from clock_timestamp()) * 1000;
drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, edge_instants, removed_solutions, tied_rows, has_official_results, finalized_at_ms, extra_bronze,
    has_public_table, allowed_networks, binds_devices, confines, keeps_drafts, joins_verdicts, window_time_ms,
    members_act
  on contest for each row execute function announce_contest_head();

-- As whom somebody takes part who could do so in several ways.
create table contest_part (
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  -- Null: as themselves.
  team_id integer references account on delete cascade,
  chosen_at_ms bigint not null,
  primary key (contest_id, account_id)
);
create index contest_part_by_account on contest_part (account_id);
create index contest_part_by_team on contest_part (team_id) where team_id is not null;

alter table solution add column sent_by_id integer references account;
create index solution_by_sender on solution (sent_by_id) where sent_by_id is not null;
alter table contest_message add column sent_by_id integer references account;
create index contest_message_by_sender on contest_message (sent_by_id) where sent_by_id is not null;
alter table print_job add column sent_by_id integer references account on delete set null;
create index print_job_by_sender on print_job (sent_by_id) where sent_by_id is not null;

-- Rights of a member are also those of the teams.
create or replace function announce_rights(ids integer[]) returns void language plpgsql as $$
begin
  -- An announcement holds 8000 bytes.
  perform pg_notify('balloon', json_build_object('type', 'rights.changed',
    'payload', json_build_object('accountIds', json_agg(id)))::text)
  from (
    select id from unnest(ids) as id where id is not null
    union
    select account_id from team_member where team_id = any(ids) and account_id is not null
  ) as changed
  group by id / 500;
end
$$;

create trigger rights_of_new_team_members after insert on team_member
  referencing new table as changed for each statement execute function announce_rows();
create trigger rights_of_removed_team_members after delete on team_member
  referencing old table as changed for each statement execute function announce_rows();
create function announce_changed_team_members() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(select account_id from before union select account_id from after));
  return null;
end
$$;
create trigger rights_of_changed_team_members after update on team_member
  referencing old table as before new table as after
  for each statement execute function announce_changed_team_members();

-- The name of a team is part of what its members are told about themselves.
create function announce_rights_of_teams() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(
    select after.account_id from after join before using (account_id) where after.name <> before.name
  ));
  return null;
end
$$;
create trigger rights_of_renamed_teams after update on team
  referencing old table as before new table as after
  for each statement execute function announce_rights_of_teams();

-- As whom these people take part in a contest may differ now.
create function announce_parts(of_contest integer, ids integer[]) returns void language plpgsql as $$
begin
  perform pg_notify('balloon', json_build_object('type', 'contest.part',
    'payload', json_build_object('contestId', of_contest, 'accountIds', json_agg(id)))::text)
  from (select distinct id from unnest(ids) as id where id is not null) as changed
  group by id / 500;
end
$$;

create function announce_chosen_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform announce_parts(old.contest_id, array[old.account_id]);
  else
    perform announce_parts(new.contest_id, array[new.account_id]);
  end if;
  return null;
end
$$;
create trigger contest_part_announced after insert or update or delete on contest_part
  for each row execute function announce_chosen_part();

create or replace function announce_participant() returns trigger language plpgsql as $$
begin
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.participant', 'payload', jsonb_build_object(
    'contestId', old.contest_id, 'accountId', old.account_id
  ))::text);
  -- Members of a team that is removed act for it no more.
  if tg_op = 'DELETE' then
    perform announce_parts(old.contest_id, array(
      select account_id from team_member where old.account_id in (team_id, account_id)
    ));
  end if;
  return null;
end
$$;

create or replace function announce_joined() returns trigger language plpgsql as $$
begin
  perform announce_participants(array(select contest_id from joined));
  -- A team that joins takes its members along; a member who joins may choose.
  perform announce_parts(contest_id, array_agg(account_id)) from (
    select joined.contest_id, member.account_id
      from joined join team_member member on member.team_id = joined.account_id
    union
    select joined.contest_id, member.account_id
      from joined join team_member member on member.account_id = joined.account_id
  ) as members
  group by contest_id;
  return null;
end
$$;
