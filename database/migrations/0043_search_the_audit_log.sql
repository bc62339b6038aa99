-- 0043_search_the_audit_log.sql
-- Supervisors search the audit log for a name or a value. Without this index each search reads every entry; the query
-- repeats the expression to the letter. Each entry is written once, so the index costs one insertion per change.
do $$
begin
  create extension if not exists pg_trgm;
  create index audit_entry_by_text on audit_entry
    using gin (lower(coalesce(subject_name, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searching the audit log stays slow';
end
$$;
