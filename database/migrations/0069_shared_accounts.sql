-- 0069_shared_accounts.sql
-- SGU is judged by Codeforces, which counts the solutions of an account together: both use the same accounts.

-- Server whose accounts this one uses; null: its own.
alter table outside_server add column accounts_of integer references outside_server on delete restrict;
create index outside_server_accounts_of on outside_server (accounts_of);
