-- A row enters the queue, is leased, makes its steps and leaves: each time PostgreSQL wrote it into eight indexes. Four of
-- them name subjects that are null in nearly all rows, so they hold only those now that have one.

alter table judging
  drop constraint judging_trial_run_id_key,
  drop constraint judging_import_id_key,
  drop constraint judging_check_id_key,
  drop constraint judging_rejudging_run_id_key;
create unique index judging_of_trial_run on judging (trial_run_id) where trial_run_id is not null;
create unique index judging_of_import on judging (import_id) where import_id is not null;
create unique index judging_of_check on judging (check_id) where check_id is not null;
create unique index judging_of_rejudging_run on judging (rejudging_run_id) where rejudging_run_id is not null;

-- A verdict changes no indexed column of its solution: with room for the new version on the page of the old one it writes
-- into no index at all. A new solution leaves that room.
alter table solution set (fillfactor = 80);
