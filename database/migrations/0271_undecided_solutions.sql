-- 0271_undecided_solutions.sql
-- A computation of ratings said nothing of solutions that were still being judged, so that results were stored which
-- changed a minute later.

-- Solutions of the main time whose verdicts were open when the ratings were computed, per contest that has any:
-- [{contestId, solutions}].
alter table rating_version add column undecided jsonb not null default '[]';
