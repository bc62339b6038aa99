-- 0046_imports_of_parts.sql
-- An archive may hold several packages: each becomes an import of its own that names its part of the archive. An import
-- that ended without a problem says why by a code, for readers of other languages than English.

alter table package_import add column part text;
alter table package_import add column reason jsonb;
alter table package_import drop constraint package_import_state_check;
alter table package_import add constraint package_import_state_check
  check (state in ('waiting', 'done', 'refused', 'failed', 'cancelled', 'split'));
