-- 0250_permissions_of_judges.sql
-- Each claim of a judge, and each of its wake-ups, asked the database what the judge may be given: three times for a solution that is
-- judged again. Web processes keep it in memory until its row says that it changed.

-- Whatever changes what a judge may be given announces it at commit; that a judge was seen changes nothing of it.
create function announce_judge() returns trigger language plpgsql as $$
begin
  perform pg_notify('balloon', jsonb_build_object(
    'type', 'judge.changed', 'payload', jsonb_build_object('judgeId', old.id)
  )::text);
  return null;
end
$$;
create trigger judge_announced after delete or update of
  languages, drained, paused_at_ms, tried_options, options_told, token_hash on judge
  for each row execute function announce_judge();
