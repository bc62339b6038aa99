-- Web processes keep the languages of contests in memory. Whatever changes them announces it at commit; all changes of a
-- transaction make one announcement, since they say the same.
create function announce_languages() returns trigger language plpgsql as $$
begin
  perform pg_notify('balloon', '{"type":"languages.stored","payload":{}}');
  return null;
end
$$;
create trigger language_made_announced after insert or delete on language
  for each row execute function announce_languages();
create trigger language_changed_announced after update on language
  for each row when (old.* is distinct from new.*) execute function announce_languages();
create trigger contest_language_announced after insert or update or delete on contest_language
  for each row execute function announce_languages();
create trigger problem_language_announced after insert or update or delete on problem_language
  for each row execute function announce_languages();
create trigger problem_server_announced after insert or delete or update of server_id on outside_problem
  for each row execute function announce_languages();
