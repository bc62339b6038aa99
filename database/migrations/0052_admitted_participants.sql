-- 0052_admitted_participants.sql
-- A supervisor lets somebody in who came late or is in none of the contest's groups. That person takes part as everybody
-- else, whatever the groups say.

alter table contest_participant add column is_admitted boolean not null default false;
