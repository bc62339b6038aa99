-- 0201_drafts_of_members.sql
-- Members of a team write at the same time: each has drafts of their own within the team's, or the text of one would look as
-- if the other had pasted it.

alter table draft_snapshot drop constraint draft_snapshot_contest_id_account_id_fkey;
alter table draft_count
  add column member_id integer not null default 0,
  drop constraint draft_count_pkey,
  add primary key (contest_id, account_id, member_id);
alter table draft_snapshot
  add column member_id integer not null default 0,
  add foreign key (contest_id, account_id, member_id) references draft_count on delete cascade;
