-- 0273_news_versions_and_keys_of_prints.sql
-- Of two who edited the same news the later save discarded the earlier without a word.
alter table news add column version integer not null default 1;

-- A text whose answer was lost was sent again, and came out of the printer twice.
alter table print_job add column idempotency_key text check (char_length(idempotency_key) between 1 and 100);
create unique index print_job_by_key on print_job (account_id, idempotency_key) where idempotency_key is not null;
