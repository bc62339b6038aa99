-- 0087_thaw_by_hand.sql
-- The results of a real contest stay frozen after its end until the ceremony: a contest may wait for somebody who opens
-- them. Both columns belong to its head, which web processes keep in memory, so their changes are announced.

alter table contest
  add column thaws_by_hand boolean not null default false,
  -- When somebody opened the results; null while nobody has, and where they open by themselves.
  add column thawed_at_ms bigint;

-- The rule of `isHiddenByFreeze` (domain/src/contest-phase.ts); a test compares both.
create or replace function is_hidden_by_freeze(head contest, sent_at_ms bigint, at_ms bigint) returns boolean
language sql stable as $$
  select sent_at_ms > head.start_time_ms + head.relative_freeze_time_ms
    and at_ms <= case
      when head.relative_freeze_time_ms >= head.duration_time_ms then head.start_time_ms + head.duration_time_ms
      when head.thaws_by_hand and head.thawed_at_ms is null then at_ms
      else greatest(
        head.start_time_ms + head.duration_time_ms + head.extra_time_ms,
        case when head.thaws_by_hand then head.thawed_at_ms end
      )
    end
$$;

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms
  on contest for each row execute function announce_contest_head();
