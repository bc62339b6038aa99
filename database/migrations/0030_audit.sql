-- 0030_audit.sql
-- Supervisors change verdicts, people and contests; until now only lines of the process log said who did what. Each
-- change now leaves a row here, written in its own transaction, so that the log and the data cannot differ.

create table audit_entry (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  actor_id integer references account on delete set null,
  action text not null,
  subject_kind text not null,
  subject_id integer,
  -- Name of the subject at that time; it may be another one now, or gone.
  subject_name text,
  -- What moderators are shown by: entries about contests that they supervise, and about groups that they are in.
  contest_id integer references contest on delete set null,
  group_id integer references user_group on delete set null,
  -- Fields that differ; both null where nothing but the fact matters.
  before jsonb,
  after jsonb,
  ip inet
);
create index audit_entry_by_actor on audit_entry (actor_id, id desc);
create index audit_entry_by_subject on audit_entry (subject_kind, subject_id, id desc);
create index audit_entry_by_action on audit_entry (action, id desc);
create index audit_entry_by_contest on audit_entry (contest_id, id desc) where contest_id is not null;
create index audit_entry_by_group on audit_entry (group_id, id desc) where group_id is not null;
create index audit_entry_by_time on audit_entry (at_ms);
