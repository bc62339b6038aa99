-- 0259_unlisted_runs.sql
-- Each send asks whether its account has runs that the system does not list yet, among all that it ever sent.
create index outside_run_unlisted on outside_run (account_id) where state = 'accepted' and foreign_run_id is null;
