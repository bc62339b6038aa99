-- 0268_who_supervises_sending.sql
-- Every moderator could send into a virtual participation of somebody else whose past contest was theirs to supervise, and
-- one of other groups who was let in could send at any time. Both are now as the domain has it.

-- Accepts solutions of a contest in the order in which they are given, and puts them in the queue. Takes the lock of
-- the contest first and reads the clock after that, so the smaller id was sent earlier. A refused solution changes
-- nothing for the others. Copies, which supervisors make, are only stored.
--
-- Answers a row for each solution, in their order: its id and what its receipt shows of the author, or the code of its
-- refusal; `EARLIER` comes with the id of the solution that the sender has sent under the same idempotency key.
create or replace function accept_solutions(sent_to integer, solutions jsonb, max_pending integer)
returns table (solution_id integer, at_ms bigint, refusal text, status text, author jsonb)
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  head record;
  own_groups integer[];
  sent record;
  member record;
  own record;
  link record;
  unpaused bigint;
  unpaused_here bigint;
  of_problem bigint;
  is_here boolean;
  is_in_group boolean;
  is_supervisor boolean;
  supervises boolean;
  is_let_in boolean;
  earlier text;
  last_seq bigint;
  next_seq bigint;
  last_sent_at_ms bigint;
begin
  select start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms,
      window_time_ms, is_enabled, is_suspended, members_act, virtual_of_id
    into head from contest where id = sent_to for no key update;
  is_here := found and not head.is_suspended;
  select last_event_seq, last_sent_at_ms, array(select group_id from contest_group where contest_id = sent_to)
    into last_seq, last_sent_at_ms, own_groups from contest_log_head where contest_id = sent_to;
  next_seq := last_seq;

  for sent in
    select * from jsonb_to_recordset(solutions) as given (
      account_id integer, access_mask integer, group_ids integer[], problem_id integer, position integer,
      language_id integer, source text, source_sha256 text, idempotency_key text, ip inet,
      duplicated_from_id integer, system_type text, language_key text, waiting_key text, max_attempts integer,
      entry_point text, files jsonb, sent_by_id integer
    )
  loop
    solution_id := null;
    refusal := null;
    status := null;
    author := null;
    is_let_in := false;
    -- Never behind the one before, should the clock be set back by a little; by more than a minute, it was wrong before.
    at_ms := greatest(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
    if last_sent_at_ms - at_ms between 1 and 60000 then
      at_ms := last_sent_at_ms;
    end if;
    -- A virtual participation is for nobody who was not let in.
    is_in_group := head.virtual_of_id is null and (own_groups = '{}' or own_groups && sent.group_ids);
    is_supervisor := sent.access_mask in (1024, 4096);
    supervises := sent.access_mask = 4096 or (sent.access_mask = 1024 and is_in_group);

    if sent.duplicated_from_id is null then
      select is_admitted, extra_time_ms, start_shift_ms, started_at_ms, exists (
          select from contest_part
          where contest_id = sent_to and account_id = coalesce(sent.sent_by_id, sent.account_id)
        ) as has_chosen
        into member from contest_participant where contest_id = sent_to and account_id = sent.account_id;
      own := own_times(
        head.start_time_ms, head.duration_time_ms, head.practice_duration_time_ms, head.window_time_ms,
        coalesce(member.start_shift_ms, 0), member.started_at_ms, is_supervisor
      );
      status := contest_status_at(
        own.start_ms, own.end_ms - own.start_ms,
        case when head.relative_freeze_time_ms < head.duration_time_ms
          then head.start_time_ms + head.relative_freeze_time_ms else own.end_ms
        end - own.start_ms,
        own.practice_ms, head.is_enabled, head.is_suspended,
        case when head.window_time_ms is null or own.has_started then coalesce(member.extra_time_ms, 0) else 0 end,
        at_ms
      );
      refusal := case when is_here then entry_refusal(
        sent.access_mask, is_in_group, member.extra_time_ms is not null, coalesce(member.is_admitted, false), status
      ) else 'CONTEST_NOT_FOUND' end;
      -- Whoever sends as a team is in it at this very moment.
      if refusal is null and sent.sent_by_id is not null then
        if not (head.members_act and exists (
          select from team_member where team_id = sent.account_id and account_id = sent.sent_by_id
        )) then
          refusal := 'NOT_IN_TEAM';
        end if;
      end if;
      -- Whoever chose another part a moment ago goes on as that: nobody tries out as one what they send as another.
      -- Few have chosen anything, and the question is dear.
      if refusal is null and head.members_act and not is_supervisor and member.has_chosen and chose_another_part(
        sent_to, coalesce(sent.sent_by_id, sent.account_id), sent.account_id
      ) then
        refusal := 'PART_NOT_YOURS';
      end if;
      is_let_in := refusal is null;
      if is_let_in and not supervises and status not in ('RUNNING', 'FROZEN', 'PRACTICE') then
        refusal := 'CONTEST_NOT_RUNNING';
      end if;
    end if;

    -- The solutions of the author that wait for a first verdict; more than enough of them for the order.
    if refusal is null then
      select closed_at_ms is not null as is_closed, judging_paused_at_ms is not null as is_paused into link
        from contest_problem join problem on problem.id = contest_problem.problem_id
        where contest_id = sent_to and problem_id = sent.problem_id and deleted_at_ms is null
          and (position = sent.position or sent.duplicated_from_id is not null);
      unpaused := 0;
      unpaused_here := 0;
      of_problem := 0;
      -- Nothing of most people waits, and asking is cheaper than to count nothing.
      if exists (select from judging where account_id = sent.account_id and priority = 0) then
        select count(*) filter (where not is_paused) as unpaused,
            count(*) filter (where contest_id = sent_to and not is_paused) as unpaused_here,
            count(*) filter (where contest_id = sent_to and problem_id = sent.problem_id) as of_problem
          into unpaused, unpaused_here, of_problem
          from (
            select other.contest_id, other.problem_id, other_link.judging_paused_at_ms is not null as is_paused
            from judging
            join solution other on other.id = judging.solution_id
            left join contest_problem other_link
              on other_link.contest_id = other.contest_id and other_link.problem_id = other.problem_id
            where judging.account_id = sent.account_id and judging.priority = 0
            limit 1000
          ) as pending;
      end if;
      if sent.duplicated_from_id is null then
        refusal := case
          when link.is_closed is null then 'PROBLEM_NOT_FOUND'
          when supervises then null
          when link.is_closed then 'PROBLEM_CLOSED'
          -- Those of a paused problem count by themselves, so that they do not keep the author from sending others.
          when case when link.is_paused then of_problem else unpaused_here end >= max_pending
            then 'TOO_MANY_PENDING'
        end;
      end if;
    end if;

    if refusal is null then
      insert into solution (
        contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, idempotency_key, ip,
        duplicated_from_id, entry_point, files, sent_by_id
      ) values (
        sent_to, sent.problem_id, sent.account_id, sent.language_id, at_ms, sent.source, sent.source_sha256,
        sent.idempotency_key, sent.ip, sent.duplicated_from_id, sent.entry_point, sent.files,
        sent.sent_by_id
      )
      on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
      returning id into solution_id;
    end if;

    if solution_id is null and is_let_in and sent.idempotency_key is not null then
      -- Was sent before, perhaps at the same moment to another process or contest.
      select id, 'EARLIER' into solution_id, earlier from solution
        where account_id = sent.account_id and idempotency_key = sent.idempotency_key;
      refusal := coalesce(earlier, refusal);
    end if;

    if refusal is null then
      -- Behind those of authors with fewer pending solutions, and with less time in recent compilations: 3 s of it
      -- count as one more solution.
      insert into judging (solution_id, account_id, system_type, language_key, priority, turn, max_attempts)
      values (
        solution_id, sent.account_id, sent.system_type, sent.language_key, 0,
        unpaused + (
          select coalesce(sum((judged_by ->> 'compileCpuMs')::bigint), 0) / 3000
          from (
            select judged_by, verdict_got_at_ms from solution
            where account_id = sent.account_id and deleted_at_ms is null
            order by id desc
            limit 20
          ) as recent
          where verdict_got_at_ms > at_ms - 300000
        ),
        coalesce(sent.max_attempts, 3)
      );
      next_seq := next_seq + 1;
      insert into contest_event (contest_id, seq, happened_at_ms, event) values (
        sent_to, next_seq, at_ms,
        jsonb_build_object(
          'type', 'solution', 'solutionId', solution_id, 'userId', sent.account_id,
          'problemId', sent.problem_id, 'sentAtMs', at_ms, 'verdictId', null
        )
      );
      perform pg_notify('balloon', json_build_object(
        'type', 'judging.waiting', 'payload', json_build_object('languageKey', sent.waiting_key)
      )::text), pg_notify('balloon', json_build_object(
        'type', 'solution.changed',
        'payload', json_build_object(
          'contestId', sent_to, 'solutionId', solution_id, 'userId', sent.account_id, 'what', 'created'
        )
      )::text);
      select jsonb_build_object(
          'username', username, 'firstName', first_name, 'lastName', last_name, 'accessMask', access_mask,
          'teamName', (select name from team where team.account_id = sent.account_id), 'rating', null, 'sentBy', null
        ) into author from account where id = sent.account_id;
      -- By the first group of the contest in which the author has a rating, as where solutions are listed.
      if own_groups <> '{}' then
        author := author || jsonb_build_object('rating', (
          select rating_after from contest_group join rating_change using (group_id)
          where contest_group.contest_id = sent_to and account_id = sent.account_id and is_current
          order by contest_group.position, group_id
          limit 1
        ));
      end if;
      if sent.sent_by_id is not null then
        author := author || jsonb_build_object('sentBy', (
          select jsonb_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'username', username)
          from account where id = sent.sent_by_id
        ));
      end if;
    end if;
    return next;
  end loop;

  if next_seq > last_seq then
    update contest_log_head set last_event_seq = next_seq, last_sent_at_ms = at_ms where contest_id = sent_to;
    perform pg_notify('balloon', json_build_object(
      'type', 'contest.event',
      'payload', json_build_object('contestId', sent_to, 'seq', next_seq, 'type', 'solution', 'hiddenOf', null)
    )::text);
  end if;
end
$$;
