-- 0219_own_time_changes.sql
-- Who changed the own time of a participant, when and why, stands with the participant: the log of changes has it only
-- among everything else, and cut where many people got extra time at once.

create table own_time_change (
  id bigint generated always as identity primary key,
  contest_id integer not null,
  account_id integer not null,
  at_ms bigint not null,
  -- Who did it: a supervisor, or who started by themselves. Null: an account that is gone, or nobody knows.
  actor_id integer references account on delete set null,
  is_own boolean not null,
  -- Start of a floating contest before and after; null: not started.
  old_started_at_ms bigint,
  started_at_ms bigint,
  old_extra_time_ms bigint not null check (old_extra_time_ms >= 0),
  extra_time_ms bigint not null check (extra_time_ms >= 0),
  -- For the jury.
  reason text not null default '' check (char_length(reason) <= 500),
  foreign key (contest_id, account_id) references contest_participant on delete cascade
);
create index own_time_change_by_participant on own_time_change (contest_id, account_id, id desc);
create index own_time_change_by_actor on own_time_change (actor_id) where actor_id is not null;

-- What the logs of contests know of earlier ones. Who did it, and why, stays in the log of changes.
insert into own_time_change (
  contest_id, account_id, at_ms, actor_id, is_own, old_started_at_ms, started_at_ms, old_extra_time_ms, extra_time_ms
)
select
  contest_id, account_id, happened_at_ms, case when is_own then account_id end, is_own,
  lag(started_at_ms) over history, started_at_ms, coalesce(lag(extra_time_ms) over history, 0), extra_time_ms
from (
  select
    contest_id, account_id, seq, happened_at_ms,
    is_start and coalesce(own_start = happened_at_ms, false) as is_own,
    -- Each event carries one of the two, and the other one is as the last event before had it.
    first_value(own_start) over (partition by contest_id, account_id, starts order by seq) as started_at_ms,
    coalesce(first_value(own_extra) over (partition by contest_id, account_id, extras order by seq), 0) as extra_time_ms
  from (
    select
      contest_id, account_id, seq, happened_at_ms, is_start, own_start, own_extra,
      count(*) filter (where is_start) over by_seq as starts,
      count(*) filter (where not is_start) over by_seq as extras
    from (
      select
        contest_event.contest_id, account_id, seq, happened_at_ms,
        event ->> 'type' = 'started' as is_start,
        (event ->> 'startedAtMs')::bigint as own_start,
        (event ->> 'extraTimeMs')::bigint as own_extra
      from contest_event
      join contest_participant
        on contest_participant.contest_id = contest_event.contest_id
        and contest_participant.account_id = (event ->> 'userId')::integer
      where event ->> 'type' in ('started', 'extraTime')
    ) told
    window by_seq as (partition by contest_id, account_id order by seq)
  ) numbered
) states
window history as (partition by contest_id, account_id order by seq)
order by contest_id, seq;
