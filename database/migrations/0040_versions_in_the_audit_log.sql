-- 0040_versions_in_the_audit_log.sql
-- Of two people who edit the same thing the second one learns what the first one changed. Contests kept a list of edits
-- for that beside the audit log, which has the same facts and the values too. Now an entry says which version of its
-- subject it made, for contests, problems, groups and people alike. Entries from before have none.

alter table audit_entry add column subject_version integer;
create index audit_entry_by_version on audit_entry (subject_kind, subject_id, subject_version)
  where subject_version is not null;
drop table contest_edit;
