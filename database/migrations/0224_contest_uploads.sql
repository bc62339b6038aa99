-- 0224_contest_uploads.sql
-- Archives of whole contests arrive in pieces, too. Such an upload ends as a stored archive, from which the import is planned and
-- run: it stays until then, so that neither a closed page nor a restart makes it be sent again.

alter table package_upload
  -- Who goes on with it: the upload of problems, or the import of a contest.
  add column purpose text not null default 'problem' check (purpose in ('problem', 'contest')),
  -- The whole archive of a contest.
  add column stored_sha256 text references blob,
  drop constraint package_upload_check,
  -- It arrives, or it became an import, or a stored archive.
  add constraint package_upload_check check (num_nonnulls(draft_sha256, import_id, stored_sha256) = 1);

drop index package_upload_unfinished;
create unique index package_upload_unfinished
  on package_upload (author_id, purpose, file_name, size_bytes, modified_at_ms) where import_id is null;
create index package_upload_by_stored on package_upload (stored_sha256) where stored_sha256 is not null;
