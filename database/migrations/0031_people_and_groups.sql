-- 0031_people_and_groups.sql
-- Supervisors edit people and groups in the browser. A counter tells whether somebody else saved meanwhile; a ban has a
-- reason, which signing in shows; lists of 100,000 people are searched by parts of names and sorted by role.

alter table user_group add column version integer not null default 1;
alter table account
  add column version integer not null default 1,
  add column ban_reason text,
  add column banned_at_ms bigint;

create index account_by_role on account (access_mask desc, id) where deleted_at_ms is null;
create index account_by_last_name on account (last_name, first_name, id) where deleted_at_ms is null;
create index account_by_activity on account (active_at_ms desc nulls last, id) where deleted_at_ms is null;
create index account_by_registration on account (registered_at_ms desc, id) where deleted_at_ms is null;
create index user_group_by_author on user_group (author_id);
create index contest_group_by_group on contest_group (group_id);

-- Parts of names are found by trigrams. Where the database lacks the extension or the right to create it, the search
-- reads all people: slower, not wrong.
do $$
begin
  create extension if not exists pg_trgm;
  create index account_by_part_of_name on account
    using gin (lower(first_name || ' ' || last_name || ' ' || first_name || ' ' || username) gin_trgm_ops)
    where deleted_at_ms is null;
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searching people stays slow';
end
$$;
