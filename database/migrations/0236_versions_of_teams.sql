-- 0236_versions_of_teams.sql
-- Two supervisors who edited the same team did not learn of each other: who saved last won, and the other's people and seat
-- were gone without a word.

-- Grows with each edit, so that two supervisors do not overwrite each other.
alter table team add column version integer not null default 1;

create function count_team_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
-- Imports and deleted organisations change teams, too; an edit counts by itself, since it may change people alone.
create trigger team_counts_version before update on team
  for each row when (old is distinct from new and old.version = new.version) execute function count_team_version();
